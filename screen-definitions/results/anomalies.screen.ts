import { defineScreen, f } from '#src/definition'
import { periods } from '../shared/choices.ts'
import { billedBetween, drillFields, salesAttributes, salesDrill, salesLinesWanted } from '../shared/sales-criteria.ts'

export const anomalies = defineScreen({
  name: 'anomalies',
  label: ['Anomaly', 'Anomalies'],
  area: 'results',
  menu: { order: 80 },
  endpoint: 'detect-anamolies',
  fields: {
    period: f.text({ monthly: true, orderedBy: 'billing_date_from', width: 110 }),
    key: f.text({ label: 'Key', width: 120 }),
    name: f.text({ width: 260 }),
    net_value: f.money({ width: 140 }),
    usual: f.money({ label: 'Usual', width: 140 }),
    difference: f.money({ width: 140 }),
    score: f.decimal(12, 2, { label: 'Deviations', width: 110 }),
    lines: f.integer({ width: 90 }),
    billing_date_from: f.date({ hidden: true, label: 'From' }),
    billing_date_to: f.date({ hidden: true, label: 'To' }),
    ...drillFields,
  },
  result: {
    criteria: '/anamoly-reports',
    path: '/anamoly-reports-results',
    grid: '/anamoly-reports-results-sf',
    report: 'anomalies',
    parameters: {
      attribute: f.choice(salesAttributes, { required: true }),
      period: f.choice(periods, { default: 'month', required: true, label: 'By' }),
      threshold: f.decimal(5, 2, {
        default: '2.5',
        min: '0.5',
        max: '20',
        required: true,
        label: 'Standard deviations',
        help: 'How far a period has to be from what is usual for the same customer, material or other attribute',
      }),
      ...billedBetween,
      ...salesLinesWanted,
    },
    columns: ['period', 'key', 'name', 'net_value', 'usual', 'difference', 'score', 'lines'],
    totals: { net_value: 'sum', usual: 'sum', difference: 'sum', lines: 'sum' },
    sort: ['-score'],
    headings: { key: 'attribute' },
    key: ['period', 'key'],
    chart: { type: 'scatter', x: 'usual', y: ['net_value'], title: 'Net value against what is usual' },
    drill: salesDrill,
  },
  access: { read: 'results.read' },
  messages: { empty: 'No records found.' },
})
