// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { listQuery, recordChanges, recordKeys } from './records.ts'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import { screenQuery } from './screens.ts'

const server = setupServer()
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } })
const customer = normalizeScreen(
  defineScreen({ name: 'customer', label: ['Customer', 'Customers'], area: 'masters', fields: { name: f.text() } }),
)
let asked: string[] = []
let version = '1'

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  server.resetHandlers()
  client.clear()
  asked = []
})
afterAll(() => server.close())

const lists = () =>
  server.use(
    http.get('*/api/customer-data', ({ request }) => {
      asked.push(new URL(request.url).search)
      return HttpResponse.json(
        { response: { records: [], total_record: 0 } },
        { headers: { 'x-form-fields-version': version } },
      )
    }),
  )

test('B052 B053 page 1 with limit 0 goes out as it is and asks for all records', async () => {
  lists()
  await client.fetchQuery(
    listQuery(client, { endpoint: 'customer-data', screen: 'customer', parameters: { page: '1', limit: '0' } }),
  )
  expect(asked).toEqual(['?page=1&limit=0'])
})

test('B061 empty filter values are left out of the call', async () => {
  lists()
  const parameters = { country: '', city: ',', day: '1970-01-01', name: 'A' }
  await client.fetchQuery(listQuery(client, { endpoint: 'customer-data', screen: 'customer', parameters }))
  expect(asked).toEqual(['?name=A'])
})

test('changed form_fields make the screen be asked for again', async () => {
  lists()
  client.setQueryData(screenQuery('customer').queryKey, customer)
  const fetchPage = (page: string) =>
    client.fetchQuery(listQuery(client, { endpoint: 'customer-data', screen: 'customer', parameters: { page } }))
  await fetchPage('1')
  expect(client.getQueryState(screenQuery('customer').queryKey)?.isInvalidated).toBe(false)
  version = '2'
  await fetchPage('2')
  expect(client.getQueryState(screenQuery('customer').queryKey)?.isInvalidated).toBe(true)
})

test('a change makes lists and records of its collection be asked for again', async () => {
  server.use(
    http.put('*/api/customer-data/7', async ({ request }) => HttpResponse.json({ response: await request.json() })),
  )
  client.setQueryData(recordKeys.list('customer-data', {}), { records: [], total_record: 0 })
  client.setQueryData(recordKeys.one('material-master', 1), {})
  await recordChanges(client, 'customer-data').update(7, { row_version: 3, name: 'B' })
  expect(client.getQueryState(recordKeys.list('customer-data', {}))?.isInvalidated).toBe(true)
  expect(client.getQueryState(recordKeys.one('material-master', 1))?.isInvalidated).toBe(false)
})
