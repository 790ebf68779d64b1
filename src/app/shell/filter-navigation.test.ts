import { expect, test } from 'vitest'
import type { NavigationArea } from '#src/data/bootstrap.ts'
import { activePath, filterNavigation } from './filter-navigation.ts'

const item = (label: string, path: string) => ({ screen: path.slice(1), label, path, kind: 'list' })
const areas: NavigationArea[] = [
  {
    area: 'masters',
    label: 'Master data',
    items: [item('Customers', '/customer-master'), item('Customer cross references', '/customer-x-master')],
  },
  {
    area: 'transactions',
    label: 'Transactions',
    items: [item('Sales data', '/sales-data'), item('Sales lines', '/sales-data/display')],
  },
]
const labels = (query: string) => filterNavigation(areas, query).flatMap(({ items }) => items.map(({ label }) => label))

test('every word of the filter has to occur in the label or the area', () => {
  expect(labels('cust')).toEqual(['Customers', 'Customer cross references'])
  expect(labels('refer CUST')).toEqual(['Customer cross references'])
  expect(labels('transactions')).toEqual(['Sales data', 'Sales lines'])
  expect(labels('nothing')).toEqual([])
  expect(filterNavigation(areas, '  ')).toBe(areas)
})

test('the entry with the longest path above the address is the active one', () => {
  expect(activePath(areas, '/customer-master')).toBe('/customer-master')
  expect(activePath(areas, '/customer-master/view-customer/3')).toBe('/customer-master')
  expect(activePath(areas, '/sales-data/display/results')).toBe('/sales-data/display')
  expect(activePath(areas, '/customer-master-other')).toBeNull()
})

test('results that stand beside their criteria belong to the entry of these', () => {
  const item = (label: string, path: string, results?: string) => ({
    screen: label,
    label,
    path,
    kind: 'list',
    ...(results ? { results } : {}),
  })
  const promotions = [
    item('Costing approvals', '/costing-approvals'),
    item('Costing reports', '/costing-approvals/costing-criteria', '/costing-approvals/costing-reports'),
  ]
  const active = (path: string) => activePath([{ area: 'p', label: 'Promotions', items: promotions }], path)
  expect(active('/costing-approvals/costing-reports')).toBe('/costing-approvals/costing-criteria')
  expect(active('/costing-approvals/7')).toBe('/costing-approvals')
})
