import { defineScreen, f, when } from '#src/definition'
import { claimApplications, lineStatus } from './choices.ts'

export const claimErrorCount = defineScreen({
  name: 'claim-error-count',
  label: ['Claim errors', 'Claim errors'],
  area: 'claims',
  menu: { order: 62 },
  apps: claimApplications,
  endpoint: 'claim-error-count',
  fields: {
    rejection_reason_code: f.text({ label: 'Reason', width: 100 }),
    reason: f.text({ label: 'Reason in words', width: 260 }),
    line_status: f.choice(lineStatus, { label: 'Status', width: 120 }),
    lines: f.integer({ width: 90 }),
    claims: f.integer({ width: 90 }),
    claimed_amount: f.money({ currency: 'currency', label: 'Claimed', width: 130 }),
    currency: f.text({ width: 90 }),
  },
  result: {
    criteria: '/claim-errors',
    path: '/claim-errors/result',
    parameters: {
      sold_from: f.date({ default: '@yearStart', label: 'Sold from' }),
      sold_to: f.date({ after: 'sold_from', label: 'Sold to' }),
      claim: f.reference('incoming-claim'),
      contract: f.reference('contract'),
    },
    summary: {
      of: 'incoming-claim-line',
      groups: {
        rejection_reason_code: 'rejection_reason_code',
        reason: 'rejection_reason_code.title',
        line_status: 'line_status',
        currency: 'currency',
      },
      figures: { lines: 'count', claims: 'claim_number.distinct', claimed_amount: 'claimed_amount.sum' },
      filters: {
        sold_from: 'invoice_date.gte',
        sold_to: 'invoice_date.lte',
        claim: 'claim_number',
        contract: 'contract_number',
      },
      where: when.in('line_status', ['error', 'denied']),
    },
    sort: ['-lines'],
    totals: { lines: 'sum', claimed_amount: 'sum' },
    chart: { type: 'bar', x: 'reason', y: ['lines'], title: 'Lines by reason' },
  },
  access: { read: 'claims.read' },
  messages: { empty: 'No records found.' },
})
