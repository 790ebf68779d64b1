import { defineScreen, when } from '#src/definition'
import { arrived, lineColumns, stagedAccess, stagedActions, stagedColumns, stagedHead } from './staged-line.ts'

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
  list: {
    path: '/staging-sales-data',
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
