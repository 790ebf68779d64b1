import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareDecimals } from '../compare.ts'
import { readNumber, roundDecimal } from './numbers.ts'

const point = { decimal: '.', dateOrder: 'YMD' } as const
const comma = { decimal: ',', dateOrder: 'DMY' } as const

test('numbers are read as people write them', () => {
  const read: [string, typeof point | typeof comma, string | null][] = [
    ['1,234.50', point, '1234.50'],
    ['1.234,50', comma, '1234.50'],
    ["1'234.5", point, '1234.5'],
    ['(12.00)', point, '-12.00'],
    ['12-', point, '-12'],
    ['−3', point, '-3'],
    ['1e3', point, '1000'],
    ['1.5E-3', point, '0.0015'],
    ['.5', point, '0.5'],
    ['-0', point, '0'],
    ['1,23.4', point, null],
    ['12 EUR', point, null],
    ['', point, null],
    ['NaN', point, null],
  ]
  for (const [text, format, expected] of read) expect(readNumber(text, format), text).toBe(expected)
})

test('rounding is half away from zero and exact', () => {
  expect(roundDecimal('2.675', 2)).toBe('2.68')
  expect(roundDecimal('-2.675', 2)).toBe('-2.68')
  expect(roundDecimal('0.004', 2)).toBe('0.00')
  expect(roundDecimal('-0.004', 2)).toBe('0.00')
  expect(roundDecimal('99999999999999.99995', 4)).toBe('100000000000000.0000')
})

test('what a decimal prints is read back as the same value', () => {
  fc.assert(
    fc.property(fc.bigInt({ min: -(10n ** 16n), max: 10n ** 16n }), fc.integer({ min: 0, max: 4 }), (digits, scale) => {
      const text = digits
        .toString()
        .replace('-', '')
        .padStart(scale + 1, '0')
      const value = `${digits < 0n ? '-' : ''}${scale ? `${text.slice(0, -scale)}.${text.slice(-scale)}` : text}`
      expect(compareDecimals(readNumber(value, point), value)).toBe(0)
      expect(compareDecimals(readNumber(value.replace('.', ','), comma), value)).toBe(0)
    }),
  )
})
