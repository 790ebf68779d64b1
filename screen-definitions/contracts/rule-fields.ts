import { f, when } from '#src/definition'
import {
  accrueOn,
  aggregationLevels,
  bases,
  benchmarks,
  evaluationPeriods,
  growthPays,
  rateTypes,
  ruleTypes,
  stackModes,
  tierModes,
} from './choices.ts'

/** A rule of a contract: what is paid, on what, and for which period. */
export const ruleFields = {
  rule_no: f.integer({ required: true, min: 1, max: 999, label: 'Rule', width: 70 }),
  description: f.text({ max: 80 }),
  condition_id: f.text({ max: 30, upper: true, help: 'What other systems call this condition' }),
  rule_type: f.choice(ruleTypes, { default: 'Both', required: true, label: 'For' }),
  rate_type: f.choice(rateTypes, { default: 'percent', required: true, label: 'Pays' }),
  benefit_basis: f.choice(bases, { default: 'net', required: true, label: 'On' }),
  tier_mode: f.choice(tierModes, { default: 'none', required: true, label: 'Tiers' }),
  qualifier_basis: f.choice(bases, { default: 'net', required: true, label: 'Tier reached by' }),
  sales_basis: f.reference('sales-basis', {
    offered: { call: 'contract-rules/sales-bases', by: ['application_type', 'data_source_type', 'valid_from'] },
    visible: when.any(when.eq('benefit_basis', 'sales_basis'), when.eq('qualifier_basis', 'sales_basis')),
    help: 'Where a basis is what a sales basis says; the proposed one where empty',
  }),
  bound: f.choice(
    [
      { value: 'lower', label: 'from its lower end on' },
      { value: 'upper', label: 'above its lower end' },
    ],
    { default: 'lower', required: true, label: 'A tier holds' },
  ),
  evaluation_period: f.choice(evaluationPeriods, { default: 'quarter', required: true, label: 'Each' }),
  aggregation_level: f.choice(aggregationLevels, { default: 'contract', required: true, label: 'Added up for' }),
  uom: f.text({
    max: 6,
    upper: true,
    label: 'Unit',
    help: 'Quantities are converted into it; each its own where empty',
  }),
  rate: f.decimal(15, 6, { label: 'Rate', help: 'Percent or amount per unit, where there are no tiers' }),
  fixed_amount: f.decimal(18, 4, { label: 'Fixed amount', help: 'Paid once, where there are no tiers' }),
  accrual_rate: f.decimal(15, 6, {
    min: 0,
    label: 'Accrual rate',
    help: 'Accrued instead of what the tiers give',
  }),
  min_amount: f.decimal(18, 4, { label: 'At least' }),
  max_amount: f.decimal(18, 4, {
    label: 'At most',
    rejects: [{ when: when.lt('max_amount', when.field('min_amount')), message: 'The most is less than the least' }],
  }),
  formula: f.text({
    max: 400,
    help: 'Over fields of the line, such as net_value - discount_value or if(country = "Spain", net_value, 0)',
  }),
  benchmark: f.choice(benchmarks, {
    default: 'none',
    label: 'Held against',
    help: 'Tiers are then in percent: of growth, or of the target',
  }),
  benchmark_value: f.decimal(18, 4, {
    label: 'Value it is held against',
    help: 'A target that is empty comes from the targets of the contract',
  }),
  growth_pays: f.choice(growthPays, { default: 'whole', label: 'Growth pays' }),
  prorate: f.flag({
    default: false,
    label: 'By days',
    help: 'Fixed amounts, limits and targets only for the days of a period that the contract covers',
  }),
  accrue_on: f.choice(accrueOn, { default: 'reached', label: 'Accrues at' }),
  sequence: f.integer({
    min: 1,
    max: 999,
    label: 'Order',
    help: 'Among rules of a stack; the number of the rule where empty',
  }),
  stack_group: f.text({
    max: 30,
    upper: true,
    label: 'Stack',
    help: 'Rules of one stack see what the others pay',
  }),
  stack_mode: f.choice(stackModes, { default: 'additive', label: 'In the stack' }),
}

/** A tier of a rule. */
export const tierFields = {
  rule_no: f.integer({ required: true, min: 1, max: 999, label: 'Rule', width: 70 }),
  from_value: f.decimal(18, 4, { required: true, label: 'From' }),
  to_value: f.decimal(18, 4, {
    label: 'To',
    help: 'Empty: without end',
    rejects: [{ when: when.lte('to_value', when.field('from_value')), message: 'A tier ends behind where it begins' }],
  }),
  rate: f.decimal(15, 6, { label: 'Rate', help: 'Percent or amount per unit' }),
  flat_amount: f.decimal(18, 4, { label: 'Fixed amount' }),
}
