import { defineScreen, f } from '#src/definition'
import { profitApplications } from './choices.ts'
import { levelAsked, marginLinesAsked, money, valuesAsked } from './margin-criteria.ts'

export const marginBridge = defineScreen({
  name: 'margin-bridge',
  label: ['Margin bridge', 'Margin bridge'],
  area: 'profit',
  menu: { order: 12 },
  apps: profitApplications,
  endpoint: 'margin-bridge-report',
  fields: {
    step_no: f.integer({ label: 'No.', width: 60 }),
    cause: f.text({ width: 200 }),
    amount: money('Changed the margin by', 170),
    percent: f.percent({ label: 'Of the margin before', width: 150 }),
    so_far: money('Margin with it', 150),
    before: money('Margin before', 150),
    margin: money('Margin', 150),
    currency: f.text({ width: 80 }),
  },
  result: {
    criteria: '/margin-bridge',
    path: '/margin-bridge-result',
    report: 'margin-bridge',
    parameters: {
      ...levelAsked,
      first_from: f.date({ required: true, label: 'First period from' }),
      first_to: f.date({ required: true, after: 'first_from', label: 'First period to' }),
      billing_date_from: f.date({ required: true, label: 'Second period from' }),
      billing_date_to: f.date({ required: true, after: 'billing_date_from', label: 'Second period to' }),
      ...marginLinesAsked,
      ...valuesAsked,
    },
    columns: ['step_no', 'cause', 'amount', 'percent', 'so_far', 'before', 'margin', 'currency'],
    totals: { amount: 'sum' },
    sort: ['step_no'],
    key: ['step_no'],
    chart: { type: 'waterfall', x: 'cause', y: ['amount'], title: 'Why the margin changed' },
    drill: {
      screen: 'margin-analysis',
      filters: Object.fromEntries(
        [
          'analysis_level',
          'first_from',
          'first_to',
          'billing_date_from',
          'billing_date_to',
          'customer',
          'material',
          'country',
          'currency',
          'value_1',
          'value_2',
          'value_3',
        ].map((name) => [name, name]),
      ),
    },
  },
  access: { read: 'profit.read' },
  messages: { empty: 'No records found.' },
})
