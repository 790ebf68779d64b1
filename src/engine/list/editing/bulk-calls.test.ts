// @vitest-environment jsdom
import { QueryClient } from '@tanstack/react-query'
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { bulkCalls, planOf, type BulkChange } from './bulk-calls.ts'

interface Asked {
  readonly ids?: readonly number[]
  readonly after?: number
  readonly limit?: number
  readonly dry_run: boolean
  readonly with_versions?: boolean
  readonly row_versions?: Readonly<Record<string, number>>
}

const raise: BulkChange = { changes: {}, operations: [{ field: 'size', operation: 'add', value: '10' }] }
const put: BulkChange = { changes: { size: '5' }, operations: [] }
const running = () => ({ signal: new AbortController().signal, onProgress: () => {} })

// A server with 4,500 records, id 1 to 4500, that raises what is still as the caller read it.
let versions: Map<number, number>
let asked: Asked[]
/** Which writing call, counted from one, is carried out without an answer. */
let lost: number
let writes: number
const server = setupServer(
  http.post('*/api/places/bulk-update', async ({ request }) => {
    const body = (await request.json()) as Asked
    asked.push(body)
    const after = body.after ?? 0
    const ids = body.ids ?? [...versions.keys()].filter((id) => id > after).slice(0, body.limit)
    const stale = ids.filter((id) => (body.row_versions?.[id] ?? versions.get(id)) !== versions.get(id))
    const read = Object.fromEntries(ids.map((id) => [id, versions.get(id)!]))
    if (!body.dry_run) {
      writes += 1
      for (const id of ids) if (!stale.includes(id)) versions.set(id, versions.get(id)! + 1)
      if (writes === lost) return HttpResponse.error()
    }
    return HttpResponse.json({
      response: {
        matched: body.ids ? ids.length : after === 0 ? versions.size : null,
        next: ids.length === body.limit ? ids.at(-1) : null,
        updated: ids.length - stale.length,
        unchanged: 0,
        failed_count: stale.length,
        failed: stale.map((id) => ({ id, key: `P${id}`, code: 'ROW_CONFLICT', message: 'Changed.', issues: [] })),
        ...(body.with_versions ? { versions: read } : {}),
      },
    })
  }),
)
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  versions = new Map(Array.from({ length: 4500 }, (_, at) => [at + 1, 1]))
  asked = []
  lost = 0
  writes = 0
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const calls = () => bulkCalls(new QueryClient(), 'places', { kind: 'filter', count: 4500 }, { city: 'Ghent' })
const raised = () => new Set(versions.values())

test('what is reckoned is held against what the preview saw, so that a repeat after a lost answer raises nothing twice', async () => {
  const preview = await calls().preview(raise, running())
  expect(preview).toMatchObject({ updated: 4500, matched: 4500 })
  lost = 1
  await expect(calls().update(raise, planOf(preview), running())).rejects.toMatchObject({ code: 'UNANSWERED' })
  const again = await calls().update(raise, planOf(preview), running())
  expect(again).toMatchObject({ updated: 2500, failed_count: 2000, matched: 4500, done: 4500, left: [] })
  expect(raised()).toEqual(new Set([2]))
})

test('an answer lost on the way leaves the pieces that are not known of, and it goes on with them', async () => {
  const preview = await calls().preview(raise, running())
  lost = 2
  const broken = await calls().update(raise, planOf(preview), running())
  expect(broken).toMatchObject({ updated: 2000, done: 2000, matched: 4500, error: { code: 'UNANSWERED' } })
  expect(broken.left.map((piece) => Object.keys(piece).length)).toEqual([2000, 500])
  const whole = await calls().update(raise, broken, running())
  expect(whole).toMatchObject({ updated: 2500, failed_count: 2000, done: 4500, matched: 4500, error: null, left: [] })
  expect(raised()).toEqual(new Set([2]))
})

test('plain new values go by the filter, for a repeat does them no harm', async () => {
  const preview = await calls().preview(put, running())
  expect(preview.left).toEqual([])
  await calls().update(put, planOf(preview), running())
  expect(asked.every(({ ids, row_versions: read }) => ids === undefined && read === undefined)).toBe(true)
})
