import { expect, test } from 'vitest'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import { betterAddress } from './better-address.ts'

const screenWith = (more: { required?: boolean; default?: string }) =>
  normalizeScreen(
    defineScreen({
      name: 'trend',
      label: ['Trend', 'Trends'],
      area: 'results',
      endpoint: 'trend-report',
      fields: { month: f.text() },
      result: {
        criteria: '/trend',
        path: '/trend/results',
        grid: '/trend/grid',
        direct: ['/trend/of/:contract'],
        report: 'trend',
        parameters: { contract: f.text(more), kind: f.choice(['Payment', 'Accrual'], { default: 'Payment' }) },
      },
    }),
  )
const at = (path: string, query = '', more = {}) => betterAddress(screenWith(more), path, new URLSearchParams(query))

test('a criterion in the path leads to the result with the defaults of the others', () => {
  expect(at('/trend/of/R26%2F1')).toBe('/trend/results?contract=R26%2F1&kind=Payment')
  expect(at('/trend/of/R26', 'kind=Accrual')).toBe('/trend/results?contract=R26&kind=Accrual')
})

test('without any criteria a result is as its defaults; what is needed and missing is asked for', () => {
  expect(at('/trend/results')).toBe('/trend/results?kind=Payment')
  expect(at('/trend/results', '', { required: true })).toBe('/trend?kind=Payment')
  expect(at('/trend/results', 'contract=R26', { required: true })).toBe(null)
})

test('where nothing is needed and nothing has a default, the address is about everything', () => {
  const open = normalizeScreen(
    defineScreen({
      name: 'lines',
      label: ['Lines', 'Lines'],
      area: 'results',
      endpoint: 'lines-report',
      fields: { month: f.text() },
      result: { criteria: '/lines', path: '/lines/results', report: 'lines', parameters: { country: f.text() } },
    }),
  )
  expect(betterAddress(open, '/lines/results', new URLSearchParams())).toBe(null)
})

test('the grid of a result is found by its defaults as well, and leads to the criteria where they are not enough', () => {
  const grid = (query: string, more = {}) =>
    betterAddress(screenWith(more), '/trend/grid', new URLSearchParams(query), 'grid')
  expect(grid('')).toBe('/trend/grid?kind=Payment')
  expect(grid('', { required: true })).toBe('/trend?kind=Payment')
  expect(grid('contract=R26')).toBe(null)
})
