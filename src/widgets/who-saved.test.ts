import { QueryClient } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import { whoSaved } from './who-saved.ts'

const screen = normalizeScreen(
  defineScreen({
    name: 'note',
    label: ['Note', 'Notes'],
    area: 'masters',
    endpoint: 'note',
    table: { key: ['code'], history: true },
    fields: { code: f.text() },
    list: { path: '/note' },
  }),
)
const saved = { id: 1, at: '2026-03-10T10:12:00Z', user_id: 7, user: 'Anna Meyer', operation: 'update', changes: {} }

test('one’s own other window is told from somebody else', async () => {
  const client = new QueryClient()
  const answered = vi.spyOn(client, 'fetchQuery')
  const record = { id: 4 } as never
  answered.mockResolvedValue({ records: [saved], total_record: 1 })
  expect(await whoSaved(client, screen, record, 7)).toMatchObject({
    words: expect.stringMatching(/^You saved this record in another window at /),
    isUser: true,
  })
  expect(await whoSaved(client, screen, record, 8)).toMatchObject({
    words: expect.stringMatching(/^Anna Meyer saved this record at /),
    isUser: false,
  })
  answered.mockRejectedValue(new Error('away'))
  expect(await whoSaved(client, screen, record, 7)).toEqual({
    words: 'This record was saved meanwhile.',
    isUser: null,
  })
})
