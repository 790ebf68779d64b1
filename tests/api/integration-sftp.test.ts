import { generateKeyPairSync } from 'node:crypto'
import ssh2 from 'ssh2'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { sftpServer } from '#tests/support/sftp-server.ts'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'

type Row = Record<string, unknown>

const password = 'as only the two of them know'
const keys = generateKeyPairSync('rsa', {
  modulusLength: 2048,
  publicKeyEncoding: { type: 'pkcs1', format: 'pem' },
  privateKeyEncoding: { type: 'pkcs1', format: 'pem' },
})

let it: Awaited<ReturnType<typeof uploadApp>>
let server: Awaited<ReturnType<typeof sftpServer>>
let mapping: Row

const created = async (path: string, body: object): Promise<Row> => {
  const answer = await it.post(path, body)
  expect(answer.status, JSON.stringify(answer.body.error)).toBe(201)
  return answer.body.response!
}

beforeAll(async () => {
  const parsed = ssh2.utils.parseKey(keys.privateKey)
  if (parsed instanceof Error) throw parsed
  const publicKey = `${parsed.type} ${parsed.getPublicSSH().toString('base64')}`
  server = await sftpServer({ user: 'tierline', password, publicKey })
  it = await uploadApp([], { environment: { TIERLINE_INTEGRATION_HOSTS: `${server.host}:${server.port}` } })
  mapping = await created('integration-mapping', {
    name: 'SFTP customers',
    functionality: 'CustomerDataUploadFormat',
    body: { fields: [column('customer_number', 'No'), column('customer_name', 'Name')] },
  })
})

afterAll(async () => {
  await it?.product.close()
  await server?.close()
})

const integration = (code: string, more: object = {}) =>
  created('integration-setup', {
    code,
    name: `From a server ${code}`,
    source_type: 'sftp',
    mapping: mapping['code'],
    sftp_host: server.host,
    sftp_port: server.port,
    sftp_folder: '/outbox',
    sftp_host_key: server.fingerprint,
    file_pattern: '*.csv',
    auth_user: 'tierline',
    secret: password,
    ...more,
  })

const run = async (code: string): Promise<Row> => {
  const answer = await it.post('integration-setup/manual-run', { integration: code })
  expect(answer.status, JSON.stringify(answer.body.error)).toBe(202)
  const number = String(answer.body.response!['number'])
  const one = async () => recordsOf(await it.get(`batch-job-status?number=${number}`))[0]!
  await expect
    .poll(async () => ['waiting', 'running'].includes(String((await one())['status'])), {
      timeout: 20_000,
      interval: 50,
    })
    .toBe(false)
  return one()
}

const customers = async (prefix: string) =>
  recordsOf(await it.get(`customer-data?customer_number.startsWith=${prefix}&sort=customer_number`))

test('files of a server are taken the oldest first, kept there in another folder, and taken once', async () => {
  const record = await integration('SFTP-MOVE')
  expect(record).toMatchObject({ has_secret: true })
  expect(JSON.stringify(record)).not.toContain(password)
  server.put('/outbox/b-first.csv', 'No,Name\nS-1,Alpha\n')
  server.put('/outbox/a-second.csv', 'No,Name\nS-1,Alpha and Co\nS-2,Beta\n')
  server.put('/outbox/later.csv.part', 'No,Name\nS-9,Half\n')
  server.put('/outbox/notes.txt', 'nothing to take')
  const [sample] = [(await it.get(`integration-setup/sample?integration=SFTP-MOVE`)).body.response!]
  expect(sample).toMatchObject({ name: 'b-first.csv' })
  expect(server.paths()).toContain('/outbox/b-first.csv')
  expect(await run('SFTP-MOVE')).toMatchObject({ status: 'complete', inserted: 2, updated: 1 })
  expect(await customers('S-')).toMatchObject([
    { customer_number: 'S-1', customer_name: 'Alpha and Co' },
    { customer_number: 'S-2', customer_name: 'Beta' },
  ])
  expect(server.paths()).toEqual([
    '/outbox/done/a-second.csv',
    '/outbox/done/b-first.csv',
    '/outbox/later.csv.part',
    '/outbox/notes.txt',
  ])
  expect(await run('SFTP-MOVE')).toMatchObject({
    status: 'complete',
    inserted: 0,
    message: 'There was nothing to take in.',
  })
  server.put('/outbox/b-first.csv', 'No,Name\nS-3,Gamma\n')
  expect(await run('SFTP-MOVE')).toMatchObject({ status: 'complete', inserted: 1 })
  expect(server.paths().filter((path) => path.endsWith('b-first.csv'))).toHaveLength(2)
})

test('a key signs in as well; files may be deleted there, or left', async () => {
  await integration('SFTP-KEY', {
    secret: undefined,
    sftp_auth: 'key',
    private_key: keys.privateKey,
    sftp_after: 'delete',
    file_pattern: 'k*.csv',
  })
  server.put('/outbox/k1.csv', 'No,Name\nK-1,Key\n')
  expect(await run('SFTP-KEY')).toMatchObject({ status: 'complete', inserted: 1 })
  expect(server.paths()).not.toContain('/outbox/k1.csv')
  await integration('SFTP-LEAVE', { sftp_after: 'leave', file_pattern: 'l*.csv' })
  server.put('/outbox/l1.csv', 'No,Name\nL-1,Left\n')
  expect(await run('SFTP-LEAVE')).toMatchObject({ status: 'complete', inserted: 1 })
  expect(await run('SFTP-LEAVE')).toMatchObject({ status: 'complete', inserted: 0, unchanged: 1 })
  expect(server.paths()).toContain('/outbox/l1.csv')
})

test('a server that shows another key is told nothing; without one the run tells which it shows', async () => {
  const before = server.passwords.length
  const other = 'SHA256:47DEQpj8HBSa+/TImW+5JCeuQeRkm5NMpJWZG3hSuFU'
  await integration('SFTP-OTHER', { sftp_host_key: other })
  const refused = await run('SFTP-OTHER')
  expect(refused['status']).toBe('failed')
  expect(refused['message']).toContain('not the one that is expected')
  await integration('SFTP-FIRST', { sftp_host_key: null })
  const first = await run('SFTP-FIRST')
  expect(first).toMatchObject({ status: 'failed' })
  expect(first['message']).toContain(server.fingerprint)
  expect(server.passwords).toHaveLength(before)
})

test('what cannot be had is told: a wrong password, a folder that is not there, a server that may not be called', async () => {
  await integration('SFTP-WRONG', { secret: 'a guess' })
  expect((await run('SFTP-WRONG'))['message']).toContain('does not accept the user or the password or key')
  await integration('SFTP-AWAY', { sftp_folder: '/nowhere' })
  expect((await run('SFTP-AWAY'))['message']).toContain('/nowhere cannot be read')
  await integration('SFTP-FAR', { sftp_host: '10.1.2.3' })
  expect((await run('SFTP-FAR'))['message']).toContain('not allowed here')
  await integration('SFTP-NOKEY', { sftp_auth: 'key', secret: undefined, private_key: 'no key at all' })
  expect((await run('SFTP-NOKEY'))['message']).toContain('private key of the integration cannot be read')
})

test('neither password nor key stands in the database', async () => {
  const rows = await it.product.db.system((tx) =>
    tx.query<{ row: string }>(
      sql`select row_to_json(s)::text as row from integration_setup s where code like 'SFTP-%'`,
    ),
  )
  const history = await it.product.db.system((tx) =>
    tx.query<{ row: string }>(sql`select changes::text as row from history where screen = 'integration-setup'`),
  )
  expect(rows.length).toBeGreaterThan(5)
  for (const { row } of [...rows, ...history]) {
    expect(row).not.toContain(password)
    expect(row).not.toContain('PRIVATE KEY')
  }
})
