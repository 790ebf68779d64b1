import { defineScreen, f } from '#src/definition'
import { billedBetween, salesLinesWanted } from '../shared/sales-criteria.ts'

export const invoiceDetails = defineScreen({
  name: 'invoice-details',
  label: ['Invoice detail', 'Invoice details'],
  area: 'results',
  menu: { order: 60 },
  endpoint: 'invoice-details-report',
  fields: {
    billing_doc_number: f.text({ label: 'Document', width: 120 }),
    billing_doc_line: f.integer({ label: 'Line', width: 70 }),
    billing_date: f.date({ label: 'Date', width: 110 }),
    transaction_type: f.text({ label: 'Type', width: 90 }),
    customer_number: f.reference('customer', { integrity: 'soft', label: 'Customer', width: 110 }),
    customer_name: f.text({ names: 'customer', width: 190 }),
    material_number: f.reference('material', { integrity: 'soft', label: 'Material', width: 110 }),
    material_description: f.text({ names: 'material', label: 'Description', width: 220 }),
    country: f.text({ width: 130 }),
    quantity: f.decimal(15, 3, { width: 100 }),
    uom: f.text({ label: 'Unit', width: 70 }),
    unit_price: f.money({ currency: 'currency', width: 110 }),
    gross_value: f.money({ currency: 'currency', width: 120 }),
    discount_value: f.money({ currency: 'currency', label: 'Discount', width: 110 }),
    net_value: f.money({ currency: 'currency', width: 120 }),
    currency: f.text({ width: 90 }),
  },
  result: {
    criteria: '/invoice-details-reports',
    path: '/invoice-details-reports/invoice-reports',
    grid: '/invoice-details-reports/invoice-reports-sf',
    report: 'invoice-details',
    parameters: {
      billing_doc_number: f.text({ max: 30, label: 'Document' }),
      transaction_type: f.choice(
        ['Sale', 'Return', { value: 'Credit', label: 'Credit memo' }, { value: 'Debit', label: 'Debit memo' }],
        {
          label: 'Type',
        },
      ),
      ...billedBetween,
      ...salesLinesWanted,
    },
    aside: ['transaction_type', 'uom', 'customer_number', 'material_number', 'country'],
    totals: { quantity: 'sum', gross_value: 'sum', discount_value: 'sum', net_value: 'sum' },
    sort: ['billing_date', 'billing_doc_number', 'billing_doc_line'],
    key: ['billing_doc_number', 'billing_doc_line'],
    chart: { type: 'line', x: 'billing_date', y: ['net_value'], title: 'Net value by day' },
    drill: {
      screen: 'sales-data',
      filters: { billing_doc_number: ['billing_doc_number'], billing_doc_line: ['billing_doc_line'] },
    },
  },
  access: { read: 'results.read' },
  messages: { empty: 'No records found.' },
})
