import { describe, expect, test } from 'vitest'
import { forecast } from './forecast.ts'
import {
  croston,
  exponentialSmoothing,
  holt,
  holtWintersAdditive,
  holtWintersMultiplicative,
  movingAverage,
  seasonalNaive,
} from './methods.ts'

const rounded = (values: readonly number[], digits: number) => values.map((value) => Number(value.toFixed(digits)))

describe('methods say what is published of them', () => {
  // NIST/SEMATECH e-Handbook of Statistical Methods, 6.4.3.1: alpha 0.1.
  test('exponential smoothing', () => {
    const fit = exponentialSmoothing([71, 70, 69, 68, 64, 65, 72, 78, 75, 75, 75, 70], 12, { alpha: 0.1 })!
    expect(rounded(fit.expected.slice(1), 2)).toEqual([
      71, 70.9, 70.71, 70.44, 69.8, 69.32, 69.58, 70.43, 70.88, 71.29, 71.67,
    ])
    expect(rounded(fit.ahead(2), 2)).toEqual([71.5, 71.5])
  })

  // The same, 6.4.3.4: alpha 0.3623 and gamma (here beta) 1.
  test('smoothing with a trend', () => {
    const series = [6.4, 5.6, 7.8, 8.8, 11, 11.6, 16.7, 15.3, 21.6, 22.4]
    expect(rounded(holt(series, 12, { alpha: 0.3623, beta: 1 })!.ahead(5), 1)).toEqual([25.8, 28.7, 31.7, 34.6, 37.6])
  })
})

describe('methods by hand', () => {
  test('a moving average, and what was a season ago', () => {
    expect(movingAverage([1, 2, 3, 4, 8], 4, { window: 3 })!.ahead(2)).toEqual([5, 5])
    expect(movingAverage([1, 2], 4, { window: 3 })).toBeNull()
    expect(seasonalNaive([1, 2, 3, 4, 5], 4, {})!.ahead(5)).toEqual([2, 3, 4, 5, 2])
  })

  test('demand with gaps: size by interval, less its bias', () => {
    // Size 10, then 10 + 0.5 (20 - 10) = 15; interval 2, then 2 + 0.5 (4 - 2) = 3; 0.75 * 15 / 3.
    expect(croston([0, 10, 0, 0, 0, 20, 0], 12, { alpha: 0.5 })!.ahead(1)).toEqual([3.75])
    expect(croston([0, 0, 0, 5], 12, {})).toBeNull()
  })

  test('Holt-Winters goes on with a line and its seasons, whatever it is smoothed by', () => {
    const seasons = [10, -4, 0, -6]
    const line = (at: number) => 100 + 3 * at
    const added = (at: number) => line(at) + seasons[at % 4]!
    const series = Array.from({ length: 12 }, (_, at) => added(at))
    for (const wishes of [{ alpha: 0.2, beta: 0.1, gamma: 0.3 }, { alpha: 0.9, beta: 0.5, gamma: 0.05 }, {}])
      expect(rounded(holtWintersAdditive(series, 4, wishes)!.ahead(5), 6)).toEqual(
        [12, 13, 14, 15, 16].map((at) => added(at)),
      )
    const flat = Array.from({ length: 12 }, (_, at) => 50 * [1.2, 0.8, 1, 1][at % 4]!)
    expect(rounded(holtWintersMultiplicative(flat, 4, {})!.ahead(4), 6)).toEqual([60, 40, 50, 50])
    expect(holtWintersMultiplicative([...flat, 0], 4, {})).toBeNull()
    expect(holtWintersAdditive(series.slice(0, 7), 4, {})).toBeNull()
  })
})

describe('forecasts', () => {
  const asked = { method: 'automatic', season: 4, periods: 4, deviations: 1.96, wishes: {} } as const

  test('the method is the one that would have been best lately', () => {
    const seasons = [40, 10, 20, 30]
    const jumping = Array.from({ length: 20 }, (_, at) => seasons[at % 4]! + at * 2)
    const found = forecast(jumping, asked)!
    expect(found.method).toBe('holt_winters_additive')
    expect(
      rounded(
        found.ahead.map(({ value }) => value),
        3,
      ),
    ).toEqual([80, 52, 64, 76])
    expect(found.mase).toBeCloseTo(0)
  })

  test('low and high lie about it, and farther the longer it is ahead', () => {
    const { ahead } = forecast([10, 14, 9, 15, 8, 16, 11, 13, 12, 10, 14, 9], {
      ...asked,
      method: 'exponential_smoothing',
      wishes: { alpha: 0.3 },
    })!
    const widths = ahead.map(({ low, high }) => high - low)
    expect(widths.every((width, at) => width > (widths[at - 1] ?? 0))).toBe(true)
    expect(ahead[0]!.low).toBeLessThan(ahead[0]!.value)
  })

  test('what cannot be used gives way to smoothing, and too little says nothing', () => {
    expect(forecast([5, 6, 7, 6, 5], { ...asked, method: 'holt_winters_additive' })?.method).toBe(
      'exponential_smoothing',
    )
    expect(forecast([5, 6], asked)).toBeNull()
    const falling = forecast([40, 30, 20, 10, 0], { ...asked, method: 'holt' })!
    expect(falling.ahead.every(({ value, low }) => value >= 0 && low >= 0)).toBe(true)
  })
})
