import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { MemoryRouter } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createQueryClient } from '#src/data/query-client.ts'
import { Figures } from './home-figures.tsx'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const named = [
  { screen: 'contract', label: 'Active contracts', path: '/contracts?view=Active' },
  { screen: 'posting', label: 'Paid this year', path: '/postings?view=Paid' },
]

const show = () =>
  render(
    <QueryClientProvider client={createQueryClient(() => undefined)}>
      <MemoryRouter>
        <Figures named={named} />
      </MemoryRouter>
    </QueryClientProvider>,
  )

test('figures are named before they are counted, and each leads to its list', async () => {
  let answer = () => undefined as void
  const asked = new Promise<void>((resolve) => (answer = resolve))
  server.use(
    http.get('*/api/home/figures', async () => {
      await asked
      const [active, paid] = named
      const amounts = [{ currency: 'EUR', amount: '12.5000' }]
      return HttpResponse.json({
        response: {
          records: [
            { ...active, count: 36, amounts: null },
            { ...paid, count: 2, amounts },
          ],
        },
      })
    }),
  )
  show()
  const links = screen.getAllByRole('link')
  expect(links.map((link) => [link.textContent, link.getAttribute('href')])).toEqual(
    named.map(({ label, path }) => [label, path]),
  )
  expect(screen.getByRole('region', { name: 'Where the numbers stand' })).toHaveAttribute('aria-busy', 'true')
  answer()
  await waitFor(() => expect(links[0]).toHaveTextContent('Active contracts36'))
  expect(links[1]).toHaveTextContent('Paid this year13 EURin 2 records')
})

test('figures that cannot be read say so and still lead to their lists', async () => {
  server.use(http.get('*/api/home/figures', () => HttpResponse.json({ message: 'No' }, { status: 403 })))
  show()
  await waitFor(() => expect(screen.getAllByText('Could not be read')).toHaveLength(2))
  expect(screen.getByRole('link', { name: /Paid this year/ })).toHaveAttribute('href', '/postings?view=Paid')
})
