import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
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
    fields: { code: f.text({ max: 10 }), country: f.text({ max: 40 }) },
    list: { path: '/parcels', columns: ['code', 'country'] },
    access: { write: 'masters.write' },
  }),
)
const records = ['Spain', 'France', 'Spain'].map((country, at) => ({
  id: at + 1,
  row_version: 1,
  code: `P${at + 1}`,
  country,
}))

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

let search: () => string
beforeEach(() => {
  server.use(
    http.get('*/api/list-views/parcel', () => HttpResponse.json({ response: noViews })),
    http.get('*/api/parcel', () => HttpResponse.json({ response: { records, total_record: 3 } })),
    http.get('*/api/parcel/:id', ({ params }) => HttpResponse.json({ response: records[Number(params.id) - 1] })),
  )
  search = showList(parcels, '/parcels')
})

test('the menu of a cell narrows the list to its value, or to all others', async () => {
  const cell = (await screen.findAllByText('Spain'))[0]!
  // The menu is loaded once the rows are there.
  await waitFor(() => {
    fireEvent.contextMenu(cell)
    expect(screen.getByRole('menuitem', { name: /Only with this value/ })).toHaveTextContent('Country is Spain')
  })
  await userEvent.click(screen.getByRole('menuitem', { name: /Without this value/ }))
  await waitFor(() => expect(search()).toBe('?country.ne=Spain'))
})

test('at the side one goes from row to row', async () => {
  const user = userEvent.setup()
  const cell = (await screen.findByText('France')).closest('td')!
  cell.focus()
  await user.keyboard('{Enter}')
  const title = async (name: string) => within(await screen.findByRole('dialog')).findByRole('heading', { name })
  expect(await title('P2')).toBeInTheDocument()
  await user.click(screen.getByRole('button', { name: /The next row/ }))
  expect(await title('P3')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /The next row/ })).toBeDisabled()
  await user.keyboard('kk')
  expect(await title('P1')).toBeInTheDocument()
  expect(screen.getByRole('button', { name: /The row before/ })).toBeDisabled()
})
