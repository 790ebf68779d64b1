import { expect, test } from 'vitest'
import { isEmptyValue, stripEmpty } from './empty.ts'

test('B061–B070: what the specification calls empty is removed', () => {
  const empty = [
    '',
    '  ',
    null,
    undefined,
    [],
    {},
    ',',
    'Invalid date',
    '1970-01-01',
    '1970-01-01T00:00:00.000Z',
    '1970-01-01,1970-01-01',
    ['1970-01-01', '1970-01-01'],
    [''],
    new Date(0),
  ]
  for (const value of empty) expect(isEmptyValue(value), String(value)).toBe(true)
})

test('values that only look empty stay', () => {
  for (const value of [0, false, '0', 'a,b', '1970-01-02', ['1970-01-01', '2020-01-01'], [0]])
    expect(isEmptyValue(value), String(value)).toBe(false)
})

test('nested filters are stripped, and vanish when nothing is left', () => {
  expect(stripEmpty({ a: 1, filters: { country: '', billing_date: ['1970-01-01', '1970-01-01'] } })).toEqual({ a: 1 })
  expect(stripEmpty({ filters: { country: 'Spain', x: [] } })).toEqual({ filters: { country: 'Spain' } })
})
