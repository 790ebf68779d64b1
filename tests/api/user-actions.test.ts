import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { goodPassword, linkIn, sessionApp, type SessionApp } from '#tests/support/session-app.ts'

interface Outcome {
  done: number
  skipped: { id: number; key: string; reason: string }[]
  failed: { id: number; key: string; message: string }[]
  given: { id: number; key: string; value: string }[]
}

let s: SessionApp
let organizationId: number
let admin: { id: number; token: string }
let userAdmin: { id: number; token: string }
let people = 0

const newPerson = async (role = 'READER') => {
  people += 1
  const email = `person${people}@northgate.example`
  const id = await s.user({ organizationId, email, name: `Person ${people}`, role })
  return { id, email }
}
const act = async (action: string, body: object, token = admin.token) => {
  const answer = await s.call('POST', `/api/users/actions/${action}`, { token, body })
  return { ...answer, outcome: answer.body.response as unknown as Outcome }
}
const statusOf = async (id: number) =>
  (await s.call('GET', `/api/users/${id}`, { token: admin.token })).body.response?.['status']

beforeAll(async () => {
  s = await sessionApp()
  const { startingRoles } = await import('#server/session/seed.ts')
  const roles = [
    ...startingRoles,
    { code: 'USERADMIN', name: 'User administrator', permissions: ['administration.users'], authorizedApps: [] },
  ]
  organizationId = await s.organization({ code: 'NORTHGATE', name: 'Northgate Trading', roles })
  const person = async (email: string, role: string) => {
    const id = await s.user({ organizationId, email, name: email, role })
    return { id, token: (await s.signIn(email)).token }
  }
  admin = await person('admin@northgate.example', 'ADMINISTRATOR')
  userAdmin = await person('uma@northgate.example', 'USERADMIN')
})
afterAll(() => s.close())

let sent = 0
beforeEach(async () => {
  sent = (await s.mails()).length
})
const newMails = async () => (await s.mails()).slice(sent)

it('deactivates whom it can, ends their sessions and tells who was left', async () => {
  const one = await newPerson()
  const { token } = await s.signIn(one.email)
  const { outcome, body } = await act('deactivate', { ids: [one.id, admin.id, 999_999] })
  expect(outcome).toMatchObject({
    done: 1,
    skipped: [],
    failed: [
      { id: admin.id, key: 'admin@northgate.example', message: 'You cannot deactivate yourself.' },
      { id: 999_999, message: 'This record is not there any more.' },
    ],
  })
  expect(body.message).toBe('Successfully deactivated')
  expect((await s.call('GET', '/api/profile', { token })).status).toBe(401)
  expect((await s.call('POST', '/api/login', { body: { email: one.email, password: goodPassword } })).status).toBe(403)

  const foreseen = await act('deactivate', { ids: [one.id, admin.id], dry_run: true })
  expect(foreseen.body.response).toEqual({
    matched: 2,
    left_out: 1,
    reason: 'Only where Status is not Deactivated',
  })
  const again = await act('deactivate', { ids: [one.id] })
  expect(again.outcome).toMatchObject({
    done: 0,
    skipped: [{ id: one.id, key: one.email, reason: 'Only where Status is not Deactivated' }],
  })
  expect(again.body.message).toBeUndefined()
})

it('reactivates who has a password as active, anybody else as invited', async () => {
  const known = await newPerson()
  const { body } = await s.call('POST', '/api/users', {
    token: admin.token,
    body: { email: 'fresh@northgate.example', name: 'Fresh', role: 'READER' },
  })
  const fresh = Number(body.response?.['id'])
  const ids = [known.id, fresh]
  expect((await act('deactivate', { ids })).outcome.done).toBe(2)
  expect((await act('reactivate', { ids })).outcome).toMatchObject({ done: 2, failed: [] })
  expect([await statusOf(known.id), await statusOf(fresh)]).toEqual(['active', 'invited'])
  await s.signIn(known.email)
})

it('mails a reset link that works, but to nobody who holds more than the sender', async () => {
  const one = await newPerson('USERADMIN')
  const { outcome, body } = await act('send-reset-link', { ids: [one.id, admin.id] }, userAdmin.token)
  expect(outcome).toMatchObject({
    done: 1,
    failed: [{ id: admin.id, message: 'This user holds more permissions than you do.' }],
  })
  expect(body.message).toBe('Mail sent successfully.')
  const mails = await newMails()
  expect(mails).toHaveLength(1)
  const token = linkIn(mails[0]!).searchParams.get('token')
  const reset = await s.call('POST', '/api/password/reset', {
    body: { token, new_password: 'quiet copper meadow', verify_email: true },
  })
  expect(reset.status).toBe(200)
  await s.signIn(one.email, 'quiet copper meadow')
})

it('resends the verification to whom a filter finds and skips who has confirmed', async () => {
  await s.call('POST', '/api/users', {
    token: admin.token,
    body: { email: 'late@northgate.example', name: 'Late', role: 'READER', department: 'Night' },
  })
  const confirmed = await newPerson()
  await s.db.system((tx) =>
    tx.client.query(`update app_user set department = 'Night' where id = ${confirmed.id};
      update account set email_verified_at = now() where user_id = ${confirmed.id}`),
  )
  sent = (await s.mails()).length
  const { outcome } = await act('resend-verification', { filters: { department: 'Night' } })
  expect(outcome).toMatchObject({
    done: 1,
    skipped: [{ key: confirmed.email, reason: 'This address is confirmed already' }],
    failed: [],
  })
  expect(await newMails()).toEqual([expect.stringContaining('late@northgate.example')])
})

it('answers a link to hand over', async () => {
  const one = await newPerson()
  const { outcome } = await act('create-reset-link', { ids: [one.id] })
  expect(outcome.given).toEqual([
    { id: one.id, key: one.email, value: expect.stringContaining('/login/reset-password?token=') },
  ])
  expect(await newMails()).toEqual([])
  const [organization] = (await s.call('GET', '/api/organizations', { token: admin.token })).body.response?.[
    'records'
  ] as { id: number }[]
  const answer = await s.call('POST', '/api/organizations/actions/create-reset-link', {
    token: admin.token,
    body: { ids: [organization!.id], parameters: { user: one.email } },
  })
  expect((answer.body.response as unknown as Outcome).given[0]?.value).toContain('/login/reset-password?token=')
})

it('counts a mail that could not be sent as failed', async () => {
  const one = await newPerson()
  const { mailer } = s.app.session
  const send = mailer.send.bind(mailer)
  const { AppError } = await import('#server/errors.ts')
  Object.assign(mailer, { send: () => Promise.reject(new AppError('MAIL_FAILED')) })
  try {
    const { outcome, body } = await act('send-reset-link', { ids: [one.id] })
    expect(outcome).toMatchObject({ done: 0, failed: [{ key: one.email, message: 'The mail could not be sent.' }] })
    expect(body.message).toBeUndefined()
  } finally {
    Object.assign(mailer, { send })
  }
})

it('needs the permission, and the target the action is for', async () => {
  const one = await newPerson()
  const { token } = await s.signIn(one.email)
  expect((await act('deactivate', { ids: [one.id] }, token)).status).toBe(403)
  expect((await act('deactivate', { filters: {} })).status).toBe(400)
  expect((await act('create-reset-link', { ids: [one.id, admin.id] })).status).toBe(400)
})

it('org-users lists colleagues for everybody who is signed in', async () => {
  const one = await newPerson()
  const gone = await newPerson()
  await act('deactivate', { ids: [gone.id] })
  const { token } = await s.signIn(one.email)
  const { status, body } = await s.call('GET', '/api/org-users?search=person&limit=0', { token })
  const records = body.response?.['records'] as { email: string }[]
  expect(status).toBe(200)
  expect(records.map(({ email }) => email)).toContain(one.email)
  expect(records.map(({ email }) => email)).not.toContain(gone.email)
  expect(records[0]).not.toHaveProperty('role')
  expect(body.response?.['total_record']).toBe(records.length)
  expect((await s.call('GET', '/api/org-users')).status).toBe(401)
})
