import { defineScreen, f } from '#src/definition'
import { calculationCriteria } from '../contracts/calculation-fields.ts'
import { contractApplications } from '../contracts/choices.ts'

const money = { currency: 'currency' }

export const calculationSummary = defineScreen({
  name: 'calculation-summary',
  label: ['Calculation summary', 'Calculation summary'],
  area: 'results',
  menu: { order: 130 },
  apps: contractApplications,
  endpoint: 'calculation-summary-report',
  fields: {
    key: f.text({ label: 'Key', width: 120 }),
    name: f.text({ width: 260 }),
    contracts: f.integer({ width: 90 }),
    lines: f.integer({ label: 'Sales lines', width: 100 }),
    basis: f.money({ ...money, help: 'What was paid on, where that is a value', width: 140 }),
    amount: f.money({ ...money, width: 130 }),
    due: f.money({ ...money, label: 'Of it due', width: 130 }),
    running: f.money({
      ...money,
      label: 'Not due yet',
      help: 'Of periods that are not over, or are paid some days after their end',
      width: 130,
    }),
    effective_rate: f.percent({
      label: 'Effective rate',
      help: 'The amount of what is paid on a value, in percent of it',
      width: 110,
    }),
    faulty: f.integer({
      label: 'Lines left out',
      help: 'For want of a rate of exchange, a cost or a unit factor',
      width: 110,
    }),
    currency: f.text({ width: 80 }),
    valued: f.money({ ...money, hidden: true, label: 'Amount on values' }),
    contract_number: f.text({ hidden: true, label: 'Contract' }),
    partner_number: f.text({ hidden: true, label: 'Partner' }),
    application_type: f.text({ hidden: true, label: 'Application' }),
    period: f.text({ hidden: true }),
  },
  result: {
    criteria: '/calculation-summary-reports',
    path: '/calculation-summary-reports/results',
    report: 'calculation-summary',
    parameters: {
      added_by: f.choice(
        [
          { value: 'partner', label: 'Partner' },
          { value: 'contract', label: 'Contract' },
          { value: 'application', label: 'Application' },
          { value: 'period', label: 'Period' },
        ],
        { required: true, default: 'partner', label: 'Added up by' },
      ),
      ...calculationCriteria,
    },
    columns: [
      'key',
      'name',
      'contracts',
      'lines',
      'basis',
      'amount',
      'due',
      'running',
      'effective_rate',
      'faulty',
      'currency',
    ],
    aside: ['contracts'],
    totals: { lines: 'sum', basis: 'sum', amount: 'sum', due: 'sum', running: 'sum', valued: 'sum' },
    ratios: { effective_rate: ['valued', 'basis'] },
    sort: ['-amount', 'key'],
    headings: { key: 'added_by' },
    key: ['key', 'currency'],
    chart: { type: 'stacked', x: 'name', y: ['due', 'running'], title: 'What is due, and what is not due yet' },
    drill: {
      screen: 'calculation-simulation',
      filters: {
        contract_number: 'contract_number',
        contract_version: 'contract_version',
        partner_number: ['partner_number'],
        application_type: ['application_type'],
        contract_status: 'contract_status',
        period_from: 'period_from',
        period_to: 'period_to',
        kind: 'kind',
        period: 'period',
        currency: 'currency',
      },
    },
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
