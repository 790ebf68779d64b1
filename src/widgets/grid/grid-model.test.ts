import fc from 'fast-check'
import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { textFormatOf } from '#src/widgets/text-format.ts'
import { ExactSum } from './aggregate.ts'
import { columnTest, filterRows, unreadFilters } from './grid-filter.ts'
import { groupRows, sortRows, totalsOf } from './grid-model.ts'
import { handyField, pivotRows } from './pivot.ts'

const country = normalizeField('country', f.text())
const month = normalizeField('month', f.text())
const day = normalizeField('day', f.date())
const value = normalizeField('value', f.money())
const fields = [country, month, day, value]
const rows = [
  { country: 'Spain', month: '01', day: '2011-01-05', value: '10.1000' },
  { country: 'France', month: '01', day: '2011-02-01', value: '-2.5000' },
  { country: 'Spain', month: '02', day: '2011-03-31', value: '0.2000' },
  { country: 'France', month: '02', day: null, value: null },
]
const all = Int32Array.from(rows.keys())
const kept = (filters: Record<string, string>, locale = 'en') => [
  ...filterRows(rows, fields, filters, textFormatOf(locale)),
]

test('column filters read numbers, ranges, days and text', () => {
  expect(kept({ value: '>0' })).toEqual([0, 2])
  expect(kept({ value: '-5..1' })).toEqual([1, 2])
  expect(kept({ day: '2011-01' })).toEqual([0])
  expect(kept({ day: '2011-02..2011-03' })).toEqual([1, 2])
  expect(kept({ country: 'SPA' })).toEqual([0, 2])
  expect(kept({ country: '=fran' })).toEqual([])
  expect(kept({ value: '>' })).toEqual([0, 1, 2, 3])
})

test.each([
  ['en', '>1.000', 1.5, true],
  ['en', '>1,000', 1.5, false],
  ['en', '186.63', '186.6300', true],
  ['en', '186,63', '186.6300', null],
  ['de', '>1.000', 1.5, false],
  ['de', '>1.000', '1000.5', true],
  ['de', '186,63', '186.6300', true],
  ['de', '186.63', '186.6300', true],
  ['de', '1.000,5..2.000', '1500', true],
  ['de', '1,5..2,5', '2.6', false],
])('in %s %s is asked of %s', (locale, text, cell, passes) => {
  expect(columnTest(text, value, textFormatOf(locale))?.(cell) ?? null).toBe(passes)
})

test('a bound need not fit its field', () => {
  const count = normalizeField('count', f.integer({ min: 0, max: 500 }))
  const passes = (text: string, cell: number) => columnTest(text, count, textFormatOf('de'))?.(cell)
  expect(passes('>-5', 0)).toBe(true)
  expect(passes('>2,5', 3)).toBe(true)
  expect(passes('<1.000', 400)).toBe(true)
  expect(columnTest('5 %', normalizeField('rate', f.percent()), textFormatOf('de'))?.('5.000000')).toBe(true)
})

test('column filters read days as people here write them, and ISO days everywhere', () => {
  expect(kept({ day: '05.01.2011' }, 'de')).toEqual([0])
  expect(kept({ day: '>=1.2.2011' }, 'de')).toEqual([1, 2])
  expect(kept({ day: '05.01.2011..01.02.2011' }, 'de')).toEqual([0, 1])
  expect(kept({ day: '01-02-2011' }, 'de')).toEqual([1])
  expect(kept({ day: '2/1/2011' }, 'en')).toEqual([1])
  expect(kept({ day: '2011-02..2011-03' }, 'de')).toEqual([1, 2])
  expect(kept({ day: '<=2011-01-05' }, 'de')).toEqual([0])
  for (const text of ['31.02.2011', '@today', '@today-30d..@today', '05.01.2011 10:00'])
    expect(columnTest(text, day, textFormatOf('de'))).toBeNull()
})

test('reversed ranges cannot be read', () => {
  const reads = (text: string, field: typeof day) => columnTest(text, field, textFormatOf('de')) !== null
  expect(reads('20..10', value)).toBe(false)
  expect(reads('1.000..2,5', value)).toBe(false)
  expect(reads('10..10', value)).toBe(true)
  expect(reads('2011-03..2011-02', day)).toBe(false)
  expect(reads('31.03.2011..01.04.2011', day)).toBe(true)
  expect(reads('2011-03-15..2011-03', day)).toBe(true)
  expect(kept({ value: '5..-5' })).toEqual([0, 1, 2, 3])
})

test('ranges may be open, and have blanks around their dots', () => {
  expect(kept({ value: '0..' })).toEqual([0, 2])
  expect(kept({ value: '..5' })).toEqual([1, 2])
  expect(kept({ value: '0 .. 5' })).toEqual([2])
  expect(kept({ day: '2011-02..' })).toEqual([1, 2])
  expect(kept({ day: '..2011-02' })).toEqual([0, 1])
  expect(kept({ day: '2011-01 .. 2011-02' })).toEqual([0, 1])
  expect(kept({ day: '<>2011-01' })).toEqual([1, 2])
  for (const field of [value, day]) expect(columnTest('..', field, textFormatOf('en'))).toBeNull()
})

test('filters that cannot be read are told by their columns', () => {
  const unread = (filters: Record<string, string>) =>
    unreadFilters(fields, filters, textFormatOf('en')).map(({ name }) => name)
  expect(unread({ value: 'abc', day: '2011-13', country: '..', month: ' ' })).toEqual(['day', 'value'])
  expect(unread({ value: ' ', day: '2011' })).toEqual([])
})

test('rows sort by several keys, absent values first', () => {
  const sorted = sortRows(rows, all, fields, [
    { field: 'country', descending: false },
    { field: 'value', descending: true },
  ])
  expect([...sorted]).toEqual([1, 3, 0, 2])
})

test('groups carry count and subtotals; folded ones hide their rows', () => {
  const lines = groupRows(rows, all, { by: [country], fields, totals: { value: 'sum' }, folded: new Set(['/Spain']) })
  expect(
    lines.map((line) => (line.kind === 'group' ? [line.value, line.count, line.totals.value] : line.index)),
  ).toEqual([['France', 2, '-2.5'], 1, 3, ['Spain', 2, '10.3']])
})

test('a pivot crosses two columns, its totals add up', () => {
  const pivot = pivotRows(rows, all, { row: country, column: month, measure: value, how: 'sum' })
  expect(pivot.columns).toEqual(['01', '02'])
  expect(pivot.rows).toEqual([
    { value: 'France', cells: ['-2.5', '0'], total: '-2.5' },
    { value: 'Spain', cells: ['10.1', '0.2'], total: '10.3' },
  ])
  expect(pivot.totals).toEqual(['7.6', '0.2'])
  expect(pivot.total).toBe('7.8')
})

test('aggregates: mean, least, greatest, count', () => {
  expect(totalsOf(rows, all, { fields, totals: { value: 'avg', day: 'max', country: 'count' } })).toEqual({
    value: '2.6',
    day: '2011-03-31',
    country: 4,
  })
  expect(totalsOf(rows, all, { fields, totals: { value: 'min' } })).toEqual({ value: '-2.5000' })
})

test('sums are exact whatever the size', () => {
  const cents = fc.bigInt({ min: -(10n ** 17n), max: 10n ** 17n })
  fc.assert(
    fc.property(fc.array(cents, { maxLength: 50 }), (amounts) => {
      const sum = new ExactSum(4)
      for (const amount of amounts) {
        const digits = (amount < 0n ? -amount : amount).toString().padStart(5, '0')
        sum.add(`${amount < 0n ? '-' : ''}${digits.slice(0, -4)}.${digits.slice(-4)}`)
      }
      const expected = amounts.reduce((total, amount) => total + amount, 0n)
      const [whole, fraction = ''] = sum.total().replace('-', '').split('.')
      expect(BigInt(whole! + fraction.padEnd(4, '0')) * (sum.total().startsWith('-') ? -1n : 1n)).toBe(expected)
    }),
  )
})

test('a pivot starts with a column of a handful of values', () => {
  const many = Array.from({ length: 300 }, (_, at) => ({ country: `Doc ${at}`, month: String(at % 12) }))
  expect(handyField(many, Int32Array.from(many.keys()), [country, month])?.name).toBe('month')
})
