import { f } from '#src/definition'
import { applicationTypes, contractStatusAsked, postingKinds } from './choices.ts'

/** Which contracts are reckoned, as what, and for which periods. */
export const calculationCriteria = {
  period_from: f.date({ required: true, default: '@yearStart', label: 'Periods from' }),
  period_to: f.date({ required: true, after: 'period_from', default: '@today', label: 'to' }),
  kind: f.choice(postingKinds, { default: 'Payment', required: true, label: 'As' }),
  contract_number: f.reference('contract', { label: 'Contract' }),
  contract_version: f.integer({
    min: 1,
    label: 'Version of the contract',
    help: 'As it was agreed then; the one in force where empty',
  }),
  partner_number: f.text({ max: 40, label: 'Partner' }),
  application_type: f.choice(applicationTypes, { label: 'Application' }),
  contract_status: f.choice(contractStatusAsked, { default: 'in_force', label: 'Status of the contract' }),
}

/** What was sold after a day is left out, as if it were still that day. */
export const soldUntil = f.date({ label: 'Sold until', help: 'What was sold later is left out; nothing where empty' })

/** What a calculation says of one rule, period, level and payee. */
export const calculationFields = {
  contract_number: f.text({ label: 'Contract', width: 110 }),
  contract_description: f.text({ label: 'Description', width: 200 }),
  rule_no: f.integer({ label: 'Rule', width: 70 }),
  payee: f.text({ width: 110 }),
  payee_name: f.text({ label: 'Name', width: 200 }),
  period: f.text({ orderedBy: 'period_from', width: 100 }),
  period_from: f.date({ hidden: true }),
  period_to: f.date({ hidden: true }),
  document: f.text({ label: 'Invoice', width: 100 }),
  customer_number: f.text({ label: 'Customer', width: 100 }),
  material_number: f.text({ label: 'Material', width: 100 }),
  lines: f.integer({ width: 80 }),
  qualifier: f.decimal(20, 4, { label: 'Tier value', width: 120 }),
  benefit: f.decimal(20, 4, { label: 'Basis', width: 120 }),
  tier: f.integer({ width: 70 }),
  rate: f.decimal(15, 6, { width: 80 }),
  amount: f.money({ currency: 'currency', width: 120 }),
  currency: f.text({ width: 80 }),
  is_due: f.flag({ label: 'Due', width: 70 }),
  error: f.text({ label: 'Left out', width: 180 }),
  explanation: f.longText({ sentence: true, width: 300 }),
}

export const levelField = f.text({
  label: 'Of',
  help: 'Invoice, customer and material, as far as the rule tells them apart',
  width: 100,
})

/** How what was calculated stands to what was posted. */
export const postedFields = {
  state: f.choice(
    [
      { value: 'posted', label: 'Posted', tone: 'ok' },
      { value: 'open', label: 'To be posted', tone: 'accent' },
      { value: 'differs', label: 'Differs from what was posted', tone: 'warn' },
      { value: 'gone', label: 'Posted, no longer owed', tone: 'bad' },
      { value: 'running', label: 'Not due yet', tone: 'neutral' },
      { value: 'faulty', label: 'Cannot be reckoned', tone: 'bad' },
    ],
    { width: 190 },
  ),
  accrued: f.money({
    currency: 'currency',
    label: 'Accrued',
    help: 'Accruals less what of them was released',
    width: 120,
  }),
  paid: f.money({ currency: 'currency', help: 'What was paid by claims stands in lines without a rule', width: 120 }),
  open: f.money({ currency: 'currency', label: 'To be posted', help: 'What posting it now would post', width: 120 }),
}

/** Columns that every result of calculations shows beside one another, in this order. */
export const whoAndWhen = [
  'contract_number',
  'contract_description',
  'rule_no',
  'payee',
  'payee_name',
  'period',
] as const
export const howMuch = ['lines', 'qualifier', 'benefit', 'tier', 'rate', 'amount'] as const
export const ofWhichSales = ['document', 'customer_number', 'material_number'] as const

/** The form on which the columns of calculations are designed, for every result that shows what a calculation says. */
export const calculationDisplay = {
  formId: 'IMA_CONFIG_CALSIM_FINPOSTING',
  order: [
    ...whoAndWhen,
    'state',
    'level',
    ...howMuch,
    'accrued',
    'paid',
    'open',
    'currency',
    'is_due',
    'error',
    'explanation',
    ...ofWhichSales,
  ],
} as const

/** From a line that was calculated to the sales lines it was calculated from, of all payees. */
export const sourceOfCalculation = {
  contract_number: 'contract_number',
  contract_version: 'contract_version',
  rule_no: 'rule_no',
  period_from: 'period_from',
  period_to: 'period_to',
} as const

/** The same of a line of one payee: what that one gets of each sales line. */
export const sourceOfPayee = { ...sourceOfCalculation, payee: 'payee' } as const
