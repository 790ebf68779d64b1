import { afterAll, beforeAll, expect, test } from 'vitest'
import { rebateApp, type RebateApp, recordsIn, rule, tier } from '#tests/support/rebate-app.ts'

type Row = Record<string, unknown>

let it: RebateApp

const quarter = { period_from: '2026-01-01', period_to: '2026-03-31', kind: 'Payment' }

const ask = (body: object) => it.create('what-if-simulation', { ...quarter, limit: 100, ...body })
const tried = async (body: object): Promise<Row[]> => {
  const answer = await ask(body)
  expect([answer.status, answer.body.error]).toEqual([200, undefined])
  return recordsIn(answer)
}
const amounts = (row: Row | undefined) =>
  ['amount_now', 'amount_then', 'difference', 'tier_now', 'tier_then'].map((name) => Number(row?.[name]))

beforeAll(async () => {
  it = await rebateApp()
  await it.customer('W1')
  await it.customer('W2')
  await it.sell(
    { document: 'A', customer: 'W1', date: '2026-01-10', net: '30000' },
    { document: 'B', customer: 'W1', date: '2026-02-10', net: '15000' },
    { document: 'C', customer: 'W2', date: '2026-02-11', net: '1000' },
  )
  // 45,000 at 0 / 25,000 / 50,000 of 1 / 2 / 3 percent.
  const steps = [tier('0', '25000', '1'), tier('25000', '50000', '2'), tier('50000', null, '3')]
  await it.agree('W-RETRO', 'W1', { rules: [rule({ tier_mode: 'retro' })], tiers: steps })
  await it.agree('W-BANDS', 'W1', { rules: [rule({ tier_mode: 'marginal' })], tiers: steps })
  await it.agree('W-PLAIN', 'W2', { rules: [rule({ tier_mode: 'none', rate: '5' })] })
})
afterAll(() => it.s.close())

test.each([
  ['W-RETRO', { rate_change: 'points', rate_value: '0.5' }, [900, 1125, 225, 2, 2]],
  ['W-RETRO', { rate_change: 'percent', rate_value: '-50' }, [900, 450, -450, 2, 2]],
  ['W-RETRO', { rate_change: 'points', rate_value: '-9' }, [900, 0, -900, 2, 2]],
  ['W-RETRO', { rate_change: 'set', rate_value: '4', tier: 2 }, [900, 1800, 900, 2, 2]],
  ['W-RETRO', { rate_change: 'set', rate_value: '4', tier: 3 }, [900, 900, 0, 2, 2]],
  ['W-RETRO', { threshold_percent: '-10' }, [900, 1350, 450, 2, 3]],
  ['W-RETRO', { threshold_percent: '100' }, [900, 450, -450, 2, 1]],
  ['W-RETRO', { tier_mode: 'marginal' }, [900, 650, -250, 2, 2]],
  ['W-RETRO', { new_tier_from: '40000', new_tier_rate: '2.5' }, [900, 1125, 225, 2, 3]],
  ['W-RETRO', { max_amount: '700' }, [900, 700, -200, 2, 2]],
  ['W-BANDS', { new_tier_from: '40000', new_tier_rate: '2.5' }, [650, 675, 25, 2, 3]],
  ['W-BANDS', { threshold_percent: '-20' }, [650, 750, 100, 2, 3]],
  ['W-PLAIN', { rate_change: 'points', rate_value: '1' }, [50, 60, 10, 1, 1]],
  ['W-PLAIN', { new_tier_from: '1000', new_tier_rate: '7' }, [50, 70, 20, 1, 2]],
])('%s with %j', async (contract_number, overlay, expected) => {
  const [row, ...more] = await tried({ contract_number, ...overlay })
  expect(more).toEqual([])
  expect(amounts(row)).toEqual(expected)
})

test('every contract is tried at once, and nothing of them is changed', async () => {
  const rows = await tried({ rate_change: 'percent', rate_value: '10' })
  expect(
    rows.map((row) => [row['contract_number'], Number(row['difference']), Number(row['difference_percent'])]),
  ).toEqual([
    ['W-BANDS', 65, 10],
    ['W-PLAIN', 5, 10],
    ['W-RETRO', 90, 10],
  ])
  const [simulated] = await it.simulate('W-RETRO', { period_to: '2026-03-31' })
  expect(Number(simulated?.['amount'])).toBe(900)
})

test('only the rule that is named is tried; one that no contract has, and nothing to try, are told where they stand', async () => {
  const other = await ask({ contract_number: 'W-RETRO', rule_no: 7, tier_mode: 'marginal' })
  expect([other.status, other.body.error?.issues]).toMatchObject([422, [{ path: ['rule_no'] }]])
  const nothing = await ask({ contract_number: 'W-RETRO' })
  expect([nothing.status, nothing.body.error?.issues]).toMatchObject([422, [{ path: ['rate_change'] }]])
  const half = await ask({ contract_number: 'W-RETRO', rate_change: 'set' })
  expect([half.status, half.body.error?.issues]).toMatchObject([422, [{ path: ['rate_value'] }]])
})
