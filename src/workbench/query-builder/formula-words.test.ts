import { expect, it } from 'vitest'
import { keptFormula, shownFormula } from './formula-words.ts'

const columns = [
  { id: 'c1', label: 'Net value' },
  { id: 'c2', label: 'Cost' },
  { id: 'c3', label: 'Rate' },
  { id: 'c4', label: 'Rate' },
]

it('a formula is read by headings and kept by ids', () => {
  const kept = '([c1] - [c2]) / [c1] * 100'
  expect(shownFormula(kept, columns)).toBe('([Net value] - [Cost]) / [Net value] * 100')
  expect(keptFormula('([net value] - [ Cost ]) / [c1] * 100', columns)).toBe(kept)
})

it('what is not clear stays as it is', () => {
  expect(shownFormula('[c3] + [c4] + [c9]', columns)).toBe('[c3] + [c4] + [c9]')
  expect(keptFormula('[Nothing] * 2', columns)).toBe('[Nothing] * 2')
})
