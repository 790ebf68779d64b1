import { expect, test } from 'vitest'
import { clickedRows, withRows } from './row-selection.ts'

test('rows are chosen and taken out by id', () => {
  expect(withRows({ 1: true }, ['2', '3'], true)).toEqual({ 1: true, 2: true, 3: true })
  expect(withRows({ 1: true, 2: true }, ['1'], false)).toEqual({ 2: true })
})

test('Shift means all rows from the one clicked before, in either direction', () => {
  const ids = ['a', 'b', 'c', 'd']
  expect(clickedRows(ids, 2, null, true)).toEqual(['c'])
  expect(clickedRows(ids, 2, 0, false)).toEqual(['c'])
  expect(clickedRows(ids, 3, 1, true)).toEqual(['b', 'c', 'd'])
  expect(clickedRows(ids, 0, 1, true)).toEqual(['a', 'b'])
})
