import { expect, test } from 'vitest'
import { contractPlan } from './mass-plan.ts'

const contract = {
  valid_from: '2026-01-01',
  valid_to: '2026-12-31',
  own_sales_only: true,
  payment_frequency: 'quarter',
  rules: [
    { rule_no: 1, rate_type: 'percent', rate: null },
    { rule_no: 2, rate_type: 'amount_per_unit', rate: '0.35' },
  ],
  tiers: [{ rule_no: 1, rate: '1.5' }],
  eligibility: [
    { group_no: 1, mode: 'include', attribute: 'customer.country', operator: 'eq', value: 'Spain' },
    { group_no: 2, mode: 'include', attribute: 'customer.country', operator: 'eq', value: 'France' },
  ],
}
const planned = (update: object) => contractPlan({ ...update }, contract)

test.each([
  [{ action: 'validity', new_valid_to: '2027-06-30' }, { changes: { valid_to: '2027-06-30' } }],
  [{ action: 'validity', new_valid_to: '2026-12-31' }, { stays: 'It ends on this day already' }],
  [{ action: 'validity', new_valid_to: '2025-12-31' }, { stays: 'It begins after this day' }],
  [
    { action: 'settlement', new_payment_frequency: 'month', new_payment_terms: '' },
    { changes: { payment_frequency: 'month' } },
  ],
  [{ action: 'settlement', new_payment_frequency: 'quarter' }, { stays: 'It has these values already' }],
  [
    { action: 'rate', rate_change: '0.25', rate_change_as: 'points', only_rate_type: 'percent' },
    { changes: { rules: contract.rules, tiers: [{ rule_no: 1, rate: '1.75' }] } },
  ],
  [
    { action: 'rate', rate_change: '-10', rate_change_as: 'percent' },
    {
      changes: {
        rules: [contract.rules[0], { ...contract.rules[1], rate: '0.315' }],
        tiers: [{ rule_no: 1, rate: '1.35' }],
      },
    },
  ],
  [{ action: 'rate', rate_change: '-1', rate_change_as: 'points' }, { stays: 'A rate would fall below zero' }],
  [
    { action: 'rate', rate_change: '1', rate_change_as: 'points', only_rate_type: 'fixed_amount' },
    { stays: 'It has no rules of this kind' },
  ],
])('%j gives %j', (update, plan) => {
  expect(planned(update)).toEqual(plan)
})

test('what is eligible up to the end of a contract is so up to the new one, where that is later', () => {
  const [spain, france] = contract.eligibility
  const dated = {
    ...contract,
    eligibility: [
      { ...spain, valid_to: '2026-12-31' },
      { ...france, valid_to: '2026-06-30' },
    ],
  }
  const to = (new_valid_to: string) => contractPlan({ action: 'validity', new_valid_to }, dated)
  expect(to('2027-06-30')).toEqual({
    changes: {
      valid_to: '2027-06-30',
      eligibility: [
        { ...spain, valid_to: '2027-06-30' },
        { ...france, valid_to: '2026-06-30' },
      ],
    },
  })
  expect(to('2026-09-30')).toEqual({ changes: { valid_to: '2026-09-30' } })
})

test('a term that includes narrows every group, one that excludes stands by itself, and each can be taken out', () => {
  const term = { attribute: 'material.brand', attribute_value: 'X' }
  const groups = (plan: ReturnType<typeof contractPlan>) =>
    'changes' in plan
      ? (plan.changes['eligibility'] as { group_no: number }[]).map(({ group_no }) => group_no)
      : plan.stays
  expect(groups(planned({ action: 'add_eligibility', attribute_mode: 'include', ...term }))).toEqual([1, 2, 1, 2])
  expect(groups(planned({ action: 'add_eligibility', attribute_mode: 'exclude', ...term }))).toEqual([1, 2, 3])
  const spain = { attribute: 'customer.country', attribute_value: 'Spain', attribute_mode: 'include' }
  expect(groups(planned({ action: 'remove_eligibility', ...spain }))).toEqual([2])
  expect(groups(planned({ action: 'add_eligibility', ...spain }))).toBe('Its eligibility says so already')
  const open = { ...contract, own_sales_only: false, eligibility: [contract.eligibility[0]] }
  expect(groups(contractPlan({ action: 'remove_eligibility', ...spain }, open))).toContain('everybody')
})
