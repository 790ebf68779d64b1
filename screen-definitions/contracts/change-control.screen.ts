import { defineScreen, f } from '#src/definition'
import { approvalStatuses } from '#src/definition/approval.ts'
import { contractApplications } from './choices.ts'
import { contractColumns, contractCriteria, happenedBetween } from './contract-criteria.ts'

export const changeControl = defineScreen({
  name: 'change-control',
  label: ['Change control', 'Change control'],
  area: 'results',
  menu: { order: 132 },
  apps: contractApplications,
  endpoint: 'change-control',
  fields: {
    request_number: f.text({ label: 'Request', width: 110 }),
    ...contractColumns,
    reason: f.text({ label: 'Why it changes', width: 220 }),
    change_count: f.integer({ label: 'Changes', width: 90 }),
    base_version: f.integer({ label: 'Of version', width: 90 }),
    new_version: f.integer({ label: 'Became version', width: 120 }),
    approval_status: f.choice(approvalStatuses, { label: 'Approval', width: 170 }),
    waiting_for: f.text({ width: 160 }),
    requested_by: f.text({ width: 150 }),
    requested_at: f.dateTime({ width: 150 }),
    submitted_by: f.text({ width: 150 }),
    submitted_at: f.dateTime({ width: 150 }),
    decided_by: f.text({ width: 150 }),
    decided_at: f.dateTime({ width: 150 }),
    days_open: f.decimal(12, 1, { width: 100 }),
    days_to_decision: f.decimal(12, 1, { label: 'Days to the decision', width: 150 }),
    is_closed: f.flag({ label: 'Closed', width: 80 }),
  },
  result: {
    criteria: '/change-control',
    path: '/change-control-result',
    report: 'change-control',
    parameters: {
      ...happenedBetween,
      ...contractCriteria,
      approval_status: f.choice(approvalStatuses, { label: 'Approval' }),
      only_open: f.flag({ default: false, label: 'Open ones only' }),
    },
    sort: ['-requested_at', 'request_number'],
    totals: { change_count: 'sum', days_open: 'avg', days_to_decision: 'avg' },
    key: ['request_number'],
    drill: { screen: 'contract-change-request', filters: { request_number: 'request_number' } },
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
