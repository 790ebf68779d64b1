// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { f, normalizeField } from '#src/definition'
import { requestKey } from '#src/data/request-key.ts'
import { saveStaged } from './save-staged.ts'
import { nothingStaged, stageRows } from './staging.ts'

interface Sent {
  readonly create: readonly unknown[]
  readonly create_keys: readonly string[]
}

const name = normalizeField('name', f.text())
const sent: Sent[] = []
const made = new Map<string, number>()
// It has what it was sent, and no answer comes to the first call.
const server = setupServer(
  http.post('*/api/places/batch', async ({ request }) => {
    const body = (await request.json()) as Sent
    sent.push(body)
    for (const key of body.create_keys) if (!made.has(key)) made.set(key, made.size + 1)
    if (sent.length === 1) return HttpResponse.error()
    const create = body.create_keys.map((key) => ({
      status: 'created',
      record: { id: made.get(key)!, row_version: 1 },
    }))
    return HttpResponse.json({ response: { create, update: [] } })
  }),
)
beforeAll(() => server.listen())
afterAll(() => server.close())

test('new records that got no answer are sent again under the same keys, so that none is made twice', async () => {
  const keys = [requestKey(), requestKey(), requestKey()]
  const records = [...stageRows(nothingStaged, keys, { name: 'New' }).values()]
  const save = () =>
    saveStaged({
      client: new QueryClient(),
      endpoint: 'places',
      fields: [name],
      records,
      signal: new AbortController().signal,
      onProgress: () => {},
    })
  const lost = await save()
  expect([lost.saved, lost.error]).toEqual([[], expect.objectContaining({ code: 'UNANSWERED' })])
  const again = await save()
  expect(again.saved.map(({ key, record }) => [key, record?.id])).toEqual(keys.map((key, at) => [key, at + 1]))
  expect(sent.map((body) => body.create_keys)).toEqual([keys, keys])
  expect(made.size).toBe(3)
  expect(new Set(keys).size).toBe(3)
})
