import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createQueryClient } from '#src/data/query-client.ts'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import { FormScreen } from './form-screen.tsx'

const screenWith = (hooks: string | undefined) =>
  normalizeScreen(
    defineScreen({
      name: 'kind',
      label: ['Kind', 'Kinds'],
      area: 'masters',
      endpoint: 'kind',
      hooks,
      table: { key: ['code'], history: false },
      fields: { code: f.text() },
      list: { path: '/kinds' },
      form: { layout: [['code']] },
    }),
  )

const asked: unknown[] = []
const server = setupServer(
  http.get('*/api/kind/:id', () =>
    HttpResponse.json({ response: { id: 1, row_version: 1, code: 'RAMP', labels: {} } }),
  ),
  http.post('*/api/kind/bulk-delete', async ({ request }) => {
    asked.push(await request.json())
    return HttpResponse.json({ response: { deleted: 1, losses: ['Ramp: 2 suppliers hold values.'] } })
  }),
)
beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }))
afterEach(() => {
  asked.length = 0
})
afterAll(() => server.close())

async function askToDelete(hooks: string | undefined) {
  const client = createQueryClient(() => undefined)
  client.setQueryData(['bootstrap', 'Customer Rebate'], { profile: { permissions: ['*'] } })
  const router = createMemoryRouter(
    [{ path: '*', element: <FormScreen screen={screenWith(hooks)} mode="view" id="1" /> }],
    { initialEntries: ['/kinds/view/1'] },
  )
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const user = userEvent.setup()
  await user.click(await screen.findByRole('button', { name: /More/ }))
  await user.click(await screen.findByRole('menuitem', { name: /^Delete/ }))
  await screen.findByText(/It disappears from all lists/)
}

test('whoever deletes a record is told before what else is lost with it', async () => {
  await askToDelete('kind')
  expect(await screen.findByText('Ramp: 2 suppliers hold values.')).toBeInTheDocument()
  expect(asked).toEqual([{ ids: [1], dry_run: true }])
})

test('nothing is asked where deleting does nothing else', async () => {
  await askToDelete(undefined)
  expect(asked).toEqual([])
})
