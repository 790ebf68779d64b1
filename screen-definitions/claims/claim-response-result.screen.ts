import { defineScreen, f } from '#src/definition'
import { claimApplications } from './choices.ts'

export const claimResponseResult = defineScreen({
  name: 'claim-response-result',
  label: ['Claim response report', 'Claim response report'],
  area: 'claims',
  menu: { order: 54 },
  apps: claimApplications,
  endpoint: 'claim-response-report',
  fields: {
    claim_number: f.text({ label: 'Claim', width: 130 }),
    outcome: f.choice(
      [
        { value: 'accepted', label: 'Accepted', tone: 'ok' },
        { value: 'adjusted', label: 'Other amount', tone: 'warn' },
        { value: 'rejected', label: 'Rejected', tone: 'bad' },
      ],
      { width: 120 },
    ),
    response_code: f.text({ label: 'Supplier’s reason', width: 130 }),
    response_text: f.text({ label: 'Supplier’s words', width: 240 }),
    responded: f.date({ monthly: true, label: 'Answered in', width: 120 }),
    lines: f.integer({ width: 90 }),
    accepted_amount: f.money({ currency: 'currency', label: 'Accepted', width: 130 }),
    currency: f.text({ width: 90 }),
  },
  result: {
    criteria: '/claim-response',
    path: '/claim-response-result',
    parameters: {
      answered_from: f.date({ default: '@yearStart', label: 'Answered from' }),
      answered_to: f.date({ after: 'answered_from', label: 'Answered to' }),
      claim: f.reference('outgoing-claim', { label: 'Claim' }),
      outcome_is: f.choice(
        [
          { value: 'accepted', label: 'Accepted' },
          { value: 'adjusted', label: 'Other amount' },
          { value: 'rejected', label: 'Rejected' },
        ],
        { label: 'Outcome' },
      ),
    },
    summary: {
      of: 'claim-response',
      groups: {
        claim_number: 'claim_number',
        outcome: 'outcome',
        response_code: 'response_code',
        response_text: 'response_text',
        responded: 'response_date.month',
        currency: 'currency',
      },
      figures: { lines: 'count', accepted_amount: 'accepted_amount.sum' },
      filters: {
        answered_from: 'response_date.gte',
        answered_to: 'response_date.lte',
        claim: 'claim_number',
        outcome_is: 'outcome',
      },
    },
    sort: ['claim_number', 'outcome'],
    totals: { lines: 'sum', accepted_amount: 'sum' },
    chart: { type: 'stacked', x: 'responded', y: ['lines'], split: 'outcome', title: 'Answered lines' },
  },
  access: { read: 'claims.read' },
  messages: { empty: 'No records found.' },
})
