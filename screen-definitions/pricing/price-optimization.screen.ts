import { defineScreen, f } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'
import { pricingApplications } from './choices.ts'
import { priceEnding } from './pricing-choices.ts'

const money = (label: string, help?: string) =>
  f.money({ currency: 'currency', width: 110, label, ...(help ? { help } : {}) })

// At which price a material earns most, by how demand answered to its prices.
export const priceOptimization = defineScreen({
  name: 'price-optimization',
  label: ['Price optimization', 'Price optimization'],
  area: 'pricing',
  menu: { order: 48 },
  apps: pricingApplications,
  endpoint: 'price-optimization',
  fields: {
    material_number: f.reference('material', { integrity: 'soft', label: 'Material', width: 110 }),
    name: f.text({ label: 'Description', width: 220 }),
    product_line: f.text({ width: 120 }),
    periods: f.integer({ label: 'Months with sales', width: 100 }),
    elasticity: f.decimal(12, 2, { help: 'Percent by which less is sold when the price rises by one', width: 90 }),
    standard_error: f.decimal(12, 2, { label: '±', help: 'Standard error of the elasticity', width: 70 }),
    explained: f.percent({ label: 'Explained', help: 'How much of the movement of demand it explains', width: 90 }),
    price: money('Price now', 'Mean net price of twelve months'),
    unit_cost: money('Cost'),
    optimal_price: money('Best price', 'Cost · elasticity / (1 + elasticity)'),
    proposed_price: money('Proposal', 'The best price within the greatest change, rounded'),
    change_percent: f.percent({ label: 'Change %', width: 90 }),
    quantity: f.decimal(18, 3, { label: 'Sold', help: 'In twelve months, less what came back', width: 100 }),
    new_quantity: f.decimal(18, 3, { label: 'Sold at it', width: 100 }),
    margin: money('Margin'),
    new_margin: money('New margin'),
    gain: money('Gain', 'Margin that the proposal brings more in a year'),
    currency: f.text({ width: 80 }),
    refused: f.text({ label: 'Why there is no proposal', width: 300 }),
  },
  result: {
    criteria: '/price-optimization',
    path: '/price-optimization-results',
    grid: '/price-optimization-results-sf',
    report: 'price-optimization',
    parameters: {
      materials: f.references('material', { integrity: 'soft', help: 'Empty: all that are active' }),
      product_line: f.text({ max: 60 }),
      most_change: f.percent({
        min: 0,
        max: 90,
        default: '10',
        required: true,
        label: 'Change at most',
        help: 'Proposals stay within it; the best price is shown as it is',
      }),
      ...priceEnding,
      only_found: f.flag({
        default: true,
        label: 'Only where there is a best price',
        help: 'Otherwise the others are listed as well, with the reason',
      }),
      price_date: f.date({ default: '@today', required: true, label: 'Sales until' }),
      currency: currencyCode({ default: 'EUR', required: true }),
    },
    columns: [
      'material_number',
      'name',
      'periods',
      'elasticity',
      'standard_error',
      'explained',
      'price',
      'unit_cost',
      'optimal_price',
      'proposed_price',
      'change_percent',
      'quantity',
      'new_quantity',
      'gain',
      'refused',
    ],
    aside: ['periods', 'quantity', 'new_quantity'],
    totals: { margin: 'sum', new_margin: 'sum', gain: 'sum' },
    sort: ['-gain', 'material_number'],
    key: ['material_number'],
    chart: { type: 'bar', x: 'name', y: ['gain'], title: 'What the proposals bring in a year' },
    drill: {
      screen: 'sales-data',
      filters: { material_number: ['material_number'] },
      fixed: { transaction_type: 'Sale' },
      needs: ['material_number'],
    },
  },
  access: { read: 'pricing.read' },
  messages: { empty: 'Nowhere demand is known well enough to answer to prices. List the others to see why.' },
})
