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

const { customer_name: _customer_name, ...columns } = lineColumns

// What arrived and is not mapped to masters and valid values yet; mapping moves a line over and tells why another stays.
export const stagingPurchaseData = defineScreen({
  name: 'staging-purchase-data',
  label: ['Staged purchase line', 'Staged purchase data'],
  area: 'transactions',
  menu: { order: 32, search: false },
  endpoint: 'staging-purchase-data',
  table: { key: ['staging_number'] },
  title: 'billing_doc_number',
  fields: {
    ...stagedHead,
    ...arrived({
      supplier_number: 'Supplier',
      supplier_name: 'Supplier name',
      receipt_date: 'Received on',
      supplier_material: 'Material at the supplier',
      ...columns,
    }),
  },
  list: stagedList('/staging-purchase-data'),
  form: {
    layout: [
      stagedSections.waits,
      {
        title: 'Document',
        rows: [
          ['billing_doc_number', 'billing_doc_line'],
          ['billing_date', 'posting_date', 'receipt_date'],
          ['transaction_type', 'order_number'],
        ],
      },
      {
        title: 'Partner and material',
        rows: [
          ['supplier_number', 'supplier_name'],
          ['material_number', 'material_description'],
          ['supplier_material', 'customer_number'],
        ],
      },
      stagedSections.values,
      stagedSections.assignment,
      stagedSections.origin,
    ],
  },
  upload: {
    functionality: 'StagingPurchaseDataFormat',
    endpoints: ['staging-purchase-data/upload'],
    aliases: {
      supplier_number: ['Supplier', 'Vendor', 'LIFNR'],
      billing_doc_number: ['Invoice', 'InvoiceNo', 'Invoice number', 'BELNR'],
      billing_date: ['Invoice date', 'Posting date'],
      order_number: ['PO', 'PO number', 'EBELN'],
      material_number: ['SKU', 'MATNR', 'Product'],
      quantity: ['Qty', 'MENGE'],
      net_value: ['Amount', 'Net amount'],
    },
  },
  actions: stagedActions,
  access: stagedAccess,
  tests: stagedTests,
})
