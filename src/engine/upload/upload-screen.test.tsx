import { QueryClientProvider } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createQueryClient } from '#src/data/query-client.ts'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import type { FormatBody } from './format-body.ts'
import type { Upload } from './upload-api.ts'
import { UploadScreen } from './upload-screen.tsx'

const sales = normalizeScreen(
  defineScreen({
    name: 'sales',
    label: ['Sales line', 'Sales data'],
    area: 'transactions',
    endpoint: 'sales',
    table: { key: ['doc'] },
    fields: { doc: f.text({ max: 10, required: true }), net: f.money({ label: 'Net value' }) },
    list: { path: '/sales' },
    upload: { functionality: 'SalesFormat', path: '/sales/upload' },
    messages: { empty: 'No sales found.' },
  }),
)

const column = (field: string, name: string) => ({ field, source: 'column' as const, column: name })
const proposed = { fields: [column('doc', 'Doc'), column('net', 'Amount')] }
const staged: Upload = {
  id: 7,
  screen: 'sales',
  functionality: 'SalesFormat',
  file_name: 'sales.csv',
  state: 'staged',
  rows: 1,
  kept: true,
  columns: ['Doc', 'Amount', 'Other'].map((name) => ({ name, samples: ['7'], type: 'text' })),
  suggestion: { format_id: null, name: null, format: proposed },
}

let upload: Upload
const checks: FormatBody[] = []
const counts = { insert: 1, update: 0, unchanged: 0, rejected: 0, conflict: 0, skipped: 0 }
const answer = (response: unknown) => HttpResponse.json({ response })
const server = setupServer(
  http.get('*/api/uploads/7', () => answer(upload)),
  http.get('*/api/uploads/7/rows', () => answer({ records: [], total_record: 0 })),
  http.get('*/api/uploads', () => answer({ records: [], total_record: 0 })),
  http.get('*/api/upload-format', () => answer([])),
  http.post('*/api/uploads/7/check', async ({ request }) => {
    const { format } = (await request.json()) as { format: FormatBody }
    checks.push(format)
    // The server keeps properties in an order of its own.
    const kept = Object.fromEntries(Object.entries(format).toReversed())
    upload = { ...upload, state: 'checked', format: kept, format_id: null, counts }
    return answer({})
  }),
  http.post('*/api/uploads/7/commit', () => {
    upload = { ...upload, state: 'committed', result: { inserted: 1, updated: 0 } }
    return answer({})
  }),
)

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  sessionStorage.clear()
  checks.length = 0
  upload = staged
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

let shown: ReturnType<typeof createMemoryRouter>

function show(address = '/sales/upload?upload=7', user = 1) {
  const client = createQueryClient(() => undefined)
  client.setDefaultOptions({ queries: { retry: false } })
  client.setQueryData(['bootstrap', 'Customer Rebate'], { profile: { id: user, permissions: ['*'] } })
  const router = createMemoryRouter(
    [
      { path: '/sales', element: <p>The list</p> },
      { path: '/sales/upload', element: <UploadScreen screen={{ ...sales, filters: [] } as never} /> },
    ],
    { initialEntries: ['/sales', address], initialIndex: 1 },
  )
  shown = router
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  return { user: userEvent.setup(), router, go: (by: number) => act(() => router.navigate(by)) }
}

const stepOf = () => document.querySelector('[aria-label="Steps of the upload"] [aria-current=step]')
/** Waits until a step is shown and the address tells so: until then the page before is still being left. */
const at = (name: string) =>
  waitFor(() => {
    expect(stepOf()).toHaveTextContent(name)
    expect(shown.state.location.search).toContain(name === 'File' ? 'upload' : `step=${name.toLowerCase()}`)
  })
const netColumn = () => screen.findByLabelText('Source of Net value')

type Hand = ReturnType<typeof userEvent.setup>
const click = async (user: Hand, name: string) => user.click(await screen.findByRole('button', { name }))
const mapNetTo = async (name: string, user: Hand) => user.selectOptions(await netColumn(), name)

test('a mapping that was changed after the check is checked anew before anything is imported', async () => {
  const { user } = show()
  await at('Columns')
  await click(user, 'Check the lines')
  await at('Check')
  await click(user, 'Back to the columns')
  await at('Columns')
  await mapNetTo('Other', user)
  expect(screen.getByText(/changed since the lines were checked/)).toBeInTheDocument()
  await click(user, '3Check')
  await at('Check')
  expect(checks.map(({ fields }) => fields[1])).toEqual([column('net', 'Amount'), column('net', 'Other')])
  expect(await screen.findByRole('button', { name: 'Import 1 line' })).toBeEnabled()
})

test('what a stale check has found is out of reach until the columns are complete again', async () => {
  const { user } = show()
  await at('Columns')
  await click(user, 'Check the lines')
  await at('Check')
  await click(user, 'Back to the columns')
  await user.selectOptions(await screen.findByLabelText('Source of Doc'), '')
  expect(await screen.findByRole('button', { name: '3Check' })).toBeDisabled()
})

test('a mapping is kept over a reload, for its user, until the lines are checked by it', async () => {
  const first = show()
  await at('Columns')
  await mapNetTo('Other', first.user)
  const chosen = async () => ((await netColumn()) as HTMLSelectElement).selectedOptions[0]?.textContent
  expect(await chosen()).toBe('Other')
  cleanup()
  show('/sales/upload?upload=7', 2)
  expect(await chosen()).toBe('Amount')
  cleanup()
  const { user } = show()
  expect(await chosen()).toBe('Other')
  await click(user, 'Check the lines')
  await at('Check')
  expect(checks[0]?.fields[1]).toEqual(column('net', 'Other'))
  expect(sessionStorage).toHaveLength(0)
})

test('Back and Forward go through the steps one has been at', async () => {
  const { user, go, router } = show()
  await at('Columns')
  await click(user, 'File')
  await at('File')
  await go(-1)
  await at('Columns')
  await click(user, 'Check the lines')
  await at('Check')
  await go(-1)
  await at('Columns')
  await go(1)
  await at('Check')
  await go(-1)
  await go(-1)
  await waitFor(() => expect(router.state.location.pathname).toBe('/sales'))
})

test('a file that was sent leaves its own page behind the columns', async () => {
  server.use(http.post('*/api/uploads', () => answer(staged)))
  const { user, go, router } = show('/sales/upload')
  await waitFor(() => expect(stepOf()).toHaveTextContent('File'))
  const input = document.querySelector('input[type=file]') as HTMLInputElement
  await user.upload(input, new File(['Doc,Amount,Other\n1,2,3\n'], 'sales.csv', { type: 'text/csv' }))
  await waitFor(() => expect(router.state.location.search).toBe('?upload=7&step=columns'))
  await go(-1)
  await at('File')
  expect(await screen.findByRole('button', { name: 'Go on with this file' })).toBeInTheDocument()
  await go(1)
  await at('Columns')
})

test('Back from the result leads out, not to a check that is over', async () => {
  const { user, go, router } = show()
  await at('Columns')
  await click(user, 'Check the lines')
  await at('Check')
  await click(user, 'Import 1 line')
  await at('Result')
  await waitFor(() => expect(router.state.location.search).toContain('step=result'))
  expect(screen.getByRole('button', { name: /Columns$/ })).toBeDisabled()
  await go(-1)
  await waitFor(() => expect(router.state.location.pathname).toBe('/sales'))
  await go(1)
  await at('Result')
  expect(checks).toHaveLength(1)
})
