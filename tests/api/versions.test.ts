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
