import { expect, test } from 'vitest'
import { fitClosely, fitWidths } from './fit-widths.ts'

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
  expect(fitWidths([column(300), column(300, true)], 200)).toEqual([300, 174])
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
  expect(fitWidths([code, text], 300)).toEqual([180, 174])
})

test('headings take two lines before texts are cut', () => {
  const text = { width: 300, stretch: true, need: 400 }
  const amount = { width: 180, stretch: false, need: 160, broken: 100, firm: true }
  expect(fitWidths([text, amount], 460)).toEqual([300, 160])
  expect(fitWidths([text, amount], 400)).toEqual([300, 100])
  expect(fitWidths([text, amount], 300)).toEqual([200, 100])
  expect(fitWidths([text, amount], 200)).toEqual([174, 100])
})

test('words of a choice are cut with the texts, to what they are recognised at', () => {
  const choice = { width: 200, stretch: false, need: 190, leastWidth: 130 }
  expect(fitWidths([choice, column(100)], 260)).toEqual([160, 100])
  expect(fitWidths([choice, column(100)], 200)).toEqual([130, 100])
})

test('the sides of cells give room only where the columns would not fit, never in a column of chosen width', () => {
  const column = { width: 100, stretch: false, need: 100 }
  expect(fitClosely([column, column], 200)).toEqual({ fitted: [100, 100], isClose: false })
  expect(fitClosely([column, column], 190)).toEqual({ fitted: [95, 95], isClose: true })
  expect(fitClosely([{ ...column, chosen: true }, column], 190)).toEqual({ fitted: [100, 92], isClose: true })
  expect(fitClosely([column, column], 0)).toEqual({ fitted: [100, 100], isClose: false })
})
