import { defineScreen, f } from '#src/definition'

// The chosen attribute of a row under its own name, so that a row leads to its sales lines.
const drillFields = {
  customer_number: f.text({ hidden: true, label: 'Customer' }),
  material_number: f.text({ hidden: true, label: 'Material' }),
  country: f.text({ hidden: true }),
  transaction_type: f.text({ hidden: true }),
  territory: f.text({ hidden: true }),
  sales_organization: f.text({ hidden: true }),
}

export const topNAttributes = defineScreen({
  name: 'top-n-attributes',
  label: ['Top N attributes', 'Top N attributes'],
  area: 'results',
  menu: { order: 10 },
  endpoint: 'top-n-attributes-report',
  fields: {
    rank: f.integer({ width: 70 }),
    key: f.text({ label: 'Key', width: 140 }),
    name: f.text({ width: 280 }),
    net_value: f.money({ width: 150 }),
    quantity: f.decimal(18, 3, { width: 130 }),
    lines: f.integer({ width: 100 }),
    share: f.percent({ label: 'Share', width: 100 }),
    ...drillFields,
  },
  result: {
    criteria: '/top-N-attributes-reports',
    path: '/top-N-attributes-reports-results',
    report: 'top-n-attributes',
    parameters: {
      attribute: f.choice(
        [
          { value: 'customer_number', label: 'Customer' },
          { value: 'material_number', label: 'Material' },
          { value: 'country', label: 'Country' },
          { value: 'transaction_type', label: 'Type' },
          { value: 'territory', label: 'Territory' },
          { value: 'sales_organization', label: 'Sales organization' },
        ],
        { required: true },
      ),
      measure: f.choice(
        [
          { value: 'net_value', label: 'Net value' },
          { value: 'quantity', label: 'Quantity' },
          { value: 'lines', label: 'Lines' },
        ],
        { default: 'net_value', required: true, label: 'Ranked by' },
      ),
      n: f.integer({ min: 1, max: 1000, default: 10, required: true, label: 'How many' }),
      billing_date_from: f.date({ label: 'Billed from' }),
      billing_date_to: f.date({ label: 'Billed to', after: 'billing_date_from' }),
      country: f.text({ max: 60 }),
    },
    columns: ['rank', 'key', 'name', 'net_value', 'quantity', 'lines', 'share'],
    totals: { net_value: 'sum', quantity: 'sum', lines: 'sum', share: 'sum' },
    chart: { type: 'bar', x: 'name', y: ['net_value'], title: 'Net value' },
    drill: {
      screen: 'sales-data',
      filters: {
        customer_number: 'customer_number',
        material_number: 'material_number',
        country: 'country',
        transaction_type: 'transaction_type',
        territory: 'territory',
        sales_organization: 'sales_organization',
        'billing_date.gte': 'billing_date_from',
        'billing_date.lte': 'billing_date_to',
      },
    },
  },
  access: { read: 'results.read' },
  messages: { empty: 'No records found.' },
})
