import { defineScreen } from '#src/definition'
import { approvalFields } from '#src/definition/approval.ts'
import type { FieldSpec } from '#src/definition/field.ts'
import {
  requestActions,
  requestFree,
  requestHead,
  requestSections,
  requestStandings,
  requestViews,
} from './contract-family.ts'
import { contractApplications } from './choices.ts'
import { changeContent, contentSections } from './contract-content.ts'

const fields: Readonly<Record<string, FieldSpec>> = {
  ...requestHead('contract', { numbered: 'CR-', label: 'Request' }),
  ...changeContent,
  ...approvalFields,
}

const sampled = {
  contract_header: 'Volume rebate',
  partner_customer: '1',
  valid_from: '2026-01-01',
  valid_to: '2026-12-31',
}

// An approved contract is changed by one of these: approved itself, it becomes the contract's next version.
export const contractChangeRequest = defineScreen({
  name: 'contract-change-request',
  label: ['Change request', 'Change requests'],
  area: 'contracts',
  menu: { order: 12 },
  apps: contractApplications,
  formId: 'IMA_CONFIG_CONTRACT_CHANGE',
  endpoint: 'contracts/update-request',
  table: { key: ['request_number'] },
  hooks: 'contract-change-request',
  title: 'reason',
  fields,
  approval: {
    access: 'contracts.approve',
    document: 'contract',
    application: 'application_type',
    free: [...requestFree],
  },
  list: {
    path: '/contract-setup/change-requests',
    columns: [
      'request_number',
      'contract_number',
      'reason',
      'approval_status',
      'waiting_for',
      'submitted_by',
      'submitted_at',
    ],
    sort: ['-request_number'],
    filters: ['approval_status', 'contract_number', 'application_type', 'update_request_closed'],
    views: requestViews,
    pageSize: 10,
  },
  form: {
    create: '/contract-setup/change-request-new',
    view: '/contract-setup/change-request-detail/:id',
    viewAliases: ['/approval-reject/change-request/:id'],
    edit: '/contract-setup/change-request-detail/:id/edit',
    ...requestStandings,
    layout: [...requestSections, ...contentSections(changeContent)],
  },
  actions: requestActions,
  tests: [
    { accept: { ...sampled, contract_number: 'R-1', reason: 'Yearly talks' } },
    { reject: { ...sampled, contract_number: 'R-1' }, at: 'reason' },
  ],
  access: { read: 'contracts.read', write: 'contracts.write', create: 'never', delete: 'contracts.delete' },
  messages: { empty: 'No records found.' },
})
