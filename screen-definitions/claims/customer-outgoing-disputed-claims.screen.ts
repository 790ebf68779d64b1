import { defineScreen, f, when } from '#src/definition'
import { claimApplications, disputeStatus } from './choices.ts'

export const customerOutgoingDisputedClaims = defineScreen({
  name: 'customer-outgoing-disputed-claims',
  label: ['Disputed outgoing claim', 'Customer outgoing disputed claims'],
  area: 'claims',
  menu: { order: 52 },
  apps: claimApplications,
  endpoint: 'customer-outgoing-disputed-claims',
  fields: {
    partner: f.text({ label: 'Supplier', width: 120 }),
    claim_number: f.text({ label: 'Claim', width: 130 }),
    rejection_reason_code: f.text({ label: 'Reason', width: 100 }),
    reason: f.text({ label: 'Reason in words', width: 220 }),
    status: f.choice(disputeStatus, { width: 110 }),
    opened: f.date({ monthly: true, label: 'Opened in', width: 120 }),
    disputes: f.integer({ width: 90 }),
    disputed_amount: f.money({ currency: 'currency', label: 'Disputed', width: 130 }),
    agreed_amount: f.money({ currency: 'currency', label: 'Agreed', width: 130 }),
    currency: f.text({ width: 90 }),
  },
  result: {
    criteria: '/customer-outgoing-disputed-claims',
    path: '/customer-outgoing-disputed-claims-result',
    parameters: {
      opened_from: f.date({ default: '@yearStart', label: 'Opened from' }),
      opened_to: f.date({ after: 'opened_from', label: 'Opened to' }),
      dispute_status: f.choice(disputeStatus, { label: 'Status' }),
      supplier: f.reference('supplier'),
    },
    summary: {
      of: 'claim-dispute',
      groups: {
        partner: 'partner',
        claim_number: 'claim_number',
        rejection_reason_code: 'rejection_reason_code',
        reason: 'rejection_reason_code.title',
        status: 'status',
        opened: 'opened_on.month',
        currency: 'currency',
      },
      figures: { disputes: 'count', disputed_amount: 'disputed_amount.sum', agreed_amount: 'agreed_amount.sum' },
      filters: {
        opened_from: 'opened_on.gte',
        opened_to: 'opened_on.lte',
        dispute_status: 'status',
        supplier: 'partner',
      },
      where: when.eq('claim_direction', 'outgoing'),
    },
    sort: ['-disputed_amount'],
    totals: { disputes: 'sum', disputed_amount: 'sum', agreed_amount: 'sum' },
    chart: { type: 'bar', x: 'partner', y: ['disputed_amount', 'agreed_amount'], title: 'Disputed and agreed' },
  },
  access: { read: 'claims.read' },
  messages: { empty: 'No records found.' },
})
