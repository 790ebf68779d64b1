import fc from 'fast-check'
import { expect, test } from 'vitest'
import { compareDecimals } from '../compare-decimals.ts'
import { formatDecimal, readNumber, roundDecimal } from './numbers.ts'

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
    ['0,125', point, null],
    ['-0.125', comma, null],
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

test('a decimal reads the same with and without a formatter of the browser', () => {
  const locales = ['en', 'en-US', 'en-GB', 'en-CA', 'en-AU', 'de', 'de-DE', 'nl', 'nl-NL', 'da', 'da-DK', 'tr', 'tr-TR']
  const places = [
    [0, 0],
    [0, 3],
    [2, 4],
    [0, 6],
  ] as const
  const formats = locales.flatMap((locale) =>
    places.map(([least, most]) => ({
      locale,
      least,
      most,
      intl: new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most }),
    })),
  )
  const decimal = fc
    .tuple(fc.bigInt({ min: -(10n ** 18n), max: 10n ** 18n }), fc.integer({ min: 0, max: 8 }), fc.boolean())
    .map(([whole, digits, zero]) => {
      const text = (zero ? 0n : whole).toString()
      return digits === 0 ? text : `${text}.${whole.toString().replace('-', '').padStart(digits, '0').slice(-digits)}`
    })
  fc.assert(
    fc.property(decimal, (text) => {
      for (const { locale, least, most, intl } of formats)
        expect(formatDecimal(text, locale, least, most), `${text} ${locale}`).toBe(
          intl.format(text as unknown as number),
        )
    }),
    { examples: [['-0'], ['-0.0004'], ['-0.5'], ['999.9999995'], ['1000'], ['0.5'], ['1.5'], ['007.10']] },
  )
  expect(formatDecimal(1e21, 'en', 0, 0)).toBe('1,000,000,000,000,000,000,000')
  expect(formatDecimal(1234.5, 'de', 2, 4)).toBe('1.234,50')
  expect(formatDecimal(1234.5, 'de-AT', 2, 4)).toBe(
    new Intl.NumberFormat('de-AT', { minimumFractionDigits: 2 }).format(1234.5),
  )
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
