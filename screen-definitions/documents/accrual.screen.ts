import { defineScreen, f } from '#src/definition'
import { postingHeader, postingSections } from './posting-header.ts'

// The header of an accrual. It has no records of its own yet.
export const accrual = defineScreen({
  name: 'accrual',
  label: ['Accrual', 'Accruals'],
  area: 'configuration',
  menu: { order: 54 },
  formId: 'IMA_CONFIG_ACCRUAL',
  fields: {
    accrual_number: f.text({ max: 30, required: true, immutable: true, upper: true }),
    ...postingHeader,
    accrued_on: f.choice(
      [
        { value: 'actual', label: 'Actual sales' },
        { value: 'forecast', label: 'Forecast sales' },
        { value: 'target', label: 'Target' },
      ],
      { default: 'actual', required: true, label: 'Reckoned from' },
    ),
    amount: f.money({ currency: 'currency', required: true }),
    reversal_date: f.date({ after: 'posting_date', help: 'When it is taken back by itself; empty: with the payment.' }),
    offsetting_account: f.text({ max: 20 }),
  },
  form: {
    layout: [
      {
        title: 'Accrual',
        rows: [
          ['accrual_number', 'contract_number'],
          ['posting_type', 'approval_status'],
        ],
      },
      { title: 'Amount', rows: [['accrued_on', 'amount'], ['currency', 'offsetting_account'], ['reversal_date']] },
      ...postingSections,
    ],
  },
  designer: { path: '/accrual-designer', label: 'Accrual designer' },
  access: { read: 'administration.form_fields', write: 'administration.form_fields' },
  tests: [
    {
      reject: { accrual_number: 'A1', posting_date: '2026-02-01', reversal_date: '2026-01-01' },
      at: 'reversal_date',
    },
  ],
})
