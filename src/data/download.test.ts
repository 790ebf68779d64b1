import { expect, test } from 'vitest'
import { fileNameOf } from './download.ts'

test.each([
  ['attachment; filename="sales.csv"', 'sales.csv'],
  ['attachment; filename=sales.csv', 'sales.csv'],
  ['attachment; filename="x.csv"; filename*=UTF-8\'\'Ums%C3%A4tze%202011.xlsx', 'Umsätze 2011.xlsx'],
  [null, 'fallback.csv'],
  ['inline', 'fallback.csv'],
])('the name of a file: %s', (header, name) => {
  expect(fileNameOf(header, 'fallback.csv')).toBe(name)
})
