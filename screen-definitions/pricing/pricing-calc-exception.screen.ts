import { defineScreen, f } from '#src/definition'
import { pricingApplications } from './choices.ts'
import { simulationCriteria } from './simulation-criteria.ts'

// What could not be priced, and why.
export const pricingCalcException = defineScreen({
  name: 'pricing-calc-exception',
  label: ['Pricing exception', 'Pricing exceptions'],
  area: 'pricing',
  menu: { order: 44 },
  apps: pricingApplications,
  endpoint: 'pricing-calc-exception',
  fields: {
    line: f.integer({ label: 'Line', help: 'Of the quote', width: 70 }),
    material_number: f.reference('material', { integrity: 'soft', label: 'Material', width: 120 }),
    name: f.text({ label: 'Description', width: 260 }),
    customer_number: f.reference('customer', { integrity: 'soft', label: 'Customer', width: 120 }),
    customer_name: f.text({ names: 'customer', label: 'Customer name', width: 200 }),
    quantity: f.decimal(18, 3, { width: 100 }),
    uom: f.text({ label: 'Unit', width: 70 }),
    formula_procedure: f.reference('formula-procedure', { integrity: 'soft', label: 'Procedure', width: 140 }),
    sequence: f.decimal(6, 1, { label: 'Step', width: 80 }),
    component: f.text({ width: 180 }),
    problem: f.text({ label: 'Why there is no price', width: 300 }),
    lines: f.integer({ label: 'Lines', help: 'Each exception is one', width: 80 }),
  },
  result: {
    criteria: '/pricing-calc-exceptions/criteria',
    path: '/pricing-calc-exceptions',
    report: 'pricing-calc-exception',
    parameters: simulationCriteria,
    columns: ['material_number', 'name', 'customer_name', 'quantity', 'uom', 'sequence', 'component', 'problem'],
    aside: ['customer_name', 'quantity'],
    totals: { lines: 'sum' },
    sort: ['line', 'material_number', 'customer_number', 'quantity', 'sequence'],
    key: ['line', 'material_number', 'customer_number', 'quantity', 'sequence'],
    chart: { type: 'bar', x: 'component', y: ['lines'], title: 'What keeps lines from being priced' },
    drill: {
      screen: 'material',
      filters: { material_number: ['material_number'] },
      needs: ['material_number'],
    },
  },
  access: { read: 'pricing.read' },
  messages: { empty: 'Every line has a price.' },
})
