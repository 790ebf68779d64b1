import { expect, test } from 'vitest'
import { movedPlace } from './cell-focus.ts'

const last = { row: 99, column: 11 }

test('arrows move by one and stop at the edges', () => {
  expect(movedPlace({ row: 0, column: 0 }, last, 'ArrowUp', false)).toEqual({ row: 0, column: 0 })
  expect(movedPlace({ row: 0, column: 0 }, last, 'ArrowDown', false)).toEqual({ row: 1, column: 0 })
  expect(movedPlace({ row: 99, column: 11 }, last, 'ArrowRight', false)).toEqual(last)
})

test('Home and End stay in the row, with Ctrl they go to the corners', () => {
  expect(movedPlace({ row: 5, column: 5 }, last, 'End', false)).toEqual({ row: 5, column: 11 })
  expect(movedPlace({ row: 5, column: 5 }, last, 'End', true)).toEqual(last)
  expect(movedPlace({ row: 5, column: 5 }, last, 'Home', true)).toEqual({ row: 0, column: 0 })
})

test('other keys do not move', () => {
  expect(movedPlace({ row: 5, column: 5 }, last, 'x', false)).toBeNull()
})
