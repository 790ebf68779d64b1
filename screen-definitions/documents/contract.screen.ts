import { defineScreen, f, when } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'
import { salesAreaFields } from '../shared/sales-area.ts'

// The header of a contract: what every contract says before its rules. It has no records of its own yet.
export const contract = defineScreen({
  name: 'contract',
  label: ['Contract', 'Contracts'],
  area: 'configuration',
  menu: { order: 50 },
  formId: 'IMA_CONFIG_CONTRACT',
  fields: {
    contract_number: f.text({ max: 30, required: true, immutable: true, upper: true, search: true }),
    contract_header: f.text({ max: 120, required: true, search: true, label: 'Description' }),
    contract_type: f.choice(
      [
        { value: 'rebate', label: 'Rebate' },
        { value: 'chargeback', label: 'Chargeback' },
        { value: 'commission', label: 'Commission' },
        { value: 'royalty', label: 'Royalty' },
        { value: 'promotion', label: 'Promotion' },
        { value: 'price', label: 'Price' },
      ],
      { default: 'rebate', required: true },
    ),
    external_number: f.text({ max: 40, label: 'Number at the partner' }),
    approval_status: f.choice(
      [
        { value: 'new', label: 'New', tone: 'neutral' },
        { value: 'submit_approval', label: 'Submitted', tone: 'warn' },
        { value: 'approved', label: 'Approved', tone: 'ok' },
        { value: 'rejected', label: 'Rejected', tone: 'bad' },
      ],
      { default: 'new', readOnly: true },
    ),
    partner_role: f.choice(
      [
        { value: 'customer', label: 'Customer' },
        { value: 'supplier', label: 'Supplier' },
        { value: 'employee', label: 'Employee' },
        { value: 'membership', label: 'Membership' },
      ],
      { default: 'customer', required: true, label: 'Contract with' },
    ),
    customer: f.reference('customer', { visible: when.eq('partner_role', 'customer'), required: 'whenVisible' }),
    supplier: f.reference('supplier', { visible: when.eq('partner_role', 'supplier'), required: 'whenVisible' }),
    employee: f.reference('employee', { visible: when.eq('partner_role', 'employee'), required: 'whenVisible' }),
    payee: f.reference('customer', { help: 'Who is paid, where that is somebody else.' }),
    valid_from: f.date({ required: true, default: '@today' }),
    valid_to: f.date({ required: true, after: 'valid_from' }),
    renewal: f.choice(
      [
        { value: 'none', label: 'Ends' },
        { value: 'ask', label: 'Asks before it ends' },
        { value: 'automatic', label: 'Goes on' },
      ],
      { default: 'ask' },
    ),
    ...salesAreaFields,
    currency: currencyCode({ default: 'EUR', required: true }),
    sales_basis: f.reference('sales-basis', { help: 'What of a sales line counts.' }),
    calculation_frequency: f.choice(['month', 'quarter', 'half-year', 'year', 'once'], { default: 'quarter' }),
    accrual_frequency: f.choice(['month', 'quarter', 'none'], { default: 'month' }),
    payment_frequency: f.choice(['month', 'quarter', 'half-year', 'year', 'once'], { default: 'quarter' }),
    payment_method: f.choice(
      [
        { value: 'credit_memo', label: 'Credit memo' },
        { value: 'transfer', label: 'Bank transfer' },
        { value: 'check', label: 'Check' },
        { value: 'deduction', label: 'Deduction from invoices' },
      ],
      { default: 'credit_memo' },
    ),
    payment_terms: f.text({ max: 20 }),
    maximum_payout: f.money({ currency: 'currency', min: 0 }),
    responsible: f.reference('user'),
    profit_center: f.text({ max: 20, upper: true }),
    cost_center: f.text({ max: 20, upper: true }),
    notes: f.longText({ max: 4000 }),
  },
  form: {
    layout: [
      {
        title: 'Contract',
        rows: [
          ['contract_number', 'contract_header'],
          ['contract_type', 'external_number'],
          ['approval_status', 'responsible'],
        ],
      },
      { title: 'Partner', rows: [['partner_role', 'payee'], ['customer', 'supplier'], ['employee']] },
      {
        title: 'Validity',
        rows: [['valid_from', 'valid_to'], ['renewal']],
      },
      {
        title: 'Calculation',
        rows: [
          ['sales_basis', 'calculation_frequency'],
          ['currency', 'maximum_payout'],
          ['sales_organization', 'distribution_channel'],
          ['division'],
        ],
      },
      {
        title: 'Accrual and payment',
        rows: [
          ['accrual_frequency', 'payment_frequency'],
          ['payment_method', 'payment_terms'],
          ['profit_center', 'cost_center'],
        ],
      },
      { title: 'Notes', rows: [['notes']] },
    ],
  },
  designer: { path: '/contract-default-designer', aliases: ['/default-designer'], label: 'Contract designer' },
  access: { read: 'administration.form_fields', write: 'administration.form_fields' },
  tests: [
    {
      accept: {
        contract_number: 'C1',
        contract_header: 'Annual rebate',
        customer: '1000',
        valid_from: '2026-01-01',
        valid_to: '2026-12-31',
      },
    },
    { reject: { contract_number: 'C1', contract_header: 'Annual rebate', valid_to: '2026-12-31' }, at: 'customer' },
  ],
})
