import { Decimal } from 'decimal.js'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { marginVariance, type VarianceItem } from '#server/domain/profit/margin-variance.ts'
import { sql } from '#server/store/sql.ts'
import { multipartFile } from '#tests/support/multipart.ts'
import {
  a,
  call,
  listed,
  made,
  organizationId,
  periods,
  refused,
  rows,
  s,
  sales,
  sell,
  tokens,
  trades,
  startProfit,
  type Row,
} from '#tests/support/profit-app.ts'

beforeAll(startProfit)
afterAll(() => s.close())

test('the result of a margin variance is what the formulas give, and adds up', async () => {
  type Sums = Omit<VarianceItem, 'key' | 'constant_rate'>
  const none: Sums = { quantity_a: 0, net_a: 0, cost_a: 0, quantity_b: 0, net_b: 0, cost_b: 0 }
  const items = new Map<string, VarianceItem>()
  for (const { on, customer, material, quantity, net, cost, currency } of sales) {
    const name = `${customer} ${material}`
    const item = items.get(name) ?? { key: trades[customer]!, ...none, constant_rate: currency ? '0.8' : 1 }
    const rate = currency && on === a ? 1.25 : 1
    const end = on === a ? 'a' : 'b'
    const plus = (figure: keyof Sums, by: number) => ({ [figure]: new Decimal(item[figure]).plus(by).toFixed() })
    items.set(name, {
      ...item,
      ...plus(`quantity_${end}`, quantity),
      ...plus(`net_${end}`, net * rate),
      ...plus(`cost_${end}`, (cost ?? 0) * rate),
    })
  }
  const expected = marginVariance([...items.values()])
  const found = await rows('margin-variance', periods)
  expect(new Set(found.map((row) => row['place']))).toEqual(new Set(['Hospital', 'Retail']))
  for (const row of found) {
    const buckets = expected.get(String(row['value_1']))!
    const causes = [
      'price_effect',
      'cost_effect',
      'quantity_effect',
      'mix_effect',
      'new_products',
      'lost_products',
      'currency_effect',
    ]
    const names = ['price', 'cost', 'quantity', 'mix', 'new_products', 'lost_products', 'currency'] as const
    names.forEach((name, at) =>
      expect(
        Math.abs(Number(row[causes[at]!]) - buckets[name].toNumber()),
        `${String(row['place'])} ${name}`,
      ).toBeLessThan(0.03),
    )
    const total = causes.reduce((sum, name) => sum.plus(String(row[name])), new Decimal(0))
    expect(total.toNumber()).toBe(Number(row['difference']))
  }
})

test('lines below the floor of the policy that says most about them are exceptions', async () => {
  const policy = (name: string, more: object) =>
    made('profit-margin-policies', {
      policy: name,
      description: name,
      analysis_level: 'TRADE',
      valid_from: '2025-01-01',
      ...more,
    })
  await policy('ALL', { floor_margin: '20', target_margin: '45' })
  await policy('RETAIL', { floor_margin: '30', target_margin: '35', value_1: 'Retail' })
  const year = { billing_date_from: '2026-01-01' }
  const below = await rows('profit-margin-policy-exceptions', year)
  // Of N 5 of 50 is left; it would have to be sold for 45 / 0.65.
  expect(below).toMatchObject([
    { material_number: 'N', policy: 'RETAIL', margin_percent: '10.00', judgement: 'floor', missing_value: '19.23' },
  ])
  const short = await rows('profit-margin-policy-exceptions', { ...year, shown: 'target' })
  expect(new Set(short.map((row) => [row['material_number'], row['policy'], row['judgement']].join(' ')))).toEqual(
    new Set(['N RETAIL floor', 'X ALL target', 'X RETAIL target']),
  )
  expect(
    await refused('profit-margin-policies', {
      policy: 'W',
      description: 'W',
      analysis_level: 'TRADE',
      valid_from: '2025-01-01',
      floor_margin: '9',
      target_margin: '8',
    }),
  ).toEqual([422, 'target_margin'])
  const medians = await rows('profit/median-margin', { ...periods, first_from: undefined, first_to: undefined })
  // Retail 10, 33.311…, 40; Hospital 40.909… and 50: exactly between those that are nearest.
  expect(medians).toMatchObject([
    {
      place: 'Retail',
      lines: 3,
      lower_quartile: '21.66',
      median_margin: '33.31',
      upper_quartile: '36.66',
      policy: 'RETAIL',
      below_floor: 1,
    },
    {
      place: 'Hospital',
      lines: 2,
      lower_quartile: '43.18',
      median_margin: '45.45',
      upper_quartile: '47.73',
      policy: 'ALL',
      below_floor: 0,
    },
  ])
  const then = { customer: 'R1', material: 'X' }
  await sell({ ...then, on: '2022-06-01', quantity: 3, net: 27, cost: 18 })
  await sell({ ...then, on: '2022-07-01', quantity: -1, net: -9, cost: -6 })
  const years = { analysis_level: 'TRADE', billing_date_from: '2022-01-01', billing_date_to: '2022-12-31' }
  const of = async (shown: string) =>
    (await rows('profit-margin-policy-exceptions', { ...years, shown })).map((row) => [
      row['net_value'],
      row['judgement'],
      row['place'],
    ])
  expect(await of('sold')).toEqual([['27.00', 'none', 'Retail']])
  expect((await of('all')).toSorted((one, other) => Number(one[0]) - Number(other[0]))).toEqual([
    ['-9.00', 'return', 'Retail'],
    ['27.00', 'none', 'Retail'],
  ])
  // What a margin leads to are all of its lines.
  const changes = await rows('margin-variance', { ...years, first_from: '2021-01-01', first_to: '2021-12-31' })
  expect(changes).toMatchObject([{ place: 'Retail', net_value: '18.00', margin: '6.00' }])
})

test('imported figures are added up into their driver, and what is maintained stays', async () => {
  await made('profit-external-config', {
    external_code: 'TMS',
    description: 'Carrier',
    analysis_level: 'TRADE',
    driver: 'FREIGHT',
    factor: '2',
  })
  const file =
    'Source,Value 1,Date,Reference,Amount\nTMS,Hospital,2026-03-01,I1,10\nTMS,Hospital,2026-03-31,I2,20.5\nTMS,Retail,2026-03-05,I3,1\n'
  const sent = await s.call('POST', '/api/profit-opt-external-upload', {
    token: tokens['ada']!,
    ...multipartFile('external.csv', file),
  })
  expect([sent.status, sent.body.response?.['error_list']]).toEqual([200, undefined])
  await made('profit-analysis-level-data', {
    analysis_level: 'TRADE',
    driver: 'FREIGHT',
    value_1: 'Retail',
    period_from: '2026-03-01',
    period_to: '2026-03-31',
    value: '7',
  })
  const run = () =>
    call('POST', 'aggregate-profit-opt-external', {
      external_code: 'TMS',
      period_from: '2026-03-15',
      period_to: '2026-03-15',
    })
  for (let again = 0; again < 2; again += 1) {
    const answer = await run()
    expect([answer.body.error, answer.body.response]).toMatchObject([undefined, { done: 1 }])
  }
  const figures = await listed('profit-analysis-level-data?driver=FREIGHT&sort=value_1')
  expect(figures.map(({ value_1, value, origin, figures: count }) => [value_1, Number(value), origin, count])).toEqual([
    ['Hospital', 61, 'external', 2],
    ['Retail', 7, 'manual', null],
  ])
  const mixed = { external_code: 'TMS', value_1: 'Retail', figure_date: '2026-04-01' }
  await made('profit-opt-external', { ...mixed, reference: 'I4', value: '1', currency: 'EUR' })
  await made('profit-opt-external', { ...mixed, reference: 'I5', value: '1', currency: 'CHF' })
  const several = await call('POST', 'aggregate-profit-opt-external', { external_code: 'TMS' })
  expect([several.status, several.body.error?.message]).toEqual([409, expect.stringContaining('several currencies')])
  expect((await call('POST', 'aggregate-profit-opt-external', { external_code: 'NONE' })).status).toBe(404)
  expect((await call('POST', 'aggregate-profit-opt-external', {}, 'rex')).status).toBe(403)
  expect((await call('POST', 'aggregate-profit-opt-external', { external_code: 'TMS' }, 'oda')).status).toBe(404)
})

test('figures and formulas that cannot be meant are refused', async () => {
  const figure = {
    analysis_level: 'TRADE',
    driver: 'BONUS',
    value_1: 'Hospital',
    period_from: '2026-01-01',
    period_to: '2026-12-31',
    value: '2',
  }
  await made('profit-analysis-level-data', figure)
  expect(await refused('profit-analysis-level-data', { ...figure, period_from: '2026-06-01' })).toEqual([
    422,
    'period_from',
  ])
  expect(
    await refused('profit-analysis-level-data', {
      ...figure,
      value_2: 'X',
      period_from: '2025-01-01',
      period_to: '2025-12-31',
    }),
  ).toEqual([422, 'value_2'])
  expect(await refused('profit-analysis-level-data', { ...figure, driver: 'NET' })).toEqual([422, 'driver'])
  expect(
    await refused('profit-optimization-formula', { formula_name: 'F', description: 'F', expression: 'NET - FRIGHT' }),
  ).toEqual([422, 'expression'])
  expect(
    await made('profit-optimization-formula', {
      formula_name: 'POCKET',
      description: 'P',
      expression: 'NET - COST - freight - BONUS',
    }),
  ).toMatchObject({ uses: 'NET, COST, FREIGHT, BONUS' })
  const [level] = await listed('profit-analysis-level-config?analysis_level=TRADE')
  const changed = await call('PUT', `profit-analysis-level-config/${level!.id}`, { second_attribute: 'MATERIAL' })
  expect(changed.body.error?.issues?.[0]).toMatchObject({ path: ['second_attribute'], code: 'in_use' })
})

test('a simulation moves the drivers of what is asked for, says so, and keeps nothing', async () => {
  const criteria = {
    analysis_level: 'TRADE',
    billing_date_from: '2026-03-01',
    billing_date_to: '2026-03-31',
    formula: 'POCKET',
    price_percent: '5',
    cost_percent: '-2',
    volume_percent: '10',
    other_percent: '3',
    value_1: 'Hospital',
  }
  const answer = await call('POST', 'profit-calc-sim', criteria)
  expect([answer.status, answer.body.message]).toEqual([200, 'Successfully Run Margin Simulation'])
  const [hospital, retail] = (answer.body.response as { records: Row[] }).records
  // Net 2,520, cost 1,380, freight 61, bonus 2 % of 2,520.
  expect(hospital).toMatchObject({
    place: 'Hospital',
    is_changed: true,
    revenue: '2520.00',
    reductions: '1491.40',
    margin: '1028.60',
    simulated_revenue: '2910.60',
  })
  expect(Number(hospital!['simulated_reductions'])).toBeCloseTo(1380 * 1.078 + 61 * 1.133 + 50.4 * 1.155, 2)
  expect(Number(hospital!['formula_value'])).toBe(1028.6)
  expect(hospital!['simulated_formula']).toBe('1295.64')
  expect(retail).toMatchObject({ place: 'Retail', is_changed: false, difference: '0.00' })
  expect((await listed('profit-analysis-level-data?driver=FREIGHT')).length).toBe(2)
})

test('from gross to net every step is told, costs by their rate, postings by their days, supplier funding as income', async () => {
  const cost = {
    description: 'Carrier',
    amount: '50.4',
    period_from: '2026-03-01',
    period_to: '2026-03-31',
    customer_number: 'H1',
  }
  const { id } = await made('off-invoice-cost', { ...cost, cost_number: 'OI-1', cost_type: 'freight' })
  await made('off-invoice-cost', { ...cost, cost_number: 'OI-2', status: 'planned' })
  await call('POST', 'off-invoice-cost/actions/build', { ids: [id], parameters: {} })
  await s.db.system((tx) =>
    tx.query(sql`
      insert into financial_posting (organization_id, posting_number, posting_type, application_type, payee, period_from, period_to, amount, currency, approval_status)
      select ${organizationId}, 'P' || x.no, x.type, x.application, x.payee, '2026-01-01', '2026-12-31', x.amount, 'EUR', x.status
        from (values (1, 'Payment', 'Customer Rebate', 'H1', 73.00, 'approved'), (2, 'Accrual', 'Customer Rebate', 'H1', 36.50, 'approved'),
                     (3, 'Accrual Reversal', 'Customer Rebate', 'H1', -36.50, 'approved'), (4, 'Payment', 'Supplier Rebate', 'S1', 36.50, 'approved'),
                     (5, 'Payment', 'Customer Rebate', 'H1', 900, 'rejected')) x (no, type, application, payee, amount, status)`),
  )
  const steps = await rows('profit-gross-to-net', { billing_date_from: '2026-01-01', billing_date_to: '2026-12-31' })
  expect(steps.map(({ step, amount, so_far }) => [step, amount, so_far])).toEqual([
    ['Gross sales', '2724.99', '2724.99'],
    ['Rebates paid', '-73.00', '2651.99'],
    ['Freight', '-50.40', '2601.59'],
    ['Cost of goods', '-1520.00', '1081.59'],
    ['Funded by suppliers', '36.50', '1118.09'],
  ])
  // Of a year, March bears 31 of 365 days; of a customer, what is its own; what comes to nothing is no step.
  const march = await rows('profit-gross-to-net', {
    billing_date_from: '2026-03-01',
    billing_date_to: '2026-03-31',
    customer: 'H1',
  })
  expect(march.map(({ step, amount }) => [step, amount])).toEqual([
    ['Gross sales', '2520.00'],
    ['Rebates paid', '-6.20'],
    ['Freight', '-50.40'],
    ['Cost of goods', '-1380.00'],
  ])
})

test('cases and pieces are added up in base units, and what a place costs counts where nothing was sold', async () => {
  await made('material-master', { material_number: 'Z', material_description: 'Soap', base_uom: 'EA' })
  await made('material-uom', { material_number: 'Z', uom: 'CS', numerator: '10', denominator: '1' })
  for (const [year, uom, quantity] of [
    ['2023', 'CS', '10'],
    ['2024', 'EA', '100'],
  ])
    await made('sales_data', {
      billing_doc_number: `Z${year}`,
      billing_doc_line: 1,
      billing_date: `${year}-03-10`,
      customer_number: 'H1',
      material_number: 'Z',
      quantity,
      uom,
      net_value: '1000',
      cost_value: '600',
      currency: 'EUR',
    })
  const years = {
    first_from: '2023-01-01',
    first_to: '2023-12-31',
    billing_date_from: '2024-01-01',
    billing_date_to: '2024-12-31',
  }
  expect(await rows('margin-variance', { ...periods, ...years })).toMatchObject([
    { place: 'Hospital', price_effect: '0.00', quantity_effect: '0.00', mix_effect: '0.00', difference: '0.00' },
  ])
  await made('profit-analysis-level-data', {
    analysis_level: 'TRADE',
    driver: 'FREIGHT',
    value_1: 'Online',
    period_from: '2024-01-01',
    period_to: '2024-12-31',
    value: '120',
  })
  const asked = { analysis_level: 'TRADE', billing_date_from: '2024-01-01', billing_date_to: '2024-12-31' }
  const simulated = await rows('profit-calc-sim', { ...asked, other_percent: '10' })
  expect(simulated.map((row) => [row['place'], Number(row['quantity']), row['margin'], row['difference']])).toEqual([
    ['Hospital', 100, '400.00', '0.00'],
    ['Online', 0, '-120.00', '-12.00'],
  ])
  // One of two customers bears its share of what the place costs: 1,000 of 4,000.
  await made('customer-data', {
    customer_number: 'H2',
    customer_name: 'H2',
    class_of_trade: 'Hospital',
    country: 'Spain',
  })
  await sell({ on: '2024-05-01', customer: 'H2', material: 'Z', quantity: 300, net: 3000, cost: 1800 })
  await made('profit-analysis-level-data', {
    analysis_level: 'TRADE',
    driver: 'FREIGHT',
    value_1: 'Hospital',
    period_from: '2024-01-01',
    period_to: '2024-12-31',
    value: '200',
  })
  const ofOne = await rows('profit-calc-sim', { ...asked, customer: 'H1' })
  expect(ofOne.map((row) => [row['place'], row['margin']])).toEqual([['Hospital', '350.00']])
})

test('who may not see costs sees no margin, and nobody those of another organisation', async () => {
  expect((await call('POST', 'margin-variance', periods, 'rex')).status).toBe(403)
  expect((await call('POST', 'profit-gross-to-net', {}, 'rex')).status).toBe(403)
  const theirs = await call('POST', 'profit-gross-to-net', {}, 'oda')
  expect(theirs.body.response).toMatchObject({ total_record: 0 })
  expect((await call('POST', 'margin-variance', periods, 'oda')).status).toBe(422)
})

test('results by level begin with the first active level, and are there without saying one', async () => {
  const level = async () => {
    const { parameters } = (await call('GET', 'screens/median-margin')).body.response!['result'] as {
      parameters: { name: string; default?: unknown }[]
    }
    return parameters.find(({ name }) => name === 'analysis_level')?.default
  }
  const days = { billing_date_from: '2026-01-01', billing_date_to: '2026-12-31' }
  const first = (priority: number, status: string) => ({
    description: 'First',
    first_attribute: 'MATERIAL',
    priority,
    status,
  })
  expect(await level()).toBe('TRADE')
  const said = await rows('profit/median-margin', { ...days, analysis_level: 'TRADE' })
  expect(await rows('profit/median-margin', days)).toEqual(said)
  await made('profit-analysis-level-config', { analysis_level: 'IDLE', ...first(1, 'inactive') })
  expect(await level()).toBe('TRADE')
  await made('profit-analysis-level-config', { analysis_level: 'GOODS', ...first(2, 'active') })
  expect(await level()).toBe('GOODS')
  // What another organisation has is none of it.
  const elsewhere = await call('POST', 'profit/median-margin', days, 'oda')
  expect([elsewhere.status, elsewhere.body.error?.issues?.[0]?.path]).toEqual([422, ['analysis_level']])
})
