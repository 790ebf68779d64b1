import { expect, test } from 'vitest'
import { csvParameters, delimiterOf, markOf } from './csv-marks.ts'

test.each([
  ['en-GB', '.', ',', {}],
  ['de-DE', ',', ';', { decimal: ',' }],
  ['de-CH', '.', ',', {}],
  ['fr-FR', ',', ';', { decimal: ',' }],
] as const)('a CSV file for %s', (locale, mark, delimiter, parameters) => {
  expect([markOf(locale), delimiterOf(markOf(locale))]).toEqual([mark, delimiter])
  expect(csvParameters('csv', markOf(locale))).toEqual(parameters)
  expect(csvParameters('xlsx', markOf(locale))).toEqual({})
})
