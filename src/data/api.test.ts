// @vitest-environment jsdom
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { api } from './api.ts'
import { addressOf } from './address.ts'
import { isLoading, onLoading } from './loading.ts'
import { askEarly, takeEarly } from './early.ts'
import { upload } from './upload.ts'

const server = setupServer()
beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

const answer = (body: unknown, init?: ResponseInit) =>
  server.use(http.get('*/api/thing', () => HttpResponse.json(body as object, init)))

test('B019 B020 the base URL of every call comes from the environment, /api unless it says otherwise', () => {
  expect(new URL(addressOf('customer-data', { page: 1, search: undefined })).pathname).toBe('/api/customer-data')
  vi.stubEnv('VITE_API_BASE', 'https://api.example.com/v1/')
  expect(addressOf('/customer-data', { page: 1, search: null })).toBe('https://api.example.com/v1/customer-data?page=1')
})

test('B051 answers are read from the response field, from the message field where there is no response', async () => {
  answer({ response: [1, 2], message: 'Read.' })
  await expect(api.get('thing')).resolves.toEqual([1, 2])
  answer({ message: 'Done.' })
  await expect(api.get('thing')).resolves.toBe('Done.')
  answer({ response: null })
  await expect(api.get('thing')).resolves.toBeNull()
  answer([3])
  await expect(api.get('thing')).resolves.toEqual([3])
})

test('B049 B050 the loading flag is on from the start of a call to its end, also when it fails, and until the last one has ended', async () => {
  const changes: boolean[] = []
  const stop = onLoading(() => changes.push(isLoading()))
  answer({ response: 1 })
  const both = Promise.all([api.get('thing'), api.get('thing')])
  expect(isLoading()).toBe(true)
  await both
  expect(isLoading()).toBe(false)
  expect(changes).toEqual([true, true, true, false])
  answer({}, { status: 500 })
  await api.get('thing').catch(() => undefined)
  expect(isLoading()).toBe(false)
  stop()
})

test('calls in the background leave the loading flag alone', async () => {
  answer({ response: 1 })
  const seen: boolean[] = []
  const stop = onLoading(() => seen.push(isLoading()))
  await api.get('thing', { background: true })
  stop()
  expect(seen).toEqual([])
})

test.each([
  [{ message: 'The year is closed.' }, 'The year is closed.'],
  [
    { complete_error_message: 'Line 3: the year is closed.', message: 'The year is closed.' },
    'Line 3: the year is closed.',
  ],
  [{ error: { code: 'X', message: 'Inside.' } }, 'Inside.'],
  [{ error: 'In a word.' }, 'In a word.'],
])('B076 a failed call has the words of the server: %j', async (body, message) => {
  answer(body, { status: 409 })
  await expect(api.get('thing')).rejects.toMatchObject({ status: 409, message })
})

test('B077 without any message the generic text is shown', async () => {
  answer({}, { status: 500 })
  await expect(api.get('thing')).rejects.toThrow('Something has gone wrong. Please try again later!')
  server.use(http.get('*/api/thing', () => new HttpResponse('<h1>Bad gateway</h1>', { status: 502 })))
  await expect(api.get('thing')).rejects.toThrow('Something has gone wrong. Please try again later!')
})

test('issues and details come along', async () => {
  const issues = [{ path: ['net_value'], code: 'too_small', message: 'Must be positive.' }]
  answer({ error: { code: 'VALIDATION', message: 'Not yet.', issues, details: { at: 1 } } }, { status: 422 })
  await expect(api.get('thing')).rejects.toMatchObject({ code: 'VALIDATION', issues, details: { at: 1 } })
})

test('a server that is away is said in words, an aborted call is not', async () => {
  server.use(http.get('*/api/thing', () => HttpResponse.error()))
  await expect(api.get('thing')).rejects.toMatchObject({ status: 0, code: 'UNREACHABLE' })
  const abort = new AbortController()
  answer({ response: 1 })
  const aborted = api.get('thing', { signal: abort.signal })
  abort.abort()
  await expect(aborted).rejects.toMatchObject({ name: 'AbortError' })
})

test('of a call that writes nobody claims that it changed nothing when no answer came; of one that reads by POST it is so', async () => {
  const away = () => HttpResponse.error()
  server.use(http.post('*/api/thing', away), http.put('*/api/thing', away), http.delete('*/api/thing', away))
  const unknown = { status: 0, code: 'UNANSWERED', message: expect.stringContaining('look before you repeat it') }
  await expect(api.post('thing', { json: {} })).rejects.toMatchObject(unknown)
  await expect(api.put('thing', { json: {} })).rejects.toMatchObject(unknown)
  await expect(api.delete('thing')).rejects.toMatchObject(unknown)
  const untouched = { code: 'UNREACHABLE', message: expect.stringContaining('nothing was changed') }
  await expect(api.post('thing', { json: {}, reads: true })).rejects.toMatchObject(untouched)
})

test('without a network it is known that nothing was carried out', async () => {
  vi.stubGlobal('navigator', { onLine: false })
  server.use(http.post('*/api/thing', () => HttpResponse.error()))
  await expect(api.post('thing', { json: {} })).rejects.toMatchObject({ code: 'UNREACHABLE' })
  await expect(upload('thing', new File(['1'], 'one.csv'))).rejects.toMatchObject({ code: 'UNREACHABLE' })
  vi.unstubAllGlobals()
})

test('an answer that breaks off is one that did not come', async () => {
  const cut = () =>
    new HttpResponse(
      new ReadableStream({
        start(stream) {
          stream.enqueue(new TextEncoder().encode('{"response":'))
          setTimeout(() => stream.error(new TypeError('network error')), 5)
        },
      }),
    )
  server.use(http.post('*/api/thing', cut), http.get('*/api/thing', cut))
  await expect(api.post('thing', { json: {} })).rejects.toMatchObject({ code: 'UNANSWERED' })
  await expect(api.get('thing')).rejects.toMatchObject({ code: 'UNREACHABLE' })
})

test('an answer that was asked for early is taken once', async () => {
  server.use(
    http.get('*/api/bootstrap', ({ request }) => HttpResponse.json({ response: request.headers.get('authorization') })),
  )
  askEarly('bootstrap', { application: null, path: '/' }, { token: 'token-1', application: null })
  const early = takeEarly('bootstrap', { application: null, path: '/' })
  expect(takeEarly('bootstrap', { application: null, path: '/' })).toBeUndefined()
  await expect(api.get('bootstrap', { early })).resolves.toBe('Bearer token-1')
})
