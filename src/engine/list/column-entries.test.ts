import { expect, test, vi } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { columnEntries, pinToggled, type ColumnCommands } from './column-entries.ts'
import type { ListState } from './list-state.ts'

const state: ListState = {
  view: null,
  saved: null,
  viewFilters: [],
  filters: [],
  sort: [{ field: 'day', descending: true }],
  search: '',
  columns: ['doc', 'country', 'day', 'value'],
  pinned: 1,
  group: [],
  tree: false,
  page: 3,
  limit: 100,
  issues: [],
}
const country = normalizeField('country', f.text({ max: 40 }))

function entries(given: Partial<ListState> = {}) {
  const now = { ...state, ...given }
  const changed = vi.fn<(next: ListState) => void>()
  const arrange = vi.fn<ColumnCommands['arrange']>()
  const all = columnEntries(country, {
    state: now,
    change: (update) => changed(update(now)),
    arrange,
    onFilter: () => undefined,
    onFit: () => undefined,
    onStandardWidth: undefined,
  })
  const choose = (label: string): void => {
    const found = all.find((entry) => entry !== 'separator' && 'label' in entry && entry.label === label)
    if (!found || found === 'separator' || !('onSelect' in found)) throw new Error(`No entry ${label}`)
    found.onSelect()
  }
  return { choose, changed, arrange }
}

test('a column sorts alone or behind the present keys, from the first page', () => {
  const { choose, changed } = entries()
  choose('Z to A')
  expect(changed).toHaveBeenLastCalledWith(
    expect.objectContaining({ page: 1, sort: [{ field: 'country', descending: true }] }),
  )
  choose('Then A to Z')
  expect(changed.mock.lastCall?.[0].sort).toEqual([...state.sort, { field: 'country', descending: false }])
})

test('a column joins and leaves the groups', () => {
  const { choose, changed } = entries()
  choose('Group by this')
  expect(changed.mock.lastCall?.[0]).toMatchObject({ group: ['country'], page: 1 })
})

test('pinning moves a column behind the pinned ones, letting go puts it first of the others', () => {
  expect(pinToggled(state, 'day')).toEqual({ columns: ['doc', 'day', 'country', 'value'], pinned: 2 })
  const pinned = { ...state, columns: ['doc', 'day', 'country', 'value'], pinned: 2 }
  expect(pinToggled(pinned, 'doc')).toEqual({ columns: ['day', 'doc', 'country', 'value'], pinned: 1 })
})

test('hiding a pinned column leaves one pinned column less', () => {
  const { choose, arrange } = entries({ pinned: 2 })
  choose('Hide')
  expect(arrange).toHaveBeenCalledWith({ columns: ['doc', 'day', 'value'], pinned: 1 })
})
