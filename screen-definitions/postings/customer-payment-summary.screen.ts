import { defineScreen, f, when } from '#src/definition'
import { applicationTypes, contractApplications, postingStatus } from '../contracts/choices.ts'
import { postedBetween, postedFilters } from '../contracts/posting-criteria.ts'

export const customerPaymentSummary = defineScreen({
  name: 'customer-payment-summary',
  label: ['Payment of a payee', 'Payments by payee'],
  area: 'results',
  menu: { order: 122 },
  apps: contractApplications,
  endpoint: 'payment_postings',
  fields: {
    payee: f.text({ width: 120 }),
    quarter: f.text({
      orderedBy: 'quarter_from',
      label: 'Posted in',
      help: 'The quarter of the year, or of the fiscal calendar that the application follows',
      width: 150,
    }),
    application_type: f.choice(applicationTypes, { label: 'Application', width: 150 }),
    status: f.choice(postingStatus, { width: 110 }),
    currency: f.text({ width: 90 }),
    paid: f.money({ currency: 'currency', width: 140 }),
    contracts: f.integer({ width: 100 }),
    postings: f.integer({ width: 100 }),
  },
  result: {
    criteria: '/customer-payment-summary-reports',
    path: '/customer-payment-summary-reports/results',
    parameters: { ...postedBetween, status: f.choice(postingStatus, { label: 'Status' }) },
    summary: {
      of: 'financial-posting',
      groups: {
        payee: 'payee',
        quarter: 'posting_date.fiscal_quarter',
        application_type: 'application_type',
        status: 'status',
        currency: 'currency',
      },
      figures: { paid: 'amount.sum', contracts: 'contract_number.distinct', postings: 'count' },
      filters: { ...postedFilters, status: 'status' },
      application: 'application_type',
      where: when.all(
        when.in('posting_type', ['Payment', 'Delta Payment', 'Payment Reversal']),
        when.ne('status', 'rejected'),
      ),
    },
    sort: ['-paid'],
    totals: { paid: 'sum', postings: 'sum' },
    chart: { type: 'bar', x: 'payee', y: ['paid'], title: 'Paid' },
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
