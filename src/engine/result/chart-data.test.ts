import { describe, expect, test } from 'vitest'
import { defineScreen, f, normalizeField, normalizeScreen } from '#src/definition'
import { readChoice, startingChoice, writeChoice, type ChartChoice } from './chart-choice.ts'
import { chartData, scatterData } from './chart-data.ts'
import { mixedRemark, mostCategories, mostSeries } from './chart-points.ts'

const screen = normalizeScreen(
  defineScreen({
    name: 'sales',
    label: ['Sales', 'Sales'],
    area: 'results',
    endpoint: 'sales-report',
    fields: {
      day: f.date(),
      customer: f.text(),
      kind: f.text(),
      value: f.money(),
      cost: f.money(),
      cost_percent: f.percent(),
      score: f.decimal(8, 2),
    },
    result: {
      criteria: '/sales',
      path: '/sales/results',
      report: 'sales',
      parameters: {},
      totals: { value: 'sum', cost: 'sum' },
      ratios: { cost_percent: ['cost', 'value'] },
      chart: { type: 'bar', x: 'customer', y: ['value'] },
    },
  }),
)
const choice = (part: Partial<ChartChoice>): ChartChoice => ({
  type: 'bar',
  x: 'customer',
  y: ['value'],
  split: null,
  ...part,
})
const rows = [
  { day: '2026-01-02', customer: 'a', kind: 'k', value: '0.10', cost: '0.05', cost_percent: '50.00', score: '1' },
  { day: '2026-01-01', customer: 'b', kind: 'l', value: '5.00', cost: '1.00', cost_percent: '20.00', score: '2' },
  { day: null, customer: 'a', kind: 'l', value: '0.20', cost: null, cost_percent: null, score: '4' },
]
const drawn = (part: Partial<ChartChoice>) => chartData(rows, screen, choice(part), 'en')

test('rows of a category are added up exactly, ratios from their sums, other figures to their mean', () => {
  const { categories, series } = drawn({ y: ['value', 'cost_percent', 'score'] })
  expect(categories).toEqual(['b', 'a'])
  expect(series.map(({ points }) => points.map(({ text }) => text))).toEqual([
    ['5.00', '0.30'],
    ['20 %', '16.67 %'],
    ['2', '2.5'],
  ])
})

test('rows without the figure have no sum: a line ends there', () => {
  const ahead = [...rows, { day: '2026-01-03', value: null, cost: '1' }, { day: '2026-01-03', value: null, cost: '2' }]
  const { series } = chartData(ahead, screen, choice({ type: 'line', x: 'day', y: ['value', 'cost'] }), 'en')
  expect(series.map(({ points }) => points[2]!.value)).toEqual([null, 3])
})

test('a line runs along its days; days that are missing come last', () => {
  expect(drawn({ type: 'line', x: 'day' }).categories).toEqual(['Jan 1, 2026', 'Jan 2, 2026', '(none)'])
})

test('a split makes a series of each value, with gaps where there is nothing', () => {
  const { series } = drawn({ type: 'stacked', split: 'kind' })
  expect(series.map(({ label, points }) => [label, points.map(({ value }) => value)])).toEqual([
    ['l', [5, 0.2]],
    ['k', [null, 0.1]],
  ])
})

test('what cannot be told apart any more is left out and counted; a stack keeps its height', () => {
  const many = Array.from({ length: 40 }, (_, at) => ({ customer: `c${at}`, kind: `k${at}`, value: '1' }))
  const bars = chartData(many, screen, choice({}), 'en')
  expect([bars.categories.length, bars.left]).toEqual([mostCategories.bar, { categories: 10, series: 0 }])
  const one = many.map((row) => ({ ...row, customer: 'c' }))
  const stack = chartData(one, screen, choice({ type: 'stacked', split: 'kind' }), 'en').series
  expect([stack.length, stack.at(-1)?.label, stack.at(-1)?.points[0]?.value]).toEqual([mostSeries, '33 others', 33])
})

test('a waterfall keeps the order of its steps, puts what is beyond them in one, and closes with what they come to', () => {
  const shown = drawn({ type: 'waterfall' })
  expect(shown.categories).toEqual(['a', 'b', 'Total'])
  expect([shown.series[0]!.points.map(({ text }) => text), shown.levels]).toEqual([['0.30', '5.00', '5.30'], [2]])
  const many = Array.from({ length: 40 }, (_, at) => ({ customer: `c${at}`, value: '1', cost: '2' }))
  const long = chartData(many, screen, choice({ type: 'waterfall' }), 'en')
  expect([
    long.categories.length,
    long.categories.at(-2),
    long.series[0]!.points.slice(-2).map(({ value }) => value),
  ]).toEqual([31, '11 others', [11, 40]])
})

test('a waterfall leads from one figure to another where the definition says so', () => {
  const { result } = screen
  const between = {
    ...screen,
    result: { ...result!, chart: { ...result!.chart!, between: ['cost', 'value'] as const } },
  }
  const { categories, series, levels } = chartData(rows, between, choice({ type: 'waterfall' }), 'en')
  expect(categories).toEqual(['Cost', 'a', 'b', 'Value'])
  expect([series[0]!.points.map(({ value }) => value), levels]).toEqual([
    [1.05, 0.3, 5, 5.3],
    [0, 3],
  ])
})

test('a waterfall of several figures has a step for each of them', () => {
  const { categories, series } = drawn({ type: 'waterfall', y: ['value', 'cost'] })
  expect(categories).toEqual(['Value', 'Cost', 'Total'])
  expect(series[0]!.points.map(({ text }) => text)).toEqual(['5.30', '1.05', '6.35'])
})

test('steps that come to nothing are left out and counted, unless there are no others', () => {
  const still = [...rows, { day: '2026-01-03', customer: 'c', kind: 'k', value: '0.00', cost: '1' }]
  const { categories, still: left } = chartData(still, screen, choice({ type: 'waterfall' }), 'en')
  expect([categories, left]).toEqual([['a', 'b', 'Total'], 1])
  expect(chartData(still.slice(-1), screen, choice({ type: 'waterfall' }), 'en').categories).toEqual(['c', 'Total'])
})

test('named periods come in the order of their days, also where they were added up in that order before', () => {
  const fields = [
    ...screen.fields.filter(({ name }) => name !== 'day'),
    normalizeField('period', f.text({ orderedBy: 'from' })),
    normalizeField('from', f.date({ hidden: true })),
  ]
  const named = { ...screen, fields }
  const of = (some: readonly Record<string, string>[]) =>
    chartData(some, named, choice({ x: 'period' }), 'en').categories
  const periods = [
    { period: 'FY2026 P01', from: '2026-02-01', value: '1' },
    { period: '2026-01', from: '2026-01-01', value: '2' },
    { period: 'Before', from: '2025-12-01', value: '3' },
  ]
  expect(of(periods)).toEqual(['Before', '2026-01', 'FY2026 P01'])
  expect(of(periods.map(({ period, value }) => ({ period, value })))).toEqual(['FY2026 P01', '2026-01', 'Before'])
})

test('points need both figures and are named by their row', () => {
  const points = scatterData(rows, screen, choice({ type: 'scatter', x: 'cost', y: ['value'] }), 'en')
  expect(points.map(({ x, y }) => [x.value, y.value])).toEqual([
    [0.05, 0.1],
    [1, 5],
  ])
  expect(points[0]?.label).toContain('a · k')
})

test('a series without a single figure does not stand in the legend', () => {
  const some = [
    { day: '2026-01-01', customer: 'a', kind: 'k', value: '1', cost: null },
    { day: '2026-01-02', customer: 'b', kind: 'l', value: null, cost: null },
  ]
  const labels = (part: Partial<ChartChoice>) =>
    chartData(some, screen, choice(part), 'en').series.map(({ label }) => label)
  expect(labels({ type: 'line', x: 'day', y: ['value', 'cost'] })).toEqual(['Value'])
  expect(labels({ type: 'line', x: 'day', split: 'kind' })).toEqual(['k'])
  expect(labels({ type: 'line', x: 'day', y: ['cost'] })).toEqual(['Cost'])
})

describe('amounts of several currencies', () => {
  const abroad = {
    ...screen,
    fields: [
      ...screen.fields.map((field) =>
        field.type === 'money' ? normalizeField(field.name, f.money({ currency: 'currency' })) : field,
      ),
      normalizeField('currency', f.text()),
    ],
  }
  const sold = [
    { customer: 'a', kind: 'k', value: '668748', cost: '1', currency: 'JPY' },
    { customer: 'b', kind: 'k', value: '10', cost: '1', currency: 'EUR' },
    { customer: 'b', kind: 'l', value: '20', cost: '1', currency: 'USD' },
  ]
  const shown = (part: Partial<ChartChoice>, some: typeof sold = sold) => {
    const data = chartData(some, abroad, choice(part), 'en')
    return [data.series.map(({ points }) => points.map(({ text }) => text)), data.mixed]
  }

  test('are not drawn but named, and so are ratios of them', () => {
    expect(chartData(sold, abroad, choice({}), 'en').categories).toEqual(['a', 'b'])
    expect(shown({})).toEqual([[['668,748.00', 'Mixed']], ['b']])
    expect(shown({ y: ['cost_percent'] })).toEqual([[['0 %', 'Mixed']], ['b']])
    expect(shown({}, sold.slice(0, 2))).toEqual([[['668,748.00', '10.00']], []])
  })

  test('stand beside each other, but are stacked only where they are told apart by their currency', () => {
    // A series of several currencies has no weight to come first by.
    const apart = [
      ['—', '20.00'],
      ['668,748.00', '10.00'],
    ]
    expect(shown({ split: 'kind' })).toEqual([apart, []])
    expect(shown({ type: 'stacked', split: 'kind' })).toEqual([
      [
        ['—', 'Mixed'],
        ['668,748.00', 'Mixed'],
      ],
      ['b'],
    ])
    expect(shown({ type: 'stacked', split: 'currency' })[1]).toEqual([])
  })

  test('lead to nothing step by step', () => {
    expect(shown({ type: 'waterfall' })).toEqual([[['Mixed', 'Mixed', 'Mixed']], ['a', 'b', 'Total']])
    expect(shown({ type: 'waterfall', y: ['value', 'cost'] })[0]).toEqual([['Mixed', 'Mixed', 'Mixed']])
    expect(shown({ type: 'waterfall' }, sold.slice(0, 1))).toEqual([[['668,748.00', '668,748.00']], []])
  })

  test('are named in words, the first of many', () => {
    expect(mixedRemark([])).toBeNull()
    expect(mixedRemark(['a', 'b'])).toBe('Not drawn, being of several currencies: a; b.')
    expect(mixedRemark([...'abcdefg'])).toBe('Not drawn, being of several currencies: a; b; c; d; e and 2 more.')
  })
})

test('the choice of a chart survives its address; an impossible one is as defined', () => {
  const start = startingChoice(screen.result!.chart!)
  const wanted = choice({ type: 'stacked', y: ['value', 'cost'], split: 'kind' })
  expect(readChoice(writeChoice(wanted), start, screen.fields)).toEqual(wanted)
  expect(readChoice('pie:customer:value:', start, screen.fields)).toEqual(start)
  expect(readChoice('line:nobody:value:', start, screen.fields)).toEqual(start)
})
