import { defineScreen, f } from '#src/definition'
import { pricingApplications } from './choices.ts'
import { buckets, calcTypes } from './pricing-choices.ts'
import { simulationCriteria } from './simulation-criteria.ts'

const amount = (label: string, help: string) => f.money({ currency: 'currency', width: 120, label, help })

// Every step of a price, with what it was taken of and where its value stands.
export const priceSimulationReport = defineScreen({
  name: 'price-simulation-report',
  label: ['Price waterfall', 'Price waterfalls'],
  area: 'pricing',
  menu: { order: 42, label: 'Price waterfall' },
  apps: pricingApplications,
  endpoint: 'pricing-sim-result',
  fields: {
    line: f.integer({ label: 'Line', help: 'Of the quote', width: 70 }),
    material_number: f.reference('material', { integrity: 'soft', label: 'Material', width: 110 }),
    name: f.text({ label: 'Description', width: 200 }),
    customer_number: f.reference('customer', { integrity: 'soft', label: 'Customer', width: 110 }),
    customer_name: f.text({ names: 'customer', label: 'Customer name', width: 160 }),
    quantity: f.decimal(18, 3, { width: 100 }),
    uom: f.text({ label: 'Unit', width: 70 }),
    sequence: f.decimal(6, 1, { label: 'Step', width: 70 }),
    component: f.text({ orderedBy: 'sequence', width: 200 }),
    bucket: f.choice(buckets, { width: 110 }),
    calc_type: f.choice(calcTypes, { label: 'Kind', width: 100 }),
    rate: f.decimal(18, 6, { label: 'Percent or amount', width: 130 }),
    base: amount('Of', 'What the percent was taken of'),
    amount: amount('Of a unit', 'What the step comes to, whether it counts or not'),
    running: amount('Price after it', 'Of a unit'),
    counted: amount('Counts', 'What the step moves the price of a unit by'),
    value: amount('Value', 'What it moves the price of the whole quantity by'),
    statistical: f.flag({ label: 'Only shown', width: 100 }),
    remark: f.text({ width: 240 }),
    currency: f.text({ width: 80 }),
  },
  result: {
    criteria: '/price-simulation-report',
    path: '/price-simulation-report-results',
    grid: '/price-simulation-report-results-sf',
    report: 'price-simulation-report',
    parameters: simulationCriteria,
    columns: [
      'sequence',
      'component',
      'bucket',
      'calc_type',
      'rate',
      'base',
      'amount',
      'running',
      'value',
      'remark',
      'name',
      'customer_name',
      'quantity',
      'uom',
      'currency',
    ],
    totals: { counted: 'sum', value: 'sum' },
    sort: ['line', 'material_number', 'customer_number', 'quantity', 'sequence'],
    key: ['line', 'material_number', 'customer_number', 'quantity', 'sequence'],
    chart: { type: 'waterfall', x: 'component', y: ['value'], title: 'From list to pocket price' },
  },
  access: { read: 'pricing.read' },
  messages: { empty: 'No records found.' },
})
