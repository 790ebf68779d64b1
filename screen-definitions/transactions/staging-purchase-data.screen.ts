import { defineScreen, when } from '#src/definition'
import { arrived, lineColumns, stagedAccess, stagedActions, stagedColumns, stagedHead } from './staged-line.ts'

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
  list: {
    path: '/staging-purchase-data',
    columns: [...stagedColumns],
    sort: ['staging_number'],
    filters: ['status', 'job_id', 'source_system'],
    views: { 'Cannot be mapped': when.eq('status', 'refused') },
    attention: ['Cannot be mapped'],
    pageSize: 50,
  },
  actions: stagedActions,
  access: stagedAccess,
  tests: [{ accept: { billing_doc_number: 'D1', billing_doc_line: 'first', net_value: 'unknown' } }],
})
