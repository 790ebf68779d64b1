import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen as dom } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { MemoryRouter } from 'react-router-dom'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createQueryClient } from '#src/data/query-client.ts'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import { BulkEditDialog } from './bulk-edit-dialog.tsx'

const screen = normalizeScreen(
  defineScreen({
    name: 'places',
    label: ['Place', 'Places'],
    area: 'transactions',
    endpoint: 'places',
    table: { key: ['code'] },
    fields: { code: f.text({ max: 10 }), size: f.decimal(10, 2) },
    list: { path: '/places' },
    access: { write: 'places.write' },
  }),
)

interface Asked {
  readonly ids: readonly number[]
  readonly dry_run?: boolean
  readonly row_versions?: Readonly<Record<string, number>>
}

// Two records at 111; the first call that writes is carried out and not answered.
const places = new Map<number, { readonly version: number; readonly size: number }>()
let writes = 0
const server = setupServer(
  http.post('*/api/places/bulk-update', async ({ request }) => {
    const { ids, dry_run: isPreview, row_versions: read = {} } = (await request.json()) as Asked
    const stale = ids.filter((id) => (read[id] ?? places.get(id)!.version) !== places.get(id)!.version)
    const open = ids.filter((id) => !stale.includes(id))
    const samples = open.map((id) => {
      const { size } = places.get(id)!
      return { id, key: `P${id}`, changes: { size: [String(size), String(size + 10)] } }
    })
    const versions = Object.fromEntries(ids.map((id) => [id, places.get(id)!.version]))
    if (!isPreview) {
      writes += 1
      for (const id of open) places.set(id, { version: places.get(id)!.version + 1, size: places.get(id)!.size + 10 })
      if (writes === 1) return HttpResponse.error()
    }
    return HttpResponse.json({
      response: {
        matched: ids.length,
        updated: open.length,
        unchanged: 0,
        failed_count: stale.length,
        failed: stale.map((id) => ({ id, key: `P${id}`, code: 'ROW_CONFLICT', message: 'Not so.', issues: [] })),
        ...(isPreview ? { samples, versions } : { undo: [] }),
      },
    })
  }),
)
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  for (const id of [1, 2]) places.set(id, { version: 1, size: 111 })
  writes = 0
})
afterAll(() => server.close())

const sizes = () => [...places.values()].map(({ size }) => size)
const press = async (name: string) => userEvent.click(await dom.findByRole('button', { name }))

/** Adds ten to both, with an answer that does not come. */
async function raise(): Promise<void> {
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient(() => {})}>
        <BulkEditDialog
          screen={screen}
          endpoint="places"
          scope={{ kind: 'ids', ids: [1, 2] }}
          filters={{}}
          sentences={[]}
          context={{ locale: 'en', labels: {} }}
          onClose={() => {}}
          onDone={() => {}}
        />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await userEvent.selectOptions(await dom.findByLabelText('Field to change'), 'Size')
  await userEvent.selectOptions(dom.getByLabelText('What happens to Size'), 'Add')
  await userEvent.type(dom.getByLabelText('How much to add to size'), '10')
  await press('Preview')
  await press('Change 2 places')
  expect((await dom.findByRole('alert')).textContent).toMatch(
    /not known whether this was carried out.*only what still is/,
  )
  expect(dom.queryByText(/nothing was changed/)).toBeNull()
  expect(sizes()).toEqual([121, 121])
}

test('a change that got no answer may be sent again: it is carried out once, and what it found changed is said', async () => {
  await raise()
  await press('Change 2 places')
  expect(await dom.findAllByText('Changed since the preview, perhaps by the call that got no answer.')).not.toEqual([])
  expect(dom.queryByRole('button', { name: 'Try these again' })).toBeNull()
  expect(sizes()).toEqual([121, 121])
})

test('another preview after a lost answer tells how many have changed since', async () => {
  await raise()
  await press('Back')
  await press('Preview')
  expect((await dom.findByRole('alert')).textContent).toMatch(/^2 places changed since the call that got no answer/)
  expect(dom.getAllByText('131')).toHaveLength(2)
})
