import { defineScreen, f, when } from '#src/definition'
import { contractApplications, postingTypes } from './choices.ts'
import { postedBetween, postedFilters } from './posting-criteria.ts'

export const contractTrends = defineScreen({
  name: 'contract-trends',
  label: ['Contract trend', 'Contract trends'],
  area: 'results',
  menu: { order: 100 },
  apps: contractApplications,
  endpoint: 'contract-trends-report',
  fields: {
    month: f.text({
      monthly: true,
      orderedBy: 'month_from',
      label: 'Period from',
      help: 'The month in which periods begin, or the period of the fiscal calendar that the application follows',
      width: 120,
    }),
    contract_number: f.text({ label: 'Contract', width: 110 }),
    contract_name: f.text({ label: 'Description', width: 260 }),
    currency: f.text({ width: 90 }),
    amount: f.money({ currency: 'currency', width: 140 }),
    basis: f.decimal(20, 4, { width: 140 }),
    postings: f.integer({ width: 100 }),
  },
  result: {
    criteria: '/contract-trends',
    path: '/contract-trends/contract-trends-result',
    grid: '/contract-trends/contract-trends-result-sf',
    parameters: {
      type: f.choice(postingTypes, { default: 'Payment', required: true, label: 'What was posted' }),
      ...postedBetween,
    },
    summary: {
      of: 'financial-posting',
      groups: {
        month: 'period_from.period',
        contract_number: 'contract_number',
        contract_name: 'contract_number.title',
        currency: 'currency',
      },
      figures: { amount: 'amount.sum', basis: 'basis.sum', postings: 'count' },
      filters: { ...postedFilters, type: 'posting_type' },
      application: 'application_type',
      where: when.ne('status', 'rejected'),
    },
    sort: ['month', '-amount'],
    totals: { amount: 'sum', postings: 'sum' },
    chart: { type: 'stacked', x: 'month', y: ['amount'], split: 'contract_number', title: 'Posted by month' },
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
