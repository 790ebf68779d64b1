import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { goodPassword, linkIn, type SessionApp, sessionApp } from '#tests/support/session-app.ts'

const better = 'a quiet Tuesday in Bergen'
let s: SessionApp
let organizationId: number

beforeAll(async () => {
  s = await sessionApp()
  organizationId = await s.organization({ code: 'NORTHGATE', name: 'Northgate Trading' })
  await s.user({ organizationId, email: 'gone@northgate.example', name: 'Gone', role: 'READER', status: 'deactivated' })
})
afterAll(() => s.close())

const newUser = async (mailbox: string, status: 'active' | 'invited' = 'active') => {
  const email = `${mailbox}@northgate.example`
  const password = status === 'invited' ? undefined : goodPassword
  const id = await s.user({ organizationId, email, name: mailbox, role: 'READER', status, password })
  return { id, email }
}
const forgot = (email: string) => s.call('POST', '/api/password/forgot', { body: { email } })
const reset = (body: object) => s.call('POST', '/api/password/reset', { body })
const login = (email: string, password: string) => s.call('POST', '/api/login', { body: { email, password } })
const mailsTo = async (email: string) => (await s.mails()).filter((mail) => mail.includes(`To: ${email}`))
const tokenMailedTo = async (email: string) => {
  const mail = (await mailsTo(email)).at(-1) ?? ''
  return linkIn(mail).searchParams.get('token') ?? ''
}

describe('a forgotten password', () => {
  test('B015 gives the same answer for every address and mails a link to those that are known', async () => {
    const { email } = await newUser('forgetful')
    const known = await forgot(email)
    const unknown = await forgot('nobody@northgate.example')
    expect(known).toEqual({ ...unknown, headers: expect.anything() })
    expect((await forgot('gone@northgate.example')).body).toEqual(known.body)
    expect(await mailsTo(email)).toHaveLength(1)
    expect(await mailsTo('nobody@northgate.example')).toHaveLength(0)
    expect(await mailsTo('gone@northgate.example')).toHaveLength(0)
    const [mail = ''] = await mailsTo(email)
    expect(linkIn(mail).href).toMatch(/^https:\/\/tierline\.test\/login\/reset-password\?token=[\w-]{43}$/)
  })

  test('B016 token, new_password and verify_email set a new password, which ends every session', async () => {
    const { email } = await newUser('resetter')
    const { token: session, refreshToken } = await s.signIn(email)
    await forgot(email)
    const token = await tokenMailedTo(email)
    expect((await reset({ token, new_password: better, verify_email: email })).status).toBe(200)
    expect((await login(email, goodPassword)).status).toBe(401)
    expect((await login(email, better)).status).toBe(200)
    expect((await s.call('GET', '/api/profile', { token: session })).status).toBe(401)
    expect((await s.call('POST', '/api/refresh', { body: { refresh_token: refreshToken } })).status).toBe(401)
    expect((await mailsTo(email)).at(-1)).toContain('Subject: Your password was changed')
  })

  test('a link works once, for one hour, and for the address it was made for', async () => {
    const { email } = await newUser('once')
    await forgot(email)
    const token = await tokenMailedTo(email)
    const other = await reset({ token, new_password: better, verify_email: 'else@northgate.example' })
    expect(other.body.error?.issues).toMatchObject([{ path: ['verify_email'] }])
    expect((await reset({ token, new_password: better, verify_email: true })).status).toBe(200)
    expect((await reset({ token, new_password: `${better} 2` })).body.error?.issues).toMatchObject([
      { path: ['token'], code: 'expired' },
    ])
    s.later(61)
    await forgot(email)
    const late = await tokenMailedTo(email)
    s.later(60 * 60 + 1)
    expect((await reset({ token: late, new_password: better })).status).toBe(422)
  })

  test('two uses of one link at the same moment set one password', async () => {
    const { email } = await newUser('racer')
    await forgot(email)
    const token = await tokenMailedTo(email)
    const answers = await Promise.all([
      reset({ token, new_password: `${better} A` }),
      reset({ token, new_password: `${better} B` }),
    ])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422])
  })

  test('a weak password is refused with every reason, and the link stays good', async () => {
    const { email } = await newUser('weakling')
    await forgot(email)
    const token = await tokenMailedTo(email)
    const { body } = await reset({ token, new_password: 'password1' })
    expect(body.error?.issues?.map(({ code }) => code)).toEqual(['too_short', 'too_common'])
    expect(body.error?.issues?.every(({ path }) => path[0] === 'new_password')).toBe(true)
    expect((await reset({ token, new_password: better })).status).toBe(200)
  })

  test('asking again and again sends three mails, then waits', async () => {
    const { email } = await newUser('impatient')
    for (let attempt = 0; attempt < 6; attempt += 1) expect((await forgot(email)).status).toBe(200)
    expect(await mailsTo(email)).toHaveLength(3)
  })

  test('mail addresses cannot smuggle headers into a mail', async () => {
    const { email } = await newUser('header')
    const answer = await forgot(`${email}\r\nBcc: thief@example.com`)
    expect(answer.status).toBe(200)
    expect((await s.mails()).some((mail) => mail.includes('thief'))).toBe(false)
  })
})

describe('an invitation', () => {
  test('its link confirms the address and makes the user active', async () => {
    const admin = await s.user({
      organizationId,
      email: 'inviter@northgate.example',
      name: 'Inviter',
      role: 'ADMINISTRATOR',
    })
    expect(admin).toBeGreaterThan(0)
    const { token } = await s.signIn('inviter@northgate.example')
    const { id, email } = await newUser('invitee', 'invited')
    const sent = await s.call('POST', `/api/users/${id}/resend-verification-mail`, { token })
    expect(sent.body.message).toBe('Mail sent successfully.')
    const [mail = ''] = await mailsTo(email)
    expect(mail).toContain('Subject: Your access to Northgate Trading')
    expect(linkIn(mail).searchParams.get('verify_email')).toBe('true')
    expect(
      (await reset({ token: linkIn(mail).searchParams.get('token'), new_password: better, verify_email: true })).status,
    ).toBe(200)
    expect((await login(email, better)).status).toBe(200)
    const again = await s.call('POST', '/api/users/resend-verification-mail', { token, body: { email } })
    expect(again.body.error?.code).toBe('WRONG_STATE')
  })

  test('a link handed over by an administrator sets the password; the address is then still to be confirmed by mail', async () => {
    const { token } = await s.signIn('inviter@northgate.example')
    const { id, email } = await newUser('handed', 'invited')
    const { body } = await s.call('POST', `/api/users/${id}/generate-reset-link`, { token })
    const link = new URL(String(body.response?.link))
    const done = await reset({ token: link.searchParams.get('token'), new_password: better })
    expect(done.status).toBe(200)
    expect(done.body.message).toContain('A mail to confirm your address is on its way')
    const shown = async () => (await s.call('GET', `/api/users/${id}`, { token })).body.response
    expect(await shown()).toMatchObject({ status: 'active', confirmation: 'missing' })
    expect((await login(email, better)).body.error?.details).toEqual({ reason: 'unverified' })
    const mail = (await mailsTo(email)).find((one) => one.includes('Subject: Confirm your email address')) ?? ''
    const verified = await s.call('POST', '/api/password/verify-email', {
      body: { token: linkIn(mail).searchParams.get('token') },
    })
    expect(verified.status).toBe(200)
    expect((await login(email, better)).status).toBe(200)
    expect(await shown()).toMatchObject({ status: 'active', confirmation: null })
  })
})

describe('changing the password', () => {
  test('B017 old_password and new_password change it and end the other sessions', async () => {
    const { email } = await newUser('changer')
    const here = await s.signIn(email)
    const elsewhere = await s.signIn(email)
    const change = (body: object) => s.call('POST', '/api/reset', { token: here.token, body })
    expect((await change({ old_password: 'wrong', new_password: better })).body.error?.issues).toMatchObject([
      { path: ['old_password'] },
    ])
    expect((await change({ old_password: goodPassword, new_password: goodPassword })).body.error?.issues).toMatchObject(
      [{ code: 'unchanged' }],
    )
    expect((await change({ old_password: goodPassword, new_password: email })).body.error?.issues).toMatchObject([
      { code: 'contains_email' },
    ])
    expect((await change({ old_password: goodPassword, new_password: better })).status).toBe(200)
    expect((await s.call('GET', '/api/profile', { token: here.token })).status).toBe(200)
    expect((await s.call('GET', '/api/profile', { token: elsewhere.token })).status).toBe(401)
    expect((await login(email, better)).status).toBe(200)
  })

  test('guessing the present password is slowed down', async () => {
    const { email } = await newUser('guessed')
    const { token } = await s.signIn(email)
    const guess = () => s.call('POST', '/api/reset', { token, body: { old_password: 'wrong', new_password: better } })
    for (let attempt = 0; attempt < 5; attempt += 1) expect((await guess()).status).toBe(422)
    expect((await guess()).status).toBe(429)
  })
})
