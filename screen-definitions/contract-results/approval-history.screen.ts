import { defineScreen, f } from '#src/definition'
import { approvalStatuses } from '#src/definition/approval.ts'

import { approvableDocuments } from '../shared/approvable-documents.ts'

const decisions = [
  { value: 'submit', label: 'Submitted' },
  { value: 'approve', label: 'Approved', tone: 'ok' },
  { value: 'reject', label: 'Rejected', tone: 'bad' },
  { value: 'question', label: 'Returned with a question', tone: 'warn' },
  { value: 'withdraw', label: 'Withdrawn' },
] as const

export const approvalHistory = defineScreen({
  name: 'approval-history',
  label: ['Approval history of documents', 'Approval history of documents'],
  area: 'results',
  menu: { order: 160 },
  endpoint: 'document-approval-history',
  fields: {
    decided_at: f.dateTime({ label: 'At', width: 160 }),
    document_type: f.choice(approvableDocuments, { label: 'Kind of document', width: 160 }),
    document: f.text({ width: 140 }),
    decision: f.choice(decisions, { width: 180 }),
    level: f.integer({ width: 70 }),
    decided_by: f.reference('user', { integrity: 'soft', label: 'By', width: 240 }),
    hours_waited: f.decimal(12, 1, { label: 'Hours waited', help: 'Since it was submitted', width: 120 }),
    status_after: f.choice(approvalStatuses, { label: 'State afterwards', width: 160 }),
    amount: f.money({ currency: 'currency', width: 130 }),
    currency: f.text({ width: 80 }),
    note: f.text({ width: 300 }),
    decisions: f.integer({ width: 90 }),
  },
  result: {
    criteria: '/document-history-approval-reports',
    path: '/document-history-approval-reports-results',
    report: 'approval-history',
    parameters: {
      decided_from: f.date({ default: '@today-365d', label: 'From' }),
      decided_to: f.date({ after: 'decided_from', label: 'To' }),
      document_type: f.choice(approvableDocuments, { label: 'Kind of document' }),
      document: f.text({ max: 120 }),
      decision: f.choice(decisions),
      decided_by: f.reference('user', { integrity: 'soft', label: 'By' }),
    },
    columns: [
      'decided_at',
      'document_type',
      'document',
      'decision',
      'level',
      'decided_by',
      'hours_waited',
      'status_after',
      'amount',
      'currency',
      'note',
    ],
    sort: ['-decided_at'],
    totals: { decisions: 'sum', hours_waited: 'avg' },
    key: ['decided_at', 'document_type', 'document', 'decision'],
    chart: {
      type: 'stacked',
      x: 'document_type',
      y: ['decisions'],
      split: 'decision',
      title: 'Decisions by kind of document',
    },
    drill: { screen: 'approval-decision', filters: { document: 'document', document_type: 'document_type' } },
  },
  access: { read: 'results.read' },
  messages: { empty: 'No records found.' },
})
