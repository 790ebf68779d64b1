import { defineScreen, f } from '#src/definition'
import { billedBetween, drillFields, salesAttributes, salesDrill, salesLinesWanted } from '../shared/sales-criteria.ts'

export const topNAttributes = defineScreen({
  name: 'top-n-attributes',
  label: ['Top N attributes', 'Top N attributes'],
  area: 'results',
  menu: { order: 50 },
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
      attribute: f.choice(salesAttributes, { required: true }),
      measure: f.choice(
        [
          { value: 'net_value', label: 'Net value' },
          { value: 'quantity', label: 'Quantity' },
          { value: 'lines', label: 'Lines' },
        ],
        { default: 'net_value', required: true, label: 'Ranked by' },
      ),
      n: f.integer({ min: 1, max: 1000, default: 10, required: true, label: 'How many' }),
      ...billedBetween,
      ...salesLinesWanted,
    },
    columns: ['rank', 'key', 'name', 'net_value', 'quantity', 'lines', 'share'],
    totals: { net_value: 'sum', quantity: 'sum', lines: 'sum', share: 'sum' },
    headings: { key: 'attribute' },
    key: ['key'],
    chart: { type: 'bar', x: 'name', y: ['net_value'], title: 'Net value' },
    drill: salesDrill,
  },
  access: { read: 'results.read' },
  messages: { empty: 'No records found.' },
})
