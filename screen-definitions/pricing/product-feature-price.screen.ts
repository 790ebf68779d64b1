import { defineScreen, f, when } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'
import { validity, validityViews } from '../shared/validity.ts'
import { pricingApplications } from './choices.ts'

const premium = {
  material_number: '100100',
  feature: 'WARRANTY',
  feature_value: '5 years',
  valid_from: '2026-01-01',
  adjustment: '12.50',
}

// What a feature of a product is worth: added to its base price, or taken from it.
export const productFeaturePrice = defineScreen({
  name: 'product-feature-price',
  label: ['Feature price', 'Feature prices'],
  area: 'pricing',
  menu: { order: 72, label: 'Product feature prices' },
  apps: pricingApplications,
  formId: 'IMA_CONFIG_PRODUCT_FEATURE_PRICE',
  endpoint: 'pricing-product-feature',
  table: {
    key: ['material_number', 'feature', 'feature_value', 'valid_from'],
    validity: { from: 'valid_from', to: 'valid_to', within: ['material_number', 'feature', 'feature_value'] },
  },
  hooks: 'product-feature-price',
  fields: {
    material_number: f.reference('material', {
      integrity: 'soft',
      required: true,
      immutable: true,
      index: true,
      search: true,
      label: 'Material',
      width: 120,
    }),
    feature: f.reference('product-feature', {
      required: true,
      immutable: true,
      index: true,
      search: true,
      label: 'Feature',
      width: 140,
    }),
    feature_value: f.text({ max: 60, required: true, immutable: true, search: true, label: 'Value', width: 130 }),
    adjustment_type: f.choice(
      [
        { value: 'amount', label: 'Amount' },
        { value: 'percent', label: 'Percent of the base price' },
      ],
      { default: 'amount', required: true, index: true, label: 'Worth as', width: 160 },
    ),
    adjustment: f.decimal(18, 4, {
      required: true,
      label: 'Worth',
      help: 'Of a unit; less than nothing for a discount',
      width: 100,
    }),
    currency: currencyCode({ default: 'EUR', required: true }),
    included: f.flag({
      default: true,
      label: 'The product has it',
      help: 'Counts into its price; otherwise it is an option',
      width: 130,
    }),
    ...validity,
    valid_from: { ...validity.valid_from, immutable: true },
    source: f.choice(
      [
        { value: 'conjoint', label: 'Conjoint study' },
        { value: 'survey', label: 'Survey' },
        { value: 'cost', label: 'Cost of it' },
        { value: 'market', label: 'Prices of competitors' },
        { value: 'estimate', label: 'Estimate' },
      ],
      { default: 'estimate', index: true, label: 'Known from', width: 160 },
    ),
    notes: f.longText({ max: 1000 }),
  },
  list: {
    path: '/product-feature-pricing',
    columns: [
      'material_number',
      'feature',
      'feature_value',
      'adjustment_type',
      'adjustment',
      'currency',
      'included',
      'valid_from',
      'valid_to',
    ],
    sort: ['material_number', 'feature', 'feature_value', '-valid_from'],
    filters: ['material_number', 'feature', 'included', 'valid_from', 'source'],
    views: { ...validityViews, Options: when.eq('included', false), Discounts: when.lt('adjustment', '0') },
    pageSize: 10,
  },
  form: {
    layout: [
      {
        title: 'Whose feature',
        rows: [['material_number'], ['feature', 'feature_value'], ['valid_from', 'valid_to'], ['included']],
      },
      {
        title: 'What it is worth',
        rows: [['adjustment_type', 'adjustment'], ['currency', 'source'], ['notes']],
      },
    ],
  },
  upload: {
    path: '/product-feature-pricing-excel-upload',
    functionality: 'PricingProductFeatureFormat',
    aliases: {
      material_number: ['Material', 'SKU', 'Product'],
      feature: ['Attribute', 'Feature code'],
      feature_value: ['Feature value', 'Characteristic value'],
      adjustment: ['Premium', 'Price adjustment', 'Worth'],
      adjustment_type: ['Type', 'Adjustment type'],
      valid_from: ['From', 'Start date'],
      valid_to: ['To', 'End date'],
    },
  },
  access: {
    read: 'pricing.read',
    write: 'pricing.write',
    delete: 'pricing.delete',
    upload: 'pricing.upload',
  },
  tests: [
    { accept: premium },
    { reject: { ...premium, adjustment: null }, at: 'adjustment' },
    { reject: { ...premium, valid_to: '2025-01-01' }, at: 'valid_to' },
  ],
})
