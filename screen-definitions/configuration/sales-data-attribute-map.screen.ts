import { defineScreen, f, when } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { sourceFields } from '../shared/source-fields.ts'

export const salesDataAttributeMap = defineScreen({
  name: 'sales-data-attribute-map',
  label: ['Attribute mapping', 'Attribute mappings'],
  area: 'configuration',
  menu: { order: 62 },
  formId: 'IMA_CONFIG_SALES_DATA_ATTRIBUTE_MAP',
  endpoint: 'sales-data-attribute-map',
  table: { key: ['attribute'] },
  title: 'attribute',
  fields: {
    attribute: f.reference('attribute-type', {
      required: true,
      immutable: true,
      width: 220,
      help: 'The attribute whose values lines of sales data carry.',
    }),
    source_field: f.choice(sourceFields, {
      required: true,
      index: true,
      label: 'Field of the sales data',
      width: 260,
      help: 'Where they stand in a line.',
    }),
    description: f.text({ max: 160, search: true, width: 260 }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
  },
  list: {
    path: '/attribute-mapping',
    columns: ['attribute', 'source_field', 'description', 'status'],
    sort: ['attribute'],
    filters: ['source_field', 'status'],
    views: { Active: when.eq('status', 'active') },
    pageSize: 100,
  },
  form: { layout: [['attribute', 'source_field'], ['description'], ['status']] },
  upload: { functionality: 'SalesDataAttributeMapFormats', aliases: { source_field: ['Field'] } },
  access: { read: 'any', write: 'administration.configuration' },
  tests: [
    { accept: { attribute: 'REGION', source_field: 'customer_number' } },
    { reject: { attribute: 'REGION', source_field: 'nowhere' }, at: 'source_field' },
    { reject: { source_field: 'customer_number' }, at: 'attribute' },
  ],
})
