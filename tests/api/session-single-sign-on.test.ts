import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type Person, startOidcProvider, type TestProvider } from '#tests/support/oidc-provider.ts'
import { type SessionApp, sessionApp } from '#tests/support/session-app.ts'

const redirectUri = 'https://tierline.test/login'
let provider: TestProvider
let s: SessionApp
let organizationId: number

beforeAll(async () => {
  provider = await startOidcProvider(redirectUri)
  s = await sessionApp(environment())
  organizationId = await s.organization({ code: 'NORTHGATE', name: 'Northgate Trading' })
})
afterAll(async () => {
  await s.close()
  await provider.stop()
})

const environment = (more: Record<string, string> = {}) => ({
  IDP_DOMAIN: provider.issuer,
  CLIENT_ID: provider.clientId,
  CLIENT_SECRET: provider.clientSecret,
  REDIRECT_URI: redirectUri,
  ...more,
})
const person = (mailbox: string, email_verified = true): Person => ({
  sub: `subject-of-${mailbox}`,
  email: `${mailbox}@northgate.example`,
  email_verified,
  name: `${mailbox} from the provider`,
})

interface Authorization {
  url: string
  state: string
  nonce: string
  code_verifier: string
}

/** What the browser does: asks for the address, visits the provider, comes back with a code. */
async function comeBack(app: SessionApp, who: Person) {
  const { body } = await app.call('GET', '/api/okta/authorize-url')
  const started = body.response as unknown as Authorization
  provider.signsIn(who)
  const back = await provider.visit(started.url)
  expect(back.searchParams.get('state')).toBe(started.state)
  return {
    grant_type: 'authorization_code',
    code: back.searchParams.get('code'),
    code_verifier: started.code_verifier,
    nonce: started.nonce,
    redirect_uri: redirectUri,
    iss: back.searchParams.get('iss') ?? undefined,
  }
}
const oktaToken = (body: object, app = s) => app.call('POST', '/api/okta/token', { body })
const newUser = (mailbox: string, status: 'active' | 'invited' | 'deactivated' = 'active') =>
  s.user({
    organizationId,
    email: `${mailbox}@northgate.example`,
    name: mailbox,
    role: 'READER',
    status,
    password: undefined,
  })

describe('single sign-on', () => {
  test('B005 B020 is offered when the environment names an identity provider', async () => {
    expect((await s.call('GET', '/api/sign-in-options')).body.response).toMatchObject({ own: true, sso: true })
  })

  test('the browser is sent to the provider with a code challenge, a state and a nonce', async () => {
    const { body } = await s.call('GET', '/api/okta/authorize-url')
    const url = new URL(String(body.response?.url))
    expect(url.origin).toBe(provider.issuer)
    expect(Object.fromEntries(url.searchParams)).toMatchObject({
      response_type: 'code',
      client_id: 'tierline',
      redirect_uri: redirectUri,
      code_challenge_method: 'S256',
      state: body.response?.state,
      nonce: body.response?.nonce,
    })
  })

  test('B006 B007 B009 POST okta/token signs in the user with the verified address, with user_type sso', async () => {
    const id = await newUser('anna', 'invited')
    const { status, body } = await oktaToken(await comeBack(s, person('anna')))
    expect(status).toBe(200)
    expect(body.response).toMatchObject({ user_type: 'sso', user: { id, email: 'anna@northgate.example' } })
    const profile = await s.call('GET', '/api/profile', { token: String(body.response?.token) })
    expect(profile.body.response).toMatchObject({ user_type: 'sso', email: 'anna@northgate.example' })
  })

  test('a user once linked is found again when the address has changed at the provider', async () => {
    const id = await newUser('married')
    await oktaToken(await comeBack(s, person('married')))
    const { body } = await oktaToken(await comeBack(s, { ...person('married'), email: 'new-name@northgate.example' }))
    expect(body.response?.user).toMatchObject({ id })
  })

  test('an address that is unknown, not verified or of a deactivated user is refused with the reason', async () => {
    await newUser('unverified')
    await newUser('left', 'deactivated')
    expect((await oktaToken(await comeBack(s, person('stranger')))).body.error).toMatchObject({
      code: 'FORBIDDEN',
      details: { reason: 'unknown' },
    })
    expect((await oktaToken(await comeBack(s, person('unverified', false)))).body.error?.details).toEqual({
      reason: 'unverified',
    })
    expect((await oktaToken(await comeBack(s, person('left')))).body.error?.details).toEqual({ reason: 'deactivated' })
  })

  test('a code works once, with its own verifier, nonce and redirect address', async () => {
    await newUser('careful')
    const { code_verifier: other, nonce } = await comeBack(s, person('careful'))
    const first = await comeBack(s, person('careful'))
    expect((await oktaToken({ ...first, code_verifier: other })).body.error?.code).toBe('SIGN_IN_FAILED')
    const second = await comeBack(s, person('careful'))
    expect((await oktaToken({ ...second, nonce })).body.error?.code).toBe('SIGN_IN_FAILED')
    const third = await comeBack(s, person('careful'))
    expect((await oktaToken({ ...third, redirect_uri: 'https://evil.example/login' })).status).toBe(400)
    expect((await oktaToken(third)).status).toBe(200)
    expect((await oktaToken(third)).body.error?.code).toBe('SIGN_IN_FAILED')
  })

  test('B027 B028 refreshes through okta/token with grant_type refresh_token, never through refresh', async () => {
    await newUser('refresher')
    const signedIn = await oktaToken(await comeBack(s, person('refresher')))
    const token = signedIn.body.response?.refresh_token
    expect((await s.call('POST', '/api/refresh', { body: { refresh_token: token } })).status).toBe(401)
    const first = await oktaToken({ grant_type: 'refresh_token', refresh_token: token })
    expect(first.status).toBe(200)
    expect(first.body.response?.user_type).toBe('sso')
    const second = await oktaToken({ grant_type: 'refresh_token', refresh_token: first.body.response?.refresh_token })
    expect(second.status).toBe(200)
    expect((await s.call('GET', '/api/profile', { token: String(second.body.response?.access_token) })).status).toBe(
      200,
    )
  })

  test('somebody whose grant the provider took back cannot refresh, and the session ends', async () => {
    await newUser('expelled')
    const { body } = await oktaToken(await comeBack(s, person('expelled')))
    await provider.revokeGrants()
    expect(
      (await oktaToken({ grant_type: 'refresh_token', refresh_token: body.response?.refresh_token })).body.error?.code,
    ).toBe('SESSION_EXPIRED')
    s.later(6)
    expect((await s.call('GET', '/api/profile', { token: String(body.response?.token) })).status).toBe(401)
  })

  test('the provider token is stored encrypted and never sent to the browser', async () => {
    await newUser('sealed')
    const { body } = await oktaToken(await comeBack(s, person('sealed')))
    const { rows } = await s.db.system((tx) =>
      tx.client.query<{ provider_token: Buffer }>(
        'select provider_token from session where provider_token is not null',
      ),
    )
    expect(rows.length).toBeGreaterThan(0)
    expect(Object.keys(body.response ?? {}).sort()).toEqual([
      'access_token',
      'refreshToken',
      'refresh_token',
      'token',
      'user',
      'user_type',
    ])
  })

  test('a user without an own password is told where to change it', async () => {
    await newUser('passwordless')
    const { body } = await oktaToken(await comeBack(s, person('passwordless')))
    const answer = await s.call('POST', '/api/reset', {
      token: String(body.response?.token),
      body: { old_password: 'none at all', new_password: 'a quiet Tuesday in Bergen' },
    })
    expect(answer.body.error?.code).toBe('WRONG_STATE')
  })
})

describe('other settings', () => {
  test('an unknown user is created in the organization and role that the environment names', async () => {
    const app = await sessionApp(environment({ IDP_PROVISION_ORGANIZATION: 'SOUTHBANK', IDP_PROVISION_ROLE: 'READER' }))
    await app.organization({ code: 'SOUTHBANK', name: 'Southbank Supplies' })
    const { body } = await oktaToken(await comeBack(app, person('newcomer')), app)
    const profile = await app.call('GET', '/api/profile', { token: String(body.response?.token) })
    expect(profile.body.response).toMatchObject({
      role: 'READER',
      name: 'newcomer from the provider',
      organization: { name: 'Southbank Supplies' },
    })
    await app.close()
  })

  test('B020 with the production sign-in flag only single sign-on is offered', async () => {
    const app = await sessionApp(environment({ PRODUCTION_SIGN_IN: '1' }))
    expect((await app.call('GET', '/api/sign-in-options')).body.response).toMatchObject({ own: false, sso: true })
    const { body } = await app.call('POST', '/api/login', { body: { email: 'a@b.example', password: 'x' } })
    expect(body.error).toMatchObject({ code: 'FORBIDDEN', message: 'Sign in with single sign-on.' })
    await app.close()
  })

  test('without a provider, or with one that does not answer, single sign-on says so', async () => {
    const none = await sessionApp()
    expect((await none.call('GET', '/api/okta/authorize-url')).status).toBe(501)
    await none.close()
    const away = await sessionApp(environment({ IDP_DOMAIN: 'http://127.0.0.1:1' }))
    expect((await away.call('GET', '/api/okta/authorize-url')).status).toBe(503)
    await away.close()
  })
})
