import { expect, test } from 'vitest'
import { readMonth } from './named-month.ts'

test.each([
  ['2026-03', '2026-03'],
  ['2026/3', '2026-03'],
  ['202603', '2026-03'],
  ['03/2026', '2026-03'],
  ['3.2026', '2026-03'],
  ['March 2026', '2026-03'],
  ['Mar-26', '2026-03'],
  ['März 2026', '2026-03'],
  ['2026 march', '2026-03'],
  // Could be the third of a month, March 2026 or 2003: nothing of it is guessed.
  ['03/26', null],
  ['2026-13', null],
  ['13/2026', null],
  ['2026-00', null],
  ['P3', null],
  ['2026-03-01', null],
  ['Smarch 2026', null],
])('%s as a month is %s', (text, month) => {
  expect(readMonth(text)).toBe(month)
})
