import { defineScreen, f, when } from '#src/definition'
import { approvalFields } from '#src/definition/approval.ts'
import { applicationChoices, currencyCode } from '../shared/choices.ts'
import { documentTypes } from '../shared/document-types.ts'
import { documents } from '../shared/files.ts'

export const document = defineScreen({
  name: 'document',
  label: ['Document', 'Documents'],
  area: 'documents',
  menu: { order: 10 },
  formId: 'IMA_DOCUMENT_HEADER',
  endpoint: 'document',
  endpointAliases: ['document-list'],
  table: { name: 'document_header', key: ['document_id'] },
  title: 'title',
  fields: {
    document_id: f.text({
      max: 20,
      readOnly: true,
      numbered: 'DOC-',
      search: true,
      label: 'Document',
      width: 130,
      help: 'Given when it is saved first',
    }),
    title: f.text({ max: 160, required: true, search: true, width: 300 }),
    document_type: f.choice(documentTypes, {
      default: 'agreement',
      required: true,
      index: true,
      label: 'Type',
      width: 150,
    }),
    application_type: f.choice(applicationChoices, {
      default: 'Customer Rebate',
      required: true,
      index: true,
      label: 'Application',
    }),
    contract: f.reference('contract', { integrity: 'soft', search: true, index: true, width: 150 }),
    customer_number: f.reference('customer', { integrity: 'soft', index: true, label: 'Customer' }),
    supplier_number: f.reference('supplier', { integrity: 'soft', index: true, label: 'Supplier' }),
    amount: f.money({ currency: 'currency', min: 0, help: 'What it is worth; who has to approve may depend on it.' }),
    currency: currencyCode({ default: 'EUR' }),
    version: f.text({ max: 20, default: '1', width: 90 }),
    document_date: f.date({ default: '@today', required: true, index: true, label: 'Date', width: 120 }),
    valid_from: f.date(),
    valid_to: f.date({ after: 'valid_from', index: true, label: 'Expires' }),
    responsible: f.reference('user', { integrity: 'soft' }),
    external_reference: f.text({ max: 60, search: true, label: 'Reference of the partner' }),
    file: f.file({ accept: documents, maxBytes: 20_000_000, label: 'File' }),
    summary: f.longText({ max: 4000, search: true }),
    notes: f.longText({ max: 2000, label: 'Own notes', help: 'Change without a new approval.' }),
    ...approvalFields,
  },
  list: {
    path: '/documents',
    columns: [
      'document_id',
      'title',
      'document_type',
      'contract',
      'customer_number',
      'document_date',
      'approval_status',
    ],
    sort: ['-document_date', '-document_id'],
    filters: ['document_type', 'contract', 'approval_status', 'document_date'],
    views: {
      'Expiring within 90 days': when.between('valid_to', '@today', '@today+90d'),
      'Without a contract': when.empty('contract'),
    },
    due: ['Expiring within 90 days'],
    totals: { amount: 'sum' },
    pageSize: 20,
  },
  form: {
    view: '/documents/view/:id',
    viewAliases: ['/documents/submit-approval/:id'],
    edit: '/documents/update/:id',
    layout: [
      {
        title: 'Document',
        rows: [
          ['document_id', 'document_type'],
          ['title'],
          ['application_type', 'version'],
          ['document_date', 'external_reference'],
          ['file'],
          ['summary'],
        ],
      },
      {
        title: 'What it is about',
        rows: [
          ['contract', 'customer_number'],
          ['supplier_number', 'responsible'],
          ['amount', 'currency'],
          ['valid_from', 'valid_to'],
        ],
      },
      { title: 'Notes', rows: [['notes']] },
    ],
    related: [{ screen: 'approval-decision', by: 'document' }],
  },
  approval: {
    access: 'documents.approve',
    document: 'document',
    amount: 'amount',
    currency: 'currency',
    application: 'application_type',
    free: ['notes', 'responsible'],
  },
  access: { read: 'documents.read', write: 'documents.write' },
  tests: [
    { accept: { title: 'Master agreement 2027', document_type: 'agreement' } },
    { reject: { document_type: 'agreement' }, at: 'title' },
    {
      reject: { title: 'X', valid_from: '2026-02-01', valid_to: '2026-01-01' },
      at: 'valid_to',
    },
  ],
})
