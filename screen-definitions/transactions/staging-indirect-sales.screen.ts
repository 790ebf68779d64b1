import { defineScreen, when } from '#src/definition'
import { arrived, lineColumns, stagedAccess, stagedActions, stagedColumns, stagedHead } from './staged-line.ts'

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
  list: {
    path: '/indirect-staging-sales-data',
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
