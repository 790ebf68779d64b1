import { readXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { rebateApp, recordsIn, type RebateApp } from '#tests/support/rebate-app.ts'

let it: RebateApp

const get = (address: string, token = it.analyst) => it.s.call('GET', `/api/${address}`, { token })

beforeAll(async () => {
  it = await rebateApp()
  await it.customer('T1')
  await it.sell(
    { document: 'NEEDLE-1', customer: 'T1', date: '2026-02-01', net: '10' },
    { document: 'HAY-1', customer: 'T1', date: '2026-02-02', net: '20' },
  )
})
afterAll(() => it.s.close())

test('sales lines are found by a word, within the own organisation', async () => {
  const found = recordsIn(await get('sales-data-search?keyword=needle'))
  expect(found.map((row) => row['billing_doc_number'])).toEqual(['NEEDLE-1'])
  expect(recordsIn(await get('sales-data-search?keyword=needle', it.stranger))).toEqual([])
  expect((await get('sales-data-search?keyword=')).status).toBe(422)
})

test('a target is written, changed by POST and by PUT, and fetched with all others', async () => {
  const target = { target_number: 'tg-1', period_from: '2026-01-01', period_to: '2026-03-31', target_value: '100' }
  const made = await it.create('target_data', target)
  const { id, row_version: version } = made.body.response as { id: number; row_version: number }
  expect([made.status, made.body.response]).toMatchObject([201, { target_number: 'TG-1' }])
  const posted = await it.create(`target_data/${id}`, { row_version: version, target_value: '200' })
  expect(posted.body.response).toMatchObject({ target_value: '200.0000' })
  const put = await it.s.call('PUT', '/api/target_data', {
    token: it.analyst,
    body: { id, row_version: version + 1, description: 'First quarter' },
  })
  expect(put.body.response).toMatchObject({ description: 'First quarter', target_value: '200.0000' })
  await it.create('target_data', { ...target, target_number: 'tg-2' })
  expect(recordsIn(await get('target-data-fetch-all?sort=target_number')).map((row) => row['target_number'])).toEqual([
    'TG-1',
    'TG-2',
  ])
  const nothing = await it.create('target_data', { ...target, target_number: 'tg-3', target_value: null })
  expect(nothing.body.error?.issues).toMatchObject([{ path: ['target_value'] }])
})

test('lines of distributors that nobody matched yet are kept and found; a filter removes them', async () => {
  const line = {
    distributor_number: 'D-9',
    billing_doc_number: '77',
    billing_date: '2026-02-03',
    material_number: 'M1',
    quantity: '2',
    net_value: '20',
    end_customer_name: 'City hospital',
  }
  for (const number of [1, 2]) await it.create('indirect-sales-data', { ...line, billing_doc_line: number })
  const open = recordsIn(await get('indirect-sales-data?customer_number.empty=true&distributor_number=D-9'))
  expect(open.map((row) => row['billing_doc_line'])).toEqual([1, 2])
  expect((await it.create('indirect-sales-data', { ...line, billing_doc_line: 1 })).status).toBe(409)
  const removed = await it.s.call('DELETE', '/api/indirect-sales-data?distributor_number=D-9', { token: it.analyst })
  expect(removed.body.response).toMatchObject({ deleted: 2 })
})

test('prices of a competitor do not overlap', async () => {
  const price = { competitor: 'Acme', material_number: 'M1', valid_from: '2026-01-01', price: '3' }
  expect((await it.create('market-price', price)).status).toBe(201)
  const second = await it.create('market-price', { ...price, valid_from: '2026-05-01' })
  expect([second.status, second.body.error?.issues?.[0]?.path]).toEqual([422, ['valid_from']])
})

test('the metrics of a plan weigh at most 100 percent together, on every day', async () => {
  for (const metric of ['W-A', 'W-B'])
    expect(
      (await it.create('performance-metric', { metric, description: metric, valid_from: '2026-01-01' })).status,
    ).toBe(201)
  const weight = (metric: string, more: object) =>
    it.create('performance-weight', { plan: 'P1', metric, valid_from: '2026-01-01', ...more })
  expect((await weight('W-A', { weight: '70', valid_to: '2026-06-30' })).status).toBe(201)
  const tooMuch = await weight('W-B', { weight: '40', valid_from: '2026-03-01' })
  expect(tooMuch.body.error?.issues).toMatchObject([
    { path: ['weight'], message: expect.stringContaining('2026-03-01') },
  ])
  expect((await weight('W-B', { weight: '40', valid_from: '2026-07-01' })).status).toBe(201)
  expect((await weight('W-B', { weight: '30', valid_to: '2026-06-30' })).status).toBe(201)
})

test('a result and the records of a list come as a workbook', async () => {
  const sheet = async (type: string, body: object) => {
    const answer = await it.s.app.inject({
      method: 'POST',
      url: `/api/generate-excel-sheet/${type}`,
      headers: { authorization: `Bearer ${it.analyst}` },
      payload: body,
    })
    expect([answer.statusCode, answer.headers['content-type']]).toEqual([200, expect.stringContaining('spreadsheetml')])
    return (await readXlsx(answer.rawPayload)).sheets[0]!.rows
  }
  const lines = await sheet('sales_data', {
    filters: { customer_number: 'T1' },
    columns: 'billing_doc_number,net_value',
  })
  expect(lines.slice(1).map((row) => row.slice(0, 2))).toEqual([
    ['HAY-1', 20],
    ['NEEDLE-1', 10],
  ])
  const result = await sheet('sales-trends', { period: 'month', attribute: 'customer_number' })
  expect(result.flat()).toContain('Customer T1')
  const unknown = await it.create('generate-excel-sheet/nobody', {})
  expect([unknown.status, unknown.body.message]).toEqual([404, 'There is no list and no result nobody'])
})
