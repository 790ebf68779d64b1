import { QueryClientProvider } from '@tanstack/react-query'
import { render, screen as dom } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { MemoryRouter } from 'react-router-dom'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createQueryClient } from '#src/data/query-client.ts'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import { ActionDialog } from './action-dialog.tsx'

const screen = normalizeScreen(
  defineScreen({
    name: 'places',
    label: ['Place', 'Places'],
    area: 'transactions',
    endpoint: 'places',
    table: { key: ['code'] },
    fields: { code: f.text({ max: 10 }) },
    list: { path: '/places' },
    actions: [{ name: 'map', label: 'Map', command: 'map-staged', on: ['filter'], inPieces: true }],
  }),
)

// Twelve thousand records, of whose pieces the second waits until it is let go; the last record of each piece is left.
const asked: number[] = []
let letGo: () => void = () => undefined
const server = setupServer(
  http.post('*/api/places/actions/map', async ({ request }) => {
    const { after, dry_run: isPreview } = (await request.json()) as { after: number; dry_run?: boolean }
    if (isPreview) return HttpResponse.json({ response: { matched: 12_000, left_out: 0, reason: null } })
    asked.push(after)
    if (after === 1000) await new Promise<void>((resolve) => (letGo = resolve))
    const next = after + 1000
    const skipped = [{ id: next, key: `P${next}`, reason: 'No place.' }]
    return HttpResponse.json({
      response: { done: 999, skipped, failed: [], given: [], next: next === 12_000 ? null : next },
    })
  }),
)
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => (asked.length = 0))
afterAll(() => server.close())

let kept: readonly number[] = []
async function begin(): Promise<void> {
  render(
    <MemoryRouter>
      <QueryClientProvider client={createQueryClient(() => {})}>
        <ActionDialog
          screen={screen}
          action={screen.actions[0]!}
          target={{ filters: {}, count: 12_000, sentences: [] }}
          locale="en"
          onClose={() => {}}
          onDone={(left) => (kept = left)}
        />
      </QueryClientProvider>
    </MemoryRouter>,
  )
  await userEvent.click(await dom.findByRole('button', { name: 'Map' }))
  expect(await dom.findByText('1,000 of 12,000 places')).toBeTruthy()
  expect(dom.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('1000')
}

test('an action goes on a thousand at a time until all are through', async () => {
  await begin()
  letGo()
  expect(await dom.findByText('11,988 done')).toBeTruthy()
  expect(dom.getByText('12 left out')).toBeTruthy()
  expect(dom.queryByRole('alert')).toBeNull()
  expect(asked).toEqual(Array.from({ length: 12 }, (_, at) => at * 1000))
  expect(kept.length).toBe(12)
})

test('one that is stopped lets its thousand end, and tells how far it came', async () => {
  await begin()
  await userEvent.click(dom.getByRole('button', { name: 'Stop' }))
  letGo()
  expect((await dom.findByRole('alert')).textContent).toBe(
    'Stopped after 2,000 of 12,000 places. What was done stays; Map once more takes those that are left.',
  )
  expect(dom.getByText('1,998 done')).toBeTruthy()
  expect(asked).toEqual([0, 1000])
})
