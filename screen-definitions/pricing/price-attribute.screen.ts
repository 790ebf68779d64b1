import { defineScreen, f } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { priceKeys, pricingApplications } from './choices.ts'

const group = { attribute: 'CUSTOMER-GROUP', description: 'Customer group', field: 'customer_group' }

// What prices may be kept by, and what whole lists may be restricted to.
export const priceAttribute = defineScreen({
  name: 'price-attribute',
  label: ['Price attribute', 'Price attributes'],
  area: 'pricing',
  menu: { order: 86 },
  apps: pricingApplications,
  formId: 'IMA_CONFIG_PRICE_ATTRIBUTE',
  endpoint: 'pricing/price-attributes',
  endpointAliases: ['pricing/price-attribute'],
  table: { key: ['attribute'] },
  title: 'description',
  hooks: 'price-attribute',
  fields: {
    attribute: f.text({ max: 30, required: true, immutable: true, upper: true, search: true, width: 180 }),
    description: f.text({ max: 120, required: true, search: true, width: 240 }),
    field: f.choice(priceKeys, {
      required: true,
      immutable: true,
      unique: true,
      index: true,
      help: 'What of the buyer it stands for',
      width: 180,
    }),
    usage: f.choice(
      [
        { value: 'key', label: 'Key of prices' },
        { value: 'qualifier', label: 'Qualifier of lists' },
        { value: 'both', label: 'Key and qualifier' },
      ],
      {
        default: 'both',
        required: true,
        index: true,
        help: 'A key tells prices of one list apart and makes them more specific; a qualifier says for whom a whole list holds',
        width: 170,
      },
    ),
    is_required: f.flag({
      default: false,
      label: 'Needed',
      help: 'Every price of a list that is kept by it has a value of it',
      width: 90,
    }),
    sequence: f.integer({ default: 10, required: true, min: 1, max: 999, help: 'Its place among the keys', width: 90 }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/pricing-qualifier-config',
    columns: ['attribute', 'description', 'field', 'usage', 'is_required', 'sequence', 'status'],
    sort: ['sequence', 'attribute'],
    filters: ['usage', 'field', 'status'],
    pageSize: 100,
  },
  form: {
    edit: '/pricing-qualifier-config/edit-qualifier-config/:id',
    layout: [
      {
        title: 'Attribute',
        rows: [['attribute', 'description'], ['field', 'usage'], ['sequence', 'is_required'], ['status'], ['notes']],
      },
    ],
  },
  access: { read: 'pricing.read', write: 'pricing.write', delete: 'pricing.delete' },
  tests: [
    { accept: group },
    { reject: { ...group, field: 'weight' }, at: 'field' },
    { reject: { ...group, attribute: null }, at: 'attribute' },
  ],
})
