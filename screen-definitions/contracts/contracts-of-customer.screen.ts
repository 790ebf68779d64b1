import { defineScreen, f } from '#src/definition'
import { approvalStatuses } from '#src/definition/approval.ts'
import { applicationTypes, contractApplications, contractStatus } from './choices.ts'
import { contractColumns, toContract } from './contract-criteria.ts'

export const contractsOfCustomer = defineScreen({
  name: 'contracts-of-customer',
  label: ['Contract of a customer', 'Contracts of a customer'],
  area: 'results',
  menu: { order: 129 },
  apps: contractApplications,
  endpoint: 'contract-search-by-customer',
  fields: {
    contract_number: contractColumns.contract_number,
    contract_description: contractColumns.contract_description,
    way: f.longText({ label: 'Why it counts', width: 150 }),
    depends_on: f.longText({ label: 'Depends on the sale', width: 240 }),
    over_all: f.longText({ label: 'Rules over all contracts', width: 280 }),
    application_type: contractColumns.application_type,
    partner_number: f.text({ label: 'Partner', width: 110 }),
    valid_from: f.date({ width: 110 }),
    valid_to: f.date({ width: 110 }),
    contract_status: f.choice(contractStatus, { label: 'Status', width: 100 }),
    approval_status: f.choice(approvalStatuses, { label: 'Approval', width: 170 }),
  },
  result: {
    criteria: '/contract-search-by-customer',
    path: '/contract-search-by-customer-results',
    report: 'contracts-of-customer',
    parameters: {
      customer_number: f.reference('customer', { required: true, label: 'Customer' }),
      material_number: f.reference('material', { label: 'Buys' }),
      on_day: f.date({ required: true, default: '@today', label: 'On' }),
      application_type: f.choice(applicationTypes, { label: 'Application' }),
      with_drafts: f.flag({ default: false, label: 'Drafts as well' }),
    },
    aside: ['application_type', 'partner_number', 'valid_from', 'valid_to', 'approval_status'],
    sort: ['contract_number'],
    key: ['contract_number'],
    drill: toContract,
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
