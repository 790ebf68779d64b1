import { defineScreen, f } from '#src/definition'
import { currencyCode, recordStatus } from '../shared/choices.ts'
import { salesAreaFields } from '../shared/sales-area.ts'

export const customerOrganization = defineScreen({
  name: 'customer-organization',
  label: ['Customer organization', 'Customer organizations'],
  area: 'masters',
  menu: { order: 11 },
  endpoint: 'customer-data-org',
  table: { key: ['customer_number', 'sales_organization', 'distribution_channel', 'division'] },
  fields: {
    customer_number: f.reference('customer', {
      required: true,
      immutable: true,
      search: true,
      label: 'Customer',
      index: true,
    }),
    ...salesAreaFields,
    sales_office: f.text({ max: 10 }),
    sales_group: f.text({ max: 10 }),
    price_group: f.text({ max: 10 }),
    price_list_type: f.text({ max: 10 }),
    currency: currencyCode(),
    incoterms: f.text({ max: 10, upper: true }),
    payment_terms: f.text({ max: 20 }),
    rebate_relevant: f.flag({ default: true }),
    status: f.choice(recordStatus, { default: 'active', required: true }),
  },
  list: {
    path: '/customer-master/organizations',
    columns: [
      'customer_number',
      'sales_organization',
      'distribution_channel',
      'division',
      'price_group',
      'currency',
      'payment_terms',
      'rebate_relevant',
      'status',
    ],
    sort: ['customer_number', 'sales_organization'],
    filters: ['customer_number', 'sales_organization', 'status'],
  },
  form: {
    layout: [
      ['customer_number', 'status'],
      ['sales_organization', 'distribution_channel'],
      ['division', 'sales_office'],
      ['sales_group', 'price_group'],
      ['price_list_type', 'currency'],
      ['incoterms', 'payment_terms'],
      ['rebate_relevant'],
    ],
  },
  upload: {
    path: '/customer-master/customer-master-excel-upload',
    functionality: 'CustomerDataOrgUploadFormat',
    endpoints: ['customer-data-org-upload'],
  },
  access: { write: 'masters.write', delete: 'masters.delete' },
})
