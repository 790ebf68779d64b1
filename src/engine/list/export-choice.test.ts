import { expect, test } from 'vitest'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import { exportParameters, exportTooLarge } from './export-choice.ts'
import { readListState } from './list-state.ts'

const screen = normalizeScreen(
  defineScreen({
    name: 'sales',
    label: ['Sale', 'Sales'],
    area: 'transactions',
    table: { name: 'sales', key: ['doc'] },
    fields: { doc: f.text(), country: f.text(), value: f.money() },
    list: { path: '/sales', columns: ['doc', 'value'], sort: ['doc'] },
    access: { read: 'any', write: 'any' },
  }),
)
const state = readListState(new URLSearchParams('group=country&country=Spain'), screen.fields, screen.list!)
const of = (rows: 'filtered' | 'chosen', columns: 'shown' | 'all' | 'again') =>
  exportParameters(state, { country: 'Spain' }, screen, [4, 5], { rows, columns })

test('a file holds what the list finds, in the order of its groups, with the columns that were chosen', () => {
  expect(of('filtered', 'shown')).toEqual({ country: 'Spain', columns: 'doc,value', sort: 'country,doc' })
  expect(of('chosen', 'all')).toEqual({
    country: 'Spain',
    'id.in': '4,5',
    columns: 'doc,country,value',
    sort: 'country,doc',
  })
  expect(of('filtered', 'again')).toEqual({ country: 'Spain', for: 'upload', sort: 'country,doc' })
})

test('a file of a list in the shape of a variant is headed as the list', () => {
  const shown = { ...screen, shownAs: 'return' }
  const choice = { rows: 'filtered', columns: 'shown' } as const
  expect(exportParameters(state, {}, shown, [], choice)).toMatchObject({ columns: 'doc,value', shown_as: 'return' })
})

test('what a sheet cannot hold is refused before it is written', () => {
  expect(exportTooLarge('xlsx', 1_048_575, 'en-GB')).toBeNull()
  expect(exportTooLarge('csv', 5_000_000, 'en-GB')).toBeNull()
  expect(exportTooLarge('xlsx', null, 'en-GB')).toBeNull()
  expect(exportTooLarge('xlsx', 1_048_576, 'en-GB')).toMatch(/1,048,576 rows.*Export them as CSV/)
})
