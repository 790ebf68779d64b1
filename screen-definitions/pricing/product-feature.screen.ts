import { defineScreen, f, when } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { pricingApplications } from './choices.ts'

const warranty = { feature: 'WARRANTY', feature_name: 'Warranty', value_type: 'choice' }

// What products can have that customers pay more or less for.
export const productFeature = defineScreen({
  name: 'product-feature',
  label: ['Product feature', 'Product features'],
  area: 'pricing',
  menu: { order: 70 },
  apps: pricingApplications,
  formId: 'IMA_CONFIG_PRODUCT_FEATURE',
  endpoint: 'product-feature',
  table: { key: ['feature'] },
  title: 'feature_name',
  fields: {
    feature: f.text({ max: 30, required: true, immutable: true, upper: true, search: true, width: 140 }),
    feature_name: f.text({ max: 120, required: true, search: true, label: 'Name', width: 220 }),
    feature_group: f.text({ max: 60, index: true, label: 'Group', width: 140 }),
    attribute: f.text({
      max: 60,
      label: 'Attribute',
      help: 'What the product data of other systems calls it',
      width: 140,
    }),
    value_type: f.choice(
      [
        { value: 'choice', label: 'One of its values' },
        { value: 'number', label: 'Number' },
        { value: 'flag', label: 'It has it, or not' },
      ],
      { default: 'choice', required: true, index: true, label: 'Values are', width: 140 },
    ),
    unit: f.text({ max: 20, visible: when.eq('value_type', 'number'), width: 80 }),
    feature_values: f.rows(
      {
        feature_value: f.text({ max: 60, required: true, label: 'Value' }),
        description: f.text({ max: 120 }),
        rank: f.integer({ min: 1, max: 999, help: 'Better ones have greater numbers' }),
        is_standard: f.flag({ default: false, label: 'Standard', help: 'Worth nothing more' }),
      },
      { key: ['feature_value'], maxRows: 200, label: 'Values', visible: when.eq('value_type', 'choice') },
    ),
    product_line: f.text({ max: 60, index: true, help: 'Empty: of all products', width: 130 }),
    differentiates: f.choice(
      [
        { value: 'positive', label: 'Worth more' },
        { value: 'equal', label: 'Like competitors' },
        { value: 'negative', label: 'Worth less' },
      ],
      { default: 'equal', label: 'Against competitors', width: 220 },
    ),
    status: f.choice(activeStatus, { default: 'active', required: true, index: true, width: 100 }),
    notes: f.longText({ max: 2000 }),
    attributes: f.attributes(),
  },
  list: {
    path: '/product-feature',
    columns: ['feature', 'feature_name', 'feature_group', 'value_type', 'product_line', 'differentiates', 'status'],
    sort: ['feature'],
    filters: ['feature_group', 'value_type', 'product_line', 'status'],
    views: { Active: when.eq('status', 'active') },
    pageSize: 10,
  },
  form: {
    layout: [
      {
        title: 'Feature',
        rows: [
          ['feature', 'feature_name'],
          ['feature_group', 'product_line'],
          ['attribute', 'differentiates'],
          ['status'],
        ],
      },
      { title: 'Values', rows: [['value_type', 'unit'], ['feature_values'], ['notes']] },
    ],
    related: [{ screen: 'product-feature-price', by: 'feature' }],
  },
  access: { read: 'pricing.read', write: 'pricing.write', delete: 'pricing.delete' },
  tests: [
    { accept: { ...warranty, feature_values: [{ feature_value: '2 years', is_standard: true }] } },
    { reject: { feature: 'X', value_type: 'flag' }, at: 'feature_name' },
  ],
})
