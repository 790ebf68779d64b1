import { defineScreen, f } from '#src/definition'
import { formulaCriteria } from './formula-criteria.ts'

const money = { currency: 'currency' }

export const formulaLines = defineScreen({
  name: 'formula-lines',
  label: ['Line under a formula', 'Lines under a formula'],
  area: 'results',
  menu: { order: 153 },
  endpoint: 'formula-lines-report',
  fields: {
    billing_doc_number: f.text({ label: 'Document', width: 110 }),
    billing_doc_line: f.integer({ label: 'Line', width: 70 }),
    billing_date: f.date({ label: 'Date', width: 110 }),
    customer_number: f.text({ label: 'Customer', width: 100 }),
    material_number: f.text({ label: 'Material', width: 100 }),
    value: f.decimal(24, 6, { label: 'Value of the formula', width: 170 }),
    net_value: f.money({ ...money, width: 130 }),
    gross_value: f.money({ ...money, width: 130 }),
    quantity: f.decimal(15, 3, { width: 100 }),
    uom: f.text({ label: 'Unit', width: 70 }),
    transaction_type: f.text({ label: 'Type', width: 90 }),
    currency: f.text({ width: 80 }),
  },
  result: {
    criteria: '/formula-lines',
    path: '/formula-lines/results',
    report: 'formula-lines',
    parameters: {
      ...formulaCriteria,
      group_by: f.reference('query-field', { label: 'Of the group' }),
      group_value: f.text({ max: 200, label: 'which is' }),
      group_absent: f.flag({ label: 'or has none' }),
    },
    sort: ['-billing_date', 'billing_doc_number', 'billing_doc_line'],
    totals: { value: 'sum', net_value: 'sum', gross_value: 'sum', quantity: 'sum' },
    key: ['billing_doc_number', 'billing_doc_line'],
  },
  access: { read: 'results.read' },
  messages: { empty: 'No records found.' },
})
