import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'

type Row = Record<string, unknown>

let it: Awaited<ReturnType<typeof uploadApp>>
let organizationId = 0
let mapping = ''

beforeAll(async () => {
  it = await uploadApp()
  const [row] = await it.product.db.system((tx) =>
    tx.query<{ id: number }>(sql`select organization_id as id from organization where code = 'N'`),
  )
  organizationId = row!.id
  const fields = [column('customer_number', 'id'), column('customer_name', 'name')]
  const made = { name: 'Plain', functionality: 'CustomerDataUploadFormat', body: { fields } }
  mapping = String((await created('integration-mapping', made))['code'])
})

afterAll(() => it?.product.close())

const created = async (path: string, body: object): Promise<Row> => {
  const answer = await it.post(path, body)
  expect(answer.status, JSON.stringify(answer.body.error)).toBe(201)
  return answer.body.response!
}

test('a password that is kept does not follow to another address, and none is kept where none is used', async () => {
  let record = await created('integration-setup', {
    code: 'FOLLOW',
    name: 'Follow',
    mapping,
    source_type: 'https',
    url: `https://files.example.com/customers`,
    auth_type: 'bearer',
    secret: 'first token',
  })
  const box = async () => {
    const [stored] = await it.product.db.system((tx) =>
      tx.query<{ secret_box: string | null }>(sql`select secret_box from integration_setup where code = 'FOLLOW'`),
    )
    return stored!.secret_box
  }
  const save = async (values: object): Promise<Row> => {
    const saved = await it.put(`integration-setup/${String(record['id'])}`, {
      row_version: record['row_version'],
      ...values,
    })
    expect(saved.status, JSON.stringify(saved.body.error)).toBe(200)
    return (record = saved.body.response!)
  }
  expect(await save({ url: `https://files.example.com/other/path` })).toMatchObject({ has_secret: true })
  expect(record).not.toHaveProperty('remarks')
  expect(await save({ url: 'https://elsewhere.example/customers' })).toMatchObject({
    has_secret: false,
    secret: null,
    remarks: {
      secret_forgotten: expect.stringContaining('has been forgotten, since it was meant for another address'),
    },
  })
  expect(await box()).toBeNull()
  expect(await save({ url: 'https://third.example/customers', secret: 'second' })).toMatchObject({ has_secret: true })
  expect(await save({ auth_type: 'basic', auth_user: 'u' })).toMatchObject({ has_secret: false })
  expect(await save({ secret: 'third' })).toMatchObject({ has_secret: true })
  expect(await save({ url: 'https://fourth.example/customers', secret: 'fourth' })).not.toHaveProperty('remarks')
  expect(await save({ auth_type: 'none' })).toMatchObject({
    has_secret: false,
    remarks: { secret_forgotten: expect.stringContaining('none is used any more') },
  })
  expect(await box()).toBeNull()
  const ways = { sftp_auth: 'password', sftp_after: 'move' }
  const sftp = { source_type: 'sftp', sftp_host: 'files.example.com', auth_user: 'u', ...ways }
  expect(await save({ ...sftp, secret: 'fifth' })).toMatchObject({ has_secret: true })
  expect(await save({ auth_user: 'other' })).toMatchObject({ has_secret: true })
  expect(await save({ sftp_port: 2222 })).toMatchObject({ has_secret: false })
  expect(await save({ secret: 'sixth' })).toMatchObject({ has_secret: true })
  await save({ source_type: 'file', folder: 'follow' })
  expect(await box()).toBeNull()
})

test('a run that waits is not asked for once more', async () => {
  await created('integration-setup', { code: 'WAITS', name: 'Waits', mapping, folder: 'waits' })
  const [job] = await it.product.db.system((tx) =>
    tx.query<{ id: number }>(sql`
      insert into batch_job_run (organization_id, id, number, integration, name, job_type, body, started_by, user_id, status)
      select ${organizationId}, n.id, n.id, 'WAITS', 'Held', 'integration', '{}', 'a', 0, 'running'
        from (select nextval(pg_get_serial_sequence('batch_job_run', 'id')) as id) n returning id`),
  )
  const both = await Promise.all([1, 2].map(() => it.post('integration-setup/manual-run', { integration: 'WAITS' })))
  const numbers = both.map(({ body }) => body.response!['number'])
  expect(numbers[0]).toBe(numbers[1])
  expect(new Set(both.map(({ body }) => body.message))).toEqual(
    new Set([`It waits to run already, as run ${String(numbers[0])}`, 'Started; see its runs']),
  )
  const [record] = recordsOf(await it.get('integration-setup?code=WAITS'))
  const third = await it.post('integration-setup/actions/manual-run', { ids: [record!['id']] })
  expect(third.body.response).toMatchObject({ done: 0, skipped: [{ reason: expect.stringContaining('waits to run') }] })
  await it.product.db.system((tx) => tx.query(sql`update batch_job_run set status = 'failed' where id = ${job!.id}`))
  await it.post('batch-job-status/actions/cancel', { ids: numbers })
})
