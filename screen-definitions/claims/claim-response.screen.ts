import { defineScreen, f, when } from '#src/definition'
import { currencyCode } from '../shared/choices.ts'
import { claimApplications } from './choices.ts'

export const claimResponse = defineScreen({
  name: 'claim-response',
  label: ['Claim response', 'Claim responses'],
  area: 'claims',
  menu: { order: 30 },
  apps: claimApplications,
  formId: 'IMA_CONFIG_CLAIM_RESPONSE',
  endpoint: 'claim-responses',
  table: { key: ['claim_number', 'line_no'] },
  hooks: 'claim-response',
  title: 'claim_number',
  fields: {
    claim_number: f.reference('outgoing-claim', {
      required: true,
      immutable: true,
      index: true,
      search: true,
      label: 'Claim',
      width: 130,
    }),
    line_no: f.integer({ required: true, immutable: true, min: 1, label: 'Line', width: 70 }),
    response_number: f.text({ max: 60, search: true, label: 'Number at the supplier', width: 140 }),
    response_date: f.date({ default: '@today', required: true, index: true, width: 110 }),
    outcome: f.choice(
      [
        { value: 'accepted', label: 'Accepted', tone: 'ok' },
        { value: 'adjusted', label: 'Other amount', tone: 'warn' },
        { value: 'rejected', label: 'Rejected', tone: 'bad' },
      ],
      { index: true, help: 'Follows from the amount where the line is known', width: 110 },
    ),
    accepted_amount: f.money({ required: true, currency: 'currency', label: 'Accepted', width: 120 }),
    currency: currencyCode({ default: 'EUR' }),
    response_code: f.text({ max: 20, upper: true, index: true, label: 'Supplier’s reason', width: 120 }),
    response_text: f.text({ max: 200, label: 'Supplier’s words', width: 240 }),
    reached: f.choice(
      [
        { value: 'line', label: 'Its line', tone: 'ok' },
        { value: 'not_sent', label: 'A claim that was not sent', tone: 'warn' },
        { value: 'nothing', label: 'No such line', tone: 'bad' },
      ],
      { readOnly: true, index: true, label: 'Reached', width: 130 },
    ),
  },
  list: {
    path: '/claim-responses',
    columns: [
      'claim_number',
      'line_no',
      'response_date',
      'outcome',
      'accepted_amount',
      'currency',
      'response_code',
      'response_text',
      'reached',
    ],
    sort: ['-response_date', 'claim_number', 'line_no'],
    filters: ['claim_number', 'outcome', 'response_code', 'response_date'],
    totals: { accepted_amount: 'sum' },
    views: {
      'Without a line': when.in('reached', ['nothing', 'not_sent']),
      'Not as claimed': when.in('outcome', ['adjusted', 'rejected']),
    },
    pageSize: 50,
  },
  form: {
    layout: [
      ['claim_number', 'line_no'],
      ['response_number', 'response_date'],
      ['outcome', 'accepted_amount'],
      ['currency', 'response_code'],
      ['response_text'],
      ['reached'],
    ],
  },
  upload: {
    path: '/claim-responses/upload',
    functionality: 'ClaimResponseFormat',
    endpoints: ['response_upload', 'upload-claim-response-edi'],
    refusal: 422,
    aliases: {
      claim_number: ['Claim', 'Claim no'],
      line_no: ['Line number', 'Claim line'],
      accepted_amount: ['Approved', 'Approved amount', 'Paid', 'Paid amount'],
      response_code: ['Reason', 'Reason code', 'Reject code'],
      response_text: ['Reason text', 'Comment'],
      response_number: ['Reference', 'Credit memo'],
    },
  },
  access: { read: 'claims.read', write: 'claims.write', delete: 'claims.delete', upload: 'claims.write' },
  tests: [
    { accept: { claim_number: 'OUT-1', line_no: 1, accepted_amount: '29.60' } },
    { reject: { claim_number: 'OUT-1', line_no: 1 }, at: 'accepted_amount' },
  ],
})
