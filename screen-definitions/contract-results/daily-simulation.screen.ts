import { defineScreen, f } from '#src/definition'
import { calculationCriteria } from '../contracts/calculation-fields.ts'
import { contractApplications } from '../contracts/choices.ts'

const money = { currency: 'currency' }

export const dailySimulation = defineScreen({
  name: 'daily-simulation',
  label: ['Daily simulation', 'Daily simulations'],
  area: 'results',
  menu: { order: 136 },
  apps: contractApplications,
  endpoint: 'daily-simulation-report',
  fields: {
    day: f.date({ width: 120 }),
    contract_number: f.text({ label: 'Contract', width: 110 }),
    contract_description: f.text({ label: 'Description', width: 240 }),
    amount: f.money({ ...money, label: 'Worth on that day', width: 140 }),
    change: f.money({ ...money, label: 'Growth', help: 'Against the day before', width: 160 }),
    basis: f.decimal(20, 4, { label: 'Basis so far', width: 130 }),
    tier: f.integer({ label: 'Tier reached', width: 110 }),
    lines: f.integer({ label: 'Sales lines so far', width: 130 }),
    currency: f.text({ width: 80 }),
    period_from: f.date({ hidden: true }),
  },
  result: {
    criteria: '/daily-simulations',
    path: '/daily-simulations-result',
    report: 'daily-simulation',
    parameters: {
      ...calculationCriteria,
      contract_number: f.reference('contract', { label: 'Contract', required: true }),
      period_from: f.date({ required: true, default: '@quarterStart', label: 'From' }),
      period_to: f.date({ required: true, after: 'period_from', default: '@today', label: 'to' }),
      step: f.choice(
        [
          { value: 'day', label: 'Every day' },
          { value: 'week', label: 'Every week' },
        ],
        { required: true, default: 'day', label: 'How often' },
      ),
    },
    columns: [
      'day',
      'contract_number',
      'contract_description',
      'amount',
      'change',
      'basis',
      'tier',
      'lines',
      'currency',
    ],
    sort: ['day', 'contract_number'],
    totals: { change: 'sum' },
    key: ['day', 'contract_number'],
    chart: { type: 'line', x: 'day', y: ['amount'], split: 'contract_number', title: 'Worth by what had been sold' },
    drill: {
      screen: 'calculation-simulation',
      filters: {
        contract_number: 'contract_number',
        contract_version: 'contract_version',
        period_from: 'period_from',
        period_to: 'period_to',
        kind: 'kind',
        sold_until: 'day',
      },
    },
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
