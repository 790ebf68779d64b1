import { afterAll, beforeAll, expect, test } from 'vitest'
import { periodsOf } from '#server/domain/fiscal/fiscal-year.ts'
import { rebateApp, type RebateApp, recordsIn, rule } from '#tests/support/rebate-app.ts'

// Customer Rebate follows years of 4, 4 and 5 weeks whose periods are called alike every year; Royalty the months of everybody.
type Row = Record<string, unknown>

let it: RebateApp

const call = async (method: 'GET' | 'POST', path: string, token: string, body?: object) => {
  const answer = await it.s.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })
  expect([path, answer.status < 300, answer.body.error]).toEqual([path, true, undefined])
  return answer
}
const report = async (address: string, body: object): Promise<Row[]> =>
  recordsIn(await call('POST', address, it.analyst, { limit: 400, ...body }))
const told = (rows: readonly Row[], ...names: string[]) =>
  rows.map((row) =>
    names.map((name) => (name === 'currency' ? row[name] : isNumber(row[name]) ? Number(row[name]) : row[name])),
  )
const isNumber = (value: unknown): boolean => typeof value === 'string' && /^-?\d+\.\d+$/.test(value)

const all = { period_from: '2025-02-02', period_to: '2026-12-31' }
const weeks = ['FY2025 P02 RETAIL', 'FY2025 P03 RETAIL', 'FY2026 P02 RETAIL', 'FY2026 P03 RETAIL']
const months = ['2025-03', '2025-04', '2026-03', '2026-05']

beforeAll(async () => {
  it = await rebateApp()
  const admin = await it.admin()
  for (const [fiscal_year, start_date] of [
    [2025, '2025-02-02'],
    [2026, '2026-02-01'],
  ] as const) {
    const shape = { fiscal_year, start_date, pattern: '4-4-5', weeks: 52 } as const
    const periods = periodsOf(shape).map((period) => ({ ...period, name: period.name.replace(/^FY\d+ /, '') }))
    await call('POST', 'fiscal-year-definition', admin, { ...shape, calendar: 'RETAIL', weeks: '52', periods })
  }
  for (const fiscal_year of [2025, 2026])
    await call('POST', 'fiscal-year-definition', admin, {
      calendar: 'STANDARD',
      fiscal_year,
      start_date: `${fiscal_year}-01-01`,
    })
  await call('POST', 'default-posting-date', admin, {
    application_type: 'Customer Rebate',
    fiscal_calendar: 'RETAIL',
  })
  await it.customer('W1')
  await it.sell(
    { document: 'A', customer: 'W1', date: '2025-03-20', net: '100' },
    { document: 'B', customer: 'W1', date: '2025-04-30', net: '200' },
    { document: 'C', customer: 'W1', date: '2026-03-20', net: '400' },
    { document: 'D', customer: 'W1', date: '2026-03-30', net: '800' },
    { document: 'E', customer: 'W1', date: '2026-05-02', net: '1600' },
  )
  const years = { valid_from: '2025-02-02', valid_to: '2026-12-31' }
  const a = await it.agree('W-A', 'W1', {
    ...years,
    rules: [rule({ rate: '10', evaluation_period: 'fiscal_period' })],
  })
  const m = await it.agree('W-M', 'W1', {
    ...years,
    application_type: 'Royalty',
    rules: [rule({ rate: '1', evaluation_period: 'fiscal_period' })],
  })
  await it.agree('W-Q', 'W1', { ...years, rules: [rule({ rate: '10', evaluation_period: 'fiscal_quarter' })] })
  await it.agree('W-Y', 'W1', { ...years, rules: [rule({ rate: '10', evaluation_period: 'fiscal_year' })] })
  for (const id of [a, m]) {
    await it.post(id, 'Accrual', '2025-02-02', '2026-12-31')
    await it.post(id, 'Payment', '2025-02-02', '2026-12-31')
  }
})
afterAll(() => it.s.close())

test('periods of a calculation are called as the calendar of their application calls them, with the year', async () => {
  const simulated = async (contract_number: string, more: object = {}) =>
    told(
      await report('calculation_simulation/v2', { ...all, kind: 'Payment', contract_number, ...more }),
      'period',
      'amount',
    )
  expect(await simulated('W-A')).toEqual([
    ['FY2025 P02 RETAIL', 10],
    ['FY2025 P03 RETAIL', 20],
    ['FY2026 P02 RETAIL', 40],
    ['FY2026 P03 RETAIL', 240],
  ])
  expect(await simulated('W-M')).toEqual([
    ['2025-03', 1],
    ['2025-04', 2],
    ['2026-03', 12],
    ['2026-05', 16],
  ])
  expect(await simulated('W-Q')).toEqual([
    ['FY2025 Q1 RETAIL', 30],
    ['FY2026 Q1 RETAIL', 280],
  ])
  expect(await simulated('W-Y')).toEqual([
    ['FY2025 RETAIL', 30],
    ['FY2026 RETAIL', 280],
  ])
  // The row of a summary leads to its own calculation by the name of the period.
  expect(await simulated('W-A', { period: 'FY2026 P03 RETAIL' })).toEqual([['FY2026 P03 RETAIL', 240]])
  const summed = await report('calculation-summary-report', {
    ...all,
    kind: 'Payment',
    contract_number: 'W-A',
    added_by: 'period',
  })
  expect(told(summed, 'key', 'amount').toSorted((a, b) => Number(a[1]) - Number(b[1]))).toEqual(await simulated('W-A'))
})

test('results by month put periods of weeks into those, in the order of time, and lead to exactly their postings', async () => {
  const rows = await report('contract-trends-report', { type: 'Payment' })
  const of = (contract: string) => told(rows, 'contract_number', 'month', 'amount').filter(([one]) => one === contract)
  expect(of('W-A')).toEqual(weeks.map((name, at) => ['W-A', name, [10, 20, 40, 240][at]]))
  expect(of('W-M')).toEqual(months.map((name, at) => ['W-M', name, [1, 2, 12, 16][at]]))
  expect(rows.map(({ month }) => month)).toEqual([
    '2025-03',
    'FY2025 P02 RETAIL',
    'FY2025 P03 RETAIL',
    '2025-04',
    '2026-03',
    'FY2026 P02 RETAIL',
    'FY2026 P03 RETAIL',
    '2026-05',
  ])
  for (const row of rows) {
    const { contract_number: number, month_from: from, month_to: to } = row as Record<string, string>
    const lines = await it.listed(
      `financial_postings?contract_number=${number}&posting_type=Payment&period_from.gte=${from}&period_from.lte=${to}`,
    )
    expect(lines.reduce((sum, line) => sum + Number(line['amount']), 0)).toBe(Number(row['amount']))
  }
  const { groups } = (
    await call('POST', 'contract-trends-report/groups', it.analyst, { type: 'Payment', by: 'month,contract_number' })
  ).body.response as { groups: { values: string[] }[] }
  expect(groups.filter(({ values }) => values.length === 1).map(({ values }) => values[0])).toEqual([
    ...new Set(rows.map(({ month }) => month)),
  ])
})

test('payments are told by the quarter of the calendar that their application follows, and lead to exactly their postings', async () => {
  const rows = await report('payment_postings', { posted_from: '2025-01-01', posted_to: '2026-12-31' })
  const postings = await it.listed('financial_postings?posting_type.in=Payment,Delta%20Payment,Payment%20Reversal')
  const quarterOf = (application: string, day: string) =>
    application === 'Royalty'
      ? `${day.slice(0, 4)}-Q${Math.ceil(Number(day.slice(5, 7)) / 3)}`
      : day < '2026-02-01'
        ? null
        : `FY2026 Q${1 + Math.floor((Date.parse(day) - Date.parse('2026-02-01')) / 86_400_000 / 91)} RETAIL`
  for (const row of rows) {
    const { application_type: application, quarter, quarter_from: from, quarter_to: to } = row as Record<string, string>
    const own = postings.filter(
      (one) =>
        one['application_type'] === application &&
        String(one['posting_date']) >= from! &&
        String(one['posting_date']) <= to!,
    )
    expect(own.reduce((sum, line) => sum + Number(line['amount']), 0)).toBe(Number(row['paid']))
    expect(quarter).toBe(quarterOf(application!, String(own[0]!['posting_date'])))
  }
  expect(new Set(rows.map((row) => row['application_type']))).toEqual(new Set(['Customer Rebate', 'Royalty']))
})

test('the cost so far goes on through every period of the calendar', async () => {
  const rows = await report('contract-trends-multiple-report', { contracts: ['W-A'], period_from: '2026-02-01' })
  expect(told(rows, 'month', 'cost', 'cumulated')).toEqual([
    ['FY2026 P02 RETAIL', 40, 40],
    ['FY2026 P03 RETAIL', 240, 280],
  ])
  const whole = await report('contract-trends-multiple-report', { contracts: ['W-A'], period_from: '2025-02-02' })
  expect(whole.map(({ month }) => month)).toEqual([
    ...Array.from({ length: 11 }, (_, at) => `FY2025 P${String(at + 2).padStart(2, '0')} RETAIL`),
    'FY2026 P01 RETAIL',
    'FY2026 P02 RETAIL',
    'FY2026 P03 RETAIL',
  ])
  expect(told(whole, 'cumulated').flat().slice(-4)).toEqual([30, 30, 70, 310])
})

test('accuracy and ratios of key figures go by the same periods', async () => {
  const accuracy = await report('contract-accuracy/v3', {
    period_from: '2025-02-02',
    application_type: 'Customer Rebate',
  })
  expect(told(accuracy, 'month', 'paid')).toEqual(weeks.map((name, at) => [name, [10, 20, 40, 240][at]]))
  await call('POST', 'key-figure-mapping', await it.admin(), {
    key_figure: 'E',
    description: 'Earned',
    source: 'earned',
  })
  await call('POST', 'key-figure-mapping', await it.admin(), { key_figure: 'B', description: 'Basis', source: 'basis' })
  const ratio = (period: string) =>
    report('incentive-ratio-trend-report', { ...all, numerator: 'E', denominator: 'B', period, split: 'contract' })
  const of = (rows: readonly Row[], contract: string) =>
    told(rows, 'key', 'period', 'numerator').flatMap(([one, ...rest]) => (one === contract ? [rest] : []))
  expect(of(await ratio('month'), 'W-A')).toEqual(weeks.map((name, at) => [name, [10, 20, 40, 240][at]]))
  expect(of(await ratio('quarter'), 'W-A')).toEqual([
    ['FY2025 Q1 RETAIL', 30],
    ['FY2026 Q1 RETAIL', 280],
  ])
  expect(of(await ratio('quarter'), 'W-M')).toEqual([
    ['2025-Q1', 1],
    ['2025-Q2', 2],
    ['2026-Q1', 12],
    ['2026-Q2', 16],
  ])
  expect(of(await ratio('year'), 'W-A')).toEqual([
    ['FY2025 RETAIL', 30],
    ['FY2026 RETAIL', 280],
  ])
})

test('the roll-forward of accruals calls periods by their year and calendar', async () => {
  const rows = await report('accrual-roll-forward', { from: '2026-01-01', to: '2026-12-31' })
  // Everything was posted on one day, which lies in another period of each calendar.
  expect(told(rows, 'contract_number', 'period', 'paid')).toEqual([
    ['W-A', 'FY2026 P10 RETAIL', 310],
    ['W-M', 'FY2026 P11', 31],
  ])
})

test('the trend of a contract has its periods in the order of time', async () => {
  const rows = await report('rebate-trends-report', { ...all, contract: 'W-A' })
  expect(told(rows, 'period', 'earned', 'paid')).toEqual(
    weeks.map((name, at) => [name, [10, 20, 40, 240][at], [10, 20, 40, 240][at]]),
  )
  const back = await report('rebate-trends-report', { ...all, contract: 'W-A', sort: '-period' })
  expect(back.map(({ period }) => period)).toEqual(weeks.toReversed())
})
