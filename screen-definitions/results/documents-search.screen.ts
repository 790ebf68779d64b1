import { defineScreen, f } from '#src/definition'
import { approvalStatuses } from '#src/definition/approval.ts'
import { applicationChoices } from '../shared/choices.ts'
import { documentTypes } from '../shared/document-types.ts'

export const documentsSearch = defineScreen({
  name: 'documents-search',
  label: ['Document found', 'Document search'],
  area: 'documents',
  menu: { order: 30 },
  endpoint: 'documents-search',
  fields: {
    document_id: f.text({ label: 'Document', width: 130 }),
    title: f.text({ width: 280 }),
    document_type: f.choice(documentTypes, { label: 'Type', width: 140 }),
    application_type: f.text({ label: 'Application', width: 150 }),
    contract: f.text({ width: 130 }),
    customer_number: f.text({ label: 'Customer', width: 110 }),
    amount: f.money({ currency: 'currency', width: 130 }),
    currency: f.text({ width: 90 }),
    document_date: f.date({ label: 'Date', width: 120 }),
    valid_to: f.date({ label: 'Expires', width: 120 }),
    approval_status: f.choice(approvalStatuses, { label: 'Approval', width: 170 }),
    days_in_status: f.integer({ label: 'In this state', unit: 'days', width: 120 }),
  },
  result: {
    criteria: '/documents-search',
    path: '/documents-search-result',
    report: 'documents-search',
    parameters: {
      words: f.text({ max: 120, label: 'Words', help: 'In the title, the summary, the number or the reference.' }),
      document_type: f.choice(documentTypes, { label: 'Type' }),
      application_type: f.choice(applicationChoices, { label: 'Application' }),
      contract: f.reference('contract', { integrity: 'soft' }),
      customer_number: f.reference('customer', { integrity: 'soft', label: 'Customer' }),
      approval_status: f.choice(approvalStatuses, { label: 'Approval' }),
      dated_from: f.date({ label: 'Dated from' }),
      dated_to: f.date({ after: 'dated_from', label: 'to' }),
    },
    aside: ['customer_number', 'application_type', 'valid_to', 'days_in_status'],
    sort: ['-document_date', 'document_id'],
    totals: { amount: 'sum' },
    key: ['document_id'],
    drill: { screen: 'document', filters: { document_id: 'document_id' } },
  },
  access: { read: 'documents.read' },
  messages: { empty: 'No records found.' },
})
