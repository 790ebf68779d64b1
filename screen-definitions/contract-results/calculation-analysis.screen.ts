import { defineScreen, f } from '#src/definition'
import { calculationCriteria } from '../contracts/calculation-fields.ts'
import { bases, contractApplications, rateTypes } from '../contracts/choices.ts'

const money = { currency: 'currency' }
const outcomes = [
  { value: 'calculated', label: 'Calculated', tone: 'ok' },
  { value: 'left_out', label: 'Lines left out', tone: 'bad' },
  { value: 'no_sales', label: 'No sales', tone: 'neutral' },
  { value: 'nothing', label: 'Comes to nothing', tone: 'warn' },
] as const

// Before a run is posted: which rules it works with, what each comes to, and what is wrong with which of them.
export const calculationAnalysis = defineScreen({
  name: 'calculation-analysis',
  label: ['Calculation analysis', 'Calculation analysis'],
  area: 'results',
  menu: { order: 131 },
  apps: contractApplications,
  endpoint: 'calculation-analysis-report',
  fields: {
    contract_number: f.text({ label: 'Contract', width: 110 }),
    contract_header: f.text({ label: 'Contract description', width: 220 }),
    rule_no: f.integer({ label: 'Rule', width: 70 }),
    description: f.text({ label: 'What the rule is for', width: 200 }),
    rate_type: f.choice(rateTypes, { label: 'Pays', width: 160 }),
    benefit_basis: f.choice(bases, { label: 'On', width: 120 }),
    outcome: f.choice(outcomes, { width: 150 }),
    periods: f.integer({ width: 90 }),
    payees: f.integer({ width: 80 }),
    tiers: f.integer({ label: 'Tiers reached', help: 'How many different ones, over the periods', width: 110 }),
    lines: f.integer({ label: 'Sales lines', width: 100 }),
    faulty: f.integer({ label: 'Lines left out', help: 'In no sum', width: 110 }),
    basis: f.money({ ...money, help: 'What was paid on, where that is a value', width: 140 }),
    amount: f.money({ ...money, width: 130 }),
    currency: f.text({ width: 80 }),
    error: f.longText({ label: 'Why lines are left out', width: 320 }),
    application_type: f.text({ label: 'Application', width: 140 }),
  },
  result: {
    criteria: '/calculation-analysis',
    path: '/calculation-analysis/results',
    report: 'calculation-analysis',
    parameters: {
      ...calculationCriteria,
      outcome: f.choice(outcomes, { label: 'Only rules with the outcome' }),
    },
    aside: ['periods', 'payees', 'tiers', 'application_type'],
    totals: { lines: 'sum', faulty: 'sum', basis: 'sum', amount: 'sum' },
    sort: ['-faulty', '-amount', 'contract_number', 'rule_no'],
    key: ['contract_number', 'rule_no', 'currency'],
    chart: { type: 'bar', x: 'contract_number', y: ['amount'], title: 'What the contracts come to' },
    drill: {
      screen: 'calculation-simulation',
      filters: {
        contract_number: 'contract_number',
        contract_version: 'contract_version',
        partner_number: 'partner_number',
        contract_status: 'contract_status',
        rule_no: 'rule_no',
        period_from: 'period_from',
        period_to: 'period_to',
        kind: 'kind',
        currency: 'currency',
      },
    },
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
