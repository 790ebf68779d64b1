import { afterAll, beforeAll, expect, test } from 'vitest'
import { rebateApp, type RebateApp, recordsIn, rule, tier } from '#tests/support/rebate-app.ts'

let it: RebateApp
let paid: number

const report = async (address: string, body: object) => {
  const answer = await it.create(address, { limit: 100, ...body })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return recordsIn(answer)
}

const year = { period_from: '2026-01-01', period_to: '2026-12-31', kind: 'Payment' }

beforeAll(async () => {
  it = await rebateApp()
  await it.customer('R1')
  await it.customer('R2')
  await it.sell(
    { document: 'A', customer: 'R1', date: '2026-01-15', net: '92000' },
    { document: 'B', customer: 'R1', date: '2026-05-15', net: '10000' },
    { document: 'C', customer: 'R2', date: '2026-02-15', net: '500' },
  )
  paid = await it.agree('R-A', 'R1', { rules: [rule({ rate: '10', accrual_rate: '8' })] })
  await it.agree('R-B', 'R1', {
    valid_from: '2026-10-01',
    valid_to: '2027-09-30',
    rules: [rule({ rate: '1' })],
  })
  await it.agree('R-C', 'R2', { valid_to: '2026-06-30', rules: [rule({ rate: '1' })] })
  await it.post(paid, 'Accrual', '2026-01-01', '2026-06-30')
  await it.post(paid, 'Payment', '2026-01-01', '2026-03-31')
})
afterAll(() => it.s.close())

test('D7: the next tier, what is missing to it and what it would bring', async () => {
  await it.agree('R-N', 'R1', {
    valid_to: '2026-03-31',
    rules: [rule({ tier_mode: 'retro' })],
    tiers: [tier('50000', '100000', '2'), tier('100000', null, '3')],
  })
  const [row, ...others] = await report('calculation_simulation/next-tier', { ...year, contract_number: 'R-N' })
  expect(others).toEqual([])
  expect(row).toMatchObject({ contract_number: 'R-N', period: '2026-Q1', tier: 1 })
  const numbers = ['earned', 'next_from', 'gap', 'at_bound', 'uplift', 'uplift_per_unit'].map((name) =>
    Number(row![name]),
  )
  expect(numbers).toEqual([1840, 100000, 8000, 3000, 1160, 0.145])
})

test('each band its own rate: what the next bound earns is what the bands below it earn', async () => {
  await it.agree('R-M', 'R1', {
    valid_to: '2026-03-31',
    rules: [rule({ tier_mode: 'marginal' })],
    tiers: [tier('0', '50000', '1'), tier('50000', '100000', '2'), tier('100000', null, '3')],
  })
  const [row] = await report('calculation_simulation/next-tier', { ...year, contract_number: 'R-M' })
  expect(['earned', 'at_bound', 'uplift'].map((name) => Number(row![name]))).toEqual([1340, 1500, 160])
})

test('accruals against payments, by contract, payee and period', async () => {
  const rows = await report('financial_postings/accrual-vs-payment', { contract: 'R-A' })
  const figures = rows.map((row) => [
    row['period_from'],
    ...['accrued', 'released', 'open', 'paid', 'difference'].map((name) => Number(row[name])),
  ])
  expect(figures).toEqual([
    ['2026-01-01', 7360, 7360, 0, 9200, 1840],
    ['2026-04-01', 800, 0, 800, 0, -800],
  ])
})

test('postings by contract, payee and type', async () => {
  const rows = await report('financial_postings/grouped', { contract: 'R-A' })
  expect(
    rows.map((row) => [row['contract_name'], row['posting_type'], Number(row['amount']), row['postings']]),
  ).toEqual([
    ['Contract R-A', 'Accrual', 8160, 2],
    ['Contract R-A', 'Accrual Reversal', -7360, 1],
    ['Contract R-A', 'Payment', 9200, 1],
  ])
})

test('what was posted by month, contract by contract', async () => {
  const rows = await report('contract-trends-report', { type: 'Accrual', contract: 'R-A' })
  expect(rows.map((row) => [row['contract_number'], Number(row['amount'])])).toEqual([
    ['R-A', 7360],
    ['R-A', 800],
  ])
})

test('contracts of one partner that are valid on the same days, each pair once', async () => {
  const rows = await report('contract-overlap-report', { on_from: '2026-01-01', on_to: '2026-12-31', partner: 'R1' })
  expect(rows.filter((row) => row['contract_number'] === 'R-A')).toMatchObject([
    { other_number: 'R-B', overlap_from: '2026-10-01', overlap_to: '2026-12-31', days: 92 },
    { other_number: 'R-M', overlap_from: '2026-01-01', overlap_to: '2026-03-31', days: 90 },
    { other_number: 'R-N', days: 90 },
  ])
  expect(rows.some((row) => row['contract_number'] === 'R-B' && row['other_number'] === 'R-A')).toBe(false)
})
