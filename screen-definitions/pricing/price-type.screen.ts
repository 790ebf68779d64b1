import { defineScreen, f } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { pricingApplications } from './choices.ts'

const list = { price_type: 'LIST', description: 'List price' }

export const priceType = defineScreen({
  name: 'price-type',
  label: ['Price type', 'Price types'],
  area: 'pricing',
  menu: { order: 84 },
  apps: pricingApplications,
  formId: 'IMA_CONFIG_PRICE_TYPE',
  endpoint: 'pricing/price-types',
  endpointAliases: ['pricing/price-type'],
  table: { key: ['price_type'] },
  title: 'description',
  fields: {
    price_type: f.text({ max: 20, required: true, immutable: true, upper: true, search: true, width: 130 }),
    description: f.text({ max: 120, required: true, search: true, width: 240 }),
    category: f.choice(
      [
        { value: 'list', label: 'List price' },
        { value: 'net', label: 'Agreed net price' },
        { value: 'promotional', label: 'Promotional price' },
        { value: 'tender', label: 'Tender or bid' },
        { value: 'transfer', label: 'Transfer price' },
        { value: 'retail', label: 'Recommended retail price' },
        { value: 'floor', label: 'Floor price' },
        { value: 'cost', label: 'Cost' },
      ],
      { default: 'list', required: true, index: true, width: 190 },
    ),
    is_sold_at: f.flag({
      default: true,
      label: 'Sold at',
      help: 'Prices of this type may be the price of a sale; floors, costs and recommended prices are only known',
      width: 90,
    }),
    includes_tax: f.flag({ default: false, label: 'With tax', width: 90 }),
    decimals: f.integer({
      default: 2,
      required: true,
      min: 0,
      max: 4,
      help: 'Digits a price of this type may have',
      width: 90,
    }),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/pricing-type-config',
    columns: ['price_type', 'description', 'category', 'is_sold_at', 'includes_tax', 'decimals', 'status'],
    sort: ['price_type'],
    filters: ['category', 'is_sold_at', 'status'],
    pageSize: 100,
  },
  form: {
    layout: [
      {
        title: 'Price type',
        rows: [
          ['price_type', 'description'],
          ['category', 'decimals'],
          ['is_sold_at', 'includes_tax'],
          ['status'],
          ['notes'],
        ],
      },
    ],
  },
  access: { read: 'pricing.read', write: 'pricing.write', delete: 'pricing.delete' },
  tests: [
    { accept: list },
    { reject: { ...list, decimals: 5 }, at: 'decimals' },
    { reject: { ...list, category: 'gift' }, at: 'category' },
  ],
})
