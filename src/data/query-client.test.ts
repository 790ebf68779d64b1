import { onlineManager, QueryObserver } from '@tanstack/react-query'
import { expect, test, vi } from 'vitest'
import { ApiError, cancelled } from './api-error.ts'
import { createQueryClient, worthRetrying } from './query-client.ts'

const failure = (status: number) => new ApiError('No.', { status, code: 'X' })

test.each([400, 401, 403, 404, 409, 422, 429])('a call that answered %i is not asked again', (status) => {
  expect(worthRetrying(0, failure(status))).toBe(false)
})

test('what did not arrive or broke on the server is tried twice more', () => {
  expect([0, 1, 2].map((failures) => worthRetrying(failures, failure(503)))).toEqual([true, true, false])
  expect(worthRetrying(0, failure(0))).toBe(true)
})

test('B078 a failed call is said once, unless its screen says it; a cancelled one is not', async () => {
  const report = vi.fn()
  const client = createQueryClient(report)
  const fail = (error: Error, meta?: { quiet?: boolean; failed?: string }) =>
    client
      .fetchQuery({ queryKey: [error.message, meta], queryFn: () => Promise.reject(error), retry: false, meta })
      .catch(() => undefined)
  await fail(failure(500), { quiet: true })
  await fail(cancelled())
  expect(report).not.toHaveBeenCalled()
  await fail(failure(409), { failed: 'File Download Failed.' })
  expect(report).toHaveBeenCalledExactlyOnceWith(expect.objectContaining({ status: 409 }), {
    failed: 'File Download Failed.',
  })
})

test('what never arrived is asked for again once the connection is back, what is there is not', async () => {
  const client = createQueryClient(() => undefined)
  client.mount()
  let isReachable = false
  const answer = (what: string) => vi.fn(() => (isReachable ? Promise.resolve(what) : Promise.reject(failure(0))))
  const record = answer('the record')
  const seen = vi.fn(() => Promise.resolve('what was seen'))
  const options = { retry: false, staleTime: 0 }
  const stops = [
    new QueryObserver(client, { queryKey: ['record'], queryFn: record, ...options }).subscribe(() => undefined),
    new QueryObserver(client, { queryKey: ['seen'], queryFn: seen, ...options }).subscribe(() => undefined),
  ]
  onlineManager.setOnline(false)
  await vi.waitFor(() => expect(client.getQueryState(['record'])?.status).toBe('error'))
  isReachable = true
  onlineManager.setOnline(true)
  await vi.waitFor(() => expect(client.getQueryData(['record'])).toBe('the record'))
  expect(record).toHaveBeenCalledTimes(2)
  expect(seen).toHaveBeenCalledTimes(1)
  stops.forEach((stop) => stop())
  client.unmount()
})
