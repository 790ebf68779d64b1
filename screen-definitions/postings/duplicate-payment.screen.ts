import { defineScreen, f } from '#src/definition'
import { contractApplications } from '../contracts/choices.ts'

export const duplicatePayment = defineScreen({
  name: 'duplicate-payment',
  label: ['Possible duplicate payment', 'Possible duplicate payments'],
  area: 'results',
  menu: { order: 124 },
  apps: contractApplications,
  endpoint: 'duplicate-payment',
  fields: {
    reason: f.choice(
      [
        { value: 'same', label: 'The same rule, period and lines', tone: 'bad' },
        { value: 'near', label: 'The same payee, near in amount and time', tone: 'warn' },
        { value: 'external', label: 'Paid by another system too', tone: 'bad' },
      ],
      { width: 230 },
    ),
    payee: f.text({ width: 110 }),
    posting_number: f.text({ label: 'Posting', width: 120 }),
    contract_number: f.text({ label: 'Contract', width: 110 }),
    posting_date: f.date({ label: 'Posted', width: 110 }),
    amount: f.money({ currency: 'currency', width: 120 }),
    other_number: f.text({ label: 'Other posting', width: 130 }),
    other_contract: f.text({ label: 'Its contract', width: 110 }),
    other_date: f.date({ label: 'Posted', width: 110 }),
    other_amount: f.money({ currency: 'currency', label: 'Its amount', width: 120 }),
    days: f.integer({ label: 'Days apart', width: 90 }),
    difference: f.percent({ label: 'Apart by', width: 90 }),
    currency: f.text({ width: 80 }),
  },
  result: {
    criteria: '/duplicate-payment-reports',
    path: '/duplicate-payment-reports-results',
    report: 'duplicate-payment',
    parameters: {
      posted_from: f.date({ required: true, default: '@yearStart', label: 'Posted from' }),
      posted_to: f.date({ required: true, after: 'posted_from', default: '@today', label: 'Posted to' }),
      paid_to: f.text({ max: 40, label: 'Payee' }),
      within_days: f.integer({ min: 0, max: 90, default: 7, required: true, unit: 'days', label: 'Apart by at most' }),
      tolerance: f.percent({ min: 0, max: 10, default: '1', required: true, label: 'Amounts apart by at most' }),
      min_amount: f.decimal(18, 2, { min: 0, default: '10', label: 'Amounts from' }),
    },
    sort: ['reason', '-amount', 'posting_number'],
    totals: { amount: 'sum' },
    key: ['posting_number', 'other_number'],
    drill: { screen: 'financial-posting', filters: { payee: 'payee' } },
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
