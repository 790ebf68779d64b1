import { defineScreen, f } from '#src/definition'
import { formulaCriteria } from './formula-criteria.ts'

const money = { currency: 'currency' }

export const formulaValues = defineScreen({
  name: 'formula-values',
  label: ['Values of a formula', 'Values of a formula'],
  area: 'results',
  menu: { order: 152 },
  endpoint: 'formula-values-report',
  fields: {
    key: f.text({ label: 'Group', width: 240 }),
    value: f.decimal(24, 6, { label: 'Value of the formula', width: 170 }),
    net_value: f.money({ ...money, width: 140 }),
    percent: f.percent({ label: 'Of net value', width: 110 }),
    average: f.decimal(24, 6, { label: 'Value a line', width: 130 }),
    lines: f.integer({ width: 90 }),
    empty_lines: f.integer({
      label: 'Without a value',
      help: 'Something the formula needs is missing there',
      width: 120,
    }),
    quantity: f.decimal(18, 3, { width: 120 }),
    currency: f.text({ width: 80 }),
    group_value: f.text({ hidden: true, label: 'Value of the group' }),
    group_absent: f.flag({ hidden: true, label: 'Lines without a group' }),
  },
  result: {
    criteria: '/calulate-formula-values-reports',
    path: '/calulate-formula-values-reports-results',
    report: 'formula-values',
    parameters: {
      ...formulaCriteria,
      group_by: f.reference('query-field', { label: 'Added up by', help: 'All lines together where empty' }),
    },
    columns: ['key', 'value', 'net_value', 'percent', 'average', 'lines', 'empty_lines', 'quantity', 'currency'],
    sort: ['-value'],
    totals: { value: 'sum', net_value: 'sum', lines: 'sum', empty_lines: 'sum', quantity: 'sum' },
    ratios: { percent: ['value', 'net_value'] },
    key: ['key', 'currency'],
    chart: { type: 'bar', x: 'key', y: ['value'], title: 'Value of the formula' },
    drill: {
      screen: 'formula-lines',
      filters: {
        formula: 'formula',
        billing_date_from: 'billing_date_from',
        billing_date_to: 'billing_date_to',
        customer: 'customer',
        material: 'material',
        group_by: 'group_by',
        group_value: 'group_value',
        group_absent: 'group_absent',
      },
    },
  },
  access: { read: 'results.read' },
  messages: { empty: 'No records found.' },
})
