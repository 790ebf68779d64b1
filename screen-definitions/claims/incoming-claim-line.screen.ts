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
import { ediPartners } from './claim-header.ts'

export const incomingClaimLine = defineScreen({
  name: 'incoming-claim-line',
  label: ['Claim line', 'Claim lines'],
  area: 'claims',
  menu: { order: 12, label: 'Lines of incoming claims', search: false },
  apps: claimApplications,
  formId: 'IMA_CONFIG_INCOMING_CLAIM_LINE',
  endpoint: 'incoming-claim-lines',
  table: { key: ['claim_number', 'line_no'] },
  hooks: 'claim-line',
  title: 'claim_number',
  fields: {
    claim_number: claimOf('incoming-claim'),
    claimant: f.text({
      max: 60,
      search: true,
      help: 'Customer number, DEA number, HIN or GLN of whoever claims',
      width: 110,
    }),
    ...sentWithClaim,
    ...claimedFields,
    ...ediPartners,
    edi_control: f.text({ max: 9, label: 'Interchange' }),
    ...judgedFields,
  },
  list: {
    path: '/supplier-incoming-claims/lines',
    columns: [...lineColumns, 'approved_amount'],
    sort: ['claim_number', 'line_no'],
    filters: [
      'line_status',
      'claim_number',
      'rejection_reason_code',
      'contract_number',
      'customer_number',
      'invoice_date',
    ],
    totals: { claimed_amount: 'sum', calculated_amount: 'sum', variance: 'sum', approved_amount: 'sum' },
    views: {
      'To repair': when.eq('line_status', 'error'),
      Denied: when.eq('line_status', 'denied'),
      'Decided by hand': when.notEmpty('decision'),
    },
    pageSize: 50,
  },
  form: {
    view: '/supplier-incoming-claims/lines/:id',
    layout: [
      { title: 'Line', rows: [['claim_number', 'line_no'], ...claimedRows] },
      { title: 'What was found', rows: judgedRows },
      {
        title: 'As it was sent',
        rows: [
          ['claimant', 'debit_memo', 'claim_date'],
          ['edi_sender', 'edi_receiver', 'edi_control'],
        ],
      },
    ],
  },
  upload: {
    path: '/supplier-incoming-claims-upload',
    functionality: 'IncomingClaimFormat',
    formats: '/supplier-incoming-claim-format',
    endpoints: ['incoming-claim', 'incoming-claim-edi'],
    refusal: 422,
    fields: [
      'claim_number',
      'claimant',
      'debit_memo',
      'claim_date',
      ...claimedColumns,
      'edi_sender',
      'edi_receiver',
      'edi_control',
    ],
    aliases: {
      claim_number: ['Claim', 'Claim no', 'Claim id'],
      claimant: ['Distributor', 'Wholesaler', 'Claimed by'],
      debit_memo: ['Debit memo number', 'DM'],
      ...claimAliases,
    },
  },
  actions: [claimActions.deny, claimActions.accept, { ...claimActions.undecide, when: when.notEmpty('decision') }],
  access: { read: 'claims.read', write: 'claims.write', delete: 'claims.delete', upload: 'claims.write' },
  tests: [
    { accept: { claim_number: 'CLM-1', line_no: 1, claimed_amount: '29.60' } },
    { reject: { claim_number: 'CLM-1', line_no: 1 }, at: 'claimed_amount' },
  ],
})
