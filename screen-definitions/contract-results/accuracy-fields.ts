import { f } from '#src/definition'

/** What a contract's accruals can be held against its payments by. */
export const accuracyLevels = [
  { value: 'payee', label: 'Payee' },
  { value: 'customer', label: 'Customer' },
  { value: 'material', label: 'Material' },
  { value: 'rule', label: 'Rule' },
  { value: 'period', label: 'Period' },
]

/** Which postings count, by the periods they are for. */
export const accuracyCriteria = {
  period_from: f.date({ default: '@yearStart', label: 'Periods from' }),
  period_to: f.date({ after: 'period_from', label: 'to' }),
  begins_to: f.date({ after: 'period_from', label: 'Periods beginning up to' }),
  contract: f.reference('contract', { label: 'Contract' }),
  application_type: f.text({ max: 60, label: 'Application' }),
  currency: f.text({ max: 3, label: 'Currency' }),
}

/** The postings behind a row: its own contract and currency, for the periods that were asked for. */
export const accuracyDrill = {
  screen: 'settled-posting',
  filters: {
    contract: 'contract_number',
    application_type: 'application_type',
    currency: 'currency',
    period_from: 'period_from',
    period_to: 'period_to',
    begins_to: 'begins_to',
  },
  needs: ['contract_number', 'application_type', 'currency'],
} as const

const money = { currency: 'currency', width: 130 }

export const accuracyFields = {
  periods: f.integer({
    label: 'Settled periods',
    help: 'Periods that were paid; accruals of others cannot be judged yet',
    width: 110,
  }),
  accrued: f.money(money),
  paid: f.money(money),
  deviation: f.money({ ...money, label: 'Accrued too much', help: 'Below nothing: too little' }),
  missed: f.money({
    ...money,
    label: 'Missed',
    help: 'What was too much and what was too little, added up period by period, so that one does not hide the other',
  }),
  accuracy: f.percent({ label: 'Accuracy', help: '100 % less what was missed, of what was paid', width: 110 }),
  bias: f.percent({ label: 'Bias', help: 'What was accrued too much, of what was paid', width: 100 }),
  currency: f.text({ width: 90 }),
}

export const accuracyFigures = [
  'periods',
  'accrued',
  'paid',
  'deviation',
  'missed',
  'accuracy',
  'bias',
  'currency',
] as const

export const accuracyTotals = {
  totals: { periods: 'sum', accrued: 'sum', paid: 'sum', deviation: 'sum', missed: 'sum' },
  ratios: { bias: ['deviation', 'paid'] },
} as const
