import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { mixed } from '#src/definition/mixed.ts'
import { aggregateRows } from './aggregate.ts'
import { groupRows, totalsOf } from './grid-model.ts'
import { pivotCsv, pivotLines } from './pivot-file.ts'
import { pivotRows } from './pivot.ts'

const country = normalizeField('country', f.text())
const kind = normalizeField('kind', f.text())
const amount = normalizeField('amount', f.money({ currency: 'currency' }))
const cost = normalizeField('cost', f.money({ currency: 'currency' }))
const share = normalizeField('share', f.percent())
const rows = [
  { country: 'Japan', kind: 'a', amount: '668748', cost: '1', currency: 'JPY' },
  { country: 'France', kind: 'a', amount: '10.5', cost: '3.5', currency: 'EUR' },
  { country: 'France', kind: 'b', amount: '2291.72', cost: null, currency: 'USD' },
  // Without an amount a currency does not matter.
  { country: 'Japan', kind: 'b', amount: null, cost: null, currency: 'USD' },
]
const all = Int32Array.from([0, 1, 2, 3])

test('amounts of several currencies have no total, whatever is asked of them but their number', () => {
  for (const how of ['sum', 'avg', 'min', 'max'] as const) expect(aggregateRows(rows, all, amount, how)).toBe(mixed)
  expect(aggregateRows(rows, all, amount, 'count')).toBe(3)
  expect(aggregateRows(rows, Int32Array.from([0, 3]), amount, 'sum')).toBe('668748')
})

test('amounts whose currency is always the same, or not told, are added up as they are', () => {
  const euros = normalizeField('amount', f.money({ currency: 'EUR' }))
  expect(aggregateRows(rows, [1, 2], euros, 'sum')).toBe('2302.22')
  expect(aggregateRows(rows, [1, 2], normalizeField('amount', f.money()), 'sum')).toBe('2302.22')
})

test('a ratio is told of sums of one currency only, also of columns that are not shown', () => {
  const summed = {
    fields: [country, share],
    totals: {},
    ratios: { share: ['cost', 'amount'] as const },
    all: [country, amount, cost, share],
  }
  expect(totalsOf(rows, all, summed)).toEqual({ share: mixed })
  expect(totalsOf(rows, Int32Array.from([1]), summed)).toEqual({ share: '33.33' })
})

test('groups and crossings of one currency keep their totals beside those of several', () => {
  const lines = groupRows(rows, all, {
    by: [country],
    fields: [country, amount],
    totals: { amount: 'sum' },
    folded: new Set(['/Japan', '/France']),
  })
  expect(lines.map((line) => (line.kind === 'group' ? [line.value, line.totals.amount] : null))).toEqual([
    ['France', mixed],
    ['Japan', '668748'],
  ])
  const spec = { row: country, column: kind, measure: amount, how: 'sum' } as const
  const pivot = pivotRows(rows, all, spec)
  expect(
    pivotCsv(pivotLines(pivot, spec, 'en'))
      .replace('\uFEFF', '')
      .trim()
      .split('\r\n'),
  ).toEqual([
    'Country / Kind (Amount),a,b,Total',
    'France,10.5,2291.72,Mixed',
    'Japan,668748,0,668748',
    'Total,Mixed,2291.72,Mixed',
  ])
})
