import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

type Row = Record<string, unknown>

let product: SessionApp
let admin: string
let reader: string

interface Facts {
  readonly attention: readonly Row[]
  readonly changed: readonly Row[]
  readonly uploads: readonly Row[]
  readonly due: readonly Row[]
  readonly ran: readonly Row[] | null
}

const home = async (token: string, query = ''): Promise<Facts> => {
  const answer = await product.call('GET', `/api/home${query}`, { token })
  expect(answer.status).toBe(200)
  return answer.body.response as unknown as Facts
}

const created = async (path: string, body: object): Promise<Row> => {
  const answer = await product.call('POST', `/api/${path}`, { token: admin, body })
  expect([path, answer.status, answer.body.error?.issues]).toEqual([path, 201, undefined])
  return answer.body.response!
}

beforeAll(async () => {
  product = await sessionApp()
  const authorizedApps = ['Customer Rebate'] as const
  const organizationId = await product.organization({
    code: 'HOME',
    name: 'Home',
    roles: [
      { code: 'ADMINISTRATOR', name: 'Administrator', permissions: ['*'], authorizedApps },
      { code: 'READER', name: 'Reader', permissions: ['integration.read'], authorizedApps },
    ],
  })
  await product.user({ organizationId, email: 'admin@home.test', name: 'Ada', role: 'ADMINISTRATOR' })
  await product.user({ organizationId, email: 'reader@home.test', name: 'Rea', role: 'READER' })
  admin = (await product.signIn('admin@home.test')).token
  reader = (await product.signIn('reader@home.test')).token
})

afterAll(() => product?.close())

test('what one changed last is found again, each record once, the latest first, and only by oneself', async () => {
  const first = await created('customer-data', { customer_number: 'H-1', customer_name: 'One' })
  await created('customer-data', { customer_number: 'H-2', customer_name: 'Two' })
  const gone = await created('customer-data', { customer_number: 'H-3', customer_name: 'Three' })
  await product.call('DELETE', `/api/customer-data/${String(gone['id'])}`, { token: admin })
  await product.call('PUT', `/api/customer-data/${String(first['id'])}`, {
    token: admin,
    body: { row_version: 1, customer_name: 'One again' },
  })
  const { changed, uploads } = await home(admin)
  expect(changed).toMatchObject([
    {
      screen: 'customer',
      title: 'H-1 · One again',
      operation: 'update',
      path: expect.stringContaining(String(first['id'])),
    },
    { screen: 'customer', title: 'H-2 · Two', operation: 'insert' },
  ])
  expect(uploads).toEqual([])
  expect((await home(reader)).changed).toEqual([])
})

test('what one act wrote of a screen is told once, with how many there are', async () => {
  const before = (await home(admin)).changed
  const answer = await product.call('POST', '/api/customer-data/bulk-update', {
    token: admin,
    body: { filters: { 'customer_number.startsWith': 'H-' }, changes: { city: 'Riga' } },
  })
  expect(answer.status).toBe(200)
  const { changed } = await home(admin)
  expect(changed).toMatchObject([{ screen: 'customer', operation: 'update', together: 2 }])
  expect(before.map((one) => one['together'])).toEqual([1, 1])
})

test('what waits is counted for those who may change it, within the application', async () => {
  await created('batch-job-definition', { code: 'H-JOB', name: 'Fails', job_type: 'purge_logs', keep_days: 3 })
  expect((await home(admin)).attention).toEqual([])
  await product.db.system((tx) =>
    tx.query(sql`update batch_job_definition set last_status = 'failed' where code = 'H-JOB'`),
  )
  expect((await home(admin, '?application=Customer%20Rebate')).attention).toEqual([
    {
      screen: 'batch-job-definition',
      label: 'Batch jobs',
      view: 'Failed last time',
      count: 1,
      path: '/batchjob-setup?view=Failed+last+time',
    },
  ])
  expect((await home(reader)).attention).toEqual([])
})

test('what ends soon is counted for those who may read it', async () => {
  const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)
  for (const [owner_id, days] of [
    ['OWN-30', 30],
    ['OWN-60', 60],
    ['OWN-200', 200],
  ] as const)
    await created('membership', { owner_id, owner_name: 'Owner', membership_type: 'gpo', valid_to: inDays(days) })
  await created('document', { title: 'Agreement', document_type: 'agreement', valid_to: inDays(20) })
  const owners = {
    screen: 'membership',
    label: 'Membership owners',
    view: 'Agreement ends within 90 days',
    count: 2,
    path: '/membership?view=Agreement+ends+within+90+days',
  }
  expect((await home(admin, '?application=Customer%20Rebate')).due).toEqual([
    owners,
    expect.objectContaining({ screen: 'document', view: 'Expiring within 90 days', count: 1 }),
  ])
  expect((await home(reader)).due).toEqual([owners])
})

test('what ran within a day is told once a job, with problems first, of the application and of all', async () => {
  await product.db.system((tx) =>
    tx.query(sql`insert into batch_job_run (organization_id, user_id, number, name, app_type, status, started_at, finished_at)
                 select o.id, 1, r.number, r.name, r.app_type, r.status, now() - r.ago, now() - r.ago
                   from organization o,
                        (values (901, 'Nightly', 'Customer Rebate', 'failed', interval '9 hours'),
                                (902, 'Nightly', 'Customer Rebate', 'complete', interval '8 hours'),
                                (903, 'Files', 'Integration Studio', 'partial', interval '7 hours'),
                                (904, 'Prices', 'Pricing', 'complete', interval '1 hour'),
                                (905, 'Long ago', 'Customer Rebate', 'complete', interval '3 days'))
                          r (number, name, app_type, status, ago)
                  where o.code = 'HOME'`),
  )
  expect((await home(reader, '?application=Customer%20Rebate')).ran).toMatchObject([
    { name: 'Files', state: 'With problems', tone: 'warn', times: 1 },
    { name: 'Nightly', state: 'Complete', tone: 'ok', times: 2 },
  ])
})
