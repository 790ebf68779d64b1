import { defineScreen, f, when } from '#src/definition'
import { lineAttributes, ruledScreens } from '../configuration/eligibility-attributes.ts'
import { activeStatus } from '../shared/choices.ts'
import { profitAccess, profitApplications } from './choices.ts'

// Numbers and days make no groups.
const ungrouped = new Set([
  'customer.credit_limit',
  'material.list_price',
  'sales-data.billing_date',
  'sales-data.net_value',
  'sales-data.quantity',
])
const grouped = lineAttributes.filter(({ value }) => !ungrouped.has(value))

const trade = { attribute_code: 'TRADE', description: 'Class of trade', source: 'customer.class_of_trade' }

export const profitAttribute = defineScreen({
  name: 'profit-attribute',
  label: ['Profit attribute', 'Profit attributes'],
  area: 'profit',
  menu: { order: 60 },
  apps: profitApplications,
  formId: 'IMA_CONFIG_PROFIT_ATTRIBUTE',
  endpoint: 'profit-attribute-config',
  table: { key: ['attribute_code'] },
  title: 'description',
  fields: {
    attribute_code: f.text({
      max: 20,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      label: 'Attribute',
      width: 130,
    }),
    description: f.text({ max: 80, required: true, search: true, width: 220 }),
    source: f.choice(grouped, {
      attributesOf: ruledScreens,
      required: true,
      immutable: true,
      index: true,
      searched: true,
      label: 'Read from',
      help: 'A field of the customer, the material or the sales line',
      width: 240,
    }),
    empty_text: f.text({
      max: 40,
      default: '(none)',
      label: 'Where it is empty',
      help: 'What results call lines without a value',
      width: 140,
    }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/attributes-config',
    columns: ['attribute_code', 'description', 'source', 'empty_text', 'status'],
    sort: ['attribute_code'],
    filters: ['source', 'status'],
    views: { Active: when.eq('status', 'active') },
    pageSize: 10,
  },
  form: {
    edit: '/attributes-config/edit-attributes-config/:id',
    layout: [['attribute_code', 'description'], ['source', 'empty_text'], ['status'], ['notes']],
  },
  access: profitAccess,
  tests: [
    { accept: trade },
    { reject: { ...trade, source: 'customer.shoe_size' }, at: 'source' },
    { reject: { ...trade, description: '' }, at: 'description' },
  ],
})
