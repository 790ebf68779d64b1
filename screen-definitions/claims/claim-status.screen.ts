import { defineScreen, f } from '#src/definition'
import { claimedBetween, claimedFilters } from './claim-criteria.ts'
import { claimApplications, outgoingStatus } from './choices.ts'

export const claimStatusReport = defineScreen({
  name: 'claim-status',
  label: ['Claim status', 'Claim status'],
  area: 'claims',
  menu: { order: 58 },
  apps: claimApplications,
  endpoint: 'claim-status-report',
  fields: {
    claim_status: f.choice(outgoingStatus, { label: 'Status', width: 140 }),
    application_type: f.text({ label: 'Application', width: 160 }),
    disputed: f.flag({ width: 100 }),
    claims: f.integer({ width: 90 }),
    lines: f.integer({ width: 90 }),
    error_lines: f.integer({ label: 'To repair', width: 100 }),
    claimed_amount: f.money({ currency: 'currency', label: 'Claimed', width: 130 }),
    calculated_amount: f.money({ currency: 'currency', label: 'Calculated', width: 130 }),
    approved_amount: f.money({ currency: 'currency', label: 'Accepted', width: 130 }),
    currency: f.text({ width: 90 }),
  },
  result: {
    criteria: '/claim-status',
    path: '/claim-status-result',
    parameters: { ...claimedBetween, supplier: f.reference('supplier') },
    summary: {
      of: 'outgoing-claim',
      groups: {
        claim_status: 'claim_status',
        application_type: 'application_type',
        disputed: 'disputed',
        currency: 'currency',
      },
      figures: {
        claims: 'count',
        lines: 'lines.sum',
        error_lines: 'error_lines.sum',
        claimed_amount: 'claimed_amount.sum',
        calculated_amount: 'calculated_amount.sum',
        approved_amount: 'approved_amount.sum',
      },
      filters: { ...claimedFilters, supplier: 'supplier_number' },
    },
    sort: ['claim_status'],
    totals: {
      claims: 'sum',
      lines: 'sum',
      error_lines: 'sum',
      claimed_amount: 'sum',
      calculated_amount: 'sum',
      approved_amount: 'sum',
    },
    chart: { type: 'bar', x: 'claim_status', y: ['claimed_amount', 'approved_amount'], title: 'Claimed and accepted' },
  },
  access: { read: 'claims.read' },
  messages: { empty: 'No records found.' },
})
