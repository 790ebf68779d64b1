import { describe, expect, test } from 'vitest'
import { dayKind, guessStyle, numberKind, writtenStyle } from './written-style.ts'

describe('a cell tells in which style it is a number', () => {
  test.each([
    ['1,000', 'open'],
    ['12.500', 'open'],
    ['-1.250', 'open'],
    ['1.250-', 'open'],
    ['(1,250)', 'open'],
    ['€ 1,250', 'open'],
    ['0.750', '.'],
    ['0,750', ','],
    ['1,234.56', '.'],
    ['1.234,56', ','],
    ['1234.567', '.'],
    ['1,000,000', '.'],
    ['1.000.000', ','],
    ['12,5', ','],
    ['0.75', '.'],
    ['300,00-', ','],
    ['(12.5)', '.'],
    ['1 234,50', ','],
    ["1'234.50", '.'],
    ['12,5%', ','],
    ['12,50 EUR', ','],
    ['1000', 'plain'],
    ['1,00,000', null],
    ['1.2.3', null],
    ['A-1', null],
    ['', null],
  ])('%s: %s', (cell, kind) => expect(numberKind(cell, false)).toBe(kind))

  test('a number of a workbook, which comes with a point and without zeros at its end, tells nothing of its texts', () => {
    expect(numberKind('1.125', true)).toBe('plain')
    expect(numberKind('-0.5', true)).toBe('plain')
    expect(numberKind('12.50', true)).toBe('.')
    expect(numberKind('12.500', true)).toBe('open')
    expect(numberKind('1,125', true)).toBe('open')
  })
})

test.each([
  ['05/06/2026', 'open'],
  ['5-6-26', 'open'],
  ['05/06/2026 10:30', 'open'],
  ['05/05/2026', 'same'],
  ['13/05/2026', 'day'],
  ['12/31/2025', 'month'],
  ['05.06.2026', 'day'],
  ['2026-05-06', undefined],
  ['31/31/2026', undefined],
  ['1.2.3.4', undefined],
])('%s is a day: %s', (cell, kind) => expect(dayKind(cell)?.kind).toBe(kind))

describe('how a file is written', () => {
  const guess = (numbers: string[], days: string[], delimiter: string | null, locale?: string, encoding = 'UTF-8') =>
    Object.values(
      guessStyle(
        [writtenStyle(numbers)].filter((style) => style !== undefined),
        [writtenStyle(days)].filter((style) => style !== undefined),
        { delimiter, encoding, locale },
      ),
    ).join(' ')
  test.each<[string[], string[], string | null, string | undefined, string]>([
    [['1,000', '12,500'], ['12/31/2025'], ',', undefined, '. MDY'],
    [['12.500', '1.000'], ['31.12.2025'], ';', undefined, ', DMY'],
    [['1,200', '12,500.00'], [], ',', undefined, '. YMD'],
    [['1.250-', '300,00-'], [], ';', undefined, ', YMD'],
    [['1.000'], [], '\t', 'de-DE', ', YMD'],
    [['1.000'], [], '\t', undefined, '. YMD'],
    [['1,000'], ['12/31/2025'], ';', undefined, '. MDY'],
    [['1.000'], ['31.12.2025'], '\t', undefined, ', DMY'],
    [['12', '500'], [], ';', 'de-DE', '. YMD'],
    [[], ['05/06/2026'], ',', undefined, '. MDY'],
    [[], ['05/06/2026'], ',', 'en-GB', '. DMY'],
    [[], ['05/06/2026'], ',', 'en-US', '. MDY'],
    [[], ['05-06-2026'], ',', undefined, '. DMY'],
    [[], ['05/06/2026'], ';', 'en-US', '. DMY'],
    [[], ['05/05/2026'], ',', undefined, '. DMY'],
  ])('%j and %j separated by %j for %s: %s', (numbers, days, delimiter, locale, style) =>
    expect(guess(numbers, days, delimiter, locale)).toBe(style),
  )
})
