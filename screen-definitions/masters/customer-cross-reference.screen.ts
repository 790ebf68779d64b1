import { defineScreen, f } from '#src/definition'
import { crossReferenceValidity, sourceSystem } from '../shared/cross-reference.ts'

export const customerCrossReference = defineScreen({
  name: 'customer-cross-reference',
  label: ['Customer cross reference', 'Customer cross references'],
  area: 'masters',
  menu: { order: 12 },
  formId: 'IMA_CONFIG_XREF_CUSTOMER',
  endpoint: 'xref-customer-data',
  table: { key: ['source_system', 'external_number'] },
  fields: {
    source_system: sourceSystem(),
    external_number: f.text({ max: 60, required: true, immutable: true, search: true }),
    external_name: f.text({ max: 120, search: true }),
    identifier_type: f.choice(
      [
        { value: 'account', label: 'Account number' },
        { value: 'dea', label: 'DEA' },
        { value: 'hin', label: 'HIN' },
        { value: 'gln', label: 'GLN' },
        { value: 'other', label: 'Other' },
      ],
      { default: 'account' },
    ),
    customer_number: f.reference('customer', { required: true, index: true, label: 'Customer' }),
    ...crossReferenceValidity,
  },
  list: {
    path: '/customer-x-master',
    columns: [
      'source_system',
      'external_number',
      'external_name',
      'identifier_type',
      'customer_number',
      'valid_from',
      'valid_to',
    ],
    sort: ['source_system', 'external_number'],
    filters: ['source_system', 'customer_number', 'identifier_type'],
  },
  form: {
    layout: [
      ['source_system', 'external_number'],
      ['external_name', 'identifier_type'],
      ['customer_number'],
      ['valid_from', 'valid_to'],
      ['notes'],
    ],
  },
  upload: {
    path: '/customer-x-master/customer-x-master-excel-upload',
    functionality: 'XrefCustomerDataFormats',
    endpoints: ['xref-customer-data-upload'],
  },
  access: { write: 'masters.write', delete: 'masters.delete' },
})
