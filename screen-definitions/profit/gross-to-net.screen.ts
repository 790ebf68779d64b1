import { defineScreen, f } from '#src/definition'
import { profitApplications } from './choices.ts'
import { marginLinesAsked, money } from './margin-criteria.ts'

export const grossToNet = defineScreen({
  name: 'gross-to-net',
  label: ['Gross to net', 'Gross to net'],
  area: 'profit',
  menu: { order: 18 },
  apps: profitApplications,
  endpoint: 'profit-gross-to-net',
  fields: {
    step_no: f.integer({ label: 'No.', width: 60 }),
    step: f.text({ width: 240 }),
    kind: f.choice(
      [
        { value: 'sales', label: 'Sales' },
        { value: 'on_invoice', label: 'On the invoice' },
        { value: 'off_invoice', label: 'Off the invoice' },
        { value: 'uncosted', label: 'Without a cost' },
        { value: 'cost', label: 'Cost' },
        { value: 'funding', label: 'Funding' },
      ],
      { width: 140 },
    ),
    amount: money('Amount', 150),
    percent: f.percent({ label: 'Of gross', width: 100 }),
    so_far: money('What is left', 150),
    so_far_percent: f.percent({ label: 'Left of gross', width: 120 }),
    uncosted_lines: f.integer({
      label: 'Lines without a cost',
      help: 'Their net value is taken off, as nothing is known of their margin; what was granted and spent for them is not',
      width: 130,
    }),
    currency: f.text({ width: 80 }),
  },
  result: {
    criteria: '/gross-to-net',
    path: '/gross-to-net-result',
    report: 'gross-to-net',
    parameters: {
      billing_date_from: f.date({ default: '@yearStart', label: 'Billed from' }),
      billing_date_to: f.date({ label: 'Billed to', after: 'billing_date_from' }),
      ...marginLinesAsked,
    },
    columns: ['step_no', 'step', 'kind', 'amount', 'percent', 'so_far', 'so_far_percent', 'uncosted_lines', 'currency'],
    totals: { amount: 'sum' },
    sort: ['step_no'],
    key: ['step_no'],
    chart: { type: 'waterfall', x: 'step', y: ['amount'], title: 'From gross sales to the pocket margin' },
  },
  access: { read: 'profit.read' },
  messages: { empty: 'No records found.' },
})
