import { expect, test } from 'vitest'
import { columnsInView } from './shown-columns.ts'

const widths = Array.from({ length: 40 }, () => 100)

test('columns are drawn where they are in view, and a little beyond', () => {
  expect(columnsInView(widths, 0, 800, 200)).toEqual([0, 11])
  expect(columnsInView(widths, 2000, 800, 200)).toEqual([17, 31])
  expect(columnsInView(widths, 3200, 800, 200)).toEqual([29, 40])
})

test('no room, no columns and one column are no reason to draw nothing wrong', () => {
  expect(columnsInView([], 0, 800)).toEqual([0, 0])
  expect(columnsInView([120], 0, 0)).toEqual([0, 1])
  expect(columnsInView([120], 5000, 800)).toEqual([0, 1])
})
