import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp()
})
afterAll(() => app?.product.close())

interface Family {
  readonly endpoint: string
  readonly functionality: string
  /** The call of the specification that takes a file of it. */
  readonly upload: string
  readonly record: Readonly<Record<string, string>>
  /** What tells the records of this test from others. */
  readonly own: string
  readonly change: Readonly<Record<string, string>>
  readonly bad: Readonly<Record<string, string>>
}

const first = { period_from: '2026-01-01', period_to: '2026-03-31' }

const families: readonly Family[] = [
  {
    endpoint: 'channel-inventory',
    functionality: 'ChannelInventoryFormat',
    upload: 'channel-inventory-upload',
    record: {
      customer_number: 'D1',
      warehouse: 'HAM',
      material_number: 'M1',
      inventory_date: '2026-02-01',
      quantity_on_hand: '12.000',
    },
    own: 'warehouse',
    change: { quantity_on_hand: '15.000' },
    bad: { quantity_on_hand: '-1' },
  },
  {
    endpoint: 'demand-supply-data',
    functionality: 'DemandSupplyDataFormat',
    upload: 'upload-demand-supply-data',
    record: {
      location: 'P1',
      material_number: 'M1',
      period_from: '2026-02-02',
      period_to: '2026-02-08',
      demand_forecast: '40.000',
    },
    own: 'location',
    change: { demand_forecast: '45.000' },
    bad: { period_to: '2026-02-01' },
  },
  {
    endpoint: 'competitor-data',
    functionality: 'CompetitorSalesDataFormat',
    upload: 'upload-market-share',
    record: { competitor: 'Acme', product_line: 'Coffee', ...first, market_share: '12.500000' },
    own: 'competitor',
    change: { market_share: '13.000000' },
    bad: { market_share: '101' },
  },
  {
    endpoint: 'off-invoice-cost',
    functionality: 'StagingPricingOffInvoiceCostFormat',
    upload: 'price-off-invoice-upload',
    record: { cost_number: 'OI-1', description: 'Freight', ...first, amount: '1200.0000' },
    own: 'cost_number',
    change: { amount: '1300.0000' },
    bad: { amount: '' },
  },
  {
    endpoint: 'coverage-cost',
    functionality: 'PromotionCoverageCostsFormat',
    upload: 'upload-file',
    record: { coverage_code: 'EW-24', description: 'Two years', valid_from: '2026-01-01', cost_per_unit: '35.0000' },
    own: 'coverage_code',
    change: { cost_per_unit: '36.0000' },
    bad: { cost_per_unit: '-1' },
  },
  {
    endpoint: 'sales-forecast',
    functionality: 'SalesForecastDataFormat',
    upload: 'sales-forecast-data-upload',
    record: { customer_number: 'C1', material_number: 'M1', ...first, quantity: '12.000' },
    own: 'customer_number',
    change: { quantity: '14.000' },
    bad: { period_to: '2025-12-31' },
  },
]

const csv = (...rows: readonly Readonly<Record<string, string>>[]): string =>
  [Object.keys(rows[0]!), ...rows.map((row) => Object.values(row))].map((cells) => cells.join(',')).join('\n')

describe.each(families)('$endpoint', ({ endpoint, functionality, upload, record, own, change, bad }) => {
  const listed = async (key: string) => recordsOf(await app.get(`${endpoint}?${own}=${key}`))

  test('is created, read, changed, and deleted, by its id and by a filter', async () => {
    const made = await app.post(endpoint, record)
    expect([made.status, made.body.response]).toMatchObject([201, record])
    const { id, row_version: version } = made.body.response!
    expect([409, 422]).toContain((await app.post(endpoint, record)).status)
    const changed = await app.put(`${endpoint}/${String(id)}`, { ...change, row_version: version })
    expect([changed.status, changed.body.response]).toMatchObject([200, change])
    expect((await app.get(`${endpoint}/${String(id)}`)).body.response).toMatchObject({ ...record, ...change })
    const refused = await app.post(endpoint, { ...record, ...bad, [own]: 'OTHER' })
    expect(refused.body.error?.issues).toMatchObject([{ path: Object.keys(bad) }])
    expect((await app.post(endpoint, record, app.tokens.reader)).status).toBe(403)
    expect(recordsOf(await app.get(`${endpoint}?${own}=${record[own]!}`, app.tokens.south))).toEqual([])
    expect((await app.del(`${endpoint}/${String(id)}`)).status).toBe(200)
    expect(await listed(record[own]!)).toEqual([])
    await app.post(endpoint, record)
    expect((await app.del(`${endpoint}?${own}=${record[own]!}`)).body.response).toEqual({ deleted: 1 })
  })

  test('takes a file whole or, where a line is wrong, not at all; a second file changes what is there', async () => {
    const format = await app.post(`upload-format?app-functionality=${functionality}`, {
      name: endpoint,
      body: { fields: Object.keys(record).map((field) => ({ field, source: 'column', column: field })) },
    })
    const path = `${upload}?format_id=${String(format.body.response!['id'])}`
    const [one, two] = [
      { ...record, [own]: 'F-1' },
      { ...record, [own]: 'F-2' },
    ]
    const wrong = await app.send(path, csv(one, { ...two, ...bad }))
    expect([wrong.status, wrong.body.response]).toMatchObject([
      200,
      { error_list: { 1: expect.stringContaining('Line 3') } },
    ])
    expect(await listed('F-1')).toEqual([])
    expect((await app.send(path, csv(one, two))).body.response).toMatchObject({ messageLog: ['2 added'] })
    expect((await app.send(path, csv({ ...one, ...change }, two))).body.response).toMatchObject({
      messageLog: ['1 changed, 1 unchanged'],
    })
    expect(await listed('F-1')).toMatchObject([change])
  })
})

test('coverage costs and forecasts are changed, and forecasts deleted, at the calls of their own', async () => {
  const coverage = await app.post('coverage-cost', { ...families[4]!.record, coverage_code: 'OWN' })
  const { id, row_version: version } = coverage.body.response!
  const answer = await app.put(`update-coverage-cost/${String(id)}`, { row_version: version, cost_per_unit: '40' })
  expect(answer.body.response).toMatchObject({ cost_per_unit: '40.0000' })
  expect(
    (await app.put(`update-coverage-cost/${String(id)}`, { row_version: version, cost_per_unit: '41' })).status,
  ).toBe(409)
  const forecast = await app.post('sales-forecast', { ...families[5]!.record, customer_number: 'OWN' })
  const own = forecast.body.response!
  const changed = await app.put(`update-sales-forecast/${String(own['id'])}`, {
    row_version: own['row_version'],
    quantity: '20',
  })
  expect(changed.body.response).toMatchObject({ quantity: '20.000' })
  expect((await app.del(`delete-sales-forecast/${String(own['id'])}`)).body.response).toEqual({ deleted: 1 })
  expect((await app.get(`sales-forecast/${String(own['id'])}`)).status).toBe(404)
  expect((await app.del('delete-sales-forecast')).status).toBe(404)
})

test('a file of forecasts replaces those of the days it is told; a batch job of promotions takes it too', async () => {
  const month = (from: string, to: string, quantity: string) => ({
    forecast_version: 'BUDGET',
    customer_number: 'C9',
    material_number: 'M1',
    period_from: from,
    period_to: to,
    quantity,
  })
  const budget = async () =>
    recordsOf(await app.get('sales-forecast?forecast_version=BUDGET&sort=period_from')).map(
      (row) => `${String(row['period_from'])} ${Number(row['quantity'])}`,
    )
  const file = csv(month('2027-01-01', '2027-01-31', '10'), month('2027-02-01', '2027-02-28', '20'))
  const query = new URLSearchParams({
    app_type: 'Promotions',
    job_type: 'Promotion Sales-Forecast File Upload (Promotions)',
    job_name: 'Budget',
  })
  expect((await app.send(`batch-job?${query}`, file)).body.response).toMatchObject({ messageLog: ['2 added'] })
  expect(await budget()).toEqual(['2027-01-01 10', '2027-02-01 20'])
  const again = await app.send(
    'sales-forecast-upload?delete_from=2027-01-01&delete_to=2027-01-31',
    csv(month('2027-01-15', '2027-01-31', '7')),
  )
  expect(again.body.response).toMatchObject({ success_msg: expect.any(String) })
  expect(await budget()).toEqual(['2027-01-15 7', '2027-02-01 20'])
  const format = await app.post('upload-format?app-functionality=PromotionBudgetSalesForecastFormat', {
    name: 'Budget',
    body: {
      fields: ['period_from', 'period_to', 'quantity'].map((field) => ({ field, source: 'column', column: field })),
    },
  })
  expect(format.body.response).toMatchObject({ functionality: 'SalesForecastDataFormat' })
  const found = await app.get('upload-format?app-functionality=PromotionBudgetSalesForecastFormat')
  expect(recordsOf(found).map((row) => row['name'])).toContain('Budget')
})

test('a cost off invoice is spread over the sales that bear it, and over none where nothing was sold', async () => {
  const line = (number: number, country: string, net: string, quantity: string) => ({
    billing_doc_number: 'SPREAD',
    billing_doc_line: number,
    billing_date: '2031-02-01',
    material_number: 'M1',
    country,
    quantity,
    net_value: net,
  })
  for (const one of [line(1, 'Chile', '300', '10'), line(2, 'Chile', '100', '6'), line(3, 'Peru', '900', '1')])
    expect((await app.post('sales_data', one)).status).toBe(201)
  const cost = (number: string, more: object) => ({
    cost_number: number,
    description: number,
    period_from: '2031-01-01',
    period_to: '2031-03-31',
    amount: '20',
    country: 'Chile',
    ...more,
  })
  await app.post('off-invoice-cost', cost('SP-VALUE', {}))
  await app.post('off-invoice-cost', cost('SP-UNITS', { basis: 'quantity' }))
  await app.post('off-invoice-cost', cost('SP-NOTHING', { country: 'Atlantis' }))
  const answer = await app.post('build-price-off-invoice', { cost_numbers: ['SP-VALUE', 'SP-UNITS', 'SP-NOTHING'] })
  expect(answer.body.response).toMatchObject({
    done: 2,
    skipped: [{ key: 'SP-NOTHING', reason: 'There are no sales in its period that could bear it' }],
  })
  const spread = recordsOf(await app.get('off-invoice-cost?cost_number.startsWith=SP-&sort=cost_number'))
  expect(spread.map((row) => [row['cost_number'], row['lines'], row['basis_value'], row['rate']])).toEqual([
    ['SP-NOTHING', null, null, null],
    ['SP-UNITS', 2, '16.0000', '1.250000'],
    ['SP-VALUE', 2, '400.0000', '5.000000'],
  ])
  expect((await app.post('build-price-off-invoice', { cost_numbers: ['SP-NOBODY'] })).status).toBe(404)
  expect((await app.post('build-price-off-invoice', { cost_numbers: ['SP-VALUE'] }, app.tokens.reader)).status).toBe(
    403,
  )
})
