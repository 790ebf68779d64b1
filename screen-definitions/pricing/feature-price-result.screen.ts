import { defineScreen, f, when } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'
import { pricingApplications } from './choices.ts'
import { priceEnding } from './pricing-choices.ts'

const price = { currency: 'currency', width: 120 }

// What products cost by what they can do.
export const featurePriceResult = defineScreen({
  name: 'feature-price-result',
  label: ['Price by features', 'Prices by features'],
  area: 'pricing',
  menu: { order: 56 },
  apps: pricingApplications,
  endpoint: 'pricing-product-feature/calculation',
  fields: {
    material_number: f.reference('material', { integrity: 'soft', label: 'Material', width: 110 }),
    name: f.text({ label: 'Description', width: 240 }),
    product_line: f.text({ width: 120 }),
    feature_count: f.integer({ label: 'Features', width: 90 }),
    features: f.text({ label: 'What they are worth', width: 320 }),
    base_price: f.money({ ...price, label: 'Base price' }),
    premiums: f.money({ ...price, label: 'Premiums' }),
    discounts: f.money({ ...price, label: 'Discounts' }),
    feature_price: f.money({ ...price, label: 'Price by features' }),
    list_price: f.money({ ...price, label: 'List price today' }),
    difference: f.money({ ...price, help: 'Price by features less the list price today' }),
    difference_percent: f.percent({ label: 'Difference %', width: 110 }),
    market_price: f.money({ ...price, label: 'Competitors', help: 'Mean of their list prices' }),
    against_market: f.percent({ label: 'Against competitors', width: 130 }),
    currency: f.text({ width: 80 }),
    error: f.text({ label: 'Why there is no price', width: 220 }),
  },
  result: {
    criteria: '/product-feature-calculate',
    path: '/product-feature-calculate-result',
    grid: '/product-feature-calculate-result-sf',
    report: 'feature-price-result',
    parameters: {
      materials: f.references('material', { integrity: 'soft', help: 'Empty: all that have features' }),
      product_line: f.text({ max: 60 }),
      price_date: f.date({ default: '@today', required: true, label: 'On' }),
      base: f.choice(
        [
          { value: 'list_price', label: 'List price of the material' },
          { value: 'market_price', label: 'Mean price of competitors' },
          { value: 'cost', label: 'Standard cost and a markup' },
        ],
        { default: 'list_price', required: true, label: 'Base price' },
      ),
      markup: f.percent({ min: 0, visible: when.eq('base', 'cost'), required: 'whenVisible', default: '35' }),
      with_options: f.flag({ default: false, label: 'With options', help: 'As if the products had them all' }),
      currency: currencyCode({ default: 'EUR', required: true }),
      ...priceEnding,
    },
    columns: [
      'material_number',
      'name',
      'feature_count',
      'features',
      'base_price',
      'premiums',
      'discounts',
      'feature_price',
      'list_price',
      'difference_percent',
      'market_price',
      'currency',
      'error',
    ],
    aside: ['market_price', 'error'],
    totals: { feature_count: 'sum' },
    sort: ['material_number'],
    key: ['material_number'],
    chart: {
      type: 'bar',
      x: 'name',
      y: ['base_price', 'feature_price', 'market_price'],
      title: 'Base price, price by features and competitors',
    },
    drill: {
      screen: 'product-feature-price',
      filters: { material_number: ['material_number'] },
      needs: ['material_number'],
    },
  },
  access: { read: 'pricing.read' },
  messages: { empty: 'No records found.' },
})
