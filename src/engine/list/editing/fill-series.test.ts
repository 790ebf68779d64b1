import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { fillValues } from './fill-series.ts'

const number = normalizeField('n', f.decimal(12, 3))
const whole = normalizeField('i', f.integer())
const date = normalizeField('d', f.date())
const text = normalizeField('t', f.text())
const down = { back: false, how: 'auto' } as const
const on = { back: false, how: 'series' } as const

test('one value is repeated unless a series is asked for', () => {
  expect(fillValues(['5.5'], 2, number, down)).toEqual(['5.5', '5.5'])
  expect(fillValues(['5.5'], 2, number, on)).toEqual(['6.5', '7.5'])
  expect(fillValues([7], 3, whole, on)).toEqual([8, 9, 10])
  expect(fillValues(['A-009'], 2, text, on)).toEqual(['A-010', 'A-011'])
  expect(fillValues(['2026-02-27'], 2, date, on)).toEqual(['2026-02-28', '2026-03-01'])
})

test('two values that make a step go on, exactly', () => {
  expect(fillValues(['0.1', '0.20'], 3, number, down)).toEqual(['0.30', '0.40', '0.50'])
  expect(fillValues(['10', '7.5'], 2, number, down)).toEqual(['5.0', '2.5'])
  expect(fillValues(['2026-01-31', '2026-02-28'], 3, date, down)).toEqual(['2026-03-31', '2026-04-30', '2026-05-31'])
  expect(fillValues(['2026-01-05', '2026-01-12'], 2, date, down)).toEqual(['2026-01-19', '2026-01-26'])
  expect(fillValues(['Line 8', 'Line 10'], 2, text, down)).toEqual(['Line 12', 'Line 14'])
})

test('what makes no step is repeated, in its order', () => {
  expect(fillValues(['1', '2', '4'], 4, number, down)).toEqual(['1', '2', '4', '1'])
  expect(fillValues(['north', 'south'], 3, text, down)).toEqual(['north', 'south', 'north'])
  expect(fillValues([null, '3'], 2, number, down)).toEqual([null, '3'])
})

test('upwards a series goes back, a copy keeps its order', () => {
  expect(fillValues(['4', '5'], 2, number, { back: true, how: 'auto' })).toEqual(['2', '3'])
  expect(fillValues(['a', 'b'], 3, text, { back: true, how: 'copy' })).toEqual(['b', 'a', 'b'])
  expect(fillValues(['N1'], 2, text, { back: true, how: 'series' })).toEqual([null, 'N0'])
})

test('a copy of two numbers stays a copy', () =>
  expect(fillValues(['1', '2'], 2, number, { back: false, how: 'copy' })).toEqual(['1', '2']))
