import { defineScreen, f, when } from '#src/definition'
import { promotionApps } from './promotion-fields.ts'
import { market, ofScenario } from './scenario-fields.ts'

// The ledger of what promotions are expected to cost, month by month. Append-only: a correction is a new, opposite row.
export const promotionPosting = defineScreen({
  name: 'promotion-posting',
  label: ['Promotion accrual', 'Promotion accruals'],
  area: 'promotions',
  menu: { order: 9 },
  apps: promotionApps,
  endpoint: 'promotion/postings',
  table: { key: ['posting_number'], history: false },
  title: 'posting_number',
  fields: {
    posting_number: f.text({ max: 30, required: true, search: true, label: 'Posting', width: 140 }),
    posting_type: f.choice(
      [
        { value: 'Accrual', label: 'Accrual' },
        { value: 'Accrual Reversal', label: 'Accrual reversal' },
      ],
      { required: true, index: true, label: 'Type', width: 140 },
    ),
    scenario_number: ofScenario,
    country: { ...market, required: true },
    product_line: f.text({ max: 60, index: true, label: 'Product line', width: 130 }),
    cost_type: f.choice(
      [
        { value: 'cash', label: 'Cash support' },
        { value: 'coverage', label: 'Coverage' },
        { value: 'finance', label: 'Financing' },
      ],
      { required: true, index: true, label: 'For', width: 120 },
    ),
    period_from: f.date({ required: true, index: true, label: 'From', width: 110 }),
    period_to: f.date({ required: true, label: 'To', width: 110 }),
    amount: f.money({ currency: 'currency', required: true, width: 130 }),
    currency: f.text({ max: 3, required: true, width: 90 }),
    posting_date: f.date({ required: true, index: true, width: 110 }),
    reversal_of: f.text({ max: 30, index: true, label: 'Takes back', width: 140 }),
    reason: f.text({ max: 200, sentence: true, width: 260 }),
    posted_by: f.reference('user', { integrity: 'soft', width: 170 }),
  },
  list: {
    path: '/promotion-postings',
    columns: [
      'posting_number',
      'posting_type',
      'country',
      'cost_type',
      'period_from',
      'period_to',
      'amount',
      'currency',
      'posting_date',
    ],
    sort: ['-posting_number'],
    filters: ['scenario_number', 'country', 'cost_type', 'period_from', 'posting_date'],
    totals: { amount: 'sum' },
    views: { Reversals: when.eq('posting_type', 'Accrual Reversal') },
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Posting',
        rows: [
          ['posting_number', 'posting_type'],
          ['amount', 'currency'],
          ['posting_date', 'posted_by'],
        ],
      },
      {
        title: 'For what',
        rows: [
          ['scenario_number', 'cost_type'],
          ['country', 'product_line'],
          ['period_from', 'period_to'],
        ],
      },
      { title: 'Why', rows: [['reason'], ['reversal_of']] },
    ],
  },
  access: { read: 'promotions.read', write: 'never' },
})
