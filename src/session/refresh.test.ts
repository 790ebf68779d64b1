// @vitest-environment jsdom
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { api } from '#src/data/api.ts'
import { installAuthorization } from '#src/data/authorization.ts'
import { createAuthorization } from './refresh.ts'
import { accessToken, refreshToken, storeTokens } from './tokens.ts'

const server = setupServer()
const ended = vi.fn()
let calls: string[] = []
let valid = 'new'

const bearer = (request: Request) => request.headers.get('authorization')?.replace('Bearer ', '') ?? null

/** A server whose calls accept one token and note what they saw. */
const things = http.all('*/api/things/:name', ({ request, params }) => {
  calls.push(`${String(params.name)} ${bearer(request) ?? 'nobody'}`)
  return bearer(request) === valid
    ? HttpResponse.json({ response: params.name })
    : HttpResponse.json({ message: 'Sign in to go on.' }, { status: 401 })
})

function refreshing(answer: () => Response | Promise<Response>, path = 'refresh'): unknown[] {
  const bodies: unknown[] = []
  server.use(
    http.post(`*/api/${path}`, async ({ request }) => {
      bodies.push(await request.json())
      calls.push('refresh')
      return answer()
    }),
  )
  return bodies
}

const renewed = () => HttpResponse.json({ response: { access_token: 'new', refresh_token: 'refresh-2' } })
const refused = () => HttpResponse.json({ message: 'Your session has ended. Sign in again.' }, { status: 401 })

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  localStorage.clear()
  calls = []
  valid = 'new'
  ended.mockClear()
  server.use(things)
  storeTokens({ token: 'old', refreshToken: 'refresh-1', user_type: 'own' })
  installAuthorization(createAuthorization(ended))
})
afterEach(() => server.resetHandlers())
afterAll(() => {
  installAuthorization(null)
  server.close()
})

test('B021 B022 every call carries the access token as a bearer token and in the second header', async () => {
  valid = 'old'
  let second: string | null = null
  server.use(
    http.get('*/api/things/headers', ({ request }) => {
      second = request.headers.get('x-access-token')
      return HttpResponse.json({ response: bearer(request) })
    }),
  )
  await expect(api.get('things/headers')).resolves.toBe('old')
  expect(second).toBe('old')
})

test('B023 on 401 other requests pause while one refresh runs', async () => {
  let finish: () => void = () => undefined
  const gate = new Promise<void>((resolve) => {
    finish = resolve
  })
  refreshing(async () => {
    await gate
    return renewed()
  })
  const first = api.get('things/a')
  const second = api.get('things/b')
  await vi.waitFor(() => expect(calls).toContain('refresh'))
  const late = api.get('things/late')
  // Nothing may leave while the refresh runs; a whole turn of the network would have shown it.
  await fetch('http://localhost/api/things/witness').catch(() => undefined)
  expect(calls.filter((call) => call.startsWith('late'))).toEqual([])
  finish()
  await expect(Promise.all([first, second, late])).resolves.toEqual(['a', 'b', 'late'])
  expect(calls.filter((call) => call === 'refresh')).toHaveLength(1)
  expect(calls).toContain('late new')
})

test('B024 B025 after a refresh the failed request is replayed exactly once, with the new access token', async () => {
  refreshing(renewed)
  await expect(api.post('things/a', { json: { x: 1 } })).resolves.toBe('a')
  expect(calls).toEqual(['a old', 'refresh', 'a new'])
  expect([accessToken(), refreshToken()]).toEqual(['new', 'refresh-2'])
})

test('B026 B028 own-login users refresh with POST refresh and the refresh token', async () => {
  const bodies = refreshing(renewed)
  await api.get('things/a')
  expect(bodies).toEqual([{ refresh_token: 'refresh-1' }])
})

test('B027 B028 single sign-on users refresh through okta/token with the grant type', async () => {
  storeTokens({ token: 'old', refreshToken: 'refresh-1', user_type: 'sso' })
  const bodies = refreshing(renewed, 'okta/token')
  await api.get('things/a')
  expect(bodies).toEqual([{ grant_type: 'refresh_token', refresh_token: 'refresh-1' }])
})

test('B029 when the refresh fails the queued requests are cancelled and the session ends once', async () => {
  refreshing(refused)
  const results = await Promise.allSettled([api.get('things/a'), api.get('things/b'), api.get('things/c')])
  expect(results.map((result) => result.status === 'rejected' && (result.reason as { code: string }).code)).toEqual([
    'CANCELLED',
    'CANCELLED',
    'CANCELLED',
  ])
  expect(ended).toHaveBeenCalledTimes(1)
  expect(calls.filter((call) => call === 'refresh')).toHaveLength(1)
  expect(calls.some((call) => call.endsWith(' new'))).toBe(false)
})

test('B030 a replayed request that answers 401 again is not refreshed again', async () => {
  valid = 'nothing is ever valid'
  refreshing(renewed)
  await expect(api.get('things/a')).rejects.toMatchObject({ status: 401, message: 'Sign in to go on.' })
  expect(calls).toEqual(['a old', 'refresh', 'a new'])
})

test.each([400, 403, 404, 409, 422, 500, 503])('B031 status %i triggers no refresh', async (status) => {
  server.use(http.get('*/api/things/broken', () => HttpResponse.json({ message: 'No.' }, { status })))
  await expect(api.get('things/broken')).rejects.toMatchObject({ status, message: 'No.' })
  expect(calls).not.toContain('refresh')
})

test('a refresh that gets no answer fails the waiting calls and keeps the session', async () => {
  refreshing(() =>
    HttpResponse.json({ message: 'The service is busy at the moment. Try again shortly.' }, { status: 503 }),
  )
  await expect(api.get('things/a')).rejects.toMatchObject({ status: 503 })
  expect(ended).not.toHaveBeenCalled()
  expect(refreshToken()).toBe('refresh-1')
})

test('a token that another tab renewed meanwhile is used without a refresh', async () => {
  server.use(
    http.get('*/api/things/slow', ({ request }) => {
      calls.push(`slow ${bearer(request) ?? ''}`)
      if (bearer(request) === 'new') return HttpResponse.json({ response: 'slow' })
      storeTokens({ token: 'new' })
      return HttpResponse.json({}, { status: 401 })
    }),
  )
  await expect(api.get('things/slow')).resolves.toBe('slow')
  expect(calls).toEqual(['slow old', 'slow new'])
})
