import { defineScreen, f } from '#src/definition'
import { claimedBetween, claimedFilters, claimSums, claimSumsFrom, claimTotals } from './claim-criteria.ts'
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
    ...claimSums,
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
      figures: { ...claimSumsFrom },
      filters: { ...claimedFilters, supplier: 'supplier_number' },
    },
    sort: ['claim_status'],
    totals: { ...claimTotals },
    chart: { type: 'bar', x: 'claim_status', y: ['claimed_amount', 'approved_amount'], title: 'Claimed and accepted' },
  },
  access: { read: 'claims.read' },
  messages: { empty: 'No records found.' },
})
