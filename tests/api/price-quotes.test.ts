import { afterAll, beforeAll, expect, test } from 'vitest'
import { insertRows } from '#server/demo/insert-rows.ts'
import {
  act,
  approved,
  call,
  offer,
  organizationId,
  procedure,
  product,
  rows,
  sale,
  userId,
  startQuotes,
} from '#tests/support/quotes-app.ts'

beforeAll(startQuotes)
afterAll(() => product.close())

test('a quote is priced by lists and its procedure, and by what was agreed', async () => {
  const answer = await call('POST', 'pricing-comprehensive-quote', offer)
  expect(answer.body.error).toBeUndefined()
  const quote = answer.body.response!
  expect(quote).toMatchObject({
    quote_number: 'QU-000001',
    quote_version: 1,
    formula_procedure: 'QUOTES',
    valid_to: '2026-11-16',
    approval_status: 'new',
    // 95 less 10 % less 2 %, fifty times; 100 less 10 % less 10 % less 2 %; 70 twice.
    lines: [
      { line: 10, list_price: '95.0000', invoice_price: '83.7900', value: '4189.5000', uom: 'EA' },
      { line: 20, list_price: '100.0000', invoice_price: '79.3800' },
      { line: 30, invoice_price: '70.0000', value: '140.0000' },
      { line: 40, invoice_price: null, problem: 'List: Nothing was found for this step' },
    ],
    problem_count: 1,
    net_value: '4408.8800',
    low_margin_count: 3,
    margins: [
      {
        line: 10,
        net_price: '79.6000',
        pocket_price: '79.6000',
        unit_cost: '60.0000',
        margin: '980.0000',
        note: 'Below the least margin of 25 %',
      },
      { line: 20, margin_percent: '20.43' },
      { line: 30 },
      { line: 40, note: 'No price' },
    ],
  })
  const id = Number(quote['id'])
  const simulated = await rows('pricing-calc-sim', { simulation_category: 'quote', id, formula_procedure: 'QUOTES' })
  expect(simulated.map((row) => row['invoice_price'])).toEqual(['83.79', '79.38', '70', null])
  const steps = await rows('pricing-sim-result', { quote: 'QU-000001', price_date: '2026-11-02' })
  expect(steps.filter((row) => String(row['component']).startsWith('Discount of the')).length).toBe(4)
  const seen = (await call('GET', `pricing-comprehensive-quote/${id}`, undefined, 'rex')).body.response!
  expect(seen['net_value']).toBe('4408.8800')
  for (const hidden of ['margins', 'margin_value', 'cost_value', 'pocket_value', 'rebate_value'])
    expect(seen).not.toHaveProperty(hidden)
  // What rebates leave of a price is told nowhere in what a reader gets.
  expect(JSON.stringify(seen)).not.toMatch(/net_price|79[.]6/)
  await approved('pricing-comprehensive-quote', [id])
  expect(await act('pricing-comprehensive-quote', 'issue', [id])).toMatchObject({
    skipped: [{ reason: 'It has lines without a price' }],
  })
})

test('is not priced by a procedure that is for something else, not active or of another time', async () => {
  const refused = async (more: object, at: string) => {
    const formula_procedure = `UNFIT-${at}`
    await call('POST', 'pricing-formula', { ...procedure, formula_procedure, ...more })
    const { body } = await call('POST', 'pricing-comprehensive-quote', { ...offer, formula_procedure })
    return body.error?.issues?.map(({ path, message }) => [path.join('.'), message])
  }
  expect(await refused({ simulation_category: 'price' }, 'A')).toEqual([
    ['formula_procedure', 'UNFIT-A is used for prices, not for quotes'],
  ])
  expect(await refused({ status: 'inactive' }, 'B')).toEqual([['formula_procedure', 'UNFIT-B is not active']])
  expect(await refused({ valid_to: '2026-06-30' }, 'C')).toEqual([
    ['formula_procedure', 'UNFIT-C does not hold on the day of the prices'],
  ])
})

test('is issued, decided, superseded by its next version and won', async () => {
  const lines = offer.lines.slice(0, 3)
  const { response } = (await call('POST', 'pricing-comprehensive-quote', { ...offer, lines })).body
  const id = Number(response!['id'])
  expect(await act('pricing-comprehensive-quote', 'issue', [id])).toMatchObject({ done: 0, skipped: [{}] })
  expect((await call('GET', `pricing-comprehensive-quote/${id}`)).body.response).toMatchObject({ document: null })
  await approved('pricing-comprehensive-quote', [id])
  expect(await act('pricing-comprehensive-quote', 'issue', [id])).toMatchObject({ done: 1 })
  const issued = (await call('GET', `pricing-comprehensive-quote/${id}`)).body.response!
  expect(issued['document']).toMatchObject({ name: 'QU-000002-1.pdf', type: 'application/pdf' })
  const outcome = await act('pricing-comprehensive-quote', 'version', [id], { price_date: '2026-11-10' })
  expect(outcome.given[0]?.value).toBe(`/quote-view/${id + 1}`)
  expect((await call('GET', `pricing-comprehensive-quote/${id}`)).body.response).toMatchObject({
    quote_status: 'superseded',
  })
  const next = (await call('GET', `pricing-comprehensive-quote/${id + 1}`)).body.response!
  expect(next).toMatchObject({
    quote_version: 2,
    previous_quote: 'QU-000002',
    quote_status: 'open',
    net_value: '4408.8800',
    document: null,
  })
  expect(await act('pricing-comprehensive-quote', 'won', [id + 1])).toMatchObject({ done: 0 })
  await approved('pricing-comprehensive-quote', [id + 1])
  expect(await act('pricing-comprehensive-quote', 'won', [id + 1])).toMatchObject({ done: 1 })
  const keep = { price_list: 'OWN', valid_from: '2026-12-01', valid_to: '2027-11-30' }
  await call('POST', 'pricing/price-attributes', {
    attribute: 'BUYER',
    description: 'Customer',
    field: 'customer_number',
  })
  const own = {
    price_list: 'OWN',
    description: 'Own',
    currency: 'EUR',
    valid_from: '2026-01-01',
    key_fields: ['BUYER'],
  }
  await call('POST', 'config/price-list-masters', own)
  expect(await act('pricing-comprehensive-quote', 'to-prices', [id], keep)).toMatchObject({ done: 0 })
  expect(await act('pricing-comprehensive-quote', 'to-prices', [id + 1], keep)).toMatchObject({ done: 1, failed: [] })
  const prices = await call('GET', 'price-list-data?price_list=OWN&sort=qty_from')
  expect(prices.body.response!['records']).toMatchObject([
    { customer_number: 'C1', material_number: 'M1', qty_from: '1.000', price: '79.3800', approval_status: 'new' },
    { qty_from: '2.000', price: '70.0000', reason: 'Quote QU-000003: Autumn order' },
    { qty_from: '50.000', price: '83.7900', valid_to: '2027-11-30' },
  ])
  const late = await call('PUT', `pricing-comprehensive-quote/${id + 1}`, { description: 'Too late' })
  expect(late.status).toBe(409)
})

test('is quoted in a sales unit: prices of the unit, amounts and costs as many as it has', async () => {
  for (const [uom, numerator] of [
    ['CS', '24'],
    ['PAL', '960'],
  ])
    await call('POST', 'material-uom', { material_number: 'M1', uom, numerator, denominator: '1' })
  const steps = [
    ...procedure.steps,
    { sequence: 40, component: 'Handling', bucket: 'off-invoice', calc_type: 'amount', value: '0.25', sign: '-' },
  ]
  const formula_procedure = 'UNITS'
  expect((await call('POST', 'pricing-formula', { ...procedure, formula_procedure, steps })).status).toBe(201)
  const line = (number: number, more: object) => ({ line: number, material_number: 'M1', quantity: '2', ...more })
  const { response } = (
    await call('POST', 'pricing-comprehensive-quote', {
      ...offer,
      discount_percent: null,
      formula_procedure,
      lines: [
        line(10, { uom: 'cs' }),
        line(20, { uom: 'CS', quantity: '3' }),
        line(30, { uom: 'CS', agreed_price: '2000.10' }),
        line(40, { uom: 'BOX' }),
        line(50, {}),
      ],
    })
  ).body
  // 48 pieces at 100 and 72 at 95, as cases of 24: 2,400 and 2,280 less 10 %, less 5 % and 24 times 0.25 that come later.
  expect(response).toMatchObject({
    lines: [
      {
        uom: 'CS',
        list_price: '2400.0000',
        invoice_price: '2160.0000',
        base_price: '90.0000',
        value: '4320.0000',
      },
      { uom: 'CS', list_price: '2280.0000', invoice_price: '2052.0000', value: '6156.0000' },
      { uom: 'CS', invoice_price: '2000.1000', base_price: '83.3375', value: '4000.2000' },
      { uom: 'BOX', invoice_price: null, problem: 'Nothing converts BOX into EA' },
      { uom: 'EA', list_price: '100.0000', value: '180.0000' },
    ],
    problem_count: 1,
  })
  const [first, ...others] = response!['margins'] as object[]
  expect(first).toMatchObject({
    net_price: '2046.0000',
    unit_cost: '1440.0000',
    pocket_price: '2046.0000',
    margin: '1212.0000',
  })
  expect(others).toHaveLength(4)
  const number = String(response!['quote_number'])
  const asked = { quote: number, price_date: '2026-11-02' }
  const simulated = await rows('price-simulation', asked)
  expect(simulated.map((row) => [row['line'], row['uom'], row['invoice_value']])).toEqual([
    [10, 'CS', '4320'],
    [20, 'CS', '6156'],
    [30, 'CS', '4000.2'],
    [50, 'EA', '180'],
  ])
  const way = await rows('pricing-sim-result', { ...asked, line: 20 })
  expect(way.map((row) => [row['line'], row['uom'], row['counted']])).toEqual([
    [20, 'CS', '2280'],
    [20, 'CS', '-228'],
    [20, 'CS', '-102.6'],
    [20, 'CS', '-6'],
  ])
  const outcome = await act('pricing-comprehensive-quote', 'version', [Number(response!['id'])], {
    price_date: '2026-11-10',
  })
  const next = (await call('GET', `pricing-comprehensive-quote/${outcome.given[0]!.value.split('/').at(-1)}`)).body
  expect(next.response!['lines']).toMatchObject([{ uom: 'CS', value: '4320.0000' }, {}, {}, { uom: 'BOX' }, {}])
})

test('is sent and won as it was approved, however its state is written', async () => {
  const path = 'pricing-comprehensive-quote'
  const refused = { status: 422, body: { error: { issues: [{ path: ['quote_status'] }] } } }
  expect(await call('POST', path, { ...offer, quote_status: 'won' })).toMatchObject(refused)
  const lines = offer.lines.slice(0, 1)
  const { id } = (await call('POST', path, { ...offer, lines })).body.response!
  for (const quote_status of ['sent', 'won', 'superseded'])
    expect(await call('PUT', `${path}/${String(id)}`, { quote_status })).toMatchObject(refused)
  await approved(path, [Number(id)])
  expect(await call('PUT', `${path}/${String(id)}`, { quote_status: 'sent', discount_percent: '50' })).toMatchObject(
    refused,
  )
  expect((await call('PUT', `${path}/${String(id)}`, { quote_status: 'sent' })).status).toBe(200)
})

test('new prices of a list are simulated over what was sold, proposed and approved', async () => {
  // Twelve months at an elasticity of exactly -2: 100 at 100, 400 at 50.
  const prices = [100, 80, 125, 100, 80, 125, 100, 80, 125, 100, 80, 125]
  for (const [at, price] of prices.entries()) {
    const quantity = (1_000_000 / price ** 2).toFixed(3)
    const date = `2025-${String(at + 1).padStart(2, '0')}-15`
    await call('POST', 'sales_data', sale(at + 1, date, quantity, (Number(quantity) * price).toFixed(2)))
  }
  const terms = {
    price_list: 'LIST',
    method: 'percent',
    value: '4.2',
    rounding: 'up',
    rounding_unit: '1',
    rounding_ending: '0.99',
  }
  const asked = { ...terms, price_date: '2026-01-10', currency: 'EUR' }
  const [row, more] = await rows('price-impact-analysis', asked)
  // All of it was sold by more than fifty at a time.
  const both = [row!, more!].toSorted((a, b) => Number(b['old_price']) - Number(a['old_price']))
  expect(both).toMatchObject([
    { old_price: '100', new_price: '104.99', quantity: '0' },
    { old_price: '95', new_price: '98.99', quantity: '1281', elasticity: '-2.00' },
  ])
  expect(Number(both[1]!['new_quantity'])).toBeLessThan(Number(both[1]!['quantity']))
  // A break in cases is reached by pieces; what competitors ask for pieces is held against it as a hundred cases; other lists' customers do not count.
  await call('POST', 'price-list-data', {
    price_list: 'LIST',
    material_number: 'M1',
    uom: 'CS',
    qty_from: '5',
    per_quantity: '100',
    price: '216000',
    valid_from: '2026-01-01',
    valid_to: '2026-01-31',
  })
  const [made] = (await call('GET', 'price-list-data?uom=CS')).body.response!['records'] as { id: number }[]
  await approved('price-list-data', [made!.id])
  await call('POST', 'market-price', {
    material_number: 'M1',
    competitor: 'Rival',
    price: '99',
    uom: 'EA',
    currency: 'EUR',
    valid_from: '2026-01-01',
  })
  const byBreak = await rows('price-impact-analysis', { ...asked, rounding: 'none', with_elasticity: false })
  const told = Object.fromEntries(byBreak.map((one) => [String(one['old_price']), one]))
  // 100 at 100 four times; 156.25 and 64 at 80 and 125 four times: those from 120 on are of the break.
  expect(told).toMatchObject({
    '95': { quantity: '656', against_market: '-0.01' },
    '216000': {
      quantity: '26.042',
      revenue: '50000',
      market_price: '237600',
      against_market: '-5.27',
      margin: '12500',
    },
  })
  const [taken] = (await call('GET', 'config/price-list-masters?price_list=LIST')).body.response!['records'] as object[]
  await call('PUT', `config/price-list-masters/${String((taken as { id: number }).id)}`, { customers: ['C2'] })
  const nobody = await rows('price-impact-analysis', { ...asked, with_elasticity: false })
  expect(nobody.map((one) => one['quantity'])).toEqual(['0', '0', '0'])
  await call('PUT', `config/price-list-masters/${String((taken as { id: number }).id)}`, { customers: [] })
  const still = await rows('price-impact-analysis', { ...asked, with_elasticity: false })
  for (const one of still) expect(one['new_quantity']).toBe(one['quantity'])

  const { response } = (
    await call('POST', 'price-adjustments', { description: 'Raise', new_from: '2027-01-01', ...terms })
  ).body
  const id = Number(response!['id'])
  const opened = await act('price-adjustments', 'simulate', [id], {}, 'ada')
  expect(opened.given[0]?.value).toContain(
    '/price-adjustment-simulation-results?price_list=LIST&method=percent&value=4.2',
  )
  expect(await act('price-adjustments', 'propose', [id])).toMatchObject({ done: 1, failed: [] })
  const listed = async (filter: string) =>
    (await call('GET', `price-list-data?price_list=LIST&${filter}`)).body.response!['records'] as { id: number }[]
  const proposed = await listed('valid_from=2027-01-01')
  expect(proposed).toMatchObject([
    { qty_from: '0.000', price: '104.9900', approval_status: 'new', reason: 'PA-000001: Raise' },
    { qty_from: '50.000', price: '98.9900', approval_status: 'new' },
  ])
  const ended = await listed('valid_to=2026-12-31')
  expect(ended).toMatchObject([{ approval_status: 'new_changes' }, { approval_status: 'new_changes' }])
  await approved('price-list-data', [...ended.map((one) => one.id), ...proposed.map((one) => one.id)])
  const priced = await rows('price-simulation', {
    materials: ['M1'],
    formula_procedure: 'QUOTES',
    quantities: '1; 50',
    price_date: '2027-01-01',
  })
  expect(priced.map((one) => one['list_price'])).toEqual(['104.99', '98.99'])
  expect((await call('PUT', `price-adjustments/${id}`, { value: '9' })).status).toBe(409)
  expect(await act('price-adjustments', 'propose', [id])).toMatchObject({ done: 0 })
})

test('rebates of contracts are part of the way to the pocket price', async () => {
  const accrued = (number: string, amount: string, more: object = {}) => ({
    posting_number: number,
    posting_type: 'Accrual',
    status: 'posted',
    contract_number: 'K1',
    application_type: 'Customer Rebate',
    payee: 'C1',
    period_from: '2025-10-01',
    period_to: '2025-12-31',
    posting_date: '2025-12-31',
    amount,
    currency: 'EUR',
    ...more,
  })
  const screen = product.screens.find(({ name }) => name === 'financial-posting')!
  const postings = [
    accrued('A1', '6000'),
    accrued('A2', '1000', { payee: 'C2' }),
    accrued('A3', '900', { status: 'rejected' }),
  ]
  await product.db.system((tx) => insertRows(tx, screen, organizationId, userId, postings))
  const sold = (
    await rows('price-impact-analysis', { price_list: 'LIST', value: '1', price_date: '2026-01-10', currency: 'EUR' })
  )
    .map((row) => Number(row['revenue']))
    .reduce((sum, one) => sum + one, 0)
  await call('POST', 'pricing-formula', {
    formula_procedure: 'REBATES',
    formula_name: 'Rebates',
    valid_from: '2025-01-01',
    steps: [
      { sequence: 10, component: 'List', bucket: 'list', calc_type: 'amount', value: '100', sign: '+' },
      {
        sequence: 20,
        component: 'Rebates',
        bucket: 'off-invoice',
        calc_type: 'lookup',
        lookup: 'rebates',
        optional: true,
      },
    ],
  })
  const priced = await rows('price-simulation', {
    formula_procedure: 'REBATES',
    materials: ['M1'],
    customers: ['C1'],
    price_date: '2026-01-10',
  })
  expect(Number(priced[0]!['net_price'])).toBeCloseTo(100 - (100 * 6000) / sold, 2)
})

test('the best price follows from how demand answered, and is refused with the reason', async () => {
  const asked = { price_date: '2026-01-10', most_change: '90', only_found: false }
  const [soap, brush] = (await rows('price-optimization', asked)).toSorted((a, b) =>
    String(a['material_number']).localeCompare(String(b['material_number'])),
  )
  // 60 · 2 / (2 - 1)
  expect(soap).toMatchObject({
    material_number: 'M1',
    periods: 12,
    elasticity: '-2.00',
    proposed_price: '120',
    refused: null,
  })
  expect(Number(soap!['gain'])).toBeGreaterThan(0)
  expect(brush).toMatchObject({ material_number: 'M2', refused: 'Nothing was sold', proposed_price: null })
  expect(await rows('price-optimization', { ...asked, only_found: true })).toHaveLength(1)
  const [bounded] = await rows('price-optimization', { ...asked, only_found: true, most_change: '5' })
  expect(Number(bounded!['change_percent'])).toBeCloseTo(5, 1)
  const early = await rows('price-optimization', { ...asked, price_date: '2025-08-01' })
  expect(early.find((one) => one['material_number'] === 'M1')).toMatchObject({
    refused: 'Sold in 7 periods, 8 are needed',
  })
})
