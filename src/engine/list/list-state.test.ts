import { expect, test } from 'vitest'
import { defineScreen, f, normalizeScreen, when } from '#src/definition'
import {
  mergeFilters,
  readListState,
  scopeParameters,
  toggleSort,
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
