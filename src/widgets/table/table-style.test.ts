import { expect, test } from 'vitest'
import { pinnedColumns } from './table-style.ts'

test('nothing is pinned where every column is in view', () => {
  expect(pinnedColumns([40, 100, 100], 2, 240)).toMatchObject({ count: 0, starts: {} })
})

test('pinned columns begin where those before them end', () => {
  expect(pinnedColumns([40, 100, 120, 400], 3, 500)).toEqual({
    count: 3,
    width: 260,
    starts: { '--pin-1': '0px', '--pin-2': '40px', '--pin-3': '140px' },
  })
})

test('the others keep room to be scrolled in', () => {
  expect(pinnedColumns([40, 200, 200, 400], 3, 500).count).toBe(2)
  expect(pinnedColumns([400, 200], 1, 300).count).toBe(1)
})
