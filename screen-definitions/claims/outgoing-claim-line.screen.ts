import { defineScreen, f, when } from '#src/definition'
import { claimActions } from './claim-actions.ts'
import {
  claimAliases,
  claimedColumns,
  claimedFields,
  claimedRows,
  claimOf,
  judgedFields,
  judgedRows,
  lineColumns,
  sentWithClaim,
} from './claim-line-fields.ts'
import { claimApplications } from './choices.ts'

export const outgoingClaimLine = defineScreen({
  name: 'outgoing-claim-line',
  label: ['Line of an outgoing claim', 'Lines of outgoing claims'],
  area: 'claims',
  menu: { order: 22, search: false },
  apps: claimApplications,
  formId: 'IMA_CONFIG_OUTGOING_CLAIM_LINE',
  endpoint: 'outgoing-claim-lines',
  table: { key: ['claim_number', 'line_no'] },
  hooks: 'claim-line',
  title: 'claim_number',
  fields: {
    claim_number: claimOf('outgoing-claim'),
    supplier_number: f.text({ max: 20, upper: true, label: 'Supplier', width: 110 }),
    ...sentWithClaim,
    ...claimedFields,
    ...judgedFields,
    accepted_amount: f.money({
      currency: 'currency',
      readOnly: true,
      label: 'Accepted',
      help: 'By the supplier’s answer',
      width: 110,
    }),
    response_code: f.text({ max: 20, readOnly: true, label: 'Supplier’s reason', width: 110 }),
    response_text: f.text({ max: 200, readOnly: true, label: 'Supplier’s words', width: 200 }),
  },
  list: {
    path: '/customer-outgoing-claims/lines',
    columns: [...lineColumns, 'accepted_amount'],
    sort: ['claim_number', 'line_no'],
    filters: ['line_status', 'claim_number', 'response_code', 'contract_number', 'customer_number', 'invoice_date'],
    totals: { claimed_amount: 'sum', calculated_amount: 'sum', accepted_amount: 'sum' },
    views: { 'To repair': when.eq('line_status', 'error'), Answered: when.notEmpty('accepted_amount') },
    pageSize: 50,
  },
  form: {
    layout: [
      { title: 'Line', rows: [['claim_number', 'line_no'], ...claimedRows] },
      { title: 'What was found', rows: judgedRows },
      { title: 'Answer of the supplier', rows: [['accepted_amount', 'response_code'], ['response_text']] },
      { title: 'As it was sent', rows: [['supplier_number', 'debit_memo', 'claim_date']] },
    ],
  },
  upload: {
    path: '/customer-outgoing-claims-upload-new',
    functionality: 'OutgoingClaimFormat',
    fields: ['claim_number', 'supplier_number', 'debit_memo', 'claim_date', ...claimedColumns],
    aliases: {
      claim_number: ['Claim', 'Claim no', 'Claim id'],
      supplier_number: ['Vendor', 'Manufacturer'],
      debit_memo: ['Debit memo number', 'DM'],
      ...claimAliases,
    },
  },
  actions: [claimActions.deny, claimActions.accept, { ...claimActions.undecide, when: when.notEmpty('decision') }],
  access: { read: 'claims.read', write: 'claims.write', delete: 'claims.delete', upload: 'claims.write' },
  tests: [
    { accept: { claim_number: 'OUT-1', line_no: 1, claimed_amount: '29.60' } },
    { reject: { claim_number: 'OUT-1', line_no: 0, claimed_amount: '29.60' }, at: 'line_no' },
  ],
})
