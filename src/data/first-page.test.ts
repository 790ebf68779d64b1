import { QueryClient } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import { askEarly } from './early.ts'
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

test('what was asked for by the address alone is taken, unless it answers something else', async () => {
  const page = { records: [{ id: 1, row_version: 1, doc: 'A1' }], total_record: null }
  const parameters = { sort: '-value', columns: 'country,value,doc,currency', limit: '100', count: 'none' }
  const answers = [
    { screen: 'line', parameters, page },
    { screen: 'line', parameters: { ...parameters, limit: '10' }, page },
  ]
  const called: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation((address) => {
    const path = new URL(String(address)).pathname
    called.push(path)
    const response = path === '/api/first-page' ? answers.shift() : { records: [], total_record: 0 }
    return Promise.resolve(Response.json({ response }))
  })
  const rows = async () => {
    const client = new QueryClient()
    askEarly('first-page', { path: '/line', search: '' }, { token: 't', application: null })
    await askFirstPage(client, screen, { pathname: '/line', search: '' })
    return client.getQueryData(['line', 'list', parameters])
  }
  expect(await rows()).toEqual(page)
  expect(called).toEqual(['/api/first-page'])
  expect(await rows()).toEqual({ records: [], total_record: 0 })
  expect(called).toEqual(['/api/first-page', '/api/first-page', '/api/line'])
})

test('an address that the server does not understand is left to the list', async () => {
  const called: string[] = []
  vi.spyOn(globalThis, 'fetch').mockImplementation((address) => {
    called.push(new URL(String(address)).pathname)
    return Promise.resolve(Response.json({ response: null }))
  })
  const place = { pathname: '/line', search: '?value=many' }
  askEarly('first-page', { path: place.pathname, search: place.search }, { token: 't', application: null })
  await askFirstPage(new QueryClient({ defaultOptions: { queries: { retry: 1, retryDelay: 0 } } }), screen, place)
  expect(called).toEqual(['/api/first-page'])
})

test('a view is left to the list', () => {
  expect(asked('/line?view=Mine')).toBeUndefined()
})
