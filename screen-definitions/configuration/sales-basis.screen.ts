import { defineScreen, f, when } from '#src/definition'
import { recordStatus } from '../shared/choices.ts'

// Which part of a transaction counts towards a contract; the calculation's own five amounts, narrowed and adjusted.
export const salesBasis = defineScreen({
  name: 'sales-basis',
  label: ['Sales basis', 'Sales bases'],
  area: 'configuration',
  menu: { order: 60 },
  formId: 'IMA_CONFIG_SALES_BASIS',
  endpoint: 'config/sales-basis',
  table: { name: 'sales_basis', key: ['sales_basis'] },
  title: 'description',
  fields: {
    sales_basis: f.text({ max: 20, required: true, immutable: true, upper: true, search: true, width: 130 }),
    description: f.text({ max: 120, required: true, search: true, width: 260 }),
    application_types: f.references('application', {
      label: 'Applications',
      help: 'Where the basis is offered; empty for all of them.',
    }),
    source_data_type: f.choice(
      [
        { value: 'sales', label: 'Sales data' },
        { value: 'purchase', label: 'Purchase data' },
        { value: 'claim', label: 'Claims' },
        { value: 'external', label: 'External calculations' },
      ],
      { default: 'sales', required: true, label: 'Source of data', width: 150 },
    ),
    amount: f.choice(
      [
        { value: 'gross', label: 'Gross value' },
        { value: 'net', label: 'Net value' },
        { value: 'margin', label: 'Margin' },
        { value: 'quantity', label: 'Quantity' },
        { value: 'weight', label: 'Weight' },
      ],
      { default: 'net', required: true, label: 'What counts', width: 130 },
    ),
    uom: f.text({
      max: 6,
      upper: true,
      label: 'Unit',
      help: 'Quantities and weights are brought to this unit; lines without a factor to it are reported.',
      visible: when.in('amount', ['quantity', 'weight']),
    }),
    currency: f.choice(
      [
        { value: 'document', label: 'Of the document' },
        { value: 'contract', label: 'Of the contract' },
        { value: 'organization', label: 'Of the organization' },
      ],
      { default: 'contract', visible: when.in('amount', ['gross', 'net', 'margin']) },
    ),
    date_basis: f.choice(
      [
        { value: 'billing_date', label: 'Billing date' },
        { value: 'posting_date', label: 'Posting date' },
        { value: 'order_date', label: 'Order date' },
        { value: 'delivery_date', label: 'Delivery date' },
      ],
      {
        default: 'billing_date',
        required: true,
        width: 130,
        help: 'The day that decides in which period a line falls.',
      },
    ),
    returns: f.choice(
      [
        { value: 'reduce', label: 'Reduce it' },
        { value: 'ignore', label: 'Are left out' },
        { value: 'only', label: 'Are all that counts' },
      ],
      { default: 'reduce', required: true },
    ),
    credit_memos: f.choice(
      [
        { value: 'reduce', label: 'Reduce it' },
        { value: 'ignore', label: 'Are left out' },
      ],
      { default: 'reduce', required: true },
    ),
    include_tax: f.flag({ default: false, label: 'With tax' }),
    include_freight: f.flag({ default: false, label: 'With freight' }),
    include_free_goods: f.flag({ default: false, label: 'With free goods' }),
    deduct_discounts: f.flag({
      default: true,
      label: 'Less discounts of the invoice',
      visible: when.eq('amount', 'gross'),
    }),
    rounding: f.integer({ min: 0, max: 6, default: 2, label: 'Decimals', help: 'Of the amount of a line, half up.' }),
    is_default: f.flag({ default: false, label: 'Proposed', help: 'New contracts begin with it.' }),
    status: f.choice(recordStatus, { default: 'active', required: true, width: 110 }),
    valid_from: f.date({ default: '@today' }),
    valid_to: f.date({ after: 'valid_from' }),
    notes: f.longText({ max: 2000 }),
  },
  list: {
    path: '/sales-basis',
    columns: [
      'sales_basis',
      'description',
      'source_data_type',
      'amount',
      'date_basis',
      'returns',
      'is_default',
      'status',
    ],
    filters: ['amount', 'source_data_type', 'status'],
    views: { Active: when.eq('status', 'active'), Quantities: when.in('amount', ['quantity', 'weight']) },
  },
  form: {
    layout: [
      { title: 'Sales basis', rows: [['sales_basis', 'description'], ['application_types'], ['status', 'is_default']] },
      {
        title: 'What counts',
        rows: [
          ['source_data_type', 'amount'],
          ['uom', 'currency'],
          ['date_basis', 'rounding'],
        ],
      },
      {
        title: 'Which lines',
        rows: [
          ['returns', 'credit_memos'],
          ['include_tax', 'include_freight'],
          ['include_free_goods', 'deduct_discounts'],
        ],
      },
      { title: 'Validity', rows: [['valid_from', 'valid_to'], ['notes']] },
    ],
  },
  upload: { functionality: 'SalesBasisFormats', aliases: { sales_basis: ['Basis', 'Code'] } },
  access: { read: 'any', write: 'administration.configuration' },
  tests: [
    { accept: { sales_basis: 'NET', description: 'Net sales' } },
    { accept: { sales_basis: 'CASES', description: 'Cases', amount: 'quantity', uom: 'CS' } },
    { reject: { sales_basis: 'NET' }, at: 'description' },
    {
      reject: { sales_basis: 'NET', description: 'Net', valid_from: '2026-02-01', valid_to: '2026-01-01' },
      at: 'valid_to',
    },
  ],
})
