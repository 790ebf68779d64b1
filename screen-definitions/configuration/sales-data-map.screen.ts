import { defineScreen, f, when } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { sourceNumbers } from '../shared/source-fields.ts'

// Where a part of a sales basis comes from, instead of the field that the calculation takes by itself.
export const salesDataMap = defineScreen({
  name: 'sales-data-map',
  label: ['Basis mapping', 'Basis mappings'],
  area: 'configuration',
  menu: { order: 61 },
  formId: 'IMA_CONFIG_SALES_DATA_MAP',
  endpoint: 'sales-data-map',
  hooks: 'sales-data-map',
  table: { key: ['sales_basis', 'basis_part'] },
  title: 'sales_basis',
  fields: {
    sales_basis: f.reference('sales-basis', { required: true, immutable: true, index: true, width: 200 }),
    basis_part: f.choice(
      [
        { value: 'amount', label: 'Value' },
        { value: 'quantity', label: 'Quantity' },
        { value: 'cost', label: 'Cost' },
      ],
      {
        required: true,
        default: 'amount',
        immutable: true,
        label: 'Part of the basis',
        width: 150,
        help: 'Gross and net have a value, a margin a value and a cost, quantities and weights a quantity.',
      },
    ),
    source_field: f.choice(sourceNumbers, {
      required: true,
      label: 'Field of the line',
      width: 260,
      help: 'What of a line counts for this part, instead of what the basis takes by itself.',
    }),
    factor: f.decimal(12, 6, {
      default: '1',
      required: true,
      help: 'The number is multiplied by it: -1 turns the sign, 0.001 makes kilograms of grams.',
    }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/Basis-mapping',
    columns: ['sales_basis', 'basis_part', 'source_field', 'factor', 'status'],
    sort: ['sales_basis', 'basis_part'],
    filters: ['sales_basis', 'basis_part', 'status'],
    views: { Active: when.eq('status', 'active') },
    pageSize: 50,
  },
  form: {
    layout: [
      { title: 'Basis', rows: [['sales_basis', 'basis_part']] },
      { title: 'Where it comes from', rows: [['source_field', 'factor'], ['status'], ['notes']] },
    ],
  },
  upload: {
    functionality: 'SalesDataMapFormats',
    endpoints: ['sales-data-map/upload'],
    aliases: { sales_basis: ['Basis'], basis_part: ['Part'], source_field: ['Field'] },
  },
  access: { read: 'any', write: 'administration.configuration' },
  tests: [
    { accept: { sales_basis: 'NET', basis_part: 'amount', source_field: 'net_value' } },
    { reject: { sales_basis: 'NET', basis_part: 'amount' }, at: 'source_field' },
    { reject: { sales_basis: 'NET', basis_part: 'amount', source_field: 'customer_number' }, at: 'source_field' },
  ],
})
