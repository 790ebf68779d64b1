import { defineScreen, f } from '#src/definition'
import { approvalStatuses } from '#src/definition/approval.ts'
import { approvalDecisions } from '../shared/approval-decisions.ts'
import { contractApplications } from './choices.ts'
import { contractColumns, contractCriteria, happenedBetween, toContract } from './contract-criteria.ts'

export const contractApprovalHistory = defineScreen({
  name: 'contract-approval-history',
  label: ['Approval of a contract', 'Approvals of contracts'],
  area: 'results',
  menu: { order: 133 },
  apps: contractApplications,
  endpoint: 'contract-approval-history',
  fields: {
    decided_at: f.dateTime({ label: 'At', width: 150 }),
    ...contractColumns,
    document_kind: f.text({ label: 'Kind', width: 90 }),
    document: f.text({ width: 110 }),
    decision: f.choice(approvalDecisions, { width: 170 }),
    level: f.integer({ width: 70 }),
    decided_by: f.text({ label: 'By', width: 120 }),
    decided_for: f.text({ label: 'For', help: 'In whose place a substitute decided', width: 120 }),
    status_after: f.choice(approvalStatuses, { label: 'State afterwards', width: 170 }),
    hours_waited: f.decimal(12, 1, { label: 'Hours since the step before', width: 160 }),
    note: f.longText({ width: 260 }),
  },
  result: {
    criteria: '/contract-history-approval-reports',
    path: '/contract-history-approval-reports-results',
    report: 'contract-approval-history',
    parameters: {
      ...happenedBetween,
      ...contractCriteria,
      decision: f.choice(approvalDecisions),
      decided_by: f.reference('user', { label: 'By' }),
    },
    aside: ['application_type', 'document_kind', 'level', 'status_after'],
    sort: ['-decided_at', 'document'],
    totals: { hours_waited: 'avg' },
    key: ['document', 'decided_at'],
    drill: toContract,
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
