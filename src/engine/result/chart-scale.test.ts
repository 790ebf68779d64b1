import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ChartData } from './chart-points.ts'
import { tickWords } from './chart-frame.ts'
import { labelled, placeOn, scaleOver, stripScale, stripsOf } from './chart-scale.ts'

const data = (...series: readonly (readonly (number | null)[])[]): ChartData => ({
  categories: series[0]!.map((_, at) => `c${at}`),
  series: series.map((values, at) => ({ label: `s${at}`, points: values.map((value) => ({ value, text: '' })) })),
  rows: [],
  left: { categories: 0, series: 0 },
})

test('scales hold every value, with few round ticks', () => {
  const value = fc.integer({ min: -1e9, max: 1e9 }).map((cents) => cents / 100)
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 20 }), fc.boolean(), (values, withZero) => {
      const { from, to, ticks } = scaleOver(values, withZero)
      expect(from).toBeLessThan(to)
      expect(values.every((one) => one >= from - 1e-6 * Math.abs(one) && one <= to + 1e-6 * Math.abs(one))).toBe(true)
      expect(ticks.length).toBeGreaterThanOrEqual(1)
      expect(ticks.length).toBeLessThanOrEqual(9)
    }),
  )
  expect(scaleOver([3, 18.5], true)).toEqual({ from: 0, to: 20, ticks: [0, 5, 10, 15, 20] })
  // Of counts there is no part.
  expect(scaleOver([1, 1], true)).toEqual({ from: 0, to: 1, ticks: [0, 1] })
  expect(scaleOver([2, 1], true)).toEqual({ from: 0, to: 2, ticks: [0, 1, 2] })
  expect(scaleOver([1.2], true).ticks.length).toBeGreaterThan(3)
  expect(scaleOver([], true)).toEqual({ from: 0, to: 1, ticks: [0, 1] })
})

test('ticks are told to as many digits as they need', () => {
  expect(tickWords({ from: 0, to: 7.5e6, ticks: [0, 2.5e6, 5e6, 7.5e6] }, 'en')).toEqual(['0', '2.5M', '5.0M', '7.5M'])
  expect(tickWords({ from: 0, to: 0.3, ticks: [0, 0.1, 0.2, 0.3] }, 'en')).toEqual(['0', '0.1', '0.2', '0.3'])
  expect(tickWords({ from: -20_000, to: 0, ticks: [-20_000, 0] }, 'en')).toEqual(['-20K', '0'])
})

test('a sliver below zero opens no step of empty room', () => {
  expect(scaleOver([-0.1, 19], true)).toEqual({ from: -0.1, to: 20, ticks: [0, 5, 10, 15, 20] })
})

test('a stack grows apart from zero; a waterfall starts where the step before ended', () => {
  expect(stripsOf(data([3, -1], [2, -4]), 'stacked')).toEqual([
    [
      { series: 0, from: 0, to: 3 },
      { series: 1, from: 3, to: 5 },
    ],
    [
      { series: 0, from: 0, to: -1 },
      { series: 1, from: -1, to: -5 },
    ],
  ])
  expect(stripsOf(data([100, null, -30]), 'waterfall')).toEqual([
    [{ series: 0, from: 0, to: 100 }],
    [],
    [{ series: 0, from: 100, to: 70 }],
  ])
})

test('a waterfall closes at a level; steps that are slivers between levels open the axis above zero', () => {
  const steps = { ...data([1000, 20, -5, 1015]), levels: [0, 3] }
  expect(stripsOf(steps, 'waterfall').flat()).toEqual([
    { series: 0, from: 0, to: 1000 },
    { series: 0, from: 1000, to: 1020 },
    { series: 0, from: 1020, to: 1015 },
    { series: 0, from: 0, to: 1015 },
  ])
  const from = (values: readonly number[]) => {
    const drawn = { ...data(values), levels: [0, values.length - 1] }
    return stripScale(drawn, stripsOf(drawn, 'waterfall'), 'waterfall').from
  }
  expect(from([1000, 20, -5, 1015])).toBeGreaterThan(900)
  expect(from([100, -80, 20])).toBe(0)
  expect(from([-10, 20, 10])).toBe(-10)
})

test('labels never touch, ticks share their unit', () => {
  expect(labelled(10, 20, 48)).toEqual([0, 3, 6, 9])
  expect(labelled(3, 200, 48)).toEqual([0, 1, 2])
  expect(tickWords(scaleOver([0, 2_000_000], true), 'en')).toEqual(['0', '0.5M', '1.0M', '1.5M', '2.0M'])
  expect(placeOn({ from: -10, to: 30, ticks: [] }, 0, 0, 100)).toBe(25)
})
