import { defineScreen, f, when } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'
import { offInvoiceKinds } from '../shared/off-invoice.ts'
import { narrowedTo, periodOf, planningAccess } from './planning-fields.ts'

const freight = {
  cost_number: 'OI-1',
  description: 'Freight',
  period_from: '2026-01-01',
  period_to: '2026-03-31',
  amount: '1200',
}

export const offInvoiceCost = defineScreen({
  name: 'off-invoice-cost',
  label: ['Off-invoice cost', 'Off-invoice costs'],
  area: 'transactions',
  menu: { order: 80 },
  formId: 'IMA_CONFIG_OFF_INVOICE_COST',
  endpoint: 'off-invoice-cost',
  table: { key: ['cost_number'] },
  title: 'description',
  fields: {
    cost_number: f.text({
      max: 30,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      label: 'Cost',
      width: 110,
    }),
    description: f.text({ max: 120, required: true, search: true, width: 220 }),
    cost_type: f.choice(offInvoiceKinds, {
      default: 'freight',
      required: true,
      index: true,
      label: 'Kind',
      width: 170,
    }),
    period_from: { ...periodOf.period_from, immutable: false },
    period_to: periodOf.period_to,
    customer_number: { ...narrowedTo('customer', 'Customer'), immutable: false, help: 'Empty: all customers' },
    material_number: { ...narrowedTo('material', 'Material'), immutable: false, help: 'Empty: all materials' },
    product_line: f.text({ max: 60, index: true, help: 'Of materials', width: 130 }),
    country: f.text({ max: 60, index: true, help: 'Of the sales', width: 120 }),
    amount: f.money({ required: true, index: true, currency: 'currency', help: 'Of the whole period', width: 120 }),
    currency: currencyCode({ default: 'EUR', required: true }),
    basis: f.choice(
      [
        { value: 'net_value', label: 'Net value' },
        { value: 'gross_value', label: 'Gross value' },
        { value: 'quantity', label: 'Quantity' },
      ],
      {
        default: 'net_value',
        required: true,
        label: 'Spread by',
        help: 'What of the sales of the period bears the cost',
        width: 120,
      },
    ),
    basis_value: f.decimal(20, 4, { readOnly: true, label: 'Sales that bear it', width: 140 }),
    lines: f.integer({ readOnly: true, label: 'Lines', width: 80 }),
    rate: f.decimal(18, 6, {
      readOnly: true,
      label: 'Rate',
      help: 'Percent of the value, or the amount for a unit where it is spread by quantity',
      width: 110,
    }),
    built_at: f.dateTime({ readOnly: true, label: 'Spread at', help: 'When the rate was worked out', width: 150 }),
    status: f.choice(
      [
        { value: 'planned', label: 'Planned', tone: 'neutral' },
        { value: 'actual', label: 'Actual', tone: 'ok' },
      ],
      { default: 'actual', required: true, index: true, width: 100 },
    ),
    document_number: f.text({ max: 30, search: true, label: 'Document', help: 'Such as the invoice of the carrier' }),
    cost_center: f.text({ max: 20, index: true, upper: true }),
    account: f.text({ max: 20, label: 'G/L account' }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/off-Invoice-cost',
    columns: [
      'cost_number',
      'description',
      'cost_type',
      'period_from',
      'period_to',
      'customer_number',
      'product_line',
      'amount',
      'status',
    ],
    sort: ['-period_from', 'cost_number'],
    filters: ['cost_type', 'period_from', 'customer_number', 'product_line', 'status'],
    totals: { amount: 'sum' },
    views: { 'Not spread yet': when.empty('built_at'), Planned: when.eq('status', 'planned') },
    pageSize: 50,
  },
  form: {
    layout: [
      {
        title: 'Cost',
        rows: [
          ['cost_number', 'description'],
          ['cost_type', 'status'],
          ['period_from', 'period_to'],
          ['amount', 'currency'],
        ],
      },
      {
        title: 'Which sales bear it',
        rows: [
          ['customer_number', 'material_number'],
          ['product_line', 'country'],
          ['basis', 'rate'],
          ['basis_value', 'lines', 'built_at'],
        ],
      },
      { title: 'Where it comes from', rows: [['document_number'], ['cost_center', 'account'], ['notes']] },
    ],
  },
  upload: {
    path: '/off-Invoice-cost/off-Invoice-cost-excel-upload',
    functionality: 'StagingPricingOffInvoiceCostFormat',
    endpoints: ['price-off-invoice-upload'],
    aliases: {
      cost_number: ['Number', 'Cost no', 'Reference'],
      cost_type: ['Type', 'Category'],
      amount: ['Cost', 'Value'],
      period_from: ['From', 'Start'],
      period_to: ['To', 'End'],
    },
  },
  actions: [
    {
      name: 'build',
      label: 'Spread over sales',
      icon: 'refresh',
      command: 'spread-costs',
      on: ['row', 'selection', 'filter'],
      primary: true,
      message: 'The costs are spread over the sales of their periods.',
    },
  ],
  access: planningAccess,
  tests: [
    { accept: freight },
    { reject: { ...freight, period_to: '2025-12-31' }, at: 'period_to' },
    { reject: { ...freight, amount: null }, at: 'amount' },
  ],
})
