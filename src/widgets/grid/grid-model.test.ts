import fc from 'fast-check'
import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { ExactSum } from './aggregate.ts'
import { filterRows } from './grid-filter.ts'
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
const kept = (filters: Record<string, string>) => [...filterRows(rows, fields, filters)]

test('column filters read numbers, ranges, days and text', () => {
  expect(kept({ value: '>0' })).toEqual([0, 2])
  expect(kept({ value: '-5..1' })).toEqual([1, 2])
  expect(kept({ day: '2011-01' })).toEqual([0])
  expect(kept({ day: '2011-02..2011-03' })).toEqual([1, 2])
  expect(kept({ country: 'SPA' })).toEqual([0, 2])
  expect(kept({ country: '=fran' })).toEqual([])
  expect(kept({ value: '>' })).toEqual([0, 1, 2, 3])
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
  expect(totalsOf(rows, all, fields, { value: 'avg', day: 'max', country: 'count' })).toEqual({
    value: '2.6',
    day: '2011-03-31',
    country: 4,
  })
  expect(totalsOf(rows, all, fields, { value: 'min' })).toEqual({ value: '-2.5000' })
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
