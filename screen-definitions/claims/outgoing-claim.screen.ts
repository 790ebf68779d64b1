import { defineScreen, f, when } from '#src/definition'
import { claimActions } from './claim-actions.ts'
import { claimFigures, claimHeader, claimPayment, claimStandings, claimStatus, ediPartners } from './claim-header.ts'
import { claimApplications, outgoingStatus } from './choices.ts'

export const outgoingClaim = defineScreen({
  name: 'outgoing-claim',
  label: ['Outgoing claim', 'Outgoing claims'],
  area: 'claims',
  menu: { order: 20, label: 'Customer outgoing claims' },
  apps: claimApplications,
  formId: 'IMA_CONFIG_OUTGOING_CLAIM',
  endpoint: 'customer-outgoing-claims',
  table: { key: ['claim_number'] },
  hooks: 'claim',
  title: 'claim_number',
  fields: {
    ...claimHeader,
    claim_status: claimStatus(outgoingStatus),
    supplier_number: f.reference('supplier', {
      integrity: 'soft',
      required: true,
      index: true,
      search: true,
      label: 'Supplier',
      help: 'Who owes it by contract',
      width: 120,
    }),
    debit_memo: f.text({ max: 40, search: true, label: 'Debit memo', help: 'Our number for the money', width: 120 }),
    format_id: f.reference('outgoing-claim-format', {
      integrity: 'soft',
      label: 'Download format',
      help: 'How the file for the supplier looks; an EDI 844 unless given',
    }),
    ...claimFigures,
    submitted_by: f.reference('user', { readOnly: true, integrity: 'soft', label: 'Sent by' }),
    submitted_at: f.dateTime({ readOnly: true, label: 'Sent at' }),
    submission_file: f.file({ readOnly: true, label: 'File for the supplier' }),
    responded_at: f.dateTime({ readOnly: true, label: 'Answered at' }),
    supplier_reference: f.text({ max: 60, readOnly: true, label: 'Number at the supplier' }),
    open_amount: f.money({
      currency: 'currency',
      readOnly: true,
      label: 'Not accepted',
      help: 'Sent less accepted',
      width: 110,
    }),
    ...claimPayment,
    ...ediPartners,
  },
  list: {
    path: '/customer-outgoing-claims',
    columns: [
      'claim_number',
      'supplier_number',
      'claim_date',
      'claim_status',
      'error_lines',
      'claimed_amount',
      'approved_amount',
      'open_amount',
      'currency',
    ],
    sort: ['-claim_date', '-claim_number'],
    filters: ['claim_status', 'supplier_number', 'claim_date', 'application_type', 'disputed'],
    totals: { claimed_amount: 'sum', approved_amount: 'sum', open_amount: 'sum' },
    figures: [{ label: 'Claims not answered', view: 'Unanswered', sum: 'claimed_amount' }],
    views: {
      'To send': when.eq('claim_status', 'validated'),
      Unanswered: when.eq('claim_status', 'submitted'),
      'Not fully accepted': when.in('claim_status', ['partially_approved', 'rejected']),
    },
    pageSize: 50,
  },
  form: {
    ...claimStandings('draft', ['submitted', 'approved', 'partially_approved', 'rejected', 'paid'], ['format_id']),
    layout: [
      {
        title: 'Claim',
        rows: [
          ['claim_number', 'claim_status'],
          ['supplier_number', 'debit_memo'],
          ['claim_date', 'application_type'],
          ['currency', 'disputed'],
        ],
      },
      {
        title: 'What it comes to',
        rows: [
          ['claimed_amount', 'calculated_amount', 'approved_amount'],
          ['lines', 'error_lines', 'denied_lines'],
          ['open_amount', 'validated_at'],
        ],
      },
      {
        title: 'Submission and answer',
        rows: [
          ['format_id', 'submission_file'],
          ['submitted_by', 'submitted_at'],
          ['supplier_reference', 'responded_at'],
          ['payment_reference', 'paid_on'],
          ['edi_sender', 'edi_receiver'],
        ],
      },
      { title: 'Notes', rows: [['notes']] },
    ],
    related: [
      { screen: 'outgoing-claim-line', by: 'claim_number' },
      { screen: 'claim-response', by: 'claim_number' },
      { screen: 'claim-dispute', by: 'claim_number' },
    ],
  },
  actions: [
    { ...claimActions.validate, when: when.in('claim_status', ['draft', 'error', 'validated']) },
    {
      name: 'submit',
      label: 'Send to the supplier',
      command: 'submit-claim',
      on: ['row', 'selection'],
      when: when.eq('claim_status', 'validated'),
      primary: true,
      access: 'claims.submit',
      confirm: 'The file for the supplier is written; the lines cannot be changed afterwards.',
      message: 'Sent',
    },
    { ...claimActions.paid, when: when.in('claim_status', ['approved', 'partially_approved']) },
  ],
  access: { read: 'claims.read', write: 'claims.write', delete: 'claims.delete' },
  tests: [
    { accept: { claim_number: 'OUT-1', supplier_number: 'S1', claim_date: '2026-01-31' } },
    { reject: { claim_number: 'OUT-1', claim_date: '2026-01-31' }, at: 'supplier_number' },
  ],
})
