import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { goodPassword, type SessionApp, sessionApp } from '#tests/support/session-app.ts'

let s: SessionApp
let organizationId: number

beforeAll(async () => {
  s = await sessionApp()
  organizationId = await s.organization({
    code: 'NORTHGATE',
    name: 'Northgate Trading',
    colorTheme: '#0a7',
    globalFont: 'IBM Plex Sans',
  })
  await s.user({ organizationId, email: 'Ana@northgate.example', name: 'Ana', role: 'ANALYST' })
  await s.user({ organizationId, email: 'gone@northgate.example', name: 'Gone', role: 'READER', status: 'deactivated' })
  await s.user({ organizationId, email: 'new@northgate.example', name: 'New', role: 'READER', status: 'invited' })
})
afterAll(() => s.close())

const profile = (token: string) => s.call('GET', '/api/profile', { token })

describe('own login', () => {
  test('B008 answers token, refreshToken and user_type for an email and a password', async () => {
    const { status, body } = await s.call('POST', '/api/login', {
      body: { email: ' ANA@northgate.example', password: goodPassword },
    })
    expect(status).toBe(200)
    expect(body.response).toMatchObject({
      user_type: 'own',
      user: { email: 'ana@northgate.example', name: 'Ana', organization_id: organizationId },
    })
    const { token, refreshToken, access_token: accessToken, refresh_token: refresh } = body.response ?? {}
    expect(token).toBe(accessToken)
    expect(refreshToken).toBe(refresh)
    expect((await profile(String(token))).status).toBe(200)
  })

  test('never says which of address and password was wrong', async () => {
    const wrong = await s.call('POST', '/api/login', { body: { email: 'ana@northgate.example', password: 'not it' } })
    const unknown = await s.call('POST', '/api/login', {
      body: { email: 'nobody@northgate.example', password: 'not it' },
    })
    expect(wrong.status).toBe(401)
    expect(wrong.body).toEqual(unknown.body)
    expect(wrong.body.error?.code).toBe('SIGN_IN_FAILED')
  })

  test('says what is missing', async () => {
    const { status, body } = await s.call('POST', '/api/login', { body: { email: '' } })
    expect(status).toBe(422)
    expect(body.error?.issues?.map(({ path }) => path)).toEqual([['email'], ['password']])
  })

  test('refuses deactivated and unverified users, and tells why only after the right password', async () => {
    const login = (email: string, password: string) => s.call('POST', '/api/login', { body: { email, password } })
    expect((await login('gone@northgate.example', goodPassword)).body.error).toMatchObject({
      code: 'FORBIDDEN',
      details: { reason: 'deactivated' },
    })
    expect((await login('new@northgate.example', goodPassword)).body.error).toMatchObject({
      code: 'FORBIDDEN',
      details: { reason: 'unverified' },
    })
    expect((await login('gone@northgate.example', 'not it')).body.error?.code).toBe('SIGN_IN_FAILED')
  })

  test('slows an account down after five wrong passwords, longer each time, and takes the right one after the wait', async () => {
    await s.user({ organizationId, email: 'slow@northgate.example', name: 'Slow', role: 'READER' })
    const login = (password: string, address = '10.0.0.9') =>
      s.call('POST', '/api/login', { address, body: { email: 'slow@northgate.example', password } })
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await login('wrong')).status).toBe(401)
    const blocked = await login(goodPassword, '10.0.0.10')
    expect(blocked.status).toBe(429)
    expect(blocked.headers['retry-after']).toBe('5')
    expect(blocked.body.message).toBe('Too many attempts. Try again in 5 seconds.')
    s.later(6)
    expect((await login('wrong')).status).toBe(401)
    expect((await login(goodPassword)).headers['retry-after']).toBe('10')
    s.later(11)
    expect((await login(goodPassword)).status).toBe(200)
    expect((await login('wrong')).status).toBe(401)
    expect((await login(goodPassword)).status).toBe(200)
  })

  test('lets no more guesses through when they come at the same moment', async () => {
    await s.user({ organizationId, email: 'burst@northgate.example', name: 'Burst', role: 'READER' })
    const guesses = Array.from({ length: 12 }, (_, at) =>
      s.call('POST', '/api/login', {
        address: '10.0.0.11',
        body: { email: 'burst@northgate.example', password: `guess ${at}` },
      }),
    )
    const answers = (await Promise.all(guesses)).map(({ status }) => status)
    expect(answers.filter((status) => status === 401)).toHaveLength(5)
    expect(answers.filter((status) => status === 429)).toHaveLength(7)
  })

  test('slows an address down that tries many accounts', async () => {
    const attempt = (at: number) =>
      s.call('POST', '/api/login', {
        address: '10.9.9.9',
        body: { email: `guess${at}@northgate.example`, password: 'x' },
      })
    const answers: number[] = []
    for (let at = 0; at < 31; at += 1) answers.push((await attempt(at)).status)
    expect(answers.slice(0, 30).every((status) => status === 401)).toBe(true)
    expect(answers[30]).toBe(429)
  })
})

describe('access', () => {
  test('B021 every call needs the access token as a bearer token', async () => {
    expect((await s.call('GET', '/api/profile')).body.error?.code).toBe('UNAUTHENTICATED')
    expect((await profile('nonsense')).body.error?.code).toBe('SESSION_EXPIRED')
    const { token } = await s.signIn('ana@northgate.example')
    expect((await profile(token)).status).toBe(200)
  })

  test('B022 the second token header, x-access-token unless the environment names another, is accepted where a proxy takes Authorization', async () => {
    const { token } = await s.signIn('ana@northgate.example')
    expect((await s.call('GET', '/api/profile', { headers: { 'x-access-token': token } })).status).toBe(200)
    expect((await s.call('GET', '/api/sign-in-options')).body.response).toMatchObject({
      token_header: 'x-access-token',
    })
  })

  test('an access token ends after fifteen minutes', async () => {
    const { token } = await s.signIn('ana@northgate.example')
    s.later(15 * 60 + 1)
    expect((await profile(token)).status).toBe(401)
  })

  test('signing out ends the session at once, for its access token and its refresh token', async () => {
    const { token, refreshToken } = await s.signIn('ana@northgate.example')
    await profile(token)
    expect((await s.call('POST', '/api/logout', { token })).status).toBe(200)
    expect((await profile(token)).status).toBe(401)
    expect((await s.call('POST', '/api/refresh', { body: { refresh_token: refreshToken } })).status).toBe(401)
  })

  test('signing out by the refresh token alone works once the access token has expired', async () => {
    const { refreshToken } = await s.signIn('ana@northgate.example')
    expect((await s.call('POST', '/api/logout', { body: { refresh_token: refreshToken } })).status).toBe(200)
    expect((await s.call('POST', '/api/refresh', { body: { refresh_token: refreshToken } })).status).toBe(401)
  })

  test('a session revoked elsewhere and a changed role are noticed within five seconds', async () => {
    const { token } = await s.signIn('ana@northgate.example')
    await profile(token)
    await s.db.system((tx) => tx.query(sql`update app_user set role = 'READER' where email = 'ana@northgate.example'`))
    s.later(6)
    expect((await profile(token)).body.response).toMatchObject({ role: 'READER' })
    await s.db.system((tx) => tx.query(sql`update app_user set role = 'ANALYST' where email = 'ana@northgate.example'`))
    await s.db.system((tx) => tx.query(sql`update session set revoked_at = now()`))
    s.later(6)
    expect((await profile(token)).status).toBe(401)
  })
})

describe('refresh', () => {
  const refresh = (token: unknown) => s.call('POST', '/api/refresh', { body: { refresh_token: token } })

  test('B025 B026 POST refresh with refresh_token answers the next access_token and refresh_token', async () => {
    const { refreshToken } = await s.signIn('ana@northgate.example')
    s.later(20 * 60)
    const { status, body } = await refresh(refreshToken)
    expect(status).toBe(200)
    expect(body.response?.user_type).toBe('own')
    expect(body.response?.refresh_token).not.toBe(refreshToken)
    expect((await profile(String(body.response?.access_token))).status).toBe(200)
  })

  test('several tabs that refresh at the same moment all go on', async () => {
    const { refreshToken } = await s.signIn('ana@northgate.example')
    const answers = await Promise.all([refresh(refreshToken), refresh(refreshToken), refresh(refreshToken)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const next = await Promise.all(answers.map(({ body }) => refresh(body.response?.refresh_token)))
    expect(next.map(({ status }) => status)).toEqual([200, 200, 200])
  })

  test('an old refresh token that comes back later ends the whole session', async () => {
    const { refreshToken } = await s.signIn('ana@northgate.example')
    const { body } = await refresh(refreshToken)
    s.later(11)
    expect((await refresh(refreshToken)).body.error?.code).toBe('SESSION_EXPIRED')
    expect((await refresh(body.response?.refresh_token)).status).toBe(401)
    s.later(6)
    expect((await profile(String(body.response?.access_token))).status).toBe(401)
  })

  test('a refresh token ends after fourteen days without use, a session after thirty', async () => {
    const idle = await s.signIn('ana@northgate.example')
    let busy = (await s.signIn('ana@northgate.example')).refreshToken
    const day = 24 * 60 * 60
    s.later(13 * day)
    const first = await refresh(busy)
    expect(first.status).toBe(200)
    busy = String(first.body.response?.refresh_token)
    s.later(2 * day)
    expect((await refresh(idle.refreshToken)).status).toBe(401)
    s.later(11 * day)
    const second = await refresh(busy)
    expect(second.status).toBe(200)
    s.later(5 * day)
    expect((await refresh(second.body.response?.refresh_token)).status).toBe(401)
  })

  test('a deactivated user cannot refresh', async () => {
    await s.user({ organizationId, email: 'leaver@northgate.example', name: 'Leaver', role: 'READER' })
    const { refreshToken } = await s.signIn('leaver@northgate.example')
    await s.db.system((tx) =>
      tx.query(sql`update app_user set status = 'deactivated' where email = 'leaver@northgate.example'`),
    )
    expect((await refresh(refreshToken)).status).toBe(401)
  })

  test('B030 an unknown token answers 401, which the client does not refresh again', async () => {
    expect((await refresh('made up')).body.error?.code).toBe('SESSION_EXPIRED')
  })
})

describe('profile', () => {
  test('B003 B004 carries the role and the list of authorized apps', async () => {
    const { token } = await s.signIn('ana@northgate.example')
    expect((await profile(token)).body.response).toMatchObject({
      role: 'ANALYST',
      role_name: 'Rebate analyst',
      authorized_apps: ['Customer Rebate'],
      permissions: expect.arrayContaining(['masters.*']),
    })
  })

  test('B001 B054 app_types holds the application types among the authorized apps, without sub-applications', async () => {
    const apps = ['Promotions', 'Audit Lab'] as const
    await s.user({
      organizationId,
      email: 'promo@northgate.example',
      name: 'Promo',
      role: 'READER',
      authorizedApps: apps,
    })
    const { token } = await s.signIn('promo@northgate.example')
    expect((await profile(token)).body.response).toMatchObject({ authorized_apps: apps, app_types: ['Promotions'] })
  })

  test('B055 B057 brings theme color, navigation color and font of the organisation', async () => {
    const { token } = await s.signIn('ana@northgate.example')
    expect((await profile(token)).body.response).toMatchObject({
      color_theme: '#0a7',
      global_color: '#1976d2',
      global_font: 'IBM Plex Sans',
    })
  })

  test('B058 B059 the colors are #1976d2 and the font is IBM Plex Serif by default', async () => {
    const plain = await s.organization({ code: 'PLAIN', name: 'Plain' })
    await s.user({ organizationId: plain, email: 'ana@plain.example', name: 'Ana', role: 'READER' })
    const { token } = await s.signIn('ana@plain.example')
    expect((await profile(token)).body.response).toMatchObject({
      color_theme: '#1976d2',
      global_color: '#1976d2',
      global_font: 'IBM Plex Serif',
    })
  })

  test('preferences are the own ones first, and can be taken back', async () => {
    const { token } = await s.signIn('ana@northgate.example')
    const put = (body: object) => s.call('PUT', '/api/profile', { token, body })
    const changed = await put({ global_font: 'Inter', density: 'compact' })
    expect(changed.body.response).toMatchObject({ global_font: 'Inter', density: 'compact', theme_mode: 'system' })
    expect((await put({ global_font: null })).body.response).toMatchObject({
      global_font: 'IBM Plex Sans',
      density: 'compact',
    })
    expect((await put({ theme_mode: 'neon' })).body.error?.issues).toMatchObject([{ path: ['theme_mode'] }])
  })

  test('how numbers and days are written is as the browser does it until one chooses', async () => {
    const { token } = await s.signIn('ana@northgate.example')
    const put = (body: object) => s.call('PUT', '/api/profile', { token, body })
    expect((await profile(token)).body.response).toMatchObject({ locale: null })
    expect((await put({ locale: 'de-DE' })).body.response).toMatchObject({ locale: 'de-DE' })
    expect((await profile(token)).body.response).toMatchObject({ locale: 'de-DE' })
    expect((await put({ locale: 'xx' })).body.error?.issues).toMatchObject([{ path: ['locale'] }])
    expect((await put({ locale: null })).body.response).toMatchObject({ locale: null })
  })
})

test('the application role reads no hash and no token', async () => {
  for (const table of [
    'credential',
    'session',
    'refresh_token',
    'mail_token',
    'login_attempt',
    'tenant',
    'sso_identity',
  ])
    await expect(
      s.db.tenant({ organizationId, userId: 1 }, (tx) => tx.client.query(`select * from ${table}`)),
    ).rejects.toThrow('permission denied')
})
