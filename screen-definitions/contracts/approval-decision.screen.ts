import { defineScreen, f, when } from '#src/definition'
import { approvalStatuses } from '#src/definition/approval.ts'
import { approvableDocuments } from '../shared/approvable-documents.ts'
import { approvalDecisions } from '../shared/approval-decisions.ts'

// Written by the approval itself; nobody makes or changes a decision by hand.
export const approvalDecision = defineScreen({
  name: 'approval-decision',
  label: ['Approval decision', 'Approval decisions'],
  area: 'contracts',
  menu: { order: 90 },
  endpoint: 'approval-decisions',
  table: { key: [], history: false },
  title: 'document',
  fields: {
    document: f.text({ max: 120, readOnly: true, search: true, index: true, width: 130 }),
    document_type: f.choice(approvableDocuments, { readOnly: true, index: true, width: 140 }),
    decision: f.choice(approvalDecisions, { readOnly: true, index: true, width: 170 }),
    level: f.integer({ readOnly: true, width: 70 }),
    decided_by: f.reference('user', { readOnly: true, integrity: 'soft', index: true, label: 'By', width: 220 }),
    decided_for: f.reference('user', {
      readOnly: true,
      integrity: 'soft',
      label: 'For',
      width: 160,
      help: 'In whose place it was decided, where a substitute did',
    }),
    decided_at: f.dateTime({ readOnly: true, index: true, label: 'At' }),
    note: f.longText({ max: 2000, readOnly: true }),
    amount: f.money({ readOnly: true, currency: 'currency' }),
    currency: f.text({ max: 3, readOnly: true, width: 80 }),
    status_after: f.choice(approvalStatuses, { readOnly: true, width: 170, label: 'State afterwards' }),
    screen: f.text({ max: 60, readOnly: true, hidden: true, index: true }),
    record_number: f.integer({ readOnly: true, hidden: true, index: true }),
  },
  list: {
    path: '/approval-decisions',
    columns: ['decided_at', 'document', 'decision', 'decided_by', 'decided_for', 'amount', 'currency'],
    sort: ['-decided_at'],
    filters: ['document', 'decision', 'decided_by', 'decided_for', 'decided_at'],
    displays: [
      {
        label: 'Approval history of postings',
        path: '/approval-posting-history-reports-results',
        filters: { document_type: 'financial_posting' },
      },
    ],
    pageSize: 50,
  },
  form: {
    layout: [
      ['document', 'document_type'],
      ['decision', 'level'],
      ['decided_by', 'decided_for'],
      ['decided_at'],
      ['amount', 'currency'],
      ['status_after'],
      ['note'],
    ],
  },
  access: {
    read: 'any',
    write: 'never',
    rows: {
      when: when.any(when.eq('decided_by', '@me'), when.eq('decided_for', '@me')),
      about: 'screen',
      all: 'administration.approvals',
    },
  },
})
