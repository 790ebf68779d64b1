import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createQueryClient } from '#src/data/query-client.ts'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import { receiveNotifications } from '#src/ui/notify.ts'
import { ResultScreen } from './result-screen.tsx'

// What fails beside a result that is there says so at its place, with another attempt, and takes nothing else along.
const sold = normalizeScreen(
  defineScreen({
    name: 'sold',
    label: ['Sale', 'Sales by customer'],
    area: 'results',
    endpoint: 'sold-report',
    fields: { customer: f.text(), country: f.text(), value: f.decimal(12, 2, { label: 'Net value' }) },
    result: {
      criteria: '/sold',
      path: '/sold-results',
      report: 'sold',
      parameters: { since: f.date() },
      totals: { value: 'sum' },
      chart: { type: 'bar', x: 'customer', y: ['value'], title: 'Net value by customer' },
    },
  }),
)

const all = Array.from({ length: 150 }, (_, at) => ({
  customer: `C${at}`,
  country: at % 2 ? 'DE' : 'FR',
  value: '2.00',
}))
const run = {
  request_id: 'x',
  criteria: {},
  state: 'complete',
  phase: null,
  rows: 150,
  total_record: 150,
  totals: { value: '300.00' },
  seconds: 0.2,
  started_at: '2026-11-21T10:00:00.000Z',
  message: null,
  kept: true,
}
let broken: ReadonlySet<string> = new Set()
const failed = () => HttpResponse.json({ error: { code: 'INTERNAL' }, message: 'Out of reach' }, { status: 500 })

interface Asked {
  readonly limit: number
  readonly page: number
  readonly within?: object
}

const server = setupServer(
  http.get('*/api/list-views/sold', () =>
    broken.has('views')
      ? failed()
      : HttpResponse.json({ response: { views: [], defaults: {}, layouts: {}, may_manage: false } }),
  ),
  http.get('*/api/result-runs', () =>
    broken.has('runs') ? failed() : HttpResponse.json({ response: { records: [run] } }),
  ),
  http.post('*/api/sold-report', async ({ request }) => {
    const { limit, page, within: part } = (await request.json()) as Asked
    const what = part ? 'members' : limit > 100 ? 'chart' : page > 1 ? 'page' : 'first'
    if (broken.has(what)) return failed()
    const records = part ? all.slice(0, 3) : all.slice((page - 1) * limit, page * limit)
    return HttpResponse.json({ response: { records, total_record: 150, totals: run.totals, run } })
  }),
  http.post('*/api/sold-report/groups', () =>
    broken.has('groups')
      ? failed()
      : HttpResponse.json({
          response: { groups: [{ values: ['DE'], count: 75, totals: { value: '150.00' } }], total_groups: 1 },
        }),
  ),
)

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() =>
  receiveNotifications(
    () => undefined,
    () => undefined,
  ),
)
afterEach(() => {
  server.resetHandlers()
  sessionStorage.clear()
  broken = new Set()
})
afterAll(() => server.close())

function show(address: string, mode: 'criteria' | 'results', fails: readonly string[]) {
  broken = new Set(fails)
  const client = createQueryClient(() => undefined)
  client.setDefaultOptions({ queries: { retry: false } })
  client.setQueryData(['bootstrap', 'x'], { profile: { permissions: ['*'] } })
  client.setQueryData(['screen', 'x'], { around: { lists: {} } })
  const router = createMemoryRouter([{ path: '*', element: <ResultScreen screen={sold} mode={mode} /> }], {
    initialEntries: [address],
  })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return userEvent.setup()
}

/** What a part says of its failure, and another attempt that succeeds. */
async function mended(user: ReturnType<typeof userEvent.setup>, words: RegExp | string) {
  const problem = (await screen.findByText(words)).closest<HTMLElement>('[role="alert"]')!
  broken = new Set()
  await user.click(within(problem).getByRole('button', { name: 'Try again' }))
}

test('a chart whose rows cannot be read says so and is drawn by another attempt; totals and table are there', async () => {
  const user = show('/sold-results', 'results', ['chart'])
  await screen.findByText('The chart could not be drawn')
  expect(await screen.findByRole('region', { name: 'Table' })).toHaveTextContent('150 rows')
  expect(screen.getAllByText(/^300/).length).toBeGreaterThan(0)
  await mended(user, 'The chart could not be drawn')
  expect(await screen.findByRole('region', { name: 'Net value by customer' })).toBeInTheDocument()
  expect(screen.queryByRole('alert')).toBeNull()
})

test('subtotals, and the rows of a group, say so and are tried again', async () => {
  const user = show('/sold-results?group=country', 'results', ['groups'])
  await mended(user, 'The subtotals could not be worked out')
  broken = new Set(['members'])
  await user.click(await screen.findByRole('button', { name: /DE/ }))
  await mended(user, /The rows could not be read/)
  expect(await screen.findByRole('row', { name: /C0/ })).toBeInTheDocument()
})

test('a page of rows says so and is read again', async () => {
  const user = show('/sold-results?page=2', 'results', ['page'])
  await mended(user, 'This page could not be read')
  expect(await screen.findByText('C149')).toBeInTheDocument()
})

test('saved criteria and recent runs say so beside criteria that can be used', async () => {
  const user = show('/sold', 'criteria', ['views', 'runs'])
  expect(await screen.findByRole('button', { name: 'Show the result' })).toBeEnabled()
  await screen.findByText('Recent runs could not be read')
  broken = new Set(['runs'])
  await user.click(
    within((await screen.findByText('They could not be read')).closest<HTMLElement>('[role="alert"]')!).getByRole(
      'button',
      { name: 'Try again' },
    ),
  )
  expect(await screen.findByText(/None yet/)).toBeInTheDocument()
  await mended(user, 'Recent runs could not be read')
  expect(await screen.findByText('Everything')).toBeInTheDocument()
})
