import { defineScreen, f, when } from '#src/definition'
import { approvalFields } from '#src/definition/approval.ts'
import type { FieldSpec } from '#src/definition/field.ts'
import { differenceRows } from '../contracts/contract-content.ts'
import { pricingApplications } from './pricing-applications.ts'
import { pricingChangeContent, pricingSections } from './pricing-contract-content.ts'

const fields: Readonly<Record<string, FieldSpec>> = {
  request_number: f.text({ max: 20, readOnly: true, numbered: 'PX-', search: true, label: 'Change', width: 110 }),
  contract_number: f.reference('pricing-contract', {
    required: true,
    immutable: true,
    index: true,
    search: true,
    label: 'Contract',
    width: 110,
  }),
  reason: f.text({ max: 200, required: true, search: true, width: 260, label: 'Why it changes' }),
  update_contract_id: f.integer({ readOnly: true, hidden: true, index: true, label: 'Id of the contract' }),
  base_version: f.integer({ readOnly: true, label: 'Changes version', width: 110 }),
  new_version: f.integer({ readOnly: true, label: 'Became version', width: 120 }),
  change_count: f.integer({ readOnly: true, label: 'Changes', width: 90 }),
  update_request_closed: f.flag({ readOnly: true, default: false, index: true, label: 'Closed', width: 80 }),
  closed_at: f.dateTime({ readOnly: true }),
  changes: differenceRows('Old and new'),
  ...pricingChangeContent,
  ...approvalFields,
}

const sampled = {
  contract_header: 'Net prices 2027',
  customer_number: '1',
  valid_from: '2027-01-01',
  valid_to: '2027-12-31',
  lines: [{ material_number: '100001', price: '9' }],
}
const isOpen = when.all(when.ne('update_request_closed', true), when.ne('approval_status', 'submit_approval'))

export const pricingContractChange = defineScreen({
  name: 'pricing-contract-change',
  label: ['Change of a pricing contract', 'Changes of pricing contracts'],
  area: 'pricing',
  menu: { order: 24 },
  apps: pricingApplications,
  formId: 'IMA_CONFIG_PRICING_CONTRACT_CHANGE',
  endpoint: 'pricing/contracts/update-request',
  table: { key: ['request_number'] },
  hooks: 'pricing-contract-change',
  title: 'reason',
  fields,
  approval: {
    access: 'contracts.approve',
    document: 'pricing_contract',
    application: 'application_type',
    free: ['update_request_closed', 'closed_at', 'new_version', 'base_version', 'changes', 'change_count'],
  },
  list: {
    path: '/pricing-contract/change-requests',
    columns: [
      'request_number',
      'contract_number',
      'reason',
      'change_count',
      'approval_status',
      'waiting_for',
      'submitted_by',
      'submitted_at',
    ],
    sort: ['-request_number'],
    filters: ['approval_status', 'contract_number', 'update_request_closed'],
    views: { Open: when.ne('update_request_closed', true), Closed: when.eq('update_request_closed', true) },
    pageSize: 10,
  },
  form: {
    editable: { when: isOpen, otherwise: 'It is closed or waits for approval, so it is only read.' },
    deletable: {
      when: when.all(when.empty('new_version'), when.ne('approval_status', 'submit_approval')),
      otherwise: 'It became a version of its contract and stays, or waits for approval and is withdrawn first.',
    },
    layout: [
      {
        title: 'Change',
        rows: [
          ['request_number', 'contract_number'],
          ['reason'],
          ['base_version', 'new_version', 'update_request_closed', 'closed_at'],
        ],
      },
      { title: 'What changes against the contract', rows: [['changes']] },
      ...pricingSections,
    ],
  },
  actions: [
    {
      name: 'refresh',
      label: 'Take the newest version over',
      command: 'refresh-contract-change',
      on: ['row'],
      when: isOpen,
      confirm: 'What this request changes is kept; everything else becomes as it is in the contract now.',
      message: 'Successfully updated',
    },
    {
      name: 'close',
      label: 'Close without a change',
      command: 'close-contract-change',
      on: ['row', 'selection'],
      when: isOpen,
      confirm: 'The contract stays as it is. A closed request is not opened again.',
      danger: true,
      message: 'Successfully closed',
    },
  ],
  tests: [
    { accept: { ...sampled, contract_number: 'PC-000001', reason: 'Yearly talks' } },
    { reject: { ...sampled, contract_number: 'PC-000001' }, at: 'reason' },
  ],
  access: { read: 'contracts.read', write: 'contracts.write', create: 'never', delete: 'contracts.delete' },
  messages: { empty: 'No records found.' },
})
