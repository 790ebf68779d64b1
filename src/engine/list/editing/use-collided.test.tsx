import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { renderHook, waitFor } from '@testing-library/react'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { useState, type ReactNode } from 'react'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import type { Staging } from './staging.ts'
import { useCollided } from './use-collided.ts'

const screen = normalizeScreen(
  defineScreen({
    name: 'note',
    label: ['Note', 'Notes'],
    area: 'masters',
    endpoint: 'note',
    table: { key: ['code'], history: true },
    fields: { code: f.text(), text: f.text() },
    list: { path: '/note' },
  }),
)

const asked: string[] = []
const server = setupServer(
  http.get('*/api/note/:id/history', ({ params }) => {
    asked.push(String(params['id']))
    const user = params['id'] === '1' ? 7 : 8
    const entry = { id: 1, at: '2026-03-10T10:12:00Z', user_id: user, user: 'A', operation: 'update', changes: {} }
    return HttpResponse.json({ response: { records: [entry], total_record: 1 } })
  }),
)
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterAll(() => server.close())

const collided = (id: number, mine: string, theirs: string) => {
  const base = { id, row_version: 1, code: `N${id}`, text: 'before' }
  const refusal = { message: 'Changed', issues: [], current: { ...base, row_version: 2, text: theirs } }
  return [`r${id}`, { key: `r${id}`, id, base, values: { text: mine }, refusal }] as const
}

test('who saved is asked once for what really collides, and told from oneself in another window', async () => {
  const client = new QueryClient()
  client.setQueryData(['bootstrap', 'x'], { profile: { id: 7 } })
  const wrapper = ({ children }: { readonly children: ReactNode }) => (
    <QueryClientProvider client={client}>{children}</QueryClientProvider>
  )
  const { result } = renderHook(
    () => {
      const [staging, amend] = useState<Staging>(
        new Map([collided(1, 'mine', 'other'), collided(2, 'mine', 'other'), collided(3, 'same', 'same')]),
      )
      useCollided(screen, { staging, amend })
      return staging
    },
    { wrapper },
  )
  const own = (key: string) => result.current.get(key)?.refusal?.isOwn
  await waitFor(() => expect([own('r1'), own('r2')]).toEqual([true, false]))
  expect(own('r3')).toBeUndefined()
  expect(asked.toSorted()).toEqual(['1', '2'])
})
