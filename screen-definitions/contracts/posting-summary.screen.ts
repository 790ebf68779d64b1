import { defineScreen, f, when } from '#src/definition'
import { contractApplications, postingTypes } from './choices.ts'
import { postedBetween, postedFilters } from './posting-criteria.ts'

export const postingSummary = defineScreen({
  name: 'posting-summary',
  label: ['Financial posting report', 'Financial posting reports'],
  area: 'results',
  menu: { order: 110 },
  apps: contractApplications,
  endpoint: 'financial_postings/grouped',
  fields: {
    contract_number: f.text({ label: 'Contract', width: 110 }),
    contract_name: f.text({ label: 'Description', width: 240 }),
    payee: f.text({ width: 120 }),
    posting_type: f.choice(postingTypes, { label: 'Type', width: 150 }),
    currency: f.text({ width: 90 }),
    amount: f.money({ currency: 'currency', width: 140 }),
    postings: f.integer({ width: 100 }),
  },
  result: {
    criteria: '/financial-postings-reports',
    path: '/financial-postings-reports/financial-reports',
    parameters: { ...postedBetween, type: f.choice(postingTypes, { label: 'Type' }) },
    summary: {
      of: 'financial-posting',
      groups: {
        contract_number: 'contract_number',
        contract_name: 'contract_number.title',
        payee: 'payee',
        posting_type: 'posting_type',
        currency: 'currency',
      },
      figures: { amount: 'amount.sum', postings: 'count' },
      filters: { ...postedFilters, type: 'posting_type' },
      where: when.ne('status', 'rejected'),
    },
    sort: ['contract_number', 'payee', 'posting_type'],
    totals: { amount: 'sum', postings: 'sum' },
    chart: { type: 'stacked', x: 'contract_number', y: ['amount'], split: 'posting_type', title: 'Posted' },
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
