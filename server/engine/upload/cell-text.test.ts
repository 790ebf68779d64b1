import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cellText } from './cell-text.ts'
import { kindOf, type NumberKind } from './workbook.ts'

test.each<[string, NumberKind]>([
  ['0%', 'percent'],
  ['0.00%', 'percent'],
  ['[Red]0.0%;-0.0%', 'percent'],
  ['[<1]"little";0%', 'percent'],
  ['0" %"', 'number'],
  ['0\\%', 'number'],
  ['#,##0.00 "days"', 'number'],
  ['[h]:mm', 'number'],
  ['General', 'number'],
  ['dd/mm/yyyy', 'day'],
  ['[$-407]d. mmmm yyyy', 'day'],
  ['000000', { digits: 6 }],
  ['0', 'number'],
  ['00.0', 'number'],
  ['000-000', 'number'],
])('the format %s', (code, kind) => {
  expect(kindOf(code)).toEqual(kind)
})

const read = (raw: string, kind: NumberKind): string =>
  cellText(raw, { type: 'n', style: 0 }, { styles: [kind], from1904: false })

test.each([
  ['0.25', '25%'],
  ['0.07', '7%'],
  ['0.29', '29%'],
  ['0.1234567', '12.34567%'],
  ['0.001', '0.1%'],
  ['1', '100%'],
  ['0', '0%'],
  ['-0.005', '-0.5%'],
  ['1.5E-7', '0.000015%'],
  ['1E21', '100000000000000000000000%'],
  ['0.57999999999999996', '58%'],
])('%s is %s of a hundred', (raw, text) => {
  expect(read(raw, 'percent')).toBe(text)
})

test('parts of a hundred are the very decimals that were typed', () => {
  fc.assert(
    fc.property(fc.integer({ min: -1e9, max: 1e9 }), fc.integer({ min: 0, max: 6 }), (digits, scale) => {
      const typed = Number(`${digits}e-${scale}`)
      expect(Number(read(String(Number(`${digits}e-${scale + 2}`)), 'percent').slice(0, -1))).toBe(
        typed === 0 ? 0 : typed,
      )
    }),
  )
})
