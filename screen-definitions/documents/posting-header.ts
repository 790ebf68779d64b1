import { f } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'

/** What payments and accruals say alike: of which contract, of which period, how much, and where it is posted. */
export const postingHeader = {
  contract_number: f.text({ max: 30, required: true, upper: true, label: 'Contract' }),
  posting_type: f.choice(
    [
      { value: 'original', label: 'Original' },
      { value: 'adjustment', label: 'Adjustment' },
      { value: 'reversal', label: 'Reversal' },
    ],
    { default: 'original', required: true },
  ),
  approval_status: f.choice(
    [
      { value: 'new', label: 'New', tone: 'neutral' },
      { value: 'submit_approval', label: 'Submitted', tone: 'warn' },
      { value: 'approved', label: 'Approved', tone: 'ok' },
      { value: 'rejected', label: 'Rejected', tone: 'bad' },
    ],
    { default: 'new', readOnly: true },
  ),
  period_from: f.date({ required: true }),
  period_to: f.date({ required: true, after: 'period_from' }),
  document_date: f.date({ default: '@today', required: true }),
  posting_date: f.date({ default: '@today', required: true }),
  currency: currencyCode({ default: 'EUR', required: true }),
  company_code: f.text({ max: 10, upper: true }),
  profit_center: f.text({ max: 20, upper: true }),
  cost_center: f.text({ max: 20, upper: true }),
  gl_account: f.text({ max: 20, label: 'Account' }),
  reference: f.text({ max: 60, label: 'Reference text' }),
  notes: f.longText({ max: 2000 }),
}

export const postingSections = [
  {
    title: 'Period',
    rows: [
      ['period_from', 'period_to'],
      ['document_date', 'posting_date'],
    ],
  },
  {
    title: 'Posting',
    rows: [['company_code', 'gl_account'], ['profit_center', 'cost_center'], ['reference'], ['notes']],
  },
] as const
