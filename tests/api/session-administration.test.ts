import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type SessionApp, sessionApp } from '#tests/support/session-app.ts'

let s: SessionApp
let organizationId: number
let admin: { id: number; token: string }
let reader: { id: number; token: string }
let userAdmin: { id: number; token: string }
let stranger: { id: number; token: string }

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

beforeAll(async () => {
  s = await sessionApp()
  const { startingRoles } = await import('#server/session/seed.ts')
  const roles = [
    ...startingRoles,
    { code: 'USERADMIN', name: 'User administrator', permissions: ['administration.users'], authorizedApps: [] },
  ]
  organizationId = await s.organization({ code: 'NORTHGATE', name: 'Northgate Trading', roles })
  const other = await s.organization({ code: 'SOUTHBANK', name: 'Southbank Supplies' })
  const person = async (organization: number, email: string, role: string) => {
    const id = await s.user({ organizationId: organization, email, name: email.split('@')[0] ?? '', role })
    return { id, token: (await s.signIn(email)).token }
  }
  admin = await person(organizationId, 'admin@northgate.example', 'ADMINISTRATOR')
  reader = await person(organizationId, 'lee@northgate.example', 'READER')
  userAdmin = await person(organizationId, 'uma@northgate.example', 'USERADMIN')
  stranger = await person(other, 'admin@southbank.example', 'ADMINISTRATOR')
})
afterAll(() => s.close())

describe('pictures', () => {
  const put = (token: string, id: number, bytes: Buffer, name = 'me.png') => {
    const boundary = 'the-boundary'
    const head = `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${name}"\r\nContent-Type: image/png\r\n\r\n`
    const body = Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)])
    return s.call('PUT', `/api/users/${id}/avatar`, {
      token,
      body,
      headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    })
  }

  test('a user sets, sees and removes the own picture', async () => {
    expect((await put(reader.token, reader.id, png)).status).toBe(200)
    const profile = await s.call('GET', '/api/profile', { token: reader.token })
    expect(profile.body.response?.avatar).toMatch(new RegExp(`^/users/${reader.id}/avatar\\?v=`))
    const picture = await s.call('GET', `/api${String(profile.body.response?.avatar)}`, { token: admin.token })
    expect(picture.headers['content-type']).toBe('image/png')
    expect((await s.call('DELETE', `/api/users/${reader.id}/avatar`, { token: reader.token })).status).toBe(200)
    expect((await s.call('GET', `/api/users/${reader.id}/avatar`, { token: reader.token })).status).toBe(404)
  })

  test('what is no picture is refused whatever it is called, and so is more than 1 MB', async () => {
    expect((await put(reader.token, reader.id, Buffer.from('<svg onload="alert(1)">'))).status).toBe(415)
    expect((await put(reader.token, reader.id, Buffer.concat([png, Buffer.alloc(1_000_001)]))).status).toBe(413)
  })

  test('nobody touches the picture of another, but an administrator', async () => {
    expect((await put(reader.token, admin.id, png)).status).toBe(403)
    expect((await put(userAdmin.token, admin.id, png)).status).toBe(403)
    expect((await put(admin.token, reader.id, png)).status).toBe(200)
    expect((await s.call('GET', `/api/users/${reader.id}/avatar`, { token: stranger.token })).status).toBe(404)
    expect((await put(stranger.token, reader.id, png)).status).toBe(404)
  })
})

describe('links for users', () => {
  test.each(['/api/users/generate-reset-link', '/api/organizations/generate-reset-link'])(
    'POST %s takes an address',
    async (path) => {
      const { status, body } = await s.call('POST', path, {
        token: admin.token,
        body: { email: 'lee@northgate.example' },
      })
      expect(status).toBe(200)
      expect(body.response?.link).toMatch(/^https:\/\/tierline\.test\/login\/reset-password\?token=/)
    },
  )

  test('need the permission to administer users', async () => {
    expect((await s.call('POST', `/api/users/${admin.id}/generate-reset-link`, { token: reader.token })).status).toBe(
      403,
    )
    expect(
      (await s.call('POST', `/api/users/${admin.id}/resend-verification-mail`, { token: reader.token })).status,
    ).toBe(403)
  })

  test('lead to nobody who holds more: who resets a password could become that user', async () => {
    expect(
      (await s.call('POST', `/api/users/${admin.id}/generate-reset-link`, { token: userAdmin.token })).status,
    ).toBe(403)
    expect(
      (await s.call('POST', `/api/users/${userAdmin.id}/generate-reset-link`, { token: userAdmin.token })).status,
    ).toBe(200)
  })

  test('lead to nobody of another organisation', async () => {
    expect(
      (await s.call('POST', `/api/users/${reader.id}/generate-reset-link`, { token: stranger.token })).status,
    ).toBe(404)
  })
})

test('what the profile does not keep is refused', async () => {
  const refused = await s.call('PUT', '/api/profile', { token: reader.token, body: { density: 'compact', name: 'X' } })
  expect([refused.status, refused.body.error?.issues?.[0]?.message]).toEqual([422, expect.stringContaining('name')])
  expect((await s.call('GET', '/api/profile', { token: reader.token })).body.response).toMatchObject({
    density: 'comfortable',
  })
  const kept = await s.call('PUT', '/api/profile', { token: reader.token, body: { density: null } })
  expect(kept.status).toBe(200)
})

describe('the own organisation', () => {
  test('B057 its default profile is read by everybody and saved by its administrator', async () => {
    const path = '/api/organizations-default-profile'
    const read = await s.call('POST', path, { token: reader.token })
    expect(read.body.response).toMatchObject({ color_theme: '#1976d2', global_font: 'IBM Plex Serif' })
    expect((await s.call('POST', path, { token: reader.token, body: { color_theme: '#FC0' } })).status).toBe(403)
    expect(
      (await s.call('POST', path, { token: admin.token, body: { color_theme: '#FC0' } })).body.response,
    ).toMatchObject({ color_theme: '#FC0' })
    expect((await s.call('GET', '/api/profile', { token: reader.token })).body.response).toMatchObject({
      color_theme: '#FC0',
    })
  })

  test('B056 a color is a hex value of 3 or 6 digits', async () => {
    for (const color of ['red', '#12', '#12345', '#1234567', 'javascript:1']) {
      const { body } = await s.call('POST', '/api/organizations-default-profile', {
        token: admin.token,
        body: { color_theme: color },
      })
      expect(body.error?.issues).toMatchObject([{ path: ['color_theme'] }])
    }
  })

  test('its default details carry the application title, and a change is in the history', async () => {
    const path = '/api/organizations-default-details'
    expect((await s.call('GET', path, { token: reader.token })).body.response).toMatchObject({
      app_title: 'Northgate Trading',
      code: 'NORTHGATE',
    })
    expect((await s.call('POST', path, { token: admin.token, body: { app_title: 'Northgate rebates' } })).status).toBe(
      200,
    )
    const { body } = await s.call('POST', '/api/control-modification', {
      token: admin.token,
      body: { screen: 'organization' },
    })
    expect(body.response?.records).toMatchObject([
      { operation: 'update', user_id: admin.id, fields: ['app_title'] },
      { fields: ['color_theme'] },
    ])
    const unchanged = await s.call('GET', path, { token: stranger.token })
    expect(unchanged.body.response).toMatchObject({ app_title: 'Southbank Supplies' })
  })
})

describe('rights and activity', () => {
  test('app-rights tells for an application who may open it', async () => {
    const ask = (token: string, type: string) =>
      s.call('GET', `/api/app-rights?application_type=${encodeURIComponent(type)}`, { token })
    const { body } = await ask(admin.token, 'Pricing')
    expect(body.response).toMatchObject({ application_type: 'Pricing', authorized: true })
    expect(body.response?.records).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ role: 'ADMINISTRATOR', can_open: true }),
        expect.objectContaining({ role: 'ANALYST', can_open: false }),
      ]),
    )
    expect((await ask(reader.token, 'Pricing')).body.response?.records).toEqual([])
    expect((await ask(admin.token, 'Chess')).status).toBe(422)
  })

  test('control-modification shows who holds a record, for screens the caller may read', async () => {
    await s.db.tenant({ organizationId, userId: reader.id }, (tx) =>
      tx.client.query(
        `insert into record_lock values (${organizationId}, 'customer', 7, ${reader.id}, now(), now() + interval '5 minutes')`,
      ),
    )
    const ask = (token: string) =>
      s.call('POST', '/api/control-modification', { token, body: { screen: 'customer', id: 7 } })
    expect((await ask(admin.token)).body.response?.locks).toMatchObject([{ record_id: 7, user_name: 'lee' }])
    expect((await ask(stranger.token)).body.response?.locks).toEqual([])
  })

  test('track-user shows the own sessions, and those of others to administrators', async () => {
    const own = await s.call('GET', '/api/track-user', { token: reader.token })
    expect(own.body.response?.sessions).toMatchObject([{ user_type: 'own', address: '10.0.0.1', current: true }])
    expect((await s.call('GET', `/api/track-user?user_id=${admin.id}`, { token: reader.token })).status).toBe(403)
    const seen = await s.call('POST', '/api/track-user', { token: admin.token, body: { user_id: reader.id } })
    expect(seen.body.response?.sessions).toHaveLength(1)
    expect(
      (await s.call('GET', `/api/track-user?user_id=${reader.id}`, { token: stranger.token })).body.response?.sessions,
    ).toEqual([])
  })
})
