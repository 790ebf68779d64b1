import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { rebateApp, type RebateApp, recordsIn, rule, tier } from '#tests/support/rebate-app.ts'

type Row = Record<string, unknown>

let it: RebateApp

const report = async (address: string, body: object): Promise<Row[]> => {
  const answer = await it.create(address, { limit: 400, ...body })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return recordsIn(answer)
}
const numbers = (row: Row | undefined, ...names: string[]) => names.map((name) => Number(row?.[name]))

const quarter = { period_from: '2026-01-01', period_to: '2026-03-31' }

beforeAll(async () => {
  it = await rebateApp()
  await it.customer('F1')
  await it.sell(
    { document: 'L1', customer: 'F1', date: '2025-01-15', net: '1000' },
    { document: 'L2', customer: 'F1', date: '2025-03-15', net: '3000' },
    { document: 'A', customer: 'F1', date: '2026-01-10', net: '500', quantity: '5' },
    { document: 'B', customer: 'F1', date: '2026-02-10', net: '1000', quantity: '10' },
    { document: 'C', customer: 'F1', date: '2026-03-20', net: '1000', quantity: '8' },
  )
  const id = await it.agree('F-A', 'F1', {
    rules: [rule({ tier_mode: 'retro', accrual_rate: '1.5', description: 'Growing' })],
    tiers: [tier('0', '2000', '1'), tier('2000', null, '2')],
  })
  await it.post(id, 'Accrual', '2026-01-01', '2026-03-31')
  await it.post(id, 'Payment', '2026-01-01', '2026-03-31')
})
afterAll(() => it.s.close())

test('a contract is worth on each day what its sales until then come to, and at the end what a simulation says', async () => {
  const days = await report('daily-simulation-report', {
    ...quarter,
    kind: 'Payment',
    step: 'day',
    contract_number: 'F-A',
  })
  const on = (day: string) => days.find((row) => row['day'] === day)
  expect(on('2026-01-09')).toBeUndefined()
  expect(numbers(on('2026-01-10'), 'amount', 'change', 'tier', 'lines')).toEqual([5, 5, 1, 1])
  expect(numbers(on('2026-03-19'), 'amount', 'change', 'tier')).toEqual([15, 0, 1])
  expect(numbers(on('2026-03-20'), 'amount', 'change', 'tier', 'basis')).toEqual([50, 35, 2, 2500])
  const [simulated] = await it.simulate('F-A', { period_to: '2026-03-31' })
  expect(numbers(days.at(-1), 'amount')).toEqual(numbers(simulated, 'amount'))
  const many = await it.create('daily-simulation-report', {
    period_from: '2024-01-01',
    period_to: '2026-12-31',
    kind: 'Payment',
    step: 'day',
    contract_number: 'F-A',
  })
  expect([many.status, many.body.error?.code]).toEqual([413, 'TOO_LARGE'])
})

test('a forecast goes on at the pace of the days so far, as last year, and grows where that is expected', async () => {
  const forecast = async (more: object) => {
    const [row] = await report('customer-rebate-forecast', { as_of: '2026-02-14', contract_number: 'F-A', ...more })
    return [
      row!['period'],
      ...numbers(row, 'amount', 'factor', 'expected_qualifier', 'expected_tier', 'expected_amount', 'still_to_come'),
    ]
  }
  // 45 of 90 days are over, 1,500 were sold.
  expect(await forecast({ method: 'run_rate' })).toEqual(['2026-Q1', 15, 2, 3000, 2, 60, 45])
  // A year ago 1,000 of 4,000 had been sold by then.
  expect(await forecast({ method: 'last_year' })).toEqual(['2026-Q1', 15, 4, 6000, 2, 120, 105])
  expect(await forecast({ method: 'run_rate', growth: '50' })).toEqual(['2026-Q1', 15, 2.5, 3750, 2, 75, 60])
  // What still sells less stays in the first tier.
  expect(await forecast({ method: 'run_rate', growth: '-80' })).toEqual(['2026-Q1', 15, 1.2, 1800, 1, 18, 3])
  const [over] = await report('customer-rebate-forecast', {
    as_of: '2026-03-31',
    method: 'run_rate',
    contract_number: 'F-A',
  })
  expect(numbers(over, 'amount', 'expected_amount', 'days_left')).toEqual([50, 50, 0])
})

test('the trend of a contract agrees with its postings, that of its incentives with its rules', async () => {
  const [first, ...others] = await report('rebate-trends-report', { contract: 'F-A', ...quarter })
  expect(others).toEqual([])
  expect([
    first!['period'],
    ...numbers(first, 'basis', 'earned', 'accrued', 'released', 'open', 'paid', 'effective_rate'),
  ]).toEqual(['2026-Q1', 2500, 50, 37.5, 37.5, 0, 50, 2])
  const [rules] = await report('incentive-trends-report', { contract: 'F-A', ...quarter })
  expect(rules).toMatchObject({ rule: 'Rule 1 Growing', period: '2026-Q1', is_due: true })
  expect(numbers(rules, 'qualifier', 'tier', 'rate', 'amount', 'effective_rate')).toEqual([2500, 2, 2, 50, 2])
})

test('a ratio is of what key figures are mapped to', async () => {
  for (const [key_figure, source, sign] of [
    ['KF-E', 'earned', 'plus'],
    ['KF-B', 'basis', 'plus'],
    ['KF-P', 'paid', 'minus'],
    ['KF-OFF', 'paid', 'plus'],
  ])
    expect(
      (
        await it.create('key-figure-mapping', {
          key_figure,
          description: key_figure,
          source,
          sign,
          status: key_figure === 'KF-OFF' ? 'inactive' : 'active',
        })
      ).status,
    ).toBe(201)
  const asked = {
    ...quarter,
    numerator: 'KF-E',
    denominator: 'KF-B',
    period: 'quarter',
    split: 'contract',
    contract_number: 'F-A',
  }
  const [row] = await report('incentive-ratio-trend-report', asked)
  expect([row!['period'], row!['name'], ...numbers(row, 'numerator', 'denominator', 'ratio')]).toEqual([
    '2026-Q1',
    'Contract F-A',
    50,
    2500,
    2,
  ])
  const [turned] = await report('incentive-ratio-trend-report', { ...asked, numerator: 'KF-P', denominator: 'KF-E' })
  expect(numbers(turned, 'ratio')).toEqual([-100])
  const off = await it.create('incentive-ratio-trend-report', { ...asked, numerator: 'KF-OFF' })
  expect([off.status, off.body.error?.issues?.[0]?.path]).toEqual([422, ['numerator']])
})

test('prices of a unit beside what the market asked for the same', async () => {
  const price = { competitor: 'Acme', material_number: 'M1', uom: 'EA', price: '120' }
  expect((await it.create('market-price', { ...price, valid_from: '2026-01-01', valid_to: '2026-02-28' })).status).toBe(
    201,
  )
  expect(
    (await it.create('market-price', { ...price, competitor: 'Bold', price: '80', valid_from: '2026-02-01' })).status,
  ).toBe(201)
  const rows = await report('price-analytics-report', {
    period: 'month',
    material: 'M1',
    billing_date_from: '2026-01-01',
    billing_date_to: '2026-03-31',
  })
  expect(rows.map((row) => [row['period'], ...numbers(row, 'net_price', 'market_price', 'quantity', 'lines')])).toEqual(
    [
      ['2026-01', 100, 120, 5, 1],
      ['2026-02', 100, 100, 10, 1],
      ['2026-03', 125, 80, 8, 1],
    ],
  )
  expect(numbers(rows[2], 'against_market', 'lowest', 'highest')).toEqual([56.25, 125, 125])
  // The middle of two is exact where sixteen digits of floating point are too few.
  const twice = await it.s.db.system((tx) =>
    tx.query<{ id: number }>(sql`
      insert into sales_data (organization_id, billing_doc_number, billing_doc_line, billing_date, material_number, net_value, quantity, uom, currency)
      select o.id, 'MID' || n, 1, date '2025-05-01' + n, 'M1', 12345678901234.56 + n * 0.01, 1, 'EA', 'EUR' from organization o, generate_series(1, 2) n
       where o.id = (select min(organization_id) from sales_data) returning id`),
  )
  expect(twice).toHaveLength(2)
  const [may] = await report('price-analytics-report', {
    period: 'month',
    material: 'M1',
    billing_date_from: '2025-05-01',
    billing_date_to: '2025-05-31',
  })
  expect(may).toMatchObject({ middle: '12345678901234.5750' })
})
