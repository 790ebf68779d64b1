import { defineScreen, f, when } from '#src/definition'
import { postingHeader, postingSections } from './posting-header.ts'

// The header of a payment. It has no records of its own yet.
export const payment = defineScreen({
  name: 'payment',
  label: ['Payment', 'Payments'],
  area: 'configuration',
  menu: { order: 52 },
  formId: 'IMA_CONFIG_PAYMENT',
  fields: {
    payment_number: f.text({ max: 30, required: true, immutable: true, upper: true }),
    ...postingHeader,
    payee: f.reference('customer', { required: true }),
    payment_method: f.choice(
      [
        { value: 'credit_memo', label: 'Credit memo' },
        { value: 'transfer', label: 'Bank transfer' },
        { value: 'check', label: 'Check' },
        { value: 'deduction', label: 'Deduction from invoices' },
      ],
      { default: 'credit_memo', required: true },
    ),
    bank_account: f.text({ max: 40, visible: when.eq('payment_method', 'transfer'), required: 'whenVisible' }),
    check_number: f.text({ max: 30, visible: when.eq('payment_method', 'check') }),
    payment_terms: f.text({ max: 20 }),
    due_date: f.date({ after: 'document_date' }),
    amount: f.money({ currency: 'currency', required: true }),
    tax_amount: f.money({ currency: 'currency' }),
    withheld: f.money({ currency: 'currency', min: 0, help: 'Kept back until questions are answered.' }),
  },
  form: {
    layout: [
      {
        title: 'Payment',
        rows: [
          ['payment_number', 'contract_number'],
          ['posting_type', 'approval_status'],
        ],
      },
      {
        title: 'Payee',
        rows: [
          ['payee', 'payment_method'],
          ['bank_account', 'check_number'],
          ['payment_terms', 'due_date'],
        ],
      },
      {
        title: 'Amount',
        rows: [
          ['amount', 'currency'],
          ['tax_amount', 'withheld'],
        ],
      },
      ...postingSections,
    ],
  },
  designer: { path: '/payment-designer', label: 'Payment designer' },
  access: { read: 'administration.form_fields', write: 'administration.form_fields' },
  tests: [{ reject: { payment_number: 'P1', payment_method: 'transfer' }, at: 'bank_account' }],
})
