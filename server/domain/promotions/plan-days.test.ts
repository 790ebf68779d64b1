import fc from 'fast-check'
import { expect, test } from 'vitest'
import { amount, sumOf } from '../calculation/amount.ts'
import { byShares, daysOf, monthsOf, overSpans, stretched, yearBefore } from './plan-days.ts'

test('a span counts both of its ends, and is cut into months', () => {
  expect(daysOf('2026-12-01', '2027-02-28')).toBe(90)
  expect(monthsOf('2026-12-15', '2027-02-03')).toEqual([
    { from: '2026-12-15', to: '2026-12-31' },
    { from: '2027-01-01', to: '2027-01-31' },
    { from: '2027-02-01', to: '2027-02-03' },
  ])
  expect(yearBefore('2028-02-29')).toBe('2027-02-28')
})

test('a plan that ends a month later sells that much more, in whole units', () => {
  expect(stretched('124', 90, 121)).toBe('167')
  expect(stretched('10.5', 90, 45)).toBe('5.25')
})

test('territories take whole units that add up where they share all of it', () => {
  expect(byShares('10', ['28', '31', '29', '12'])).toEqual(['3', '3', '3', '1'])
  expect(byShares('7', ['50', '50'])).toEqual(['4', '3'])
  expect(byShares('100', ['40'])).toEqual(['40'])
})

const day = fc
  .integer({ min: 0, max: 1500 })
  .map((days) => new Date(Date.UTC(2026, 0, 1 + days)).toISOString().slice(0, 10))

test('whatever the days, the months of a cost add up to it, and so do the units of territories', () =>
  fc.assert(
    fc.property(
      day,
      day,
      fc.integer({ min: 0, max: 10_000_000 }),
      fc.integer({ min: 1, max: 99 }),
      (a, b, cents, share) => {
        const [from, to] = [a, b].toSorted() as [string, string]
        const months = monthsOf(from, to)
        expect(months.reduce((sum, one) => sum + daysOf(one.from, one.to), 0)).toBe(daysOf(from, to))
        const whole = amount(cents).div(100)
        expect(sumOf(overSpans(whole, months, 'EUR')).toFixed()).toBe(whole.toFixed())
        const parts = byShares(String(cents), [String(share), String(100 - share)])
        expect(sumOf(parts.map(amount)).toFixed()).toBe(String(cents))
      },
    ),
  ))
