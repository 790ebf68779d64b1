import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodPassword, linkIn, sessionApp, type SessionApp } from '#tests/support/session-app.ts'

const email = 'lea@northgate.example'
const better = 'a quiet Tuesday in Bergen'
let s: SessionApp
let admin: string

beforeAll(async () => {
  s = await sessionApp()
  const organizationId = await s.organization({ code: 'NORTHGATE', name: 'Northgate Trading' })
  await s.user({ organizationId, email: 'admin@northgate.example', name: 'Ada', role: 'ADMINISTRATOR' })
  admin = (await s.signIn('admin@northgate.example')).token
})
afterAll(() => s.close())

const login = (password: string) => s.call('POST', '/api/login', { body: { email, password } })
const profile = async (token: string) => (await s.call('GET', '/api/profile', { token })).status
const act = async (action: string, id: number) =>
  (await s.call('POST', `/api/users/actions/${action}`, { token: admin, body: { ids: [id] } })).body.response
const lastMail = async () => (await s.mails()).filter((mail) => mail.includes(`To: ${email}`)).at(-1) ?? ''
const tokenIn = (mail: string) => linkIn(mail).searchParams.get('token')
const reset = (token: string | null, new_password: string, more: object = {}) =>
  s.call('POST', '/api/password/reset', { body: { token, new_password, ...more } })

test('an account is invited, accepted, given a new password, deactivated with its sessions, and brought back', async () => {
  // Invited: known, and nobody can sign in as it yet.
  const created = await s.call('POST', '/api/users', { token: admin, body: { email, name: 'Lea', role: 'READER' } })
  expect([created.status, created.body.response?.['status']]).toEqual([201, 'invited'])
  const id = Number(created.body.response!['id'])
  const status = async () => (await s.call('GET', `/api/users/${id}`, { token: admin })).body.response?.['status']
  expect((await login(goodPassword)).status).toBe(401)
  const invitation = await lastMail()
  expect(linkIn(invitation).searchParams.get('verify_email')).toBe('true')

  // Accepted: the link sets the first password, once.
  expect((await reset(tokenIn(invitation), goodPassword, { verify_email: true })).status).toBe(200)
  expect(await status()).toBe('active')
  expect((await reset(tokenIn(invitation), better)).status).toBeGreaterThanOrEqual(400)
  const first = await s.signIn(email)
  expect(await profile(first.token)).toBe(200)

  // A new password by mail ends every session that the old one began.
  await s.call('POST', '/api/password/forgot', { body: { email } })
  expect((await reset(tokenIn(await lastMail()), better)).status).toBe(200)
  expect(await profile(first.token)).toBe(401)
  expect((await login(goodPassword)).status).toBe(401)

  // Deactivated: both of its sessions end with the next call, and neither refreshing, signing in nor a reset brings one back.
  const [desk, phone] = [await s.signIn(email, better), await s.signIn(email, better)]
  expect([await profile(desk.token), await profile(phone.token)]).toEqual([200, 200])
  expect(await act('deactivate', id)).toMatchObject({ done: 1 })
  for (const { token, refreshToken } of [desk, phone]) {
    const ended = await s.call('GET', '/api/profile', { token })
    expect([ended.status, ended.body.error?.code]).toEqual([401, 'SESSION_EXPIRED'])
    const renewed = await s.call('POST', '/api/refresh', { body: { refresh_token: refreshToken } })
    expect(renewed.status).toBe(401)
  }
  const refused = await login(better)
  expect([refused.status, refused.body.response]).toEqual([403, undefined])
  const mails = (await s.mails()).length
  await s.call('POST', '/api/password/forgot', { body: { email } })
  expect((await s.mails()).length).toBe(mails)

  // Brought back: with the password it had, and without the sessions it had.
  expect(await act('reactivate', id)).toMatchObject({ done: 1 })
  expect(await status()).toBe('active')
  expect(await profile(desk.token)).toBe(401)
  const again = await s.signIn(email, better)
  expect(await profile(again.token)).toBe(200)
})

async function invited(name: string) {
  const address = `${name}@northgate.example`
  const user = { email: address, name: 'Kai', role: 'READER' }
  const made = await s.call('POST', '/api/users', { token: admin, body: user })
  const mailed = async () => tokenIn((await s.mails()).filter((mail) => mail.includes(`To: ${address}`)).at(-1) ?? '')
  return { id: Number(made.body.response!['id']), address, mailed }
}
const handedLink = async (id: number) => {
  const { body } = await s.call('POST', `/api/users/${id}/generate-reset-link`, { token: admin })
  return new URL(String(body.response!['link'])).searchParams.get('token')
}
const awayAndBack = async (id: number) => {
  for (const action of ['deactivate', 'reactivate']) expect(await act(action, id)).toMatchObject({ done: 1 })
}

test('an invitation from before a deactivation stays dead after it', async () => {
  const { id, mailed } = await invited('kai')
  const invitation = await mailed()
  await awayAndBack(id)
  expect((await reset(invitation, goodPassword, { verify_email: true })).status).toBe(422)
  expect((await reset(await handedLink(id), goodPassword)).status).toBe(200)
})

test('links to a new password from before a deactivation stay dead after it, mailed or handed over', async () => {
  const { id, address, mailed } = await invited('kim')
  expect((await reset(await mailed(), goodPassword, { verify_email: true })).status).toBe(200)
  await s.call('POST', '/api/password/forgot', { body: { email: address } })
  const links = [await mailed(), await handedLink(id)]
  expect(new Set(links).size).toBe(2)
  await awayAndBack(id)
  for (const link of links) expect((await reset(link, better)).status).toBe(422)
  expect((await reset(await handedLink(id), better)).status).toBe(200)
})
