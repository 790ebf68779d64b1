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

test('room goes from columns whose rows do not need it to those whose rows need more', () => {
  const code = { width: 160, stretch: true, need: 150, firm: true }
  const text = { width: 300, stretch: true, need: 400 }
  const choice = { width: 200, stretch: false, need: 120 }
  expect(fitWidths([code, text, choice], 760)).toEqual([160, 400, 200])
  expect(fitWidths([code, text, choice], 665)).toEqual([155, 350, 160])
  expect(fitWidths([code, text, choice], 570)).toEqual([150, 300, 120])
})

test('codes are never cut, texts never to less than a part', () => {
  const code = { width: 100, stretch: true, need: 180, firm: true }
  const text = { width: 300, stretch: true, need: 400 }
  expect(fitWidths([code, text], 460)).toEqual([180, 280])
  expect(fitWidths([code, text], 300)).toEqual([180, 186])
})
