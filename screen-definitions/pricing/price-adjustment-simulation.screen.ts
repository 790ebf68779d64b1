import { defineScreen, f } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'
import { adjustmentTerms } from './adjustment-terms.ts'
import { pricingApplications } from './choices.ts'

const unit = (label: string, help?: string) =>
  f.money({ currency: 'currency', width: 100, label, ...(help ? { help } : {}) })
const whole = (label: string, help?: string) =>
  f.money({ currency: 'currency', width: 120, label, ...(help ? { help } : {}) })

// What other prices would come to, before anybody asks for them.
export const priceAdjustmentSimulation = defineScreen({
  name: 'price-adjustment-simulation',
  label: ['Price adjustment simulation', 'Price adjustment simulation'],
  area: 'pricing',
  menu: { order: 46 },
  apps: pricingApplications,
  endpoint: 'price-impact-analysis',
  fields: {
    material_number: f.reference('material', { integrity: 'soft', label: 'Material', width: 110 }),
    name: f.text({ label: 'Description', width: 200 }),
    product_line: f.text({ width: 120 }),
    price_list: f.reference('price-list-master', { integrity: 'soft', width: 130 }),
    customer_number: f.reference('customer', { integrity: 'soft', label: 'Customer', width: 110 }),
    customer_group: f.text({ width: 120 }),
    qty_from: f.decimal(15, 3, { label: 'From quantity', width: 100 }),
    uom: f.text({ label: 'Unit', width: 70 }),
    old_price: unit('Price'),
    new_price: unit('New price'),
    change: unit('Change'),
    change_percent: f.percent({ label: 'Change %', width: 90 }),
    market_price: unit('Competitors', 'Mean of their list prices'),
    against_market: f.percent({ label: 'Against competitors', help: 'Of the new price', width: 110 }),
    quantity: f.decimal(18, 3, { label: 'Sold', help: 'In twelve months, less what came back', width: 100 }),
    new_quantity: f.decimal(18, 3, { label: 'Sold at it', help: 'As demand answers, where that is known', width: 100 }),
    revenue: whole('Revenue'),
    new_revenue: whole('New revenue'),
    revenue_impact: whole('More revenue'),
    margin: whole('Margin'),
    new_margin: whole('New margin'),
    margin_impact: whole('More margin'),
    margin_percent: f.percent({ label: 'Margin %', width: 90 }),
    new_margin_percent: f.percent({ label: 'New margin %', width: 100 }),
    elasticity: f.decimal(12, 2, { help: 'Empty where it is not known well enough', width: 90 }),
    currency: f.text({ width: 80 }),
    error: f.text({ label: 'Why there is no price', width: 200 }),
  },
  result: {
    criteria: '/price-adjustment-simulation',
    path: '/price-adjustment-simulation-results',
    grid: '/price-adjustment-simulation-results-sf',
    report: 'price-adjustment-simulation',
    parameters: {
      price_list: f.reference('price-list-master', {
        integrity: 'soft',
        help: 'Empty: the list prices of the materials themselves',
      }),
      ...adjustmentTerms,
      pass_through: f.percent({
        min: 0,
        max: 200,
        default: '100',
        required: true,
        label: 'Reaches customers',
        help: 'How much of the change net prices follow; discounts and agreements keep the rest',
      }),
      with_elasticity: f.flag({
        default: true,
        label: 'Demand answers',
        help: 'Quantities change by the elasticity of the material where it is known; otherwise they stay',
      }),
      price_date: f.date({ default: '@today', required: true, label: 'Prices on' }),
      currency: currencyCode({ default: 'EUR', required: true }),
    },
    columns: [
      'material_number',
      'name',
      'customer_number',
      'qty_from',
      'old_price',
      'new_price',
      'change_percent',
      'market_price',
      'quantity',
      'new_quantity',
      'revenue',
      'revenue_impact',
      'margin',
      'margin_impact',
      'elasticity',
      'error',
    ],
    aside: ['customer_number', 'qty_from', 'market_price', 'error'],
    totals: {
      revenue: 'sum',
      new_revenue: 'sum',
      revenue_impact: 'sum',
      margin: 'sum',
      new_margin: 'sum',
      margin_impact: 'sum',
    },
    ratios: { margin_percent: ['margin', 'revenue'], new_margin_percent: ['new_margin', 'new_revenue'] },
    sort: ['-margin_impact', 'material_number'],
    chart: {
      type: 'waterfall',
      x: 'product_line',
      y: ['margin_impact'],
      between: ['margin', 'new_margin'],
      title: 'Margin before and after',
    },
    drill: {
      screen: 'sales-data',
      filters: { material_number: ['material_number'], customer_number: ['customer_number'] },
      needs: ['material_number'],
    },
  },
  access: { read: 'pricing.read' },
  messages: { empty: 'No records found.' },
})
