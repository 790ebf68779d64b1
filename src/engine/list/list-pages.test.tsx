import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { delay, http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { noViews } from '#src/data/list-views.ts'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import { showList } from '#tests/support/shown-list.tsx'

const parcels = normalizeScreen(
  defineScreen({
    name: 'parcel',
    label: ['Parcel', 'Parcels'],
    area: 'transactions',
    endpoint: 'parcel',
    table: { key: ['code'] },
    fields: { code: f.text({ max: 10 }) },
    list: { path: '/parcels', pageSize: 25 },
    access: { write: 'masters.write' },
  }),
)
const all = Array.from({ length: 12_030 }, (_, at) => ({ id: at + 1, row_version: 1, code: `P${at + 1}` }))

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

/** A list of 12,030 parcels of which the database believes that they are about 10,000. */
function show() {
  server.use(
    http.get('*/api/list-views/parcel', () => HttpResponse.json({ response: noViews })),
    http.get('*/api/parcel', async ({ request }) => {
      const asked = new URL(request.url).searchParams
      const [limit, page, count] = [Number(asked.get('limit')), Number(asked.get('page') ?? 1), asked.get('count')]
      if (count === 'exact') await delay(150)
      return HttpResponse.json({
        response: {
          records: all.slice((page - 1) * limit, page * limit),
          total_record: count === 'none' ? null : count === 'exact' ? all.length : 10_000,
          ...(count === 'estimate' ? { estimated: true } : {}),
        },
      })
    }),
    http.post('*/api/parcel/bulk-delete', () =>
      HttpResponse.json({ error: { code: 'TOO_LARGE', message: 'Too many.' } }, { status: 413 }),
    ),
  )
  return { user: userEvent.setup(), search: showList(parcels, '/parcels') }
}

test('the last page is the one there really is: what was estimated is counted for it', async () => {
  const { user, search } = show()
  expect(await screen.findByText('about 10,000 parcels')).toBeInTheDocument()
  expect(screen.getByRole('navigation', { name: 'Pages' })).toHaveTextContent('1–25 of about 10,000')
  await user.click(screen.getByRole('button', { name: 'Last page' }))
  await waitFor(() => expect(search()).toBe('?page=482'))
  expect(await screen.findByText('P12030')).toBeInTheDocument()
  expect(await screen.findByText('12,030 parcels')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: 'Last page' })).toBeDisabled()
})

test('what is deleted by filter is counted before its number is to be typed', async () => {
  const { user } = show()
  await screen.findByText('about 10,000 parcels')
  await user.click(screen.getByRole('button', { name: 'More actions' }))
  await user.click(await screen.findByRole('menuitem', { name: /Delete by filter/ }))
  const dialog = await screen.findByRole('dialog')
  expect(dialog).not.toHaveTextContent('10,000')
  expect(await within(dialog).findByLabelText('Type 12030 to confirm')).toBeInTheDocument()
  expect(within(dialog).getByRole('button', { name: 'Delete 12,030 parcels' })).toBeDisabled()
  expect(screen.queryByText(/10,000/)).not.toBeInTheDocument()
})

test('how many rows a page has is kept for the user, who finds the list so when it is opened again', async () => {
  const kept: unknown[] = []
  server.use(
    http.put('*/api/list-views/parcel/layout', async ({ request }) => {
      kept.push(await request.json())
      return HttpResponse.json({ response: null })
    }),
  )
  const { user, search } = show()
  await screen.findByText('about 10,000 parcels')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Rows per page' }), '100')
  await waitFor(() => expect(search()).toBe('?limit=100'))
  await waitFor(() =>
    expect(kept).toEqual([{ path: '/parcels', state: { query: { limit: '100' }, widths: {}, density: null } }]),
  )
})
