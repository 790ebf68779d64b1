import { expect, test } from 'vitest'
import { movedTo, toggled } from './column-order.ts'

test('a column moves to its place, never outside', () => {
  expect(movedTo(['a', 'b', 'c'], 'a', 1)).toEqual(['b', 'a', 'c'])
  expect(movedTo(['a', 'b', 'c'], 'c', 0)).toEqual(['c', 'a', 'b'])
  expect(movedTo(['a', 'b', 'c'], 'a', 9)).toEqual(['b', 'c', 'a'])
  expect(movedTo(['a', 'b', 'c'], 'b', -1)).toEqual(['b', 'a', 'c'])
})

test('a column is taken out, or added at the end', () => {
  expect(toggled(['a', 'b'], 'a')).toEqual(['b'])
  expect(toggled(['a'], 'c')).toEqual(['a', 'c'])
})
