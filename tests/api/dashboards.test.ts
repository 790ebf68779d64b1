import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { multipartFile } from '#tests/support/multipart.ts'
import { sql } from '#server/store/sql.ts'
import { type Answer, sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let product: SessionApp
let admin: string
let nobody: string
let customer: Record<string, unknown>

type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
const call = (method: Method, path: string, body?: object, token = admin): Promise<Answer> =>
  product.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })
const recordsOf = ({ body }: Answer) => (body.response?.['records'] ?? []) as Record<string, unknown>[]
const read = async (path: string, token = admin) => recordsOf(await call('GET', path, undefined, token))
const created = async (path: string, body: object): Promise<Record<string, unknown>> => {
  const answer = await call('POST', path, body)
  expect([path, answer.status, answer.body.error?.issues]).toEqual([path, 201, undefined])
  return answer.body.response!
}

beforeAll(async () => {
  product = await sessionApp()
  const organizationId = await product.organization({
    code: 'HERE',
    name: 'Here',
    roles: [
      { code: 'ADMINISTRATOR', name: 'Administrator', permissions: ['*'], authorizedApps: ['Customer Rebate'] },
      { code: 'NONE', name: 'Nothing', permissions: [], authorizedApps: ['Customer Rebate'] },
    ],
  })
  await product.user({ organizationId, email: 'admin@here.test', name: 'Ada', role: 'ADMINISTRATOR' })
  await product.user({ organizationId, email: 'none@here.test', name: 'Nemo', role: 'NONE' })
  admin = (await product.signIn('admin@here.test')).token
  nobody = (await product.signIn('none@here.test')).token
  customer = await created('customer-data', { customer_number: 'C-1', customer_name: 'Old name' })
  await created('customer-data', { customer_number: 'C-2', customer_name: 'Second' })
  const gone = await created('customer-data', { customer_number: 'C-3', customer_name: 'Third' })
  await call('PUT', `customer-data/${String(customer['id'])}`, {
    row_version: 1,
    customer_name: 'New name',
    status: 'blocked',
    block_reason: 'Unpaid',
    city: 'Bern',
  })
  await call('DELETE', `customer-data/${String(gone['id'])}`)
  await product.db.system((tx) =>
    tx.query(sql`update history set at = '2025-11-15T12:00:00Z' where screen = 'customer' and operation = 'insert'`),
  )
})

afterAll(() => product?.close())

describe('the figures of the masters', () => {
  it('count the records of each master and of the transactions', async () => {
    const counts = await read('master-data/count')
    expect(counts).toContainEqual({
      app_functionality: 'customer',
      table_name: 'customer',
      label: 'Customers',
      path: '/customer-master',
      count: 2,
    })
    expect(counts.some((one) => one['app_functionality'] === 'sales-data')).toBe(false)
    const transactions = await call('GET', 'transaction-data/count?app_source_type=Customer%20Rebate')
    expect(recordsOf(transactions)).toContainEqual(
      expect.objectContaining({ app_functionality: 'sales-data', count: 0 }),
    )
    expect(transactions.body.response).toMatchObject({ total: 0 })
  })

  it('count them by state', async () => {
    const states = (await read('master-data/total-count-by-status')).filter(
      (one) => one['app_functionality'] === 'customer',
    )
    expect(states.map(({ status, status_label, count }) => [status, status_label, count])).toEqual([
      ['active', 'Active', 1],
      ['blocked', 'Blocked', 1],
    ])
    expect(await read(String(states[1]!['path']).replace('/customer-master', 'customer-data'))).toHaveLength(1)
  })

  it('tell nothing of a field that form_fields hide from the caller', async () => {
    const hidden = await created('form_fields', { form_id: 'IMA_CONFIG_CUSTOMER', field_id: 'status', hidden: true })
    const told = await read('master-data/total-count-by-status')
    expect(told.filter((one) => one['app_functionality'] === 'customer')).toEqual([])
    const [change] = await read('filter-master-data-changes?app_functionality=customer&operation=update')
    expect(change!['fields']).not.toContain('Status')
    expect((await call('DELETE', `form_fields/${String(hidden['id'])}`)).status).toBe(200)
    expect(await read('master-data/total-count-by-status')).toContainEqual(
      expect.objectContaining({ app_functionality: 'customer' }),
    )
  })

  it('count the changes by month and operation, without a month between left out', async () => {
    const periods = await read('master-data/period-count-by-status?interval=month&app_functionality=customer')
    expect(periods.filter((one) => one['period'] === '2025-11')).toMatchObject([
      { operation: 'delete', count: 0 },
      { operation: 'insert', count: 3, from: '2025-11-01', to: '2025-11-30' },
      { operation: 'update', count: 0 },
    ])
    expect(periods.some((one) => one['period'] === '2025-12')).toBe(true)
    const changed = periods.filter((one) => one['operation'] === 'update' && Number(one['count']) > 0)
    expect(changed).toMatchObject([{ count: 1 }])
    expect((await call('GET', 'master-data/period-count-by-status?interval=decade')).status).toBe(422)
  })

  it('count the changes by operation', async () => {
    const operations = await read('master-data-operation-changes?app_functionality=CustomerDataUploadFormat')
    expect(Object.fromEntries(operations.map(({ operation, count }) => [operation, count]))).toEqual({
      delete: 1,
      insert: 3,
      update: 1,
    })
    const none = await call('GET', 'master-data-operation-changes?app_functionality=material')
    expect([recordsOf(none), none.body.message]).toEqual([[], 'No records found.'])
  })

  it('lead to the changes themselves, and to the history of their records', async () => {
    const [change, ...others] = await read('filter-master-data-changes?app_functionality=customer&operation=update')
    expect(others).toEqual([])
    expect(change).toMatchObject({
      label: 'Customers',
      record: 'C-1 · New name',
      operation: 'update',
      user: 'Ada',
      path: `/customer-master/view-customer/${String(customer['id'])}?tab=history`,
    })
    const [deleted] = await read('filter-master-data-changes?app_functionality=customer&operation=delete')
    expect(deleted).toMatchObject({ record: 'C-3', path: null })
    const page = await call(
      'GET',
      'filter-master-data-changes?app_functionality=customer&from=2025-11-01&to=2025-11-30&limit=2',
    )
    expect([recordsOf(page).length, page.body.response?.['total_record']]).toEqual([2, 3])
    const none = await call(
      'GET',
      'filter-master-data-changes?app_functionality=customer&from=1999-01-01&to=1999-01-02',
    )
    expect([none.status, none.body.message, recordsOf(none)]).toEqual([200, 'No records found.', []])
  })

  it('are arranged by configuration, changed by the id in its body', async () => {
    const names = async () => (await read('master-data/count')).map((one) => one['app_functionality'])
    const entry = await created('master-data-config', { app_functionality: 'material', position: 1 })
    expect((await names())[0]).toBe('material')
    const changed = await call('PUT', 'master-data-config', { id: entry['id'], row_version: 1, shown: false })
    expect([changed.status, await names()]).toEqual([200, expect.not.arrayContaining(['material'])])
    expect(await read('master-data-config')).toHaveLength(1)
    expect((await call('POST', 'master-data-config', { app_functionality: 'user' })).status).toBe(422)
    await call('DELETE', `master-data-config/${String(entry['id'])}`)
    expect(await names()).toContain('material')
  })
})

it('tells how long records are in their state', async () => {
  await product.db.system(async (tx) => {
    await tx.query(
      sql`update history set at = now() - interval '3 days' where screen = 'customer' and operation = 'update'`,
    )
    await tx.query(sql`update customer set created_at = now() - interval '10 days'`)
  })
  const path = 'master-data-search?table_name=customer&status_duration=true'
  const records = recordsOf(await call('POST', path, { filters: {}, sort: 'customer_number' }))
  expect(records.map((one) => one['status_duration'])).toEqual([3, 10])
  const plain = recordsOf(await call('POST', 'master-data-search?table_name=customer', {}))
  expect(plain[0]).not.toHaveProperty('status_duration')
  expect(
    recordsOf(await call('POST', 'master-data-search?table_name=unit_of_measure&status_duration=true', {})),
  ).toEqual([])
})

describe('rejected lines', () => {
  it('are counted by screen and month, and lead to their files', async () => {
    const sent = await product.call('POST', '/api/uploads?app-functionality=CustomerDataUploadFormat', {
      token: admin,
      ...multipartFile('bad.csv', 'Customer,Name\nU-1,Fine\n,Nameless\n'),
    })
    const { id, suggestion } = sent.body.response as { id: number; suggestion: { format: object } }
    await call('POST', `uploads/${id}/check`, { format: suggestion.format })
    await expect
      .poll(async () => (await call('GET', `uploads/${id}`)).body.response?.['state'], { timeout: 20_000 })
      .toBe('checked')
    expect(await read('rejected-lines')).toMatchObject([
      { file_name: 'bad.csv', count: 1, lines: 2, label: 'Customers', user: 'Ada', path: `/uploads/${id}` },
    ])
    expect(await read('rejected-lines/by-screen')).toMatchObject([
      { label: 'Customers', count: 1, note: 'of 2 lines in 1 file' },
    ])
    expect(await read('rejected-lines/by-month')).toMatchObject([
      { label: 'Customers', count: 1, period: expect.stringMatching(/^\d{4}-\d{2}-01$/) },
    ])
    expect(await read('rejected-lines?app_functionality=material')).toEqual([])
    // Whoever may upload nothing is shown nothing of what others sent.
    expect(await read('rejected-lines', nobody)).toEqual([])
  })
})
