import { defineScreen, f, when } from '#src/definition'
import { activeStatus } from '../shared/choices.ts'
import { claimApplications } from './choices.ts'

const isText = when.eq('file_type', 'csv')

/** What a column of a file for a supplier may hold. */
const columnSources = [
  { value: 'claim_number', label: 'Claim' },
  { value: 'line_no', label: 'Line' },
  { value: 'debit_memo', label: 'Debit memo' },
  { value: 'claim_date', label: 'Claim date' },
  { value: 'supplier_number', label: 'Supplier' },
  { value: 'contract_id', label: 'Contract as claimed' },
  { value: 'contract_number', label: 'Contract' },
  { value: 'customer_id', label: 'End customer as claimed' },
  { value: 'customer_number', label: 'End customer' },
  { value: 'material_id', label: 'Product as claimed' },
  { value: 'material_number', label: 'Material' },
  { value: 'invoice_number', label: 'Invoice' },
  { value: 'invoice_date', label: 'Day of sale' },
  { value: 'quantity', label: 'Quantity' },
  { value: 'uom', label: 'Unit' },
  { value: 'acquisition_price', label: 'Acquisition price' },
  { value: 'contract_price', label: 'Contract price' },
  { value: 'claimed_amount', label: 'Claimed' },
  { value: 'calculated_amount', label: 'Calculated' },
  { value: 'currency', label: 'Currency' },
] as const

export const outgoingClaimFormat = defineScreen({
  name: 'outgoing-claim-format',
  label: ['Download format', 'Download formats of claims'],
  area: 'claims',
  menu: { order: 92 },
  apps: claimApplications,
  formId: 'IMA_CONFIG_OUTGOING_CLAIM_FORMAT',
  endpoint: 'outgoing-claim-download-format',
  endpointAliases: ['outgoing-claim-download-format-all'],
  table: { key: ['format_id'] },
  title: 'format_name',
  fields: {
    format_id: f.text({
      max: 20,
      readOnly: true,
      numbered: 'OF-',
      label: 'Format',
      help: 'Given when it is saved first',
      width: 100,
    }),
    format_name: f.text({ max: 80, required: true, search: true, label: 'Name', width: 240 }),
    functionality: f.choice(
      [
        { value: 'OutgoingClaimFormat', label: 'Outgoing claim' },
        { value: 'ClaimResponseFormat', label: 'Answer to a claim' },
      ],
      { default: 'OutgoingClaimFormat', required: true, index: true, label: 'Of', width: 140 },
    ),
    supplier_number: f.reference('supplier', { integrity: 'soft', label: 'For the supplier', help: 'Empty: for any' }),
    file_type: f.choice(
      [
        { value: 'csv', label: 'Text with a delimiter' },
        { value: 'edi844', label: 'EDI X12 844' },
      ],
      { default: 'csv', required: true, label: 'File', width: 140 },
    ),
    delimiter: f.choice(
      [
        { value: ',', label: 'Comma' },
        { value: ';', label: 'Semicolon' },
        { value: '|', label: 'Bar' },
      ],
      { default: ',', visible: isText, required: 'whenVisible' },
    ),
    decimal_mark: f.choice(
      [
        { value: '.', label: 'Point' },
        { value: ',', label: 'Comma' },
      ],
      { default: '.', visible: isText, required: 'whenVisible' },
    ),
    file_columns: f.rows(
      {
        source: f.choice(columnSources, { required: true, label: 'Holds' }),
        heading: f.text({ max: 60, label: 'Heading', help: 'The word of the first column unless given' }),
      },
      { maxRows: 60, visible: isText, help: 'In their order; all of them where none is named' },
    ),
    status: f.choice(activeStatus, { default: 'active', required: true, width: 100 }),
  },
  list: {
    path: '/customer-outgoing-claim-download-format',
    columns: ['format_id', 'format_name', 'functionality', 'supplier_number', 'file_type', 'status'],
    sort: ['format_name'],
    filters: ['functionality', 'supplier_number', 'file_type', 'status'],
  },
  form: {
    layout: [
      ['format_id', 'format_name'],
      ['functionality', 'supplier_number'],
      ['file_type', 'status'],
      ['delimiter', 'decimal_mark'],
      ['file_columns'],
    ],
  },
  access: { read: 'claims.read', write: 'claims.write', delete: 'claims.write' },
  tests: [
    { accept: { format_name: 'Portal of a supplier', functionality: 'OutgoingClaimFormat' } },
    { reject: { functionality: 'OutgoingClaimFormat' }, at: 'format_name' },
  ],
})
