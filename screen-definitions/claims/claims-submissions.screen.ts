import { defineScreen, f } from '#src/definition'
import { claimedBetween, claimedFilters } from './claim-criteria.ts'
import { claimApplications, outgoingStatus } from './choices.ts'

export const claimsSubmissions = defineScreen({
  name: 'claims-submissions',
  label: ['Claims submission', 'Claims submissions'],
  area: 'claims',
  menu: { order: 56 },
  apps: claimApplications,
  endpoint: 'claims-submissions-report',
  fields: {
    month: f.date({ monthly: true, label: 'Month', width: 110 }),
    supplier_number: f.text({ label: 'Supplier', width: 110 }),
    supplier_name: f.text({ names: 'supplier', label: 'Name', width: 220 }),
    claim_status: f.choice(outgoingStatus, { label: 'Status', width: 130 }),
    claims: f.integer({ width: 90 }),
    lines: f.integer({ width: 90 }),
    claimed_amount: f.money({ currency: 'currency', label: 'Claimed', width: 130 }),
    approved_amount: f.money({ currency: 'currency', label: 'Accepted', width: 130 }),
    open_amount: f.money({ currency: 'currency', label: 'Not accepted', width: 130 }),
    currency: f.text({ width: 90 }),
  },
  result: {
    criteria: '/claims-submissions',
    path: '/claims-submissions-result',
    parameters: { ...claimedBetween, supplier: f.reference('supplier'), status: f.choice(outgoingStatus) },
    summary: {
      of: 'outgoing-claim',
      groups: {
        month: 'claim_date.month',
        supplier_number: 'supplier_number',
        supplier_name: 'supplier_number.title',
        claim_status: 'claim_status',
        currency: 'currency',
      },
      figures: {
        claims: 'count',
        lines: 'lines.sum',
        claimed_amount: 'claimed_amount.sum',
        approved_amount: 'approved_amount.sum',
        open_amount: 'open_amount.sum',
      },
      filters: { ...claimedFilters, supplier: 'supplier_number', status: 'claim_status' },
    },
    sort: ['-month', 'supplier_number'],
    totals: { claims: 'sum', lines: 'sum', claimed_amount: 'sum', approved_amount: 'sum', open_amount: 'sum' },
    chart: { type: 'stacked', x: 'month', y: ['claimed_amount'], split: 'claim_status', title: 'Claimed by month' },
  },
  access: { read: 'claims.read' },
  messages: { empty: 'No records found.' },
})
