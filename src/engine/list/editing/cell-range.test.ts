import { expect, test } from 'vitest'
import { at, movedCell, nextCell, rangeOf, within } from './cell-range.ts'

const last = { row: 9, column: 3 }

test('a range is the same whichever way it was drawn', () => {
  const range = { top: 1, bottom: 4, left: 0, right: 2 }
  expect(rangeOf({ active: { row: 4, column: 0 }, anchor: { row: 1, column: 2 } })).toEqual(range)
  expect(rangeOf({ active: { row: 1, column: 2 }, anchor: { row: 4, column: 0 } })).toEqual(range)
})

test('keys move, with Ctrl to the edge', () => {
  expect(movedCell({ row: 4, column: 1 }, 'ArrowDown', false, last)).toEqual({ row: 5, column: 1 })
  expect(movedCell({ row: 4, column: 1 }, 'ArrowRight', true, last)).toEqual({ row: 4, column: 3 })
  expect(movedCell({ row: 4, column: 1 }, 'End', true, last)).toEqual(last)
  expect(movedCell({ row: 4, column: 1 }, 'a', false, last)).toBeNull()
})

test('nothing lies outside the grid', () => expect(within(at(12, -1), 10, 4)).toEqual(at(9, 0)))

test('Tab goes on in the next row and ends with the grid', () => {
  expect(nextCell({ row: 2, column: 3 }, false, last)).toEqual({ row: 3, column: 0 })
  expect(nextCell({ row: 3, column: 0 }, true, last)).toEqual({ row: 2, column: 3 })
  expect(nextCell(last, false, last)).toBeNull()
})
