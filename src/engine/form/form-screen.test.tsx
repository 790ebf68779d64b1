import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen, within } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { createQueryClient } from '#src/data/query-client.ts'
import { applyDeltas, defineScreen, f, normalizeScreen, when } from '#src/definition'
import { variantForm, withVariants } from '#src/definition/variants.ts'
import { FormScreen } from './form-screen.tsx'

const postings = normalizeScreen(
  defineScreen({
    name: 'posting',
    label: ['Posting', 'Postings'],
    area: 'contracts',
    endpoint: 'posting',
    table: { key: ['number'], history: false },
    fields: { number: f.text(), type: f.text(), payee: f.text(), tier: f.integer() },
    list: { path: '/postings' },
    form: {
      layout: [
        ['number', 'type'],
        ['payee', 'tier'],
      ],
    },
    variants: [
      { name: 'payment', label: ['Payment', 'Payments'], formId: 'PAYMENT', when: when.eq('type', 'payment') },
    ],
    access: { write: 'never' },
  }),
)

/** As an administrator has designed payments. */
const designed = withVariants(postings, (variant) =>
  applyDeltas(variantForm(postings, variant), [
    { layer: 'organization', field: 'payee', delta: { label: 'Paid to', help: 'Who gets the money', order: 5 } },
    { layer: 'role', field: 'tier', delta: { hidden: true } },
  ]),
)

const records: Readonly<Record<string, object>> = {
  1: { id: 1, row_version: 1, number: 'P1', type: 'payment', payee: 'Tallow', tier: 7 },
  2: { id: 2, row_version: 1, number: 'A1', type: 'accrual', payee: 'Tallow', tier: 7 },
}
const server = setupServer(
  http.get('*/api/posting/:id', ({ params }) =>
    HttpResponse.json({ response: { ...records[String(params['id'])], labels: {} } }),
  ),
)
beforeAll(() => server.listen({ onUnhandledRequest: 'bypass' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

async function opened(id: string) {
  const client = createQueryClient(() => undefined)
  client.setDefaultOptions({ queries: { retry: false } })
  client.setQueryData(['bootstrap', 'Customer Rebate'], { profile: { permissions: ['*'] } })
  const router = createMemoryRouter([{ path: '*', element: <FormScreen screen={designed} mode="view" id={id} /> }], {
    initialEntries: [`/postings/view/${id}`],
  })
  render(
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
    </QueryClientProvider>,
  )
  const details = await screen.findByRole('region', { name: 'Details' })
  return within(details)
}

test('a record that is a variant is shown as its form is designed', async () => {
  const details = await opened('1')
  expect(details.getByText('Paid to')).toHaveAttribute('data-tip', 'Who gets the money')
  expect(details.getByText('Tallow')).toBeInTheDocument()
  expect(details.queryByText('Payee')).not.toBeInTheDocument()
  expect(details.queryByText('Tier')).not.toBeInTheDocument()
  expect(details.queryByText('7')).not.toBeInTheDocument()
})

test('other records of the screen are as they were', async () => {
  const details = await opened('2')
  expect(details.getByText('Payee')).toBeInTheDocument()
  expect(details.getByText('7')).toBeInTheDocument()
  expect(details.queryByText('Paid to')).not.toBeInTheDocument()
})
