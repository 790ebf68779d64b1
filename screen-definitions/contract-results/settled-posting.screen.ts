import { defineScreen, f } from '#src/definition'
import { contractApplications, postingTypes } from '../contracts/choices.ts'
import { accuracyCriteria, accuracyLevels } from './accuracy-fields.ts'

const money = { currency: 'currency', width: 120 }

// The lines behind the accuracy of contracts; whoever leaves a criterion empty there means all of them here, so none has a default.
export const settledPosting = defineScreen({
  name: 'settled-posting',
  label: ['Posting of settled periods', 'Postings of settled periods'],
  area: 'results',
  menu: { order: 128 },
  apps: contractApplications,
  endpoint: 'contract-accuracy/postings',
  fields: {
    posting_number: f.text({ label: 'Posting', width: 130 }),
    posting_type: f.choice(postingTypes, { label: 'Type', width: 130 }),
    contract_number: f.text({ label: 'Contract', width: 110 }),
    rule_no: f.integer({ label: 'Rule', width: 70 }),
    payee: f.text({ width: 110 }),
    period_from: f.date({ width: 110 }),
    period_to: f.date({ width: 110 }),
    customer_number: f.text({ label: 'Customer', width: 100 }),
    material_number: f.text({ label: 'Material', width: 100 }),
    posting_date: f.date({ label: 'Posted', width: 110 }),
    accrued: f.money(money),
    paid: f.money(money),
    currency: f.text({ width: 80 }),
  },
  result: {
    criteria: '/settled-postings/criteria',
    path: '/settled-postings',
    report: 'settled-posting',
    parameters: {
      ...accuracyCriteria,
      period_from: f.date({ label: 'Periods from' }),
      level: f.choice(accuracyLevels, {
        label: 'By',
        help: 'Else what is configured for the application of each contract',
      }),
      level_value: f.text({ max: 120, label: 'Of' }),
    },
    aside: ['customer_number', 'material_number'],
    sort: ['contract_number', 'period_from', 'posting_number'],
    totals: { accrued: 'sum', paid: 'sum' },
    key: ['posting_number'],
    drill: { screen: 'financial-posting', filters: { posting_number: 'posting_number' } },
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
