import { expect, test } from 'vitest'
import { foldedChart } from './chart-fold.ts'
import type { ChartData } from './chart-points.ts'

const chart = (categories: number, series = 1): ChartData => ({
  categories: Array.from({ length: categories }, (_, at) => `C${at}`),
  series: Array.from({ length: series }, (_, at) => ({
    label: `S${at}`,
    points: Array.from({ length: categories }, (_point, value) => ({ value, text: String(value) })),
  })),
  rows: Array.from({ length: categories }, () => undefined),
  left: { categories: 0, series: 0 },
})

test('bars that would push the table out of view are folded to the first, the more so the thicker they are', () => {
  expect(foldedChart(chart(30), 'side')?.categories).toHaveLength(10)
  expect(foldedChart(chart(30, 2), 'side')?.categories).toHaveLength(8)
  expect(foldedChart(chart(30, 8), 'side')?.categories).toHaveLength(6)
  const stacked = foldedChart(chart(30, 8), 'stacked')!
  expect([stacked.categories.length, stacked.series[7]!.points.length, stacked.rows.length]).toEqual([10, 10, 10])
})

test('nothing is folded to spare a bar or two, nor the steps of a waterfall', () => {
  expect(foldedChart(chart(12), 'side')).toBeNull()
  expect(foldedChart(chart(13), 'side')?.categories).toHaveLength(10)
  expect(foldedChart(chart(30), 'waterfall')).toBeNull()
  expect(foldedChart(chart(300), 'line')).toBeNull()
})
