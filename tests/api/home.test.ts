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
