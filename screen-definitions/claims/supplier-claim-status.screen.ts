import { defineScreen, f } from '#src/definition'
import { claimedBetween, claimedFilters, claimSums, claimSumsFrom, claimTotals } from './claim-criteria.ts'
import { claimApplications, incomingStatus } from './choices.ts'

export const supplierClaimStatus = defineScreen({
  name: 'supplier-claim-status',
  label: ['Supplier claim status', 'Supplier claim status'],
  area: 'claims',
  menu: { order: 60 },
  apps: claimApplications,
  endpoint: 'supplier-claim-status-report',
  fields: {
    claim_status: f.choice(incomingStatus, { label: 'Status', width: 140 }),
    claimant: f.text({ width: 110 }),
    claimant_name: f.text({ label: 'Name', width: 220 }),
    disputed: f.flag({ width: 100 }),
    ...claimSums,
    denied_lines: f.integer({ label: 'Denied', width: 100 }),
    approved_amount: f.money({ currency: 'currency', label: 'Approved', width: 130 }),
    paid_amount: f.money({ currency: 'currency', label: 'Posted', width: 130 }),
    currency: f.text({ width: 90 }),
  },
  result: {
    criteria: '/supplier-claim-status',
    path: '/supplier-claim-status-result',
    parameters: {
      ...claimedBetween,
      claimed_by: f.reference('customer', { label: 'Claimant' }),
      status: f.choice(incomingStatus),
    },
    summary: {
      of: 'incoming-claim',
      groups: {
        claim_status: 'claim_status',
        claimant: 'claimant',
        claimant_name: 'claimant.title',
        disputed: 'disputed',
        currency: 'currency',
      },
      figures: { ...claimSumsFrom, denied_lines: 'denied_lines.sum', paid_amount: 'paid_amount.sum' },
      filters: { ...claimedFilters, claimed_by: 'claimant', status: 'claim_status' },
    },
    aside: ['error_lines', 'denied_lines'],
    sort: ['claim_status', '-claimed_amount'],
    totals: { ...claimTotals, denied_lines: 'sum', paid_amount: 'sum' },
    chart: { type: 'stacked', x: 'claimant', y: ['claimed_amount'], split: 'claim_status', title: 'Claimed by status' },
  },
  access: { read: 'claims.read' },
  messages: { empty: 'No records found.' },
})
