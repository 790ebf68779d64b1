import { expect, test } from 'vitest'
import { defineScreen, f, normalizeScreen, when } from '#src/definition'
import type { SavedView } from '#src/data/list-views.ts'
import {
  exportSort,
  isModified,
  mergeFilters,
  readListState,
  scopeParameters,
  toggleSort,
  viewQuery,
  withFilter,
  withoutFilter,
  writeListState,
} from './list-state.ts'

const screen = normalizeScreen(
  defineScreen({
    name: 'line',
    label: ['Line', 'Lines'],
    area: 'transactions',
    endpoint: 'line',
    table: { key: ['doc'] },
    fields: { doc: f.text(), country: f.text(), day: f.date(), value: f.money() },
    list: {
      path: '/line',
      sort: ['-day', 'doc'],
      pageSize: 100,
      views: {
        German: when.all(when.eq('country', 'Germany'), when.gt('value', '0')),
        Odd: when.any(when.eq('doc', '1'), when.empty('day')),
      },
    },
  }),
)
const list = screen.list!
const read = (address: string) => readListState(new URLSearchParams(address), screen.fields, list)
const write = (state: ReturnType<typeof read>) => decodeURIComponent(writeListState(state, list).toString())

test('an empty address is the definition', () => {
  const state = read('')
  expect(state).toMatchObject({
    page: 1,
    limit: 100,
    search: '',
    view: null,
    columns: ['doc', 'country', 'day', 'value'],
  })
  expect(write(state)).toBe('')
})

test('the address holds everything', () => {
  const address = 'view=German&value.between=10,20&search=box&sort=value,-doc&columns=value,doc&page=2000&limit=25'
  expect(write(read(address))).toBe(address)
})

test('what cannot be understood is named, the rest holds', () => {
  const state = read('nothing=1&country=Spain&day=never')
  expect(state.filters).toEqual([{ field: 'country', op: 'eq', values: ['Spain'] }])
  expect(state.issues).toHaveLength(2)
  // Each stays in the address until it is taken out by itself.
  expect(write(state)).toBe('country=Spain&nothing=1&day=never')
  expect(write({ ...state, issues: state.issues.slice(1) })).toBe('country=Spain&day=never')
})

test('a view brings its filters; removing one leaves the view and keeps the others', () => {
  const state = read('view=German&search=box')
  expect(scopeParameters(state)).toEqual({ country: 'Germany', 'value.gt': '0', search: 'box' })
  expect(write(withoutFilter(state, state.viewFilters[0]!))).toBe('value.gt=0&search=box')
})

test('a view beyond filters goes by its name', () => {
  expect(scopeParameters(read('view=Odd'))).toEqual({ view: 'Odd' })
})

test('setting a filter goes back to the first page and replaces the one on the same operator', () => {
  const state = withFilter(read('country=Spain&page=7'), { field: 'country', op: 'eq', values: ['France'] })
  expect(write(state)).toBe('country=France')
  const edited = withFilter(
    read('country=Spain'),
    { field: 'country', op: 'ne', values: ['France'] },
    read('country=Spain').filters[0],
  )
  expect(write(edited)).toBe('country.ne=France')
  expect(mergeFilters([{ field: 'a', op: 'eq', values: [1] }], [{ field: 'a', op: 'gt', values: [1] }])).toHaveLength(2)
})

test('headings sort ascending, descending, not; with shift beside the others', () => {
  const fallback = list.sort
  const once = toggleSort(fallback, 'value', false, fallback)
  expect(once).toEqual([{ field: 'value', descending: false }])
  const twice = toggleSort(once, 'value', false, fallback)
  expect(twice).toEqual([{ field: 'value', descending: true }])
  expect(toggleSort(twice, 'value', false, fallback)).toBe(fallback)
  const both = toggleSort(twice, 'doc', true, fallback)
  expect(both.map((key) => key.field)).toEqual(['value', 'doc'])
  expect(toggleSort(both, 'value', true, fallback).map((key) => key.field)).toEqual(['doc'])
})

const saved: SavedView = {
  id: 7,
  row_version: 1,
  name: 'Spain',
  audience: 'own',
  role_id: null,
  role_name: null,
  owner_name: 'Ada',
  mine: true,
  may_change: true,
  query: { country: 'Spain', sort: '-value', columns: 'doc,value', group: 'country', pinned: '2' },
  widths: {},
  density: null,
  gone: [],
  denied: 0,
}
const readSaved = (address: string) => readListState(new URLSearchParams(address), screen.fields, list, [saved])
const writeSaved = (state: ReturnType<typeof read>) =>
  decodeURIComponent(writeListState(state, list, screen.fields).toString())

test('a saved view goes by its key as long as nothing in it is changed', () => {
  const state = readSaved('view=7-spain&page=3')
  expect(state).toMatchObject({ columns: ['doc', 'value'], group: ['country'], pinned: 2, page: 3 })
  expect(isModified(state, screen.fields, list)).toBe(false)
  expect(writeSaved(state)).toBe('view=7-spain&page=3')
})

test('a changed view says all of it in the address, also a filter that was taken out; taking it back makes it the view again', () => {
  const state = withoutFilter(readSaved('view=7-spain'), { field: 'country', op: 'eq', values: ['Spain'] })
  const address = 'view=7-spain&modified=true&sort=-value&columns=doc,value&group=country&pinned=2'
  expect(writeSaved(state)).toBe(address)
  expect(isModified(readSaved(address), screen.fields, list)).toBe(true)
  expect(writeSaved(withFilter(readSaved(address), { field: 'country', op: 'eq', values: ['Spain'] }))).toBe(
    'view=7-spain',
  )
})

test('what a saved view keeps reads back to the same rows, also of a view of the definition', () => {
  const state = read('view=German&search=box&group=country,doc&pinned=3')
  const kept = viewQuery(state, list)
  const again = readListState(new URLSearchParams(kept), screen.fields, list)
  expect(again.filters).toEqual(state.viewFilters)
  expect(again).toMatchObject({ search: 'box', group: ['country', 'doc'], pinned: 3, columns: state.columns })
})

test('a view that is not there and a field that nothing can be grouped by are named', () => {
  expect(read('view=9-gone').issues).toHaveLength(1)
  expect(read('group=country,nothing')).toMatchObject({
    group: ['country'],
    issues: [{ message: 'There is no field nothing to group by' }],
  })
})

test('orders a file by the groups of the list, then by its sort keys', () => {
  const sort = [
    { field: 'billing_date', descending: true },
    { field: 'country', descending: true },
  ]
  expect(exportSort({ group: ['country', '-line'], sort })).toBe('-country,-line,-billing_date')
})
