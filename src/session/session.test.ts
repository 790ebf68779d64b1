// @vitest-environment jsdom
import { http, HttpResponse } from 'msw'
import { setupServer } from 'msw/node'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { changePassword, forgotPassword, resetPassword } from './passwords.ts'
import { attemptSignIn, isSigningIn, onSessionEnd, sessionEnd, signIn, signOut } from './session.ts'
import { finishSingleSignOn, startSingleSignOn, takeAttempt } from './single-sign-on.ts'
import { slices } from './slices.ts'
import { accessToken, isLoggedIn, refreshToken, userType } from './tokens.ts'

const server = setupServer()
const user = { id: 7, email: 'anna@example.com', name: 'Anna' }
const answer = { token: 'access-1', refreshToken: 'refresh-1', user_type: 'own', user }

beforeAll(() => server.listen({ onUnhandledRequest: 'error' }))
beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  slices.purge()
})
afterEach(() => server.resetHandlers())
afterAll(() => server.close())

/** Answers a call and notes its body. */
function answering(path: string, response: unknown, status = 200): unknown[] {
  const bodies: unknown[] = []
  server.use(
    http.post(`*/api/${path}`, async ({ request }) => {
      bodies.push(await request.json())
      return HttpResponse.json(response as object, { status })
    }),
  )
  return bodies
}

test('B008 own login posts email and password and reads token, refreshToken and user_type', async () => {
  const bodies = answering('login', { response: answer })
  await signIn('anna@example.com', 'secret')
  expect(bodies).toEqual([{ email: 'anna@example.com', password: 'secret' }])
  expect([accessToken(), refreshToken(), userType()]).toEqual(['access-1', 'refresh-1', 'own'])
})

test('B006 the stored user type tells own-login users from single sign-on users', async () => {
  await attemptSignIn(async () => answer)
  expect(localStorage.getItem('user_type')).toBe('own')
  await attemptSignIn(async () => ({ ...answer, user_type: 'sso' }))
  expect(localStorage.getItem('user_type')).toBe('sso')
})

test('B018 a login flag is stored in local storage', async () => {
  await attemptSignIn(async () => answer)
  expect(localStorage.getItem('isLoggedIn')).toBe('true')
  expect(isLoggedIn()).toBe(true)
})

test('B010 B011 the loading flag is on during the attempt and off after it, whether it succeeds or fails', async () => {
  const seen: boolean[] = []
  const attempt = attemptSignIn(async () => {
    seen.push(isSigningIn())
    return answer
  })
  expect(isSigningIn()).toBe(true)
  await attempt
  expect(isSigningIn()).toBe(false)
  await attemptSignIn(async () => {
    seen.push(isSigningIn())
    throw new Error('no')
  }).catch(() => undefined)
  expect(seen).toEqual([true, true])
  expect(isSigningIn()).toBe(false)
})

test('B012 a successful login stores the user and clears the error', async () => {
  slices.set('loginData', { user: null, error: 'before' })
  await attemptSignIn(async () => answer)
  expect(slices.get('loginData')).toEqual({ user, error: null })
})

test('B013 B014 a failed login empties the user and sets the error', async () => {
  slices.set('loginData', { user, error: null })
  answering(
    'login',
    { error: { code: 'SIGN_IN_FAILED', message: 'The email address or the password is not right.' } },
    401,
  )
  await expect(signIn('anna@example.com', 'wrong')).rejects.toMatchObject({ status: 401, code: 'SIGN_IN_FAILED' })
  expect(slices.get('loginData')).toEqual({ user: null, error: 'The email address or the password is not right.' })
  expect(accessToken()).toBeNull()
})

test('B007 B009 single sign-on goes to the provider with PKCE and exchanges the code at okta/token, which stores user_type', async () => {
  const prepared = {
    url: 'https://id.example/authorize',
    state: 's1',
    nonce: 'n1',
    code_verifier: 'v1',
    redirect_uri: 'https://app.example/login',
  }
  server.use(http.get('*/api/okta/authorize-url', () => HttpResponse.json({ response: prepared })))
  const go = vi.fn()
  await startSingleSignOn('/sales-data?page=2', go)
  expect(go).toHaveBeenCalledWith('https://id.example/authorize')

  const bodies = answering('okta/token', { response: { ...answer, user_type: 'sso' } })
  const attempt = takeAttempt()
  expect(attempt?.returnTo).toBe('/sales-data?page=2')
  await finishSingleSignOn(attempt, new URLSearchParams({ code: 'c1', state: 's1', iss: 'https://id.example' }))
  expect(bodies).toEqual([
    {
      grant_type: 'authorization_code',
      code: 'c1',
      code_verifier: 'v1',
      nonce: 'n1',
      redirect_uri: 'https://app.example/login',
      iss: 'https://id.example',
    },
  ])
  expect(userType()).toBe('sso')
})

test('an answer of a provider that this tab did not ask for is refused', async () => {
  await expect(finishSingleSignOn(takeAttempt(), new URLSearchParams({ code: 'c1', state: 'other' }))).rejects.toThrow(
    'not started here',
  )
})

test.each([
  [{ error: 'access_denied', error_description: 'End-User aborted' }, 'You did not sign in at the identity provider.'],
  [{ error: 'server_error' }, /could not sign you in just now/],
  [{ error: 'invalid_scope', error_description: 'No such scope.' }, 'refused the sign-in: No such scope.'],
  [{ error: 'something_new' }, 'The identity provider refused the sign-in.'],
])('a refusal of the provider is said in words: %o', async (answered, words) => {
  const attempt = { state: 's', nonce: 'n', code_verifier: 'v', redirect_uri: 'r', returnTo: '/' }
  const search = new URLSearchParams({ ...(answered as Record<string, string>), state: 's' })
  await expect(finishSingleSignOn(attempt, search)).rejects.toThrow(words)
})

test('B015 a forgotten password posts the email', async () => {
  const bodies = answering('password/forgot', { response: {}, message: 'On its way.' })
  await expect(forgotPassword('anna@example.com')).resolves.toBe('On its way.')
  expect(bodies).toEqual([{ email: 'anna@example.com' }])
})

test('B016 a reset posts token, new_password and verify_email', async () => {
  const bodies = answering('password/reset', { response: {}, message: 'Set.' })
  await resetPassword({ token: 't', new_password: 'p', verify_email: true })
  expect(bodies).toEqual([{ token: 't', new_password: 'p', verify_email: true }])
})

test('B017 a change posts old_password and new_password', async () => {
  const bodies = answering('reset', { response: {}, message: 'Changed.' })
  await changePassword({ old_password: 'a', new_password: 'b' })
  expect(bodies).toEqual([{ old_password: 'a', new_password: 'b' }])
})

test('B033 logging out purges the persisted state and the tokens, even when the server is away', async () => {
  await attemptSignIn(async () => answer)
  slices.set('customerData', { id: 1 })
  server.use(http.post('*/api/logout', () => HttpResponse.error()))
  const ended = vi.fn()
  const stop = onSessionEnd(ended)
  await signOut()
  stop()
  expect(ended).toHaveBeenCalledExactlyOnceWith('signed-out')
  expect(sessionEnd()).toBe('signed-out')
  expect(localStorage.getItem('tierline:slices')).toBeNull()
  expect(slices.get('customerData')).toBeNull()
  expect([accessToken(), refreshToken(), isLoggedIn()]).toEqual([null, null, false])
})

test('B034 the persisted state is purged when another user signs in, and kept for the same one', async () => {
  await attemptSignIn(async () => answer)
  slices.set('customerData', { id: 1 })
  await attemptSignIn(async () => answer)
  expect(sessionEnd()).toBeNull()
  expect(slices.get('customerData')).toEqual({ id: 1 })
  await attemptSignIn(async () => ({ ...answer, user: { ...user, id: 8 } }))
  expect(slices.get('customerData')).toBeNull()
  expect(slices.get('loginData').user?.id).toBe(8)
})
