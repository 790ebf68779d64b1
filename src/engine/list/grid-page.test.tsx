import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
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
    list: {
      path: '/parcels',
      displays: [{ label: 'Display parcels', path: '/display-parcels', grid: '/display-parcels-sf' }],
    },
    access: { write: 'masters.write' },
  }),
)

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

test('a grid that breaks off tells no number of records, and counts once it is read', async () => {
  let breaks = true
  const line = (id: number) => JSON.stringify({ id, row_version: 1, code: `P${id}` })
  server.use(
    http.get('*/api/list-views/parcel', () => HttpResponse.json({ response: noViews })),
    http.get('*/api/parcel', () => {
      const begun = `{"response":{"records":[${line(1)},${line(2)}`
      return new HttpResponse(breaks ? begun : `${begun}],"total_record":null}}`)
    }),
  )
  showList(parcels, '/display-parcels-sf')
  expect(await screen.findByText('The rows could not be read to the end')).toBeInTheDocument()
  expect(screen.getByRole('heading', { level: 1 })).toHaveTextContent(/^Display parcels$/)
  breaks = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('2 parcels')).toBeInTheDocument()
})
