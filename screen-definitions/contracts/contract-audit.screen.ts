import { defineScreen, f } from '#src/definition'
import { approvalStatuses } from '#src/definition/approval.ts'
import { contractApplications, contractStatus } from './choices.ts'
import { contractColumns, toContract, validityCriteria } from './contract-criteria.ts'

export const contractAudit = defineScreen({
  name: 'contract-audit',
  label: ['Contract audit', 'Contract audit'],
  area: 'results',
  menu: { order: 134 },
  apps: contractApplications,
  endpoint: 'audit-contract-list',
  fields: {
    ...contractColumns,
    partner_number: f.text({ label: 'Partner', width: 110 }),
    contract_status: f.choice(contractStatus, { label: 'Status', width: 100 }),
    approval_status: f.choice(approvalStatuses, { label: 'Approval', width: 170 }),
    findings: f.longText({ label: 'What stands out', width: 280 }),
    version: f.integer({ width: 80 }),
    changes: f.integer({ width: 90 }),
    made_by: f.text({ width: 150 }),
    made_at: f.dateTime({ width: 150 }),
    changed_by: f.text({ width: 150 }),
    changed_at: f.dateTime({ width: 150 }),
    approved_by: f.text({ width: 150 }),
    approved_for: f.text({ help: 'In whose place a substitute approved', width: 150 }),
    approved_at: f.dateTime({ width: 150 }),
    postings: f.integer({ width: 90 }),
    first_posting: f.date({ width: 110 }),
  },
  result: {
    criteria: '/contract-audit',
    path: '/contract-audit/results',
    report: 'audit-contracts',
    parameters: {
      ...validityCriteria,
      only_findings: f.flag({ default: false, label: 'Only what stands out' }),
    },
    aside: [
      'application_type',
      'version',
      'made_by',
      'made_at',
      'changed_at',
      'approved_for',
      'approved_at',
      'postings',
      'first_posting',
    ],
    sort: ['contract_number'],
    totals: { changes: 'sum', postings: 'sum' },
    key: ['contract_number'],
    drill: toContract,
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
