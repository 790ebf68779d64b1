import { QueryClientProvider } from '@tanstack/react-query'
import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createQueryClient } from '#src/data/query-client.ts'
import { HistoryScreen } from './history-screen.tsx'

const calls: string[] = []
const integration = { id: 4, code: 'ERP', name: 'Customers', active: true, source_type: 'file', folder: 'erp' }
const file = {
  name: 'a.csv',
  upload_id: 7,
  outcome: null,
  state: 'committed',
  rows: 3,
  kept: true,
  reconciliation: null,
}
const run = {
  id: 9,
  number: 9,
  name: 'Customers',
  status: 'partial',
  started_by: 'a',
  started_at: null,
  seconds: null,
  message: null,
  rejected: 2,
  files: [{ ...file, counts: { insert: 1, rejected: 2 } }],
}
const server = setupServer(
  http.get('*/api/integration-setup/history', () =>
    HttpResponse.json({
      response: { integration: { ...integration, mapping: 'C / ERP' }, records: [run], total_record: 1 },
    }),
  ),
  http.post('*/api/integration-setup/:call', ({ params }) => {
    calls.push(String(params['call']))
    return HttpResponse.json({ response: { number: 10 }, message: 'Started' }, { status: 202 })
  }),
)

beforeAll(() => server.listen())
afterEach(() => {
  cleanup()
  server.resetHandlers()
  calls.length = 0
})
afterAll(() => server.close())

function open() {
  const client = createQueryClient(() => undefined)
  client.setQueryData(['bootstrap'], { profile: { permissions: ['*'] } })
  const router = createMemoryRouter([{ path: '/history/:id', element: <HistoryScreen /> }], {
    initialEntries: ['/history/4'],
  })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
}

test.each([
  ['Run now', 'manual-run'],
  ['Retry rejected lines', 'retry'],
])('a double click on "%s" starts one run', async (label, call) => {
  const user = userEvent.setup()
  open()
  const button = await screen.findByRole('button', { name: label })
  await user.dblClick(button)
  await waitFor(() => expect(calls).toEqual([call]))
  await waitFor(() => expect(button).toBeEnabled())
  // Later it starts another one, and two clicks before anything is drawn start one as well.
  fireEvent.click(button)
  fireEvent.click(button)
  await waitFor(() => expect(calls).toEqual([call, call]))
  await waitFor(() => expect(button).toBeEnabled())
  expect(calls).toHaveLength(2)
})
