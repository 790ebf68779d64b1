import { expect, test } from 'vitest'
import { ruleWarnings } from './rule-bounds.ts'

const said = (rule: object, tiers: object[] = []) =>
  ruleWarnings(
    [{ rule_no: 1, ...rule }],
    tiers.map((tier) => ({ rule_no: 1, ...tier })),
  ).map(({ path }) => path.join('.'))

test('a plain percentage and rising tiers are as they should be', () => {
  expect(said({ rate: '2.5' })).toEqual([])
  expect(
    said({ tier_mode: 'retro' }, [
      { from_value: '0', rate: '1' },
      { from_value: '100', rate: '2' },
    ]),
  ).toEqual([])
})

test.each([
  [{ rate: '120' }, [], ['rules.0.rate']],
  [{ rate_type: 'amount_per_unit', rate: '1' }, [], ['rules.0.uom']],
  [{ rate_type: 'fixed_amount', rate: '1' }, [], ['rules.0.fixed_amount', 'rules.0.rate']],
  [
    { rate_type: 'fixed_amount', tier_mode: 'marginal' },
    [{ from_value: '0', flat_amount: '5' }],
    ['rules.0.tier_mode'],
  ],
  [{ rule_type: 'Payment', rate: '1', accrual_rate: '1' }, [], ['rules.0.accrual_rate']],
  [{ tier_mode: 'retro', rate: '1' }, [{ from_value: '0', rate: '1' }], ['rules.0.rate']],
  // Tiers are compared in rising order, wherever they stand.
  [
    { tier_mode: 'retro' },
    [
      { from_value: '50', rate: '1' },
      { from_value: '0', rate: '2' },
    ],
    ['tiers.0.rate'],
  ],
])('%j with %j is remarked at %j', (rule, tiers, at) => {
  expect(said(rule, tiers)).toEqual(at)
})
