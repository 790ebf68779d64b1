import { onlineManager, QueryClientProvider } from '@tanstack/react-query'
import { cleanup, render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { createQueryClient } from '#src/data/query-client.ts'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import { receiveNotifications } from '#src/ui/notify.ts'
import { ResultScreen } from './result-screen.tsx'

const top = normalizeScreen(
  defineScreen({
    name: 'top',
    label: ['Top customers', 'Top customers'],
    area: 'results',
    endpoint: 'top-report',
    fields: { rank: f.integer(), customer: f.text(), value: f.money({ label: 'Net value' }), waited: f.decimal(8, 2) },
    result: {
      criteria: '/top',
      path: '/top-results',
      report: 'top',
      parameters: {
        n: f.integer({ default: 10, required: true, label: 'How many' }),
        country: f.text({ required: true }),
        since: f.date(),
        state: f.text({ default: 'open' }),
      },
      totals: { value: 'sum', waited: 'avg' },
      chart: { type: 'bar', x: 'customer', y: ['value'], title: 'Net value by customer' },
      drill: { screen: 'sales', filters: { customer: 'customer', 'day.gte': 'since' } },
      drills: { value: { screen: 'sales', filters: { seller: 'customer' }, needs: ['waited'] } },
    },
    messages: { empty: 'No records found.' },
  }),
)

const asked: unknown[] = []
const rows = [
  { rank: 1, customer: 'Miller', value: '300.5000' },
  { rank: 2, customer: 'Adler', value: '-20.0000' },
]
const server = setupServer(
  http.get('*/api/list-views/top', () =>
    HttpResponse.json({ response: { views: [], defaults: {}, layouts: {}, may_manage: false } }),
  ),
  http.get('*/api/result-runs', () => HttpResponse.json({ response: { records: [] } })),
)
const answer = (records: readonly object[]) =>
  http.post('*/api/top-report', async ({ request }) => {
    asked.push(await request.json())
    return HttpResponse.json({ response: pageOf(records) })
  })
const run = {
  criteria: {},
  state: 'complete',
  phase: null,
  seconds: 0.2,
  started_at: '2026-11-21T10:00:00.000Z',
  message: null,
  kept: true,
}
const pageOf = (records: readonly object[]) => ({
  records,
  total_record: records.length,
  totals: { value: '280.5' },
  run: { ...run, request_id: 'x', rows: records.length, total_record: records.length, totals: { value: '280.5' } },
})

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => {
  server.resetHandlers()
  sessionStorage.clear()
  asked.length = 0
})
afterAll(() => server.close())

function show(address: string, mode: 'criteria' | 'results') {
  const client = createQueryClient(() => undefined)
  client.setDefaultOptions({ queries: { retry: false } })
  client.setQueryData(['bootstrap', 'x'], { profile: { permissions: ['*'] } })
  client.setQueryData(['screen', 'x'], { around: { lists: { sales: '/sales' } } })
  const said: string[] = []
  receiveNotifications(
    ({ kind, message }) => said.push(`${kind}: ${message}`),
    () => said.splice(0),
  )
  const router = createMemoryRouter([{ path: '*', element: <ResultScreen screen={top} mode={mode} /> }], {
    initialEntries: [address],
  })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return {
    user: userEvent.setup(),
    said,
    address: () => router.state.location.pathname + decodeURIComponent(router.state.location.search),
  }
}

test('criteria without what is required say so at the field, and nothing else', async () => {
  const { user, said, address } = show('/top', 'criteria')
  await user.click(await screen.findByRole('button', { name: 'Show the result' }))
  expect(await screen.findByText('Country is required')).toBeInTheDocument()
  expect(said).toEqual([])
  expect(asked).toEqual([])
  expect(address()).toBe('/top')
})

test('criteria that find nothing give the warning and stay', async () => {
  server.use(answer([]))
  const { user, said, address } = show('/top', 'criteria')
  await user.type(await screen.findByLabelText(/Country/), 'Nowhere')
  await user.click(screen.getByRole('button', { name: 'Show the result' }))
  await waitFor(() => expect(said).toEqual(['warning: No records found.']))
  expect(asked).toMatchObject([{ n: 10, country: 'Nowhere', page: 1, limit: 100 }])
  expect(screen.getByText(/Nothing was found with these criteria/)).toBeInTheDocument()
  expect(address()).toBe('/top')
  // The next run finds something, and nothing says the contrary any more.
  server.use(answer(rows))
  await user.clear(screen.getByLabelText(/Country/))
  await user.type(screen.getByLabelText(/Country/), 'Spain')
  await user.click(screen.getByRole('button', { name: 'Show the result' }))
  await waitFor(() => expect(address()).toMatch(/^\/top-results/))
  expect(said).toEqual([])
})

test('nothing found is told at the criterion that names what is not there, and on the result', async () => {
  const issues = [{ path: ['country'], code: 'reference', message: 'There is no country Nowhere' }]
  server.use(http.post('*/api/top-report', () => HttpResponse.json({ response: { ...pageOf([]), issues } })))
  const { user } = show('/top', 'criteria')
  await user.type(await screen.findByLabelText(/Country/), 'Nowhere')
  await user.click(screen.getByRole('button', { name: 'Show the result' }))
  expect(await screen.findByText('There is no country Nowhere')).toBeInTheDocument()
  expect(screen.getByLabelText(/Country/)).toBeInvalid()
  cleanup()
  show('/top-results?n=10&country=Nowhere', 'results')
  expect(await screen.findByText(/Nothing matches the criteria above. There is no country Nowhere/)).toBeInTheDocument()
})

test('criteria lead to a result that can be kept as an address', async () => {
  server.use(answer(rows))
  const { user, address } = show('/top?since=2011-01-01', 'criteria')
  await user.type(await screen.findByLabelText(/Country/), 'Spain')
  await user.click(screen.getByRole('button', { name: 'Show the result' }))
  await waitFor(() => expect(address()).toBe('/top-results?n=10&country=Spain&since=2011-01-01&state=open'))
})

test('a result shows criteria, figures, chart and rows that lead to their lines', async () => {
  server.use(answer(rows))
  show('/top-results?n=10&country=Spain&since=2011-01-01', 'results')
  const table = await screen.findByRole('grid', { name: 'Top customers' })
  expect(await within(table).findByRole('link', { name: 'Miller' })).toHaveAttribute(
    'href',
    '/sales?customer=Miller&day.gte=2011-01-01',
  )
  expect(screen.getByText('Spain')).toBeInTheDocument()
  expect(screen.getAllByText('280.50')).toHaveLength(2)
})

test('a figure leads to lines of its own, where its row has them', async () => {
  server.use(answer([{ ...rows[0], waited: '2.00' }, rows[1]!]))
  show('/top-results?n=10&country=Spain', 'results')
  const table = within(await screen.findByRole('region', { name: 'Table' }))
  expect(table.getByRole('link', { name: /300/ })).toHaveAttribute('href', '/sales?seller=Miller')
  expect(table.queryByRole('link', { name: /20/ })).toBeNull()
})

test('a figure has its own link below a group as well, and a subtotal has none', async () => {
  const [first] = rows
  server.use(
    answer([{ ...first, waited: '2.00' }]),
    http.post('*/api/top-report/groups', () =>
      HttpResponse.json({
        response: {
          groups: [{ values: ['Miller'], count: 1, totals: { value: '300.5000' } }],
          total_groups: 1,
          run,
        },
      }),
    ),
  )
  const { user } = show('/top-results?n=10&country=Spain&group=customer', 'results')
  const table = within(await screen.findByRole('treegrid', { name: 'Top customers' }))
  await user.click(await table.findByRole('button', { name: /Miller/ }))
  const link = await table.findByRole('link', { name: '300.50' })
  expect(link).toHaveAttribute('href', '/sales?seller=Miller')
  // Group, row and total have the figure; the row alone has lines of its own.
  expect(table.getAllByText('300.50').length).toBeGreaterThan(1)
  expect(table.getAllByRole('link', { name: '300.50' })).toHaveLength(1)
  expect(table.getByRole('link', { name: 'Lines' })).toHaveAttribute('href', '/sales?customer=Miller')
})

test('a total of several currencies says so in words instead of a number', async () => {
  const page = { ...pageOf(rows), totals: { value: null }, mixed: ['value'] }
  server.use(http.post('*/api/top-report', () => HttpResponse.json({ response: page })))
  show('/top-results?n=10&country=Spain', 'results')
  const table = await screen.findByRole('grid', { name: 'Top customers' })
  expect(await within(table).findByText('Mixed')).toHaveTextContent(/Amounts of several currencies are not added up/)
  // Among the large figures as well.
  expect(screen.getAllByText('Mixed')).toHaveLength(2)
})

test('a total that is an average is called so beside the word Total', async () => {
  const page = { ...pageOf(rows), totals: { value: '280.5', waited: '3.25' } }
  server.use(http.post('*/api/top-report', () => HttpResponse.json({ response: page })))
  show('/top-results?n=10&country=Spain', 'results')
  const table = await screen.findByRole('grid', { name: 'Top customers' })
  expect(await within(table).findByText('Average 3.25')).toBeInTheDocument()
  expect(within(table).getByText('280.50')).toBeInTheDocument()
})

test('rows are put in order over the whole result, by the run that is there', async () => {
  server.use(answer(rows))
  const { user, address } = show('/top-results?n=10&country=Spain', 'results')
  const table = await screen.findByRole('grid', { name: 'Top customers' })
  await within(table).findByText('Miller')
  await user.click(within(table).getByRole('button', { name: 'Net value' }))
  await waitFor(() => expect(asked).toHaveLength(2))
  const [first, second] = asked as Record<string, unknown>[]
  expect(second).toMatchObject({ sort: 'value', request_id: first!['request_id'] })
  expect(address()).toBe('/top-results?n=10&country=Spain&sort=value')
})

test('a long run tells what it is doing and is cancelled on the server', async () => {
  const told = {
    ...run,
    request_id: 'x',
    state: 'running',
    phase: 'rows',
    rows: 12_000,
    total_record: null,
    totals: null,
  }
  let cancelled: unknown = null
  server.use(
    http.post('*/api/top-report', () =>
      cancelled === null
        ? HttpResponse.json({ response: { run: told } }, { status: 202 })
        : HttpResponse.json({ error: { code: 'CANCELLED', message: 'This was cancelled.' } }, { status: 409 }),
    ),
    http.post('*/api/cancel-activity', async ({ request }) => {
      cancelled = await request.json()
      return HttpResponse.json({ response: { ...told, state: 'cancelled' } })
    }),
  )
  const { user } = show('/top-results?n=10&country=Spain', 'results')
  expect(await screen.findByText('Reading rows: 12,000 so far')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(await screen.findByRole('heading', { name: 'Cancelled' })).toBeInTheDocument()
  expect(cancelled).toEqual({ request_id: expect.stringMatching(/^[\w-]{36}$/) as string })
  expect(screen.getByRole('button', { name: 'Run again' })).toBeInTheDocument()
})

test('a file that takes too long is stopped, on the server as well, and nothing is saved', async () => {
  const left: boolean[] = []
  let arrived = false
  server.use(
    answer(rows),
    http.post('*/api/top-report/export', async ({ request }) => {
      arrived = true
      await new Promise<void>((resolve) => request.signal.addEventListener('abort', () => resolve()))
      left.push(request.signal.aborted)
      return HttpResponse.error()
    }),
  )
  const { user, said } = show('/top-results?n=10&country=Spain&since=2011-01-01', 'results')
  await screen.findByRole('link', { name: 'Miller' })
  await user.click(screen.getByRole('button', { name: 'Export' }))
  await user.click(await screen.findByRole('menuitem', { name: /^Excel/ }))
  const progress = await screen.findByRole('region', { name: 'Export' })
  await waitFor(() => expect(arrived).toBe(true))
  await user.click(within(progress).getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(left).toEqual([true]))
  await waitFor(() => expect(screen.queryByRole('region', { name: 'Export' })).toBeNull())
  expect(said).toEqual([])
  expect(screen.getByRole('button', { name: 'Export' })).toBeEnabled()
})

test('asked again without a connection the figures stay', async () => {
  server.use(answer(rows))
  const { user, said } = show('/top-results?n=10&country=Malta', 'results')
  await screen.findByRole('link', { name: 'Miller' })
  const before = asked.length
  try {
    onlineManager.setOnline(false)
    await user.click(screen.getByRole('button', { name: 'Run again' }))
    expect(said).toEqual(['warning: You are offline'])
    expect(screen.getByRole('link', { name: 'Miller' })).toBeInTheDocument()
    expect(asked).toHaveLength(before)
  } finally {
    onlineManager.setOnline(true)
  }
})

test('a failure keeps the criteria and can be tried again', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined)
  server.use(
    http.post('*/api/top-report', () => HttpResponse.json({ message: 'The report broke' }, { status: 400 }), {
      once: true,
    }),
    answer(rows),
  )
  const { user } = show('/top-results?n=10&country=Spain', 'results')
  expect(await screen.findByText('The report broke')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Run again' }))
  expect(await screen.findByRole('link', { name: 'Miller' })).toBeInTheDocument()
})

test('a result that is denied says who can allow it, and offers nothing that would be denied as well', async () => {
  server.use(
    http.post('*/api/top-report', () =>
      HttpResponse.json({ error: { code: 'FORBIDDEN', message: 'You may not see the cost.' } }, { status: 403 }),
    ),
  )
  show('/top-results?n=10&country=Spain', 'results')
  expect(screen.getByRole('link', { name: 'Compare' })).toBeInTheDocument()
  expect(await screen.findByText(/You may not see the cost\. An administrator/)).toBeInTheDocument()
  for (const name of ['Compare', 'Export', 'Save']) expect(screen.queryByText(name), name).toBeNull()
  expect(screen.getByRole('link', { name: 'Change' })).toBeInTheDocument()
})

test('criteria that were saved win over the defaults, also those that were emptied and those typed over since', async () => {
  const saved = {
    id: 1,
    row_version: 1,
    name: 'Mine',
    audience: 'own',
    mine: true,
    may_change: true,
    gone: [],
    denied: 0,
  }
  const views = [{ ...saved, query: { n: '5', country: 'Spain', without: 'state' }, widths: {}, density: null }]
  const kept: unknown[] = []
  server.use(
    http.get('*/api/list-views/top', () =>
      HttpResponse.json({ response: { views, defaults: {}, layouts: {}, may_manage: false } }),
    ),
    http.get('*/api/list-views/top/roles', () => HttpResponse.json({ response: { records: [] } })),
    http.post('*/api/list-views/top', async ({ request }) => {
      kept.push(await request.json())
      return HttpResponse.json({ response: { ...views[0], id: 2, name: 'Again' } }, { status: 201 })
    }),
  )
  const { user, address } = show('/top', 'criteria')
  expect(await screen.findByLabelText(/State/)).toHaveValue('open')
  for (const again of [1, 2]) {
    await user.click(await screen.findByRole('button', { name: /^Mine/ }))
    await waitFor(() => expect(screen.getByLabelText(/State/)).toHaveValue(''))
    expect(screen.getByLabelText(/Country/)).toHaveValue('Spain')
    expect(address()).toBe('/top?n=5&country=Spain&without=state')
    if (again === 1) await user.type(screen.getByLabelText(/State/), 'shut')
  }
  await user.click(screen.getByRole('button', { name: 'Save criteria' }))
  const dialog = within(await screen.findByRole('dialog'))
  await user.type(dialog.getByLabelText(/Name/), 'Again')
  await user.click(dialog.getByRole('button', { name: 'Save criteria' }))
  await waitFor(() =>
    expect(kept).toMatchObject([{ name: 'Again', state: { query: { n: '5', country: 'Spain', without: 'state' } } }]),
  )
})

test('a bad day in the criteria of B is told at its field, before anything is compared', async () => {
  server.use(answer(rows))
  const { user, address } = show('/top-results?n=10&country=Spain&compare=1', 'results')
  await user.click(await screen.findByRole('button', { name: 'Choose the criteria of B' }))
  const dialog = within(await screen.findByRole('dialog'))
  const since = dialog.getByRole('textbox', { name: 'Since' })
  await user.type(since, '31 February 2026')
  await user.click(dialog.getByRole('button', { name: 'Compare' }))
  await waitFor(() => expect(since).toHaveAccessibleDescription(/date/i))
  expect(address()).toBe('/top-results?n=10&country=Spain&compare=1')
  await user.clear(since)
  await user.clear(dialog.getByLabelText(/State/))
  await user.click(dialog.getByRole('button', { name: 'Compare' }))
  await waitFor(() =>
    expect(address()).toBe('/top-results?n=10&country=Spain&compare=1&b.n=10&b.country=Spain&b.without=state'),
  )
})
