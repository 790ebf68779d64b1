import { defineScreen, f, when } from '#src/definition'
import { contractApplications, postingTypes } from '../contracts/choices.ts'
import { postedBetween, postedFilters } from '../contracts/posting-criteria.ts'

export const postingAggregation = defineScreen({
  name: 'posting-aggregation',
  label: ['Posting by rule', 'Postings by rule and tier'],
  area: 'results',
  menu: { order: 112 },
  apps: contractApplications,
  endpoint: 'financial_postings/formula-aggregation/v2',
  fields: {
    contract_number: f.text({ label: 'Contract', width: 110 }),
    contract_name: f.text({ label: 'Description', width: 240 }),
    rule_no: f.integer({ label: 'Rule', width: 70 }),
    tier: f.integer({ width: 70 }),
    rate: f.decimal(15, 6, { width: 90 }),
    posting_type: f.choice(postingTypes, { label: 'Type', width: 150 }),
    currency: f.text({ width: 90 }),
    basis: f.decimal(20, 4, { width: 140 }),
    amount: f.money({ currency: 'currency', width: 140 }),
    postings: f.integer({ width: 100 }),
  },
  result: {
    criteria: '/posting-aggregation',
    path: '/posting-aggregation/results',
    parameters: { ...postedBetween, type: f.choice(postingTypes, { label: 'Type' }) },
    summary: {
      of: 'financial-posting',
      groups: {
        contract_number: 'contract_number',
        contract_name: 'contract_number.title',
        rule_no: 'rule_no',
        tier: 'tier',
        rate: 'rate',
        posting_type: 'posting_type',
        currency: 'currency',
      },
      figures: { basis: 'basis.sum', amount: 'amount.sum', postings: 'count' },
      filters: { ...postedFilters, type: 'posting_type' },
      where: when.ne('status', 'rejected'),
    },
    sort: ['contract_number', 'rule_no', 'tier'],
    key: ['contract_number', 'rule_no', 'tier', 'rate', 'posting_type', 'currency'],
    totals: { amount: 'sum', postings: 'sum' },
    chart: { type: 'stacked', x: 'contract_number', y: ['amount'], split: 'posting_type', title: 'Posted' },
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
