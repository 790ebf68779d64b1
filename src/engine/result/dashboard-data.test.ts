import { expect, it } from 'vitest'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import { dashboardChart } from './dashboard-data.ts'

const screen = normalizeScreen(
  defineScreen({
    name: 'board',
    label: ['Board', 'Boards'],
    area: 'masters',
    fields: {
      period: f.text(),
      operation: f.choice([{ value: 'insert', label: 'Added' }]),
      count: f.integer(),
    },
  }),
)
const tile = { kind: 'chart', title: 'T', call: 'c', chart: 'stacked', x: 'period', y: 'count' } as const

it('makes a series of each value of the split, in the words of its field', () => {
  const rows = [
    { period: '2026-01', operation: 'insert', count: 1200 },
    { period: '2026-02', operation: null, count: 3 },
  ]
  const { categories, series, first } = dashboardChart(rows, screen, { ...tile, split: 'operation' }, 'en')
  expect(categories).toEqual(['2026-01', '2026-02'])
  expect(series.map(({ label, points }) => [label, points.map(({ value, text }) => [value, text])])).toEqual([
    [
      'Added',
      [
        [1200, '1,200'],
        [null, '–'],
      ],
    ],
    [
      'None',
      [
        [null, '–'],
        [3, '3'],
      ],
    ],
  ])
  expect(first).toEqual(rows)
})

it('draws no figure of several currencies, and names it', () => {
  const rows = [
    { period: '2026-01', count: null, mixed: ['count'] },
    { period: '2026-02', count: 3 },
  ]
  const { series, mixed } = dashboardChart(rows, screen, tile, 'en')
  expect(series[0]!.points.map(({ value, text }) => [value, text])).toEqual([
    [null, 'Mixed'],
    [3, '3'],
  ])
  expect(mixed).toEqual(['2026-01'])
})

it('adds up rows of one category, and keeps the latest periods of many', () => {
  const rows = Array.from({ length: 40 }, (_, at) => ({ period: `${2000 + at}`, count: 1 }))
  const { categories, series, left } = dashboardChart([...rows, { period: '2039', count: 4 }], screen, tile, 'en')
  expect([categories.length, categories.at(-1), left.categories]).toEqual([30, '2039', 10])
  expect(series[0]?.points.at(-1)?.value).toBe(5)
})
