import { defineScreen, f, when } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { claimChecks } from './choices.ts'

export const rejectionReason = defineScreen({
  name: 'rejection-reason',
  label: ['Rejection reason', 'Rejection reasons'],
  area: 'claims',
  menu: { order: 90 },
  formId: 'IMA_CONFIG_REJECTION_REASON',
  endpoint: 'rejection-reason',
  table: { key: ['rejection_reason_code'] },
  title: 'description',
  fields: {
    rejection_reason_code: f.text({
      max: 20,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      label: 'Code',
      width: 110,
    }),
    description: f.text({ max: 120, required: true, search: true, width: 260 }),
    check_name: f.choice(claimChecks, {
      index: true,
      label: 'Given by the check',
      help: 'Lines that do not pass this check carry the code; without one it is given by people only',
    }),
    edi_code: f.text({
      max: 3,
      upper: true,
      pattern: '[A-Z0-9]{1,3}',
      patternMessage: 'One to three letters or digits',
      label: 'EDI code',
      help: 'What an 849 answers in its place',
      width: 90,
    }),
    partner_text: f.longText({ max: 1000, label: 'Words for the partner', help: 'Stand in the answer to the claim' }),
    disputable: f.flag({ default: true, label: 'May be disputed', width: 110 }),
    status: f.choice(activeStatus, { default: 'active', required: true, width: 100 }),
  },
  list: {
    path: '/rejection-reasons',
    columns: ['rejection_reason_code', 'description', 'check_name', 'edi_code', 'disputable', 'status'],
    sort: ['rejection_reason_code'],
    filters: ['check_name', 'status', 'disputable'],
    views: { 'Given by people': when.empty('check_name') },
    pageSize: 100,
  },
  form: {
    layout: [
      ['rejection_reason_code', 'description'],
      ['check_name', 'edi_code'],
      ['disputable', 'status'],
      ['partner_text'],
    ],
  },
  upload: { functionality: 'RejectionReasonFormat' },
  access: { read: 'any', write: 'claims.configure', delete: 'claims.configure' },
  tests: [
    { accept: { rejection_reason_code: 'CNT', description: 'Contract not found', check_name: 'contract' } },
    { reject: { rejection_reason_code: 'CNT' }, at: 'description' },
    {
      reject: { rejection_reason_code: 'CNT', description: 'Contract not found', edi_code: 'TOO LONG' },
      at: 'edi_code',
    },
  ],
})
