import { defineScreen, f } from '#src/definition'
import { periods } from '../shared/choices.ts'
import { billedBetween, salesLinesWanted } from '../shared/sales-criteria.ts'

export const priceElasticity = defineScreen({
  name: 'price-elasticity',
  label: ['Price elasticity', 'Price elasticity'],
  area: 'pricing',
  menu: { order: 52 },
  endpoint: 'price-elasticity-report',
  fields: {
    material_number: f.reference('material', { integrity: 'soft', label: 'Material', width: 120 }),
    name: f.text({ label: 'Description', width: 260 }),
    periods: f.integer({ width: 100 }),
    price: f.money({ label: 'Mean price', width: 120 }),
    price_movement: f.percent({ label: 'Price movement', width: 130 }),
    quantity: f.decimal(18, 3, { label: 'Quantity a period', width: 150 }),
    net_value: f.money({ width: 140 }),
    elasticity: f.decimal(12, 2, { width: 110 }),
    explained: f.percent({ label: 'Explained', width: 110 }),
  },
  result: {
    criteria: '/price-elasticity',
    path: '/price-elasticity-results',
    grid: '/price-elasticity-results-sf',
    report: 'price-elasticity',
    parameters: {
      period: f.choice(periods, { default: 'month', required: true, label: 'By' }),
      least: f.integer({
        default: 6,
        min: 3,
        max: 400,
        required: true,
        label: 'Periods with sales, at least',
        help: 'With few periods a slope says little',
      }),
      ...billedBetween,
      ...salesLinesWanted,
    },
    totals: { net_value: 'sum' },
    sort: ['elasticity'],
    key: ['material_number'],
    chart: { type: 'scatter', x: 'price', y: ['elasticity'], title: 'Elasticity by price' },
    drill: {
      screen: 'sales-data',
      filters: {
        material_number: ['material_number'],
        customer_number: ['customer'],
        country: ['country'],
        'billing_date.gte': ['billing_date_from'],
        'billing_date.lte': ['billing_date_to'],
      },
      fixed: { transaction_type: 'Sale' },
      needs: ['material_number'],
    },
  },
  access: { read: 'results.read' },
  messages: { empty: 'No records found.' },
})
