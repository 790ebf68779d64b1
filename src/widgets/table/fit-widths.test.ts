import { expect, test } from 'vitest'
import { fitWidths } from './fit-widths.ts'

const column = (width: number, stretch = false) => ({ width, stretch })

test('room left over goes to the columns that may grow', () => {
  expect(fitWidths([column(100), column(200, true), column(100, true)], 700)).toEqual([100, 400, 200])
})

test('without such columns all grow, to the last pixel', () => {
  const widths = fitWidths([column(100), column(100), column(100)], 400)
  expect(widths.reduce((sum, width) => sum + width, 0)).toBe(400)
})

test('where room is short texts give some of theirs, never more than a part', () => {
  expect(fitWidths([column(300), column(300, true)], 500)).toEqual([300, 200])
  expect(fitWidths([column(300), column(300, true)], 200)).toEqual([300, 186])
  expect(fitWidths([column(300), column(300, true)], 0)).toEqual([300, 300])
})
