import { defineScreen, f } from '#src/definition'
import { currencyCode, recordStatus } from '../shared/choices.ts'

export const supplierOrganization = defineScreen({
  name: 'supplier-organization',
  label: ['Supplier organization', 'Supplier organizations'],
  area: 'masters',
  menu: { order: 31 },
  endpoint: 'supplier-master-org',
  table: { key: ['supplier_number', 'purchasing_organization', 'plant'] },
  fields: {
    supplier_number: f.reference('supplier', {
      required: true,
      immutable: true,
      index: true,
      search: true,
      label: 'Supplier',
    }),
    purchasing_organization: f.text({ max: 10, upper: true, index: true }),
    plant: f.text({ max: 10, upper: true }),
    purchasing_group: f.text({ max: 10 }),
    currency: currencyCode(),
    payment_terms: f.text({ max: 20 }),
    minimum_order_value: f.money({ currency: 'currency', min: 0 }),
    lead_time: f.integer({ min: 0, unit: 'days' }),
    rebate_relevant: f.flag({ default: true }),
    status: f.choice(recordStatus, { default: 'active', required: true }),
  },
  list: {
    path: '/supplier-master/organizations',
    columns: [
      'supplier_number',
      'purchasing_organization',
      'plant',
      'purchasing_group',
      'currency',
      'payment_terms',
      'lead_time',
      'rebate_relevant',
      'status',
    ],
    sort: ['supplier_number', 'purchasing_organization'],
    filters: ['supplier_number', 'purchasing_organization', 'status'],
  },
  form: {
    layout: [
      ['supplier_number', 'status'],
      ['purchasing_organization', 'plant'],
      ['purchasing_group', 'currency'],
      ['payment_terms', 'minimum_order_value'],
      ['lead_time', 'rebate_relevant'],
    ],
  },
  upload: {
    path: '/supplier-master/supplier-master-excel-upload',
    functionality: 'SupplierMasterOrganizationsFormats',
    endpoints: ['supplier-master-org-upload'],
  },
  access: { write: 'masters.write', delete: 'masters.delete' },
})
