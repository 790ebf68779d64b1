import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import { askFirstPage } from './first-page.ts'

const screen = normalizeScreen(
  defineScreen({
    name: 'line',
    label: ['Line', 'Lines'],
    area: 'transactions',
    endpoint: 'line',
    table: { key: ['doc'] },
    fields: { doc: f.text(), country: f.text(), value: f.money({ currency: 'currency' }), currency: f.text() },
    list: {
      path: '/line',
      columns: ['country', 'value'],
      sort: ['-value'],
      pageSize: 100,
      displays: [{ label: 'D', path: '/d', columns: ['country'] }],
    },
  }),
)

const asked = (address: string): Record<string, string> | undefined => {
  const client = new QueryClient()
  const prefetch = vi.spyOn(client, 'prefetchQuery').mockResolvedValue()
  void askFirstPage(client, screen, new URL(address, 'http://localhost'))
  return prefetch.mock.calls[0]?.[0].queryKey?.[2] as Record<string, string> | undefined
}

afterEach(() => vi.restoreAllMocks())

test('the first rows are asked for as the list will ask', () => {
  expect(asked('/line')).toEqual({ sort: '-value', columns: 'country,value,doc,currency', limit: '100', count: 'none' })
})

test('the address decides: filters, sort, page, columns', () => {
  expect(asked('/line?country.in=a,b&sort=doc&page=3&limit=25&columns=value')).toEqual({
    'country.in': 'a,b',
    sort: 'doc',
    columns: 'value,doc,currency',
    limit: '25',
    page: '3',
    count: 'none',
  })
  expect(asked('/d')?.columns).toBe('country,doc,currency')
})

test('a view is left to the list', () => {
  expect(asked('/line?view=Mine')).toBeUndefined()
})
