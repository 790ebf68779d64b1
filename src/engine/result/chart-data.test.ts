import { expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { barsOf, drawsLine, mostBars, placeOn, scaleOf, seriesOf, stripsOf } from './chart-data.ts'

const customer = normalizeField('customer', f.text())
const day = normalizeField('day', f.date())
const value = normalizeField('value', f.money())
const cost = normalizeField('cost', f.money())

test('bars keep the order of the result and stop at thirty', () => {
  const rows = Array.from({ length: 40 }, (_, at) => ({ customer: `C${at}`, value: String(100 - at) }))
  const bars = barsOf(rows, customer, [value], 'en')
  expect(bars).toHaveLength(mostBars)
  expect(bars[0]).toMatchObject({ label: 'C0', index: 0, parts: [{ value: 100, text: '100.00' }] })
})

test('the scale holds zero and both signs', () => {
  const bars = barsOf(
    [
      { customer: 'a', value: '30', cost: '20' },
      { customer: null, value: '-10', cost: '5' },
    ],
    customer,
    [value, cost],
    'en',
  )
  expect(scaleOf(bars, 'side')).toEqual({ from: -10, to: 30 })
  expect(scaleOf(bars, 'stacked')).toEqual({ from: -10, to: 50 })
  expect(placeOn({ from: -10, to: 30 }, 0)).toBe(25)
  expect(scaleOf([], 'side')).toEqual({ from: 0, to: 1 })
})

test('lines run along an axis that has an order', () => {
  const chart = { type: 'bar', x: 'day', y: ['value'] } as const
  expect(drawsLine(chart, day)).toBe(true)
  expect(drawsLine(chart, customer)).toBe(false)
  expect(
    seriesOf(
      [
        { day: '2011-01-02', value: '2' },
        { day: '2011-01-01', value: '1' },
        { day: null, value: '9' },
      ],
      day,
      [value],
    ),
  ).toEqual([
    [1293840000, 1293926400],
    [1, 2],
  ])
})

test('a waterfall starts each bar where the one before ended', () => {
  const bars = barsOf(
    [
      { customer: 'a', value: '100' },
      { customer: 'b', value: '-30' },
    ],
    customer,
    [value],
    'en',
  )
  expect(stripsOf(bars[1]!, bars.slice(0, 1), 'waterfall')).toEqual([{ from: 100, to: 70 }])
  expect(scaleOf(bars, 'waterfall')).toEqual({ from: 0, to: 100 })
})
