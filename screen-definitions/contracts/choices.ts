import type { Choice } from '#src/definition'

/** The applications whose contracts are reckoned on sales lines. */
export const contractApplications = [
  'Customer Rebate',
  'Supplier Rebate',
  'Supplier Chargeback',
  'Customer Chargeback',
  'Sales Commission',
  'Royalty',
] as const

export const applicationTypes: readonly Choice[] = contractApplications.map((value) => ({ value, label: value }))

export const contractTypes: readonly Choice[] = [
  { value: 'volume', label: 'Volume rebate' },
  { value: 'growth', label: 'Growth incentive' },
  { value: 'flat', label: 'Flat percentage' },
  { value: 'chargeback', label: 'Chargeback' },
  { value: 'commission', label: 'Commission' },
  { value: 'royalty', label: 'Royalty' },
  { value: 'other', label: 'Other' },
]

export const contractStatus: readonly Choice[] = [
  { value: 'Draft', label: 'Draft', tone: 'neutral' },
  { value: 'Active', label: 'Active', tone: 'ok' },
  { value: 'Expired', label: 'Expired', tone: 'neutral' },
  { value: 'Terminated', label: 'Terminated', tone: 'bad' },
  { value: 'Archived', label: 'Archived', tone: 'neutral' },
]

/** States of contracts to ask for; those in force are what was agreed and may still be owed. */
export const contractStatusAsked: readonly Choice[] = [
  { value: 'in_force', label: 'In force: active or expired' },
  ...contractStatus,
]

export const frequencies: readonly Choice[] = [
  { value: 'month', label: 'Monthly' },
  { value: 'quarter', label: 'Quarterly' },
  { value: 'year', label: 'Yearly' },
  { value: 'on_demand', label: 'On demand' },
]

export const ruleTypes: readonly Choice[] = [
  { value: 'Both', label: 'Accrual and payment' },
  { value: 'Accrual', label: 'Accrual' },
  { value: 'Payment', label: 'Payment' },
]

export const rateTypes: readonly Choice[] = [
  { value: 'percent', label: 'Percent of the basis' },
  { value: 'amount_per_unit', label: 'Amount per unit' },
  { value: 'fixed_amount', label: 'Fixed amount' },
  { value: 'price_difference', label: 'Difference to a price' },
  { value: 'formula', label: 'What a formula gives' },
]

export const bases: readonly Choice[] = [
  { value: 'net', label: 'Net value' },
  { value: 'gross', label: 'Gross value' },
  { value: 'margin', label: 'Margin' },
  { value: 'quantity', label: 'Quantity' },
  { value: 'weight', label: 'Net weight' },
  { value: 'volume', label: 'Volume' },
  { value: 'formula', label: 'Formula' },
  { value: 'sales_basis', label: 'What a sales basis says' },
]

export const tierModes: readonly Choice[] = [
  { value: 'none', label: 'No tiers' },
  { value: 'retro', label: 'Reached rate on everything' },
  { value: 'marginal', label: 'Each band its own rate' },
  { value: 'rolling', label: 'Each reached rate up to its end' },
  { value: 'total', label: 'All reached rates on everything' },
]

export const evaluationPeriods: readonly Choice[] = [
  { value: 'invoice', label: 'Each invoice' },
  { value: 'month', label: 'Month' },
  { value: 'quarter', label: 'Quarter' },
  { value: 'year', label: 'Year' },
  { value: 'lifetime', label: 'Whole validity' },
  { value: 'fiscal_period', label: 'Fiscal period' },
  { value: 'fiscal_quarter', label: 'Fiscal quarter' },
  { value: 'fiscal_year', label: 'Fiscal year' },
]

export const benchmarks: readonly Choice[] = [
  { value: 'none', label: 'Nothing' },
  { value: 'prior_period', label: 'The same period a year before' },
  { value: 'fixed', label: 'A fixed value, as growth' },
  { value: 'target', label: 'A target, as attainment' },
]

export const growthPays: readonly Choice[] = [
  { value: 'whole', label: 'On everything' },
  { value: 'increment', label: 'On the growth alone' },
]

export const stackModes: readonly Choice[] = [
  { value: 'additive', label: 'On the whole basis' },
  { value: 'cascade', label: 'On what is left, leaving less' },
  { value: 'reduce', label: 'On the whole basis, leaving less' },
  { value: 'exclude', label: 'On what is left, taking nothing' },
  { value: 'net_of_prior', label: 'Net of those before' },
  { value: 'exclusive', label: 'Only the best of the group' },
]

export const contractStackModes: readonly Choice[] = [
  ...stackModes.slice(0, -1),
  { value: 'exclusive', label: 'Only lines that none before covers' },
]

export const accrueOn: readonly Choice[] = [
  { value: 'reached', label: 'The tier reached' },
  { value: 'expected', label: 'The tier expected at the end' },
]

export const dataSources: readonly Choice[] = [
  { value: 'direct', label: 'Own sales' },
  { value: 'indirect', label: 'Sales of distributors' },
  { value: 'purchase', label: 'Purchases' },
]

export const aggregationLevels: readonly Choice[] = [
  { value: 'contract', label: 'The contract as a whole' },
  { value: 'customer', label: 'Each customer' },
  { value: 'material', label: 'Each material' },
  { value: 'customer_material', label: 'Each customer and material' },
]

export const postingKinds: readonly Choice[] = [
  { value: 'Payment', label: 'Payment' },
  { value: 'Accrual', label: 'Accrual' },
]

export const postingTypes: readonly Choice[] = [
  { value: 'Accrual', label: 'Accrual', tone: 'neutral' },
  { value: 'Accrual Reversal', label: 'Accrual reversal', tone: 'warn' },
  { value: 'Payment', label: 'Payment', tone: 'ok' },
  { value: 'Payment Reversal', label: 'Payment reversal', tone: 'bad' },
  { value: 'Delta Payment', label: 'Delta payment', tone: 'warn' },
]

export const postingStatus: readonly Choice[] = [
  { value: 'new', label: 'New', tone: 'neutral' },
  { value: 'submit_approval', label: 'Submitted', tone: 'warn' },
  { value: 'approved', label: 'Approved', tone: 'ok' },
  { value: 'rejected', label: 'Rejected', tone: 'bad' },
  { value: 'posted', label: 'Posted', tone: 'ok' },
  { value: 'reversed', label: 'Reversed', tone: 'bad' },
]

/** How payments reach the payee. */
export const paymentMethods: readonly Choice[] = [
  { value: 'credit_memo', label: 'Credit memo' },
  { value: 'transfer', label: 'Bank transfer' },
  { value: 'check', label: 'Check' },
  { value: 'deduction', label: 'Deduction from invoices' },
]

export const exchangeTypes: readonly Choice[] = [
  { value: 'average', label: 'Average rate' },
  { value: 'spot', label: 'Spot rate' },
  { value: 'budget', label: 'Budget rate' },
  { value: 'closing', label: 'Closing rate' },
]
