import { defineScreen } from '#src/definition'
import {
  arrived,
  lineColumns,
  stagedAccess,
  stagedActions,
  stagedHead,
  stagedList,
  stagedSections,
  stagedTests,
} from './staged-line.ts'

const { order_number: _order_number, posting_date: _posting_date, ...columns } = lineColumns

// What arrived and is not mapped to masters and valid values yet; mapping moves a line over and tells why another stays.
export const stagingIndirectSales = defineScreen({
  name: 'staging-indirect-sales',
  label: ['Staged indirect sales line', 'Staged indirect sales data'],
  area: 'transactions',
  menu: { order: 22, search: false },
  endpoint: 'indirect-staging-sales-data',
  table: { key: ['staging_number'] },
  title: 'billing_doc_number',
  fields: {
    ...stagedHead,
    ...arrived({
      distributor_number: 'Distributor',
      distributor_name: 'Distributor name',
      reported_date: 'Reported on',
      distributor_material: 'Material at the distributor',
      ...columns,
    }),
  },
  list: stagedList('/indirect-staging-sales-data'),
  form: {
    layout: [
      stagedSections.waits,
      {
        title: 'Document',
        rows: [['billing_doc_number', 'billing_doc_line'], ['billing_date', 'reported_date'], ['transaction_type']],
      },
      {
        title: 'Partner and material',
        rows: [
          ['distributor_number', 'distributor_name'],
          ['customer_number', 'customer_name'],
          ['material_number', 'material_description'],
          ['distributor_material'],
        ],
      },
      stagedSections.values,
      stagedSections.assignment,
      stagedSections.origin,
    ],
  },
  upload: {
    functionality: 'StagingIndirectSalesDataFormat',
    endpoints: ['indirect-staging-sales-data/upload'],
    aliases: {
      distributor_number: ['Distributor', 'Wholesaler'],
      billing_doc_number: ['Invoice', 'InvoiceNo', 'Invoice number'],
      billing_date: ['Invoice date', 'Sale date'],
      material_number: ['SKU', 'NDC', 'Product'],
      quantity: ['Qty'],
      net_value: ['Amount', 'Net amount'],
    },
  },
  actions: stagedActions,
  access: stagedAccess,
  tests: stagedTests,
})
