import { defineScreen, f } from '#src/definition'
import { calculationCriteria, soldUntil } from './calculation-fields.ts'
import { contractApplications, postingKinds } from './choices.ts'

export const calculationSource = defineScreen({
  name: 'calculation-source',
  label: ['Source line of a calculation', 'Source lines of a calculation'],
  area: 'contracts',
  menu: { order: 22 },
  apps: contractApplications,
  endpoint: 'source_record_information',
  fields: {
    billing_doc_number: f.text({ label: 'Document', width: 110 }),
    billing_doc_line: f.integer({ label: 'Line', width: 70 }),
    billing_date: f.date({ label: 'Date', width: 110 }),
    customer_number: f.text({ label: 'Customer', width: 100 }),
    material_number: f.text({ label: 'Material', width: 100 }),
    quantity: f.decimal(15, 3, { width: 90 }),
    uom: f.text({ label: 'Unit', width: 70 }),
    qualifier: f.decimal(20, 4, { label: 'Tier value', width: 120 }),
    benefit: f.decimal(20, 4, { label: 'Basis', width: 120 }),
    amount: f.decimal(20, 4, { label: 'Share of the amount', width: 140 }),
    currency: f.text({ width: 80 }),
    error: f.text({ label: 'Left out', width: 220 }),
  },
  result: {
    criteria: '/calculation-sources',
    path: '/calculation-sources/results',
    report: 'calculation-source',
    parameters: {
      contract_number: f.reference('contract', { required: true, label: 'Contract' }),
      rule_no: f.integer({ required: true, min: 1, label: 'Rule' }),
      kind: f.choice(postingKinds, { default: 'Payment', required: true, label: 'As' }),
      period_from: f.date({ required: true }),
      period_to: f.date({ required: true, after: 'period_from' }),
      contract_version: calculationCriteria.contract_version,
      payee: f.text({ max: 40, help: 'Only what this payee gets of each line; what all get where empty' }),
      sold_until: soldUntil,
      document: f.text({ max: 30, label: 'Invoice' }),
      customer_number: f.text({ max: 40, label: 'Customer' }),
      material_number: f.text({ max: 40, label: 'Material' }),
    },
    sort: ['billing_date', 'billing_doc_number', 'billing_doc_line'],
    totals: { quantity: 'sum', qualifier: 'sum', benefit: 'sum', amount: 'sum' },
    key: ['billing_doc_number', 'billing_doc_line'],
  },
  access: { read: 'contracts.read' },
  messages: { empty: 'No records found.' },
})
