import { expect, test } from 'vitest'
import { f, normalizeScreen } from '#src/definition'
import { mixed } from '#src/definition/mixed.ts'
import { chartData } from './chart-data.ts'
import { wholeRow } from './use-chart-rows.ts'

const money = () => f.money({ currency: 'EUR' })
const screen = normalizeScreen({
  name: 'causes',
  label: ['Cause', 'Causes'],
  area: 'results',
  fields: { place: f.text(), before: money(), price: money(), mix: money(), after: money(), rate: f.percent() },
  result: {
    criteria: '/causes/criteria',
    path: '/causes',
    report: 'causes',
    parameters: {},
    totals: { before: 'sum', price: 'sum', mix: 'sum', after: 'sum', rate: 'avg' },
    chart: { type: 'waterfall', x: 'place', y: ['price', 'mix'], between: ['before', 'after'] },
  },
})
const choice = { type: 'waterfall', x: 'place', y: ['price', 'mix'], split: null } as const
const totals = { before: '100.00', price: '7.00', mix: '-2.00', after: '105.00', rate: '5' }

test('a waterfall of several figures leads from total to total of the whole result, however few of its rows are read', () => {
  const { categories, series } = chartData([wholeRow(screen, choice, totals)!], screen, choice, 'en')
  expect(categories).toEqual(['Before', 'Price', 'Mix', 'After'])
  expect(series[0]!.points.map(({ value }) => value)).toEqual([100, 7, -2, 105])
})

test('of one figure, of what is no sum, and of several currencies the rows are asked', () => {
  expect(wholeRow(screen, { ...choice, y: ['price'] }, totals)).toBeNull()
  expect(wholeRow(screen, { ...choice, type: 'bar' }, totals)).toBeNull()
  expect(wholeRow(screen, { ...choice, y: ['price', 'rate'] }, totals)).toBeNull()
  expect(wholeRow(screen, choice, { ...totals, mix: mixed })).toBeNull()
  expect(wholeRow(screen, choice, undefined)).toBeNull()
})
