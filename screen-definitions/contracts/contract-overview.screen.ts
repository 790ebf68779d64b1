import { defineScreen, f } from '#src/definition'
import { approvalStatuses } from '#src/definition/approval.ts'
import { contractApplications, contractStatus, contractTypes } from './choices.ts'
import { contractColumns, toContract, validityCriteria } from './contract-criteria.ts'

export const contractOverview = defineScreen({
  name: 'contract-overview',
  label: ['Contract report', 'Contract report'],
  area: 'results',
  menu: { order: 128 },
  apps: contractApplications,
  endpoint: 'contract-reports',
  fields: {
    ...contractColumns,
    contract_type: f.choice(contractTypes, { width: 140 }),
    partner_number: f.text({ label: 'Partner', width: 110 }),
    valid_from: f.date({ width: 110 }),
    valid_to: f.date({ width: 110 }),
    contract_status: f.choice(contractStatus, { label: 'Status', width: 100 }),
    approval_status: f.choice(approvalStatuses, { label: 'Approval', width: 170 }),
    version: f.integer({ width: 80 }),
    rules: f.integer({ width: 80 }),
    tiers: f.integer({ width: 80 }),
    eligibility_lines: f.integer({ label: 'Eligibility', width: 90 }),
    accrued: f.money({ currency: 'currency', label: 'Accrual open', width: 130 }),
    paid: f.money({ currency: 'currency', width: 130 }),
    currency: f.text({ width: 80 }),
    last_posting: f.date({ width: 110 }),
  },
  result: {
    criteria: '/contract-reports',
    path: '/contract-reports/contract-reports-results',
    report: 'contract-overview',
    parameters: {
      ...validityCriteria,
      contract_type: f.choice(contractTypes),
      approval_status: f.choice(approvalStatuses, { label: 'Approval' }),
    },
    aside: ['application_type', 'contract_type', 'version', 'rules', 'tiers', 'eligibility_lines', 'last_posting'],
    sort: ['contract_number'],
    totals: { accrued: 'sum', paid: 'sum', rules: 'sum', tiers: 'sum' },
    key: ['contract_number'],
    chart: { type: 'bar', x: 'contract_number', y: ['paid', 'accrued'], title: 'Paid and accrued' },
    drill: toContract,
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
