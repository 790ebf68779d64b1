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
} from '../contracts/contract-family.ts'
import { specialPriceApplications } from './choices.ts'
import { pricingChangeContent, pricingSections } from './pricing-contract-content.ts'

const fields: Readonly<Record<string, FieldSpec>> = {
  ...requestHead('pricing-contract', { numbered: 'PX-', label: 'Change' }),
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
export const pricingContractChange = defineScreen({
  name: 'pricing-contract-change',
  label: ['Change of a pricing contract', 'Changes of pricing contracts'],
  area: 'pricing',
  menu: { order: 24 },
  apps: specialPriceApplications,
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
    free: [...requestFree],
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
    views: requestViews,
    pageSize: 10,
  },
  form: {
    ...requestStandings,
    layout: [...requestSections, ...pricingSections],
  },
  actions: requestActions,
  tests: [
    { accept: { ...sampled, contract_number: 'PC-000001', reason: 'Yearly talks' } },
    { reject: { ...sampled, contract_number: 'PC-000001' }, at: 'reason' },
  ],
  access: { read: 'contracts.read', write: 'contracts.write', create: 'never', delete: 'contracts.delete' },
  messages: { empty: 'No records found.' },
})
