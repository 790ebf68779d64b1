import { defineScreen, f } from '#src/definition'
import { periods } from '../shared/choices.ts'
import { billedBetween, drillFields, salesAttributes, salesDrill, salesLinesWanted } from '../shared/sales-criteria.ts'

export const salesTrends = defineScreen({
  name: 'sales-trends',
  label: ['Sales trend', 'Sales trends'],
  area: 'results',
  menu: { order: 10 },
  endpoint: 'sales-trends-report',
  fields: {
    period: f.text({ monthly: true, orderedBy: 'billing_date_from', width: 110 }),
    key: f.text({ label: 'Key', width: 110 }),
    name: f.text({ width: 240 }),
    net_value: f.money({ width: 140 }),
    before: f.money({ label: 'Period before', width: 140 }),
    change: f.money({ width: 130 }),
    change_percent: f.percent({ label: 'Change %', width: 100 }),
    quantity: f.decimal(18, 3, { width: 120 }),
    lines: f.integer({ width: 90 }),
    documents: f.integer({ width: 110 }),
    billing_date_from: f.date({ hidden: true, label: 'From' }),
    billing_date_to: f.date({ hidden: true, label: 'To' }),
    ...drillFields,
  },
  result: {
    criteria: '/sales-trends',
    path: '/sales-trends/results',
    grid: '/sales-trends/results-sf',
    report: 'sales-trends',
    parameters: {
      period: f.choice(periods, { default: 'month', required: true, label: 'By' }),
      attribute: f.choice(salesAttributes, { label: 'Split by' }),
      ...billedBetween,
      ...salesLinesWanted,
    },
    columns: ['period', 'name', 'net_value', 'before', 'change', 'change_percent', 'quantity', 'lines', 'documents'],
    totals: { net_value: 'sum', quantity: 'sum', lines: 'sum' },
    sort: ['period', '-net_value'],
    headings: { name: 'attribute' },
    key: ['period', 'key'],
    chart: { type: 'line', x: 'period', y: ['net_value'], split: 'name', title: 'Net value' },
    drill: salesDrill,
  },
  access: { read: 'results.read' },
  messages: { empty: 'No records found.' },
})
