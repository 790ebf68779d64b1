import { defineScreen, f, when } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { sourceDays, sourceNumbers } from '../shared/source-fields.ts'

const isDay = when.eq('basis_part', 'date')

export const salesDataMap = defineScreen({
  name: 'sales-data-map',
  label: ['Basis mapping', 'Basis mappings'],
  area: 'configuration',
  menu: { order: 61 },
  formId: 'IMA_CONFIG_SALES_DATA_MAP',
  endpoint: 'sales-data-map',
  table: { key: ['sales_basis', 'basis_part'] },
  title: 'sales_basis',
  fields: {
    sales_basis: f.reference('sales-basis', { required: true, immutable: true, index: true, width: 200 }),
    basis_part: f.choice(
      [
        { value: 'amount', label: 'Amount' },
        { value: 'quantity', label: 'Quantity' },
        { value: 'cost', label: 'Cost' },
        { value: 'date', label: 'Date' },
      ],
      { required: true, default: 'amount', immutable: true, label: 'Part of the basis', width: 150 },
    ),
    source_number: f.choice(sourceNumbers, {
      visible: when.not(isDay),
      required: 'whenVisible',
      label: 'Field of the sales data',
      width: 240,
      help: 'The number of a line that counts for this part.',
    }),
    source_day: f.choice(sourceDays, {
      visible: isDay,
      required: 'whenVisible',
      label: 'Day of the sales data',
      width: 220,
    }),
    factor: f.decimal(12, 6, {
      default: '1',
      visible: when.not(isDay),
      required: 'whenVisible',
      help: 'The number is multiplied by it: -1 turns the sign, 0.001 makes kilograms of grams.',
    }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/Basis-mapping',
    columns: ['sales_basis', 'basis_part', 'source_number', 'source_day', 'factor', 'status'],
    sort: ['sales_basis', 'basis_part'],
    filters: ['sales_basis', 'basis_part', 'status'],
    views: { Active: when.eq('status', 'active') },
    pageSize: 50,
  },
  form: {
    layout: [
      { title: 'Basis', rows: [['sales_basis', 'basis_part']] },
      { title: 'Where it comes from', rows: [['source_number', 'factor'], ['source_day'], ['status'], ['notes']] },
    ],
  },
  upload: {
    functionality: 'SalesDataMapFormats',
    endpoints: ['sales-data-map/upload'],
    aliases: { sales_basis: ['Basis'], basis_part: ['Part'], source_number: ['Field'], source_day: ['Day'] },
  },
  access: { read: 'any', write: 'administration.configuration' },
  tests: [
    { accept: { sales_basis: 'NET', basis_part: 'amount', source_number: 'net_value' } },
    { reject: { sales_basis: 'NET', basis_part: 'amount' }, at: 'source_number' },
    { reject: { sales_basis: 'NET', basis_part: 'amount', source_number: 'customer_number' }, at: 'source_number' },
    { accept: { sales_basis: 'NET', basis_part: 'date', source_day: 'billing_date' } },
    { reject: { sales_basis: 'NET', basis_part: 'date', source_day: 'net_value' }, at: 'source_day' },
  ],
})
