import { defineScreen, f, when } from '#src/definition'
import { changeStatus } from '../shared/actions.ts'
import { addressFields, addressRows } from '../shared/address.ts'
import { currencyCode, recordStatus } from '../shared/choices.ts'
import { documents } from '../shared/files.ts'

export const supplier = defineScreen({
  name: 'supplier',
  label: ['Supplier', 'Suppliers'],
  area: 'masters',
  menu: { order: 30 },
  formId: 'IMA_CONFIG_SUPPLIER',
  endpoint: 'supplier-master',
  table: { key: ['supplier_number'] },
  title: 'supplier_name',
  fields: {
    supplier_number: f.text({
      max: 20,
      required: true,
      immutable: true,
      upper: true,
      search: true,
      label: 'Supplier',
      width: 110,
    }),
    supplier_name: f.text({ max: 120, required: true, search: true, label: 'Name', width: 240 }),
    supplier_name_2: f.text({ max: 120, label: 'Name, second line' }),
    supplier_type: f.choice(
      [
        { value: 'manufacturer', label: 'Manufacturer' },
        { value: 'wholesaler', label: 'Wholesaler' },
        { value: 'service', label: 'Service provider' },
        { value: 'carrier', label: 'Carrier' },
      ],
      { default: 'manufacturer', index: true, label: 'Type' },
    ),
    supplier_group: f.text({ max: 40, index: true, label: 'Group' }),
    status: f.choice(recordStatus, { default: 'active', required: true, index: true, width: 100 }),
    block_reason: f.text({ max: 200, visible: when.eq('status', 'blocked'), required: 'whenVisible' }),
    ...addressFields,
    phone: f.text({ max: 40, format: 'phone' }),
    email: f.text({ max: 120, format: 'email', label: 'E-mail' }),
    contact_person: f.text({ max: 80 }),
    currency: currencyCode({ default: 'EUR' }),
    payment_terms: f.text({ max: 20 }),
    incoterms: f.text({ max: 10, upper: true }),
    tax_number: f.text({ max: 30, label: 'VAT number' }),
    duns_number: f.text({ max: 9, pattern: '\\d{9}', patternMessage: 'Nine digits', label: 'D-U-N-S number' }),
    gln: f.text({ max: 13, pattern: '\\d{13}', patternMessage: '13 digits', label: 'GLN' }),
    rebate_settlement: f.choice(
      [
        { value: 'credit_memo', label: 'Credit memo' },
        { value: 'debit_memo', label: 'Debit memo' },
        { value: 'payment', label: 'Payment' },
      ],
      { default: 'credit_memo' },
    ),
    responsible: f.reference('employee', { integrity: 'soft', label: 'Buyer' }),
    valid_from: f.date(),
    valid_to: f.date({ after: 'valid_from' }),
    notes: f.longText({ max: 4000 }),
    tax_form: f.file({ accept: documents, label: 'Tax form', help: 'W-9, W-8BEN-E or certificate of residence' }),
    tax_form_valid_to: f.date({ label: 'Tax form valid until', visible: when.notEmpty('tax_form') }),
    agreement: f.file({ accept: documents, label: 'Framework agreement' }),
    attributes: f.attributes(),
  },
  list: {
    path: '/supplier-master',
    columns: [
      'supplier_number',
      'supplier_name',
      'supplier_type',
      'supplier_group',
      'city',
      'country',
      'currency',
      'rebate_settlement',
      'status',
    ],
    sort: ['supplier_number'],
    filters: ['supplier_type', 'country', 'status'],
    views: { Active: when.eq('status', 'active'), Blocked: when.eq('status', 'blocked') },
    pageSize: 50,
  },
  form: {
    view: '/supplier-master/view-supplier/:id',
    edit: '/supplier-master/edit-supplier/:id',
    layout: [
      {
        title: 'General',
        rows: [
          ['supplier_number', 'supplier_name'],
          ['supplier_name_2'],
          ['supplier_type', 'supplier_group'],
          ['status', 'block_reason'],
          ['valid_from', 'valid_to'],
        ],
      },
      { title: 'Address', rows: addressRows },
      {
        title: 'Communication',
        rows: [
          ['phone', 'email'],
          ['contact_person', 'responsible'],
        ],
      },
      {
        title: 'Purchasing and payment',
        rows: [
          ['currency', 'payment_terms'],
          ['incoterms', 'rebate_settlement'],
          ['tax_number', 'duns_number'],
          ['gln'],
          ['notes'],
        ],
      },
      { title: 'Documents', rows: [['tax_form', 'tax_form_valid_to'], ['agreement']] },
    ],
    related: [{ screen: 'supplier-organization', by: 'supplier_number' }],
  },
  upload: {
    path: '/supplier-master/supplier-master-excel-upload',
    functionality: 'SupplierDataFormats',
    endpoints: ['supplier-master-data-upload'],
    aliases: {
      supplier_number: ['Vendor', 'Vendor number', 'Supplier no', 'LIFNR'],
      supplier_name: ['Vendor name', 'Company', 'NAME1'],
    },
  },
  actions: [changeStatus],
  access: { write: 'masters.write', delete: 'masters.delete' },
  tests: [
    { accept: { supplier_number: 'S1', supplier_name: 'Wick und Sohn' } },
    { reject: { supplier_number: 'S1', supplier_name: 'X', duns_number: '12' }, at: 'duns_number' },
  ],
})
