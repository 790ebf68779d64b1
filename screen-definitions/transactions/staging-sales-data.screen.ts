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

// What arrived and is not mapped to masters and valid values yet; mapping moves a line over and tells why another stays.
export const stagingSalesData = defineScreen({
  name: 'staging-sales-data',
  label: ['Staged sales line', 'Staged sales data'],
  area: 'transactions',
  menu: { order: 12, search: false },
  endpoint: 'staging-sales-data',
  table: { key: ['staging_number'] },
  title: 'billing_doc_number',
  fields: {
    ...stagedHead,
    ...arrived({
      ship_to: 'Ship-to',
      ...lineColumns,
    }),
  },
  list: stagedList('/staging-sales-data'),
  form: {
    layout: [
      stagedSections.waits,
      {
        title: 'Document',
        rows: [
          ['billing_doc_number', 'billing_doc_line'],
          ['billing_date', 'posting_date'],
          ['transaction_type', 'order_number'],
        ],
      },
      {
        title: 'Partner and material',
        rows: [['customer_number', 'customer_name'], ['ship_to'], ['material_number', 'material_description']],
      },
      stagedSections.values,
      stagedSections.assignment,
      stagedSections.origin,
    ],
  },
  upload: {
    functionality: 'StagingSalesDataFormat',
    endpoints: ['staging-sales-data/upload'],
    aliases: {
      billing_doc_number: ['InvoiceNo', 'Invoice', 'Invoice number', 'SalesOrderNumber', 'VBELN'],
      billing_date: ['InvoiceDate', 'OrderDate', 'Invoice date'],
      customer_number: ['CustomerID', 'Customer no', 'ResellerKey'],
      material_number: ['StockCode', 'ProductKey', 'SKU', 'MATNR'],
      material_description: ['Description', 'Item description'],
      quantity: ['OrderQuantity', 'Qty'],
      unit_price: ['UnitPrice', 'Price'],
      net_value: ['SalesAmount', 'Net amount', 'Amount'],
      cost_value: ['TotalProductCost'],
      territory: ['SalesTerritoryKey'],
      sales_employee: ['EmployeeKey'],
    },
  },
  actions: stagedActions,
  access: stagedAccess,
  tests: stagedTests,
})
