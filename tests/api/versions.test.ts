import { afterAll, beforeAll, expect, it } from 'vitest'
import { recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let api: Awaited<ReturnType<typeof uploadApp>>
let id: number

const customer = 'customer-data'

beforeAll(async () => {
  api = await uploadApp()
  const made = await api.post(customer, { customer_number: 'V1', customer_name: 'First', credit_limit: '10' })
  id = Number(made.body.response?.['id'])
  await api.put(`${customer}/${id}`, { row_version: 1, customer_name: 'Second', city: 'Hull' })
  await api.put(`${customer}/${id}`, { row_version: 2, customer_name: 'Third', credit_limit: '20' })
  await api.put(`${customer}/${id}`, { row_version: 3, city: null })
})
afterAll(() => api?.product.close())

const entries = async () => recordsOf(await api.get(`${customer}/${id}/history`)).toReversed()

it('tells what a record held at any entry of its history', async () => {
  const [created, second, third, last] = await entries()
  const valuesAt = async (entry: unknown, as?: string) =>
    (await api.get(`${customer}/${id}/history/${String((entry as { id: number }).id)}`, as)).body.response?.['values']
  expect(await valuesAt(created)).toEqual({ customer_name: 'First', city: null, credit_limit: '10.0000' })
  expect(await valuesAt(second)).toEqual({ customer_name: 'Second', city: 'Hull', credit_limit: '10.0000' })
  expect(await valuesAt(third)).toEqual({ city: 'Hull' })
  expect(await valuesAt(last)).toEqual({})
  // Who may not see a field does not see what it was.
  expect(await valuesAt(created, api.tokens.reader)).toEqual({ customer_name: 'First', city: null })
})

it('answers the changes of one field', async () => {
  const changes = recordsOf(await api.get(`${customer}/${id}/history?field=city`))
  expect(changes.map((entry) => (entry['changes'] as Record<string, unknown>)['city'])).toEqual([
    ['Hull', null],
    [null, 'Hull'],
  ])
})

it('knows no entry of another record or organisation', async () => {
  const [created] = await entries()
  const other = await api.post(customer, { customer_number: 'V2', customer_name: 'Other' })
  const path = (record: unknown) => `${customer}/${String(record)}/history/${String(created?.['id'])}`
  expect((await api.get(path(other.body.response?.['id']))).status).toBe(404)
  expect((await api.get(path(id), api.tokens.south)).status).toBe(404)
  expect((await api.get(`${customer}/${id}/history/999999`)).status).toBe(404)
})

it('tells nobody that a field was changed which they may not see', async () => {
  const made = await api.post(customer, { customer_number: 'V3', customer_name: 'Third', credit_limit: '10' })
  const path = `${customer}/${String(made.body.response?.['id'])}`
  await api.put(path, { row_version: 1, credit_limit: '30' })
  await api.put(path, { row_version: 2, credit_limit: '40', city: 'Hull' })
  const history = async (query = '', as = api.tokens.reader) => (await api.get(`${path}/history${query}`, as)).body
  const whole = await history('', api.tokens.north)
  const [both, hidden] = whole.response?.['records'] as { id: number }[]
  expect(whole.response).toMatchObject({ total_record: 3 })
  expect((await history('?field=credit_limit', api.tokens.north)).response).toMatchObject({ total_record: 3 })
  expect((await history('?field=credit_limit')).error?.code).toBe('FIELD_DENIED')
  expect((await history('?field=nothing')).error?.code).toBe('BAD_FILTER')
  expect((await history()).response).toMatchObject({
    records: [
      { operation: 'update', changes: { city: [null, 'Hull'] } },
      { operation: 'insert', changes: expect.not.objectContaining({ credit_limit: expect.anything() }) },
    ],
    total_record: 2,
  })
  expect((await history('?limit=1&page=2')).response).toMatchObject({ records: [{ operation: 'insert' }] })
  expect((await api.get(`${path}/history/${hidden!.id}`, api.tokens.reader)).status).toBe(404)
  expect((await api.get(`${path}/history/${both!.id}`, api.tokens.reader)).status).toBe(200)

  const activity = async (as: string) => {
    const asked = { screen: 'customer', id: made.body.response?.['id'] }
    const { response } = (await api.post('control-modification', asked, as)).body
    const records = response?.['records'] as { operation: string; fields: string[] }[]
    return [
      response?.['total_record'],
      records.flatMap(({ operation, fields }) => (operation === 'update' ? fields : [])),
    ]
  }
  expect(await activity(api.tokens.north)).toEqual([3, ['city', 'credit_limit', 'credit_limit']])
  expect(await activity(api.tokens.reader)).toEqual([2, ['city']])

  const changes = async (as: string) => {
    const query = 'app_functionality=customer&operation=update'
    const rows = recordsOf(await api.get(`filter-master-data-changes?${query}`, as))
    const counts = recordsOf(await api.get(`master-data-operation-changes?${query}`, as))
    const periods = recordsOf(await api.get(`master-data/period-count-by-status?${query}`, as))
    return [rows.map(({ fields }) => fields), counts.map(({ count }) => count), periods.map(({ count }) => count)]
  }
  const [seen] = await changes(api.tokens.reader)
  expect(seen).not.toContain('')
  expect(await changes(api.tokens.reader)).toEqual([seen, [(seen as string[]).length], [(seen as string[]).length]])
  expect((await changes(api.tokens.north))[1]).toEqual([(seen as string[]).length + 1])
})
