import { afterAll, beforeAll, expect, test } from 'vitest'
import { rebateApp, type RebateApp, recordsIn, rule } from '#tests/support/rebate-app.ts'

let it: RebateApp

beforeAll(async () => {
  it = await rebateApp()
  await it.customer('R1')
  await it.sell(
    { document: 'A', customer: 'R1', date: '2026-01-15', net: '10000' },
    { document: 'B', customer: 'R1', date: '2026-05-15', net: '4000' },
  )
  const id = await it.agree('R-A', 'R1', { rules: [rule({ rate: '10', accrual_rate: '8' })] })
  const post = (kind: string, period_to: string, posting_date: string) =>
    it.s.call('POST', '/api/contracts/actions/post', {
      token: it.analyst,
      body: { ids: [id], parameters: { kind, period_from: '2026-01-01', period_to, posting_date } },
    })
  await post('Accrual', '2026-06-30', '2026-02-03')
  await post('Payment', '2026-03-31', '2026-04-10')
})
afterAll(() => it.s.close())

const call = (method: 'GET' | 'POST', path: string, token: string, body?: object) =>
  it.s.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })
const report = async (address: string, body: object) => {
  const answer = await call('POST', address, it.analyst, { limit: 100, ...body })
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return recordsIn(answer)
}
const figures = (row: Record<string, unknown>, ...names: readonly string[]) => names.map((name) => Number(row[name]))

test('accruals roll forward: opening, accrued, released and taken back make the closing, which opens the next', async () => {
  const rows = await report('accrual-roll-forward', { from: '2026-01-01', to: '2026-12-31', contract: 'R-A' })
  const names = ['opening', 'accrued', 'released', 'reversed', 'closing', 'paid', 'true_up']
  expect(rows.map((row) => [row['period'], ...figures(row, ...names)])).toEqual([
    ['2026-02', 0, 1120, 0, 0, 1120, 0, 0],
    ['2026-04', 1120, 0, -800, 0, 320, 1000, 200],
  ])
  const later = await report('accrual-roll-forward', { from: '2026-07-01', to: '2026-12-31', contract: 'R-A' })
  expect(later.map((row) => [row['period'], ...figures(row, ...names)])).toEqual([
    ['Carried forward', 320, 0, 0, 0, 320, 0, 0],
  ])
  expect(
    await report('accrual-roll-forward', { from: '2026-01-01', to: '2026-12-31', application: 'Royalty' }),
  ).toEqual([])
})

test('what a contract accrued is held against what it paid, by contract, level and month; what is not paid yet is not judged', async () => {
  const criteria = { period_from: '2026-01-01', period_to: '2026-12-31', contract: 'R-A' }
  const names = ['periods', 'accrued', 'paid', 'deviation', 'missed', 'accuracy', 'bias']
  const settled = [1, 800, 1000, -200, 200, 80, -20]
  const [whole, ...others] = await report('contract-accuracy/v1', criteria)
  expect([whole!['contract_number'], others.length, figures(whole!, ...names)]).toEqual(['R-A', 0, settled])
  const levels = async (body: object = {}) =>
    (await report('contract-accuracy/v2', { ...criteria, ...body })).map((row) => [
      row['level'],
      row['level_value'],
      ...figures(row, ...names),
    ])
  expect(await levels()).toEqual([['payee', 'R1', ...settled]])
  expect(await levels({ level: 'period' })).toEqual([['period', '2026-01-01 – 2026-03-31', ...settled]])
  const made = await call('POST', 'contract-accuracy-agg-level', await it.admin(), {
    application_type: 'Customer Rebate',
    agg_level: 'rule',
  })
  expect(made.status).toBe(201)
  expect(await levels()).toEqual([['rule', '1', ...settled]])
  const months = await report('contract-accuracy/v3', criteria)
  expect(months.map((row) => [row['month'], row['contracts'], ...figures(row, ...names)])).toEqual([
    ['2026-01', 1, ...settled],
  ])
  expect((await call('POST', 'contract-accuracy/v1', it.stranger, criteria)).body.response).toMatchObject({
    total_record: 0,
  })
})

test('a posting simulation says what a run would post, and nothing after it was posted', async () => {
  const criteria = { period_from: '2026-01-01', period_to: '2026-06-30', kind: 'Payment', contract_number: 'R-A' }
  const before = await it.postings('R-A')
  const rows = await report('financial_posting_sim', criteria)
  expect(
    rows.map((row) => [row['posting_type'], row['period_from'], ...figures(row, 'owed', 'posted', 'amount')]),
  ).toEqual([
    ['Accrual Reversal', '2026-04-01', 400, 320, -320],
    ['Payment', '2026-04-01', 400, 0, 400],
  ])
  expect(await it.postings('R-A')).toEqual(before)
  const [contract] = await it.listed('contracts?contract_number=R-A')
  await it.post(contract!['id'] as number, 'Payment', '2026-01-01', '2026-06-30')
  expect((await it.postings('R-A')).slice(before.length)).toEqual([
    ['Accrual Reversal', '-320'],
    ['Payment', '400'],
  ])
  expect(await report('financial_posting_sim', criteria)).toEqual([])
})

test('payments add up by payee and quarter, postings by rule and tier', async () => {
  const paid = await report('payment_postings', { posted_from: '2026-01-01', posted_to: '2026-12-31', paid_to: 'R1' })
  expect(paid.map((row) => [row['quarter'], Number(row['paid']), row['postings']])).toEqual([
    ['2026-Q2', 1000, 1],
    ['2026-Q4', 400, 1],
  ])
  const rules = await report('financial_postings/formula-aggregation/v2', { contract: 'R-A', type: 'Payment' })
  expect(rules).toMatchObject([{ rule_no: 1, postings: 2 }])
  expect(figures(rules[0]!, 'amount', 'basis')).toEqual([1400, 14000])
})

test('the postings of a contract are told by its number in the address, to those who may read them', async () => {
  const [contract] = await it.listed('contracts?contract_number=R-A')
  const history = await call('GET', `finpost-history/${String(contract!['id'])}?posting_type=Payment`, it.reader)
  expect(
    recordsIn(history)
      .map((row) => Number(row['amount']))
      .toSorted((a, b) => a - b),
  ).toEqual([400, 1000])
  expect((await call('GET', `finpost-history/${String(contract!['id'])}`, it.stranger)).status).toBe(404)
})
