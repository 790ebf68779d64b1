import { f } from '#src/definition'
import { applicationTypes, contractStatusAsked, postingKinds } from '../contracts/choices.ts'

/** Which two calculations are held against each other: periods and kinds of both, and of which contracts. */
export const comparisonCriteria = {
  first_from: f.date({ required: true, default: '@yearStart', label: 'First: periods from' }),
  first_to: f.date({ required: true, after: 'first_from', default: '@today', label: 'First: to' }),
  first_kind: f.choice(postingKinds, { default: 'Accrual', required: true, label: 'First: as' }),
  second_from: f.date({ required: true, default: '@yearStart', label: 'Second: periods from' }),
  second_to: f.date({ required: true, after: 'second_from', default: '@today', label: 'Second: to' }),
  second_kind: f.choice(postingKinds, { default: 'Payment', required: true, label: 'Second: as' }),
  contract_number: f.reference('contract', { label: 'Contract' }),
  partner_number: f.text({ max: 40, label: 'Partner' }),
  application_type: f.choice(applicationTypes, { label: 'Application' }),
  contract_status: f.choice(contractStatusAsked, { default: 'in_force', label: 'Status of the contract' }),
}

/** The same, from the quarter before to this one. */
export const quarterCriteria = {
  ...comparisonCriteria,
  first_from: { ...comparisonCriteria.first_from, default: '@quarterStart-3m' },
  first_to: { ...comparisonCriteria.first_to, default: '@quarterStart-1d' },
  first_kind: { ...comparisonCriteria.first_kind, default: 'Payment' },
  second_from: { ...comparisonCriteria.second_from, default: '@quarterStart' },
}

const money = { currency: 'currency' }

/** Where a difference of two calculations comes from. */
export const differenceFields = {
  first_amount: f.money({ ...money, label: 'First', width: 120 }),
  second_amount: f.money({ ...money, label: 'Second', width: 120 }),
  difference: f.money({ ...money, width: 120 }),
  difference_percent: f.percent({ label: 'Difference %', width: 110 }),
  from_volume: f.money({
    ...money,
    label: 'From volume',
    help: 'The basis grown or shrunk, at the rate of the first',
    width: 120,
  }),
  from_rate: f.money({ ...money, label: 'From tiers and rates', width: 140 }),
  lines_before: f.integer({ label: 'Lines first', width: 100 }),
  lines_after: f.integer({ label: 'Lines second', width: 110 }),
  currency: f.text({ width: 80 }),
}

/** What asks for the calculation that a row leads to: the second one, the first where only that has the row. */
export const sideFields = {
  side_from: f.date({ hidden: true }),
  side_to: f.date({ hidden: true }),
  side_kind: f.choice(postingKinds, { hidden: true }),
}

const toSide = (side: 'first' | 'second' | 'side', more: Readonly<Record<string, string>>) => ({
  screen: 'calculation-simulation',
  filters: {
    contract_number: 'contract_number',
    period_from: `${side}_from`,
    period_to: `${side}_to`,
    kind: `${side}_kind`,
    ...more,
  },
})

/** From a row of a comparison to the calculation that has it, and from the figures of either calculation to that one. */
export const toCalculations = (more: Readonly<Record<string, string>> = {}) => {
  const [first, second] = [toSide('first', more), toSide('second', more)]
  return {
    drill: toSide('side', more),
    drills: { first_amount: first, lines_before: first, second_amount: second, lines_after: second },
  }
}
