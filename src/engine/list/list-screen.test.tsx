import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createQueryClient } from '#src/data/query-client.ts'
import { noViews } from '#src/data/list-views.ts'
import { defineScreen, f, normalizeScreen, when, type Screen } from '#src/definition'
import { receiveNotifications, type Notification } from '#src/ui/notify.ts'
import { ListScreen } from './list-screen.tsx'

const lines = normalizeScreen(
  defineScreen({
    name: 'sales',
    label: ['Sales line', 'Sales data'],
    area: 'transactions',
    endpoint: 'sales',
    table: { key: ['doc'] },
    fields: {
      doc: f.text({ max: 10, search: true }),
      country: f.text({ max: 40 }),
      day: f.date(),
      value: f.money({ label: 'Net value' }),
      type: f.choice([
        { value: 'S', label: 'Sale', tone: 'ok' },
        { value: 'R', label: 'Return', tone: 'bad' },
      ]),
    },
    list: {
      path: '/sales',
      pageSize: 25,
      sort: ['-day'],
      totals: { value: 'sum' },
      views: { Returns: when.eq('type', 'R') },
      displays: [{ label: 'Display sales', path: '/display-sales', grid: '/display-sales-sf' }],
    },
    upload: { functionality: 'SalesFormat', path: '/sales/upload' },
    access: { write: 'sales.write' },
    messages: { empty: 'No sales found.' },
  }),
)

const all = Array.from({ length: 60 }, (_, at) => ({
  id: at + 1,
  row_version: 1,
  doc: `D${at + 1}`,
  country: at % 2 ? 'Spain' : 'Germany',
  day: '2011-03-31',
  value: at === 1 ? '-25.5000' : '1234.5000',
  type: at === 1 ? 'R' : 'S',
}))

const asked: URL[] = []
const deleted: string[] = []
const server = setupServer()

const list = http.get('*/api/sales', ({ request }) => {
  const url = new URL(request.url)
  asked.push(url)
  const found = all.filter((row) => !url.searchParams.get('type') || row.type === url.searchParams.get('type'))
  const limit = Number(url.searchParams.get('limit'))
  const start = (Number(url.searchParams.get('page') ?? 1) - 1) * limit
  return HttpResponse.json({
    response: {
      records: found.slice(start, start + limit),
      total_record: found.length,
      totals: { value: '61699.5' },
      labels: {},
    },
  })
})

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  asked.length = 0
  deleted.length = 0
  localStorage.clear()
  sessionStorage.clear()
  server.use(
    list,
    http.get('*/api/list-views/sales', () => HttpResponse.json({ response: noViews })),
    http.get('*/api/sales/:id', ({ params }) =>
      HttpResponse.json({ response: { ...all[Number(params.id) - 1], labels: {} } }),
    ),
    http.post('*/api/sales/bulk-delete', async ({ request }) => {
      const { ids, dry_run: isPreview } = (await request.json()) as { ids: number[]; dry_run: boolean }
      const kept = { id: 2, key: 'D2', code: 'STILL_REFERENCED', message: '1 claim refers to it.', issues: [] }
      const failed = ids.includes(2) ? [kept] : []
      if (!isPreview) deleted.push(...ids.filter((id) => id !== 2).map(String))
      return HttpResponse.json({
        response: { matched: ids.length, deleted: ids.length - failed.length, failed_count: failed.length, failed },
      })
    }),
  )
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

function notifications(): Notification[] {
  const said: Notification[] = []
  receiveNotifications(
    (notification) => said.push(notification),
    () => undefined,
  )
  return said
}

function show(address = '/sales', definition: Screen = lines) {
  const client = createQueryClient(() => undefined)
  client.setDefaultOptions({ queries: { retry: false } })
  client.setQueryData(['bootstrap', 'Customer Rebate'], { profile: { permissions: ['*'] } })
  const router = createMemoryRouter([{ path: '*', element: <ListScreen screen={definition} /> }], {
    initialEntries: [address],
  })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return {
    user: userEvent.setup(),
    search: () => decodeURIComponent(router.state.location.search),
    path: () => router.state.location.pathname,
  }
}

const rowOf = async (doc: string): Promise<HTMLElement> =>
  (await screen.findByRole('link', { name: doc })).closest('tr')!

test('rows come with formats, tones and links; the count follows', async () => {
  show()
  const row = await rowOf('D2')
  expect(within(row).getByText('-25.50')).toHaveClass('text-bad')
  expect(within(row).getByText('Return')).toBeInTheDocument()
  expect(within(row).getByText('Mar 31, 2011')).toBeInTheDocument()
  expect(within(row).getByRole('link', { name: 'D2' })).toHaveAttribute('href', '/sales/view/2')
  expect(await screen.findByText('60 sales lines')).toBeInTheDocument()
  expect(screen.getByText('61,699.50')).toBeInTheDocument()
})

test('rows never wait for the count', async () => {
  server.use(
    http.get('*/api/sales', async ({ request }) => {
      if (new URL(request.url).searchParams.get('count') === 'none')
        return HttpResponse.json({ response: { records: all.slice(0, 2), total_record: null } })
      await delay('infinite')
      return HttpResponse.error()
    }),
  )
  show()
  expect(await rowOf('D1')).toBeInTheDocument()
  expect(screen.queryByText(/sales lines/)).not.toBeInTheDocument()
})

test('a count and totals that fail say so at their places, and come when they are tried again', async () => {
  let fails = true
  server.use(
    http.get('*/api/sales', ({ request }) => {
      if (new URL(request.url).searchParams.get('count') === 'none') return undefined
      return fails
        ? HttpResponse.json({ error: { code: 'INTERNAL', message: 'The database is busy.' } }, { status: 503 })
        : undefined
    }),
  )
  const { user } = show()
  expect(await rowOf('D1')).toBeInTheDocument()
  expect(await screen.findByText('Totals could not be read')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent('Not counted')
  expect(screen.getByRole('navigation', { name: 'Pages' })).toHaveTextContent('1–25, not counted')
  expect(screen.queryByText('61,699.50')).not.toBeInTheDocument()
  fails = false
  await user.click(screen.getByRole('button', { name: 'Not counted: try again' }))
  expect(await screen.findByText('60 sales lines')).toBeInTheDocument()
  expect(screen.getByText('61,699.50')).toBeInTheDocument()
  expect(screen.queryByText(/try again/i)).not.toBeInTheDocument()
})

test('the address says which rows: filters as sentences, page, sort', async () => {
  show('/sales?country=Germany&day.between=2011-01-01,2011-03-31&page=2&sort=value')
  expect(await screen.findByText('Country is')).toBeInTheDocument()
  expect(screen.getByText(/Jan 1 – Mar 31, 2011/)).toBeInTheDocument()
  await waitFor(() =>
    expect(asked.some((url) => url.searchParams.get('page') === '2' && url.searchParams.get('sort') === 'value')).toBe(
      true,
    ),
  )
})

test('what an address asks for in vain is told beside its filters, until it is taken out', async () => {
  const { search } = show('/sales?country.eq=Spain&nosuch=1')
  expect(await screen.findByRole('alert')).toHaveTextContent('Left out: There is no field nosuch to filter by')
  await userEvent.click(screen.getByRole('button', { name: 'Take it out of the address' }))
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull())
  expect(search()).toBe('?country=Spain')
})

test('a heading sorts, with Shift beside the other key', async () => {
  const { user, search } = show()
  await rowOf('D1')
  await user.click(screen.getByRole('button', { name: 'Net value' }))
  expect(search()).toBe('?sort=value')
  await user.click(screen.getByRole('button', { name: 'Net value' }))
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('button', { name: 'Doc' }))
  await user.keyboard('{/Shift}')
  expect(search()).toBe('?sort=-value,doc')
  expect(screen.getByRole('columnheader', { name: /Net value/ })).toHaveAttribute('aria-sort', 'descending')
})

test('a view is a tab; leaving out one of its filters leaves the view', async () => {
  const { user, search } = show()
  await rowOf('D1')
  await user.click(screen.getByRole('tab', { name: 'Returns' }))
  expect(search()).toBe('?view=Returns')
  await screen.findByText('1 sales line')
  await user.click(screen.getByRole('button', { name: /Remove the filter Type is Return/ }))
  expect(search()).toBe('')
})

test('a view is saved as it is seen, also where the user has arranged the list', async () => {
  const arranged = { query: { columns: 'doc,value' }, widths: { doc: 140 }, density: null, gone: [], denied: 0 }
  const saved: unknown[] = []
  server.use(
    http.get('*/api/list-views/sales', () =>
      HttpResponse.json({ response: { ...noViews, layouts: { '/sales': arranged } } }),
    ),
    http.get('*/api/list-views/sales/roles', () => HttpResponse.json({ response: { records: [], total_record: 0 } })),
    http.post('*/api/list-views/sales', async ({ request }) => {
      saved.push(await request.json())
      return HttpResponse.json({ error: { code: 'INVALID', message: 'Enough was seen' } }, { status: 400 })
    }),
  )
  const { user } = show('/sales?columns=doc,value&type=R')
  await rowOf('D2')
  await user.click(screen.getByRole('button', { name: 'Save view' }))
  const dialog = await screen.findByRole('dialog')
  await user.type(within(dialog).getByRole('textbox', { name: 'Name' }), 'Returns')
  await user.click(within(dialog).getByRole('button', { name: 'Save view' }))
  await waitFor(() => expect(saved).toHaveLength(1))
  expect(saved[0]).toMatchObject({
    state: { query: { columns: 'doc,value', type: 'R' }, widths: { doc: 140 }, density: null },
  })
})

test('a filter is added by field and operator', async () => {
  const { user, search } = show()
  await rowOf('D1')
  await user.click(screen.getByRole('button', { name: 'Filter' }))
  // jsdom knows no popovers and takes them for hidden.
  const panel = within(await screen.findByRole('dialog', { name: 'Add a filter', hidden: true }))
  await user.click(await panel.findByRole('button', { name: 'Type', hidden: true }))
  await user.click(await panel.findByRole('checkbox', { name: 'Return', hidden: true }))
  await user.click(panel.getByRole('button', { name: 'Apply', hidden: true }))
  expect(search()).toBe('?type.in=R')
})

test('pages: next, jump', async () => {
  const { user, search } = show()
  await rowOf('D1')
  await screen.findByText('of 3')
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  expect(search()).toBe('?page=2')
  const jump = screen.getByRole('textbox', { name: 'Go to page' })
  await user.clear(jump)
  await user.type(jump, '2000{Enter}')
  expect(search()).toBe('?page=3')
})

test('keys move from cell to cell, choose a row and open it at the side', async () => {
  const { user } = show()
  const row = await rowOf('D1')
  within(row).getByText('Germany').closest('td')!.focus()
  await user.keyboard('{ArrowDown}')
  expect(document.activeElement).toHaveTextContent('Spain')
  await user.keyboard('x')
  expect(await screen.findByText('1 sales line chosen')).toBeInTheDocument()
  await user.keyboard('{Enter}')
  const drawer = await screen.findByRole('dialog', { name: /D2/ })
  expect(within(drawer).getByRole('link', { name: 'Open' })).toHaveAttribute('href', '/sales/view/2')
})

test('chosen rows are copied from whatever page they are on, in the order of the list', async () => {
  const said = notifications()
  const { user } = show()
  await user.click(await screen.findByRole('checkbox', { name: 'Select D3' }))
  await user.click(screen.getByRole('checkbox', { name: 'Select D1' }))
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  const row = await rowOf('D26')
  server.use(
    http.get('*/api/sales', ({ request }) => {
      asked.push(new URL(request.url))
      return HttpResponse.json({ response: { records: [all[2], all[0]], total_record: null, labels: {} } })
    }),
  )
  within(row).getByText('Spain').closest('td')!.focus()
  await user.keyboard('{Control>}c{/Control}')
  await waitFor(() =>
    expect(said.at(-1)).toMatchObject({ kind: 'success', message: '2 sales lines copied with headings' }),
  )
  const question = asked.at(-1)!.searchParams
  expect(Object.fromEntries(question)).toMatchObject({ 'id.in': '1,3', sort: '-day', limit: '2' })
  const copied = (await navigator.clipboard.readText()).split('\n')
  expect(copied.map((line) => line.split('\t')[0])).toEqual(['Doc', 'D3', 'D1'])
})

test('chosen rows that cannot be read are not copied, and it is said why', async () => {
  const said = notifications()
  const { user } = show()
  await user.click(await screen.findByRole('checkbox', { name: 'Select D1' }))
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  await rowOf('D26')
  await navigator.clipboard.writeText('before')
  server.use(
    http.get('*/api/sales', () =>
      HttpResponse.json({ error: { code: 'FORBIDDEN' }, message: 'No more' }, { status: 403 }),
    ),
  )
  await user.click(screen.getByRole('button', { name: 'Copy' }))
  await waitFor(() =>
    expect(said.at(-1)).toMatchObject({ kind: 'error', message: 'Nothing was copied', description: 'No more' }),
  )
  expect(await navigator.clipboard.readText()).toBe('before')
})

test('with everything chosen nothing is copied, on any page; an export is offered in words', async () => {
  const said = notifications()
  const { user } = show()
  await rowOf('D1')
  await user.click(screen.getByRole('checkbox', { name: /Select all/ }))
  await user.click(await screen.findByRole('button', { name: 'Choose all 60 sales lines' }))
  await user.click(screen.getByRole('button', { name: 'Next page' }))
  const row = await rowOf('D26')
  await navigator.clipboard.writeText('before')
  within(row).getByText('Spain').closest('td')!.focus()
  await user.keyboard('{Control>}c{/Control}')
  await waitFor(() => expect(said.at(-1)).toMatchObject({ kind: 'warning', message: 'Nothing was copied' }))
  expect(said.at(-1)!.description).toContain('Export them instead')
  expect(await navigator.clipboard.readText()).toBe('before')
})

test('chosen rows are deleted after a question; one that stays is named and stays chosen', async () => {
  const { user } = show()
  await rowOf('D1')
  await user.click(screen.getByRole('checkbox', { name: 'Select D1' }))
  await user.keyboard('{Shift>}')
  await user.click(screen.getByRole('checkbox', { name: 'Select D3' }))
  await user.keyboard('{/Shift}')
  await user.click(screen.getByRole('button', { name: 'Delete' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete 2 sales lines' })
  expect(within(dialog).getByText('1 sales line will stay')).toBeInTheDocument()
  await user.click(within(dialog).getByRole('button', { name: 'Delete 2 sales lines' }))
  const report = await screen.findByRole('dialog', { name: 'Not everything was deleted' })
  expect(deleted.toSorted()).toEqual(['1', '3'])
  expect(within(report).getByText('1 claim refers to it.')).toBeInTheDocument()
  expect(screen.getByText('1 sales line chosen')).toBeInTheDocument()
})

test('an empty list says what would be here and offers the next step', async () => {
  server.use(http.get('*/api/sales', () => HttpResponse.json({ response: { records: [], total_record: 0 } })))
  show()
  expect(await screen.findByText('No sales data yet')).toBeInTheDocument()
  expect(screen.getByRole('link', { name: 'Upload a file' })).toHaveAttribute('href', '/sales/upload')
})

test('filters that leave nothing can be cleared', async () => {
  server.use(http.get('*/api/sales', () => HttpResponse.json({ response: { records: [], total_record: 0 } })))
  const { user, search } = show('/sales?country=Nowhere')
  expect(await screen.findByText('No sales found.')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: 'Clear filters and search' }))
  expect(search()).toBe('')
})

test('a failure can be tried again, missing access says who can help', async () => {
  server.use(
    http.get(
      '*/api/sales',
      () => HttpResponse.json({ error: { code: 'INTERNAL' }, message: 'Broken' }, { status: 500 }),
      { once: true },
    ),
  )
  server.use(
    http.get('*/api/sales', () => HttpResponse.json({ error: { code: 'FORBIDDEN' }, message: 'No' }, { status: 403 })),
  )
  show()
  expect(await screen.findByText(/does not have access|do not have access/)).toBeInTheDocument()
})

test('a display is read only and goes on to its grid while the session is in grid mode', async () => {
  show('/display-sales')
  await rowOf('D1')
  expect(screen.queryByRole('link', { name: 'Upload' })).not.toBeInTheDocument()
  expect(screen.queryByRole('link', { name: 'New' })).not.toBeInTheDocument()
  sessionStorage.setItem('tierline.grid-mode', 'true')
  const { path } = show('/display-sales')
  await waitFor(() => expect(path()).toBe('/display-sales-sf'))
})
