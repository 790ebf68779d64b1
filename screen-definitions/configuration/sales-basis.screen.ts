import { defineScreen, f, when } from '#src/definition'
import { recordStatus } from '../shared/choices.ts'

// What of a line counts for the rules of contracts that name it: one of the calculation's own amounts, narrowed and adjusted.
export const salesBasis = defineScreen({
  name: 'sales-basis',
  label: ['Sales basis', 'Sales bases'],
  area: 'configuration',
  menu: { order: 60 },
  formId: 'IMA_CONFIG_SALES_BASIS',
  endpoint: 'config/sales-basis',
  hooks: 'sales-basis',
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
        { value: 'sales', label: 'Sales' },
        { value: 'purchase', label: 'Purchases' },
      ],
      {
        default: 'sales',
        required: true,
        label: 'Source of data',
        width: 150,
        help: 'Sales are our own and those of distributors.',
      },
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
      help: 'Quantities and weights are brought to this unit, else to that of the rule; lines without a factor to it are reported.',
      visible: when.in('amount', ['quantity', 'weight']),
    }),
    deduct_discounts: f.flag({
      default: true,
      label: 'Less discounts of the line',
      visible: when.eq('amount', 'gross'),
    }),
    rounding: f.integer({
      min: 0,
      max: 6,
      default: 2,
      label: 'Decimals',
      help: 'Each line is rounded to them, half away from zero, in the currency of the contract; not at all where empty.',
    }),
    returns: f.choice(
      [
        { value: 'reduce', label: 'Reduce it' },
        { value: 'ignore', label: 'Are left out' },
        { value: 'only', label: 'Are all that counts' },
      ],
      { default: 'reduce', required: true, help: 'They count as they were booked, which is less than nothing.' },
    ),
    credit_memos: f.choice(
      [
        { value: 'reduce', label: 'Reduce it' },
        { value: 'ignore', label: 'Are left out' },
      ],
      {
        default: 'reduce',
        visible: when.ne('returns', 'only'),
        required: 'whenVisible',
        help: 'Debit memos count in any case.',
      },
    ),
    is_default: f.flag({
      default: false,
      label: 'Proposed',
      help: 'Rules that count by a sales basis and name none take it.',
    }),
    status: f.choice(recordStatus, { default: 'active', required: true, width: 110 }),
    valid_from: f.date({ help: 'Contracts that begin on these days may name it, and go on with it after them.' }),
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
      'uom',
      'returns',
      'credit_memos',
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
          ['uom', 'deduct_discounts', 'rounding'],
        ],
      },
      { title: 'Which lines', rows: [['returns', 'credit_memos']] },
      { title: 'Validity', rows: [['valid_from', 'valid_to'], ['notes']] },
    ],
  },
  upload: { functionality: 'SalesBasisFormats', aliases: { sales_basis: ['Basis', 'Code'] } },
  access: { read: 'any', write: 'administration.configuration' },
  tests: [
    { reject: { sales_basis: 'NET', description: 'Net', returns: null }, at: 'returns' },
    { accept: { sales_basis: 'NET', description: 'Net sales' } },
    { accept: { sales_basis: 'CASES', description: 'Cases', amount: 'quantity', uom: 'CS' } },
    { reject: { sales_basis: 'NET' }, at: 'description' },
    {
      reject: { sales_basis: 'NET', description: 'Net', valid_from: '2026-02-01', valid_to: '2026-01-01' },
      at: 'valid_to',
    },
  ],
})
