import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Screen } from '#src/definition'
import type { Caller } from '#server/authorize.ts'
import { foundOrganization } from '#server/session/new-organization.ts'
import { prepareRole, releaseRole, type RoleRecord, settleRole } from '#server/session/role-rules.ts'
import { startingRoles } from '#server/session/seed.ts'
import { prepareUser, releaseUser, settleUser, type UserRecord } from '#server/session/user-rules.ts'
import type { Tx } from '#server/store/database.ts'
import { sql } from '#server/store/sql.ts'
import { goodPassword, linkIn, type SessionApp, sessionApp } from '#tests/support/session-app.ts'

let s: SessionApp
let organizationId: number
let count = 0

const roles = [
  ...startingRoles,
  {
    code: 'USERADMIN',
    name: 'User administrator',
    permissions: ['administration.*', 'masters.read'],
    authorizedApps: [],
  },
]

beforeAll(async () => {
  s = await sessionApp()
})
beforeEach(async () => {
  count += 1
  organizationId = await s.organization({ code: `N${count}`, name: 'Northgate Trading', roles })
})
afterAll(() => s.close())

const address = (mailbox: string) => `${mailbox}@n${count}.example`
async function person(mailbox: string, role: string): Promise<Caller> {
  const userId = await s.user({ organizationId, email: address(mailbox), name: mailbox, role })
  const permissions = new Set(roles.find(({ code }) => code === role)?.permissions)
  return { sessionId: '', userId, organizationId, email: address(mailbox), roleIds: [], permissions, apps: [] }
}

const userById = async (tx: Tx, id: number) =>
  (await tx.query<UserRecord>(sql`select id, email, name, role, status from app_user where id = ${id}`))[0] ?? null
const roleByCode = async (tx: Tx, code: string) =>
  (
    await tx.query<RoleRecord>(
      sql`select id, code, permissions from role where organization_id = ${organizationId} and code = ${code}`,
    )
  )[0] ?? null

/** Writes a user between its two rules, in one transaction, as the engine does. */
const createUser = (caller: Caller, values: { email: string; name: string; role: string; status?: string }) =>
  s.db.tenant(caller, async (tx) => {
    const { email, name, role, status } = await prepareUser(tx, caller, null, values)
    const [after] = await tx.query<UserRecord>(sql`
      insert into app_user (organization_id, email, name, role, status) values (${organizationId}, ${email}, ${name}, ${role}, ${status})
      returning id, email, name, role, status`)
    if (after) await settleUser(s.app.session, tx, caller, null, after)
    return after
  })
const updateUser = (caller: Caller, id: number, values: Partial<UserRecord>) =>
  s.db.tenant(caller, async (tx) => {
    const before = await userById(tx, id)
    const { email, role, status } = { ...before, ...(await prepareUser(tx, caller, before, values)) }
    await tx.query(sql`update app_user set email = ${email}, role = ${role}, status = ${status} where id = ${id}`)
    const after = await userById(tx, id)
    if (after) await settleUser(s.app.session, tx, caller, before, after)
  })
const deleteUser = (caller: Caller, id: number) =>
  s.db.tenant(caller, async (tx) => {
    await releaseUser(s.app.session, tx, caller, { id })
    await tx.query(sql`delete from app_user where id = ${id}`)
  })
const updateRole = (caller: Caller, code: string, permissions: readonly string[]) =>
  s.db.tenant(caller, async (tx) => {
    const before = await roleByCode(tx, code)
    await prepareRole(tx, caller, before, { permissions })
    await tx.query(
      sql`update role set permissions = ${[...permissions]} where organization_id = ${organizationId} and code = ${code}`,
    )
    await settleRole(s.app.session, tx, caller, before)
  })

describe('creating a user', () => {
  test('mails an invitation whose link makes the user active', async () => {
    const admin = await person('admin', 'ADMINISTRATOR')
    const created = await createUser(admin, {
      email: `  ${address('New').toUpperCase()}`,
      name: 'New',
      role: 'READER',
      status: 'active',
    })
    expect(created).toMatchObject({ email: address('new'), status: 'invited' })
    const mail = (await s.mails()).find((one) => one.includes(`To: ${address('new')}`)) ?? ''
    const token = linkIn(mail).searchParams.get('token')
    const reset = await s.call('POST', '/api/password/reset', {
      body: { token, new_password: goodPassword, verify_email: true },
    })
    expect(reset.status).toBe(200)
    expect((await s.signIn(address('new'))).token).toBeTruthy()
  })

  test('is refused for an address that signs in anywhere, also in an organisation that cannot be seen', async () => {
    const elsewhere = await s.organization({ code: `E${count}`, name: 'Elsewhere' })
    await s.user({ organizationId: elsewhere, email: address('taken'), name: 'Taken', role: 'READER' })
    const admin = await person('admin', 'ADMINISTRATOR')
    await expect(createUser(admin, { email: address('taken'), name: 'X', role: 'READER' })).rejects.toMatchObject({
      code: 'VALIDATION',
      issues: [{ path: ['email'], code: 'taken' }],
    })
  })

  test('with a role that holds more than the caller is refused', async () => {
    const userAdmin = await person('uma', 'USERADMIN')
    await expect(
      createUser(userAdmin, { email: address('puppet'), name: 'Puppet', role: 'ADMINISTRATOR' }),
    ).rejects.toMatchObject({
      code: 'FORBIDDEN',
      issues: [{ path: ['role'] }],
    })
  })
})

describe('changing a user', () => {
  test('nobody gives a user, or the own self, more than the caller holds', async () => {
    await person('admin', 'ADMINISTRATOR')
    const userAdmin = await person('uma', 'USERADMIN')
    await expect(updateUser(userAdmin, userAdmin.userId, { role: 'ADMINISTRATOR' })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  test('nobody changes a user who holds more, since a new address would take the account over', async () => {
    const admin = await person('admin', 'ADMINISTRATOR')
    const userAdmin = await person('uma', 'USERADMIN')
    await expect(updateUser(userAdmin, admin.userId, { email: address('thief') })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
    await expect(deleteUser(userAdmin, admin.userId)).rejects.toMatchObject({ code: 'FORBIDDEN' })
  })

  test('the last administrator is neither demoted nor deactivated; with a second one it goes', async () => {
    const admin = await person('admin', 'ADMINISTRATOR')
    await expect(updateUser(admin, admin.userId, { role: 'READER' })).rejects.toMatchObject({ code: 'WRONG_STATE' })
    const second = await person('second', 'ADMINISTRATOR')
    await updateUser(second, admin.userId, { status: 'deactivated' })
    await expect(updateUser(admin, second.userId, { status: 'deactivated' })).rejects.toMatchObject({
      code: 'WRONG_STATE',
    })
  })

  test('two administrators who demote each other at the same moment do not both succeed', async () => {
    const [one, two] = [await person('one', 'ADMINISTRATOR'), await person('two', 'ADMINISTRATOR')]
    const outcomes = await Promise.allSettled([
      updateUser(one, two.userId, { role: 'READER' }),
      updateUser(two, one.userId, { role: 'READER' }),
    ])
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test('nobody deactivates or deletes the own self', async () => {
    const admin = await person('admin', 'ADMINISTRATOR')
    await person('second', 'ADMINISTRATOR')
    await expect(updateUser(admin, admin.userId, { status: 'deactivated' })).rejects.toMatchObject({
      message: 'You cannot deactivate yourself.',
    })
    await expect(deleteUser(admin, admin.userId)).rejects.toMatchObject({ message: 'You cannot delete yourself.' })
  })

  test('deactivating ends the sessions at once, and they stay ended after activating again', async () => {
    const admin = await person('admin', 'ADMINISTRATOR')
    const leaver = await person('leaver', 'READER')
    const { token } = await s.signIn(leaver.email)
    expect((await s.call('GET', '/api/profile', { token })).status).toBe(200)
    await updateUser(admin, leaver.userId, { status: 'deactivated' })
    expect((await s.call('GET', '/api/profile', { token })).status).toBe(401)
    await updateUser(admin, leaver.userId, { status: 'active' })
    expect((await s.call('GET', '/api/profile', { token })).status).toBe(401)
    expect((await s.signIn(leaver.email)).token).toBeTruthy()
  })

  test('a new address is confirmed before it signs in, and the old one no longer does', async () => {
    const admin = await person('admin', 'ADMINISTRATOR')
    const mover = await person('mover', 'READER')
    await updateUser(admin, mover.userId, { email: address('moved') })
    await expect(s.signIn(address('mover'))).rejects.toThrow('401')
    await expect(s.signIn(address('moved'))).rejects.toThrow('403')
    const shown = () =>
      s.db.tenant(admin, (tx) => tx.query(sql`select status, confirmation from app_user where id = ${mover.userId}`))
    expect(await shown()).toEqual([{ status: 'active', confirmation: 'missing' }])
    const mail = (await s.mails()).find((one) => one.includes(`To: ${address('moved')}`)) ?? ''
    await s.call('POST', '/api/password/verify-email', { body: { token: linkIn(mail).searchParams.get('token') } })
    expect((await s.signIn(address('moved'))).token).toBeTruthy()
    expect(await shown()).toEqual([{ status: 'active', confirmation: null }])
  })

  test('a deleted user is signed out and the address is free again', async () => {
    const admin = await person('admin', 'ADMINISTRATOR')
    const leaver = await person('leaver', 'READER')
    const { token } = await s.signIn(leaver.email)
    await deleteUser(admin, leaver.userId)
    expect((await s.call('GET', '/api/profile', { token })).status).toBe(401)
    await person('leaver', 'READER')
  })
})

describe('creating an organisation', () => {
  const values = () => ({
    code: `new${count}`,
    name: 'Eastfield',
    app_title: 'Eastfield rebates',
    administrator_name: 'Eve',
    administrator_email: address('eve'),
  })
  const screen = () => s.screens.find(({ name }) => name === 'organization') as Screen

  test('needs platform.organizations, which being an administrator does not include', async () => {
    const admin = await person('admin', 'ADMINISTRATOR')
    await expect(foundOrganization(s.app.session, admin, screen(), values())).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  test('invites its first administrator, who sees nothing but it', async () => {
    const admin = await person('admin', 'ADMINISTRATOR')
    const platform = { ...admin, permissions: new Set(['*', 'platform.organizations']) }
    await foundOrganization(s.app.session, platform, screen(), values())
    const mail = (await s.mails()).find((one) => one.includes(`To: ${address('eve')}`)) ?? ''
    await s.call('POST', '/api/password/reset', {
      body: { token: linkIn(mail).searchParams.get('token'), new_password: goodPassword },
    })
    const { token } = await s.signIn(address('eve'))
    const profile = await s.call('GET', '/api/profile', { token })
    expect(profile.body.response).toMatchObject({
      organization: { app_title: 'Eastfield rebates' },
      role: 'ADMINISTRATOR',
    })
    const twice = foundOrganization(s.app.session, platform, screen(), values())
    await expect(twice).rejects.toMatchObject({ issues: [{ path: ['code'] }, { path: ['administrator_email'] }] })
  })

  test('says everything that is missing at once', async () => {
    const platform = { ...(await person('admin', 'ADMINISTRATOR')), permissions: new Set(['platform.organizations']) }
    const incomplete = foundOrganization(s.app.session, platform, screen(), { code: 'X', color_theme: 'red' })
    const paths = ['color_theme', 'name', 'app_title', 'administrator_email', 'administrator_name'].map((name) => ({
      path: [name],
    }))
    await expect(incomplete).rejects.toMatchObject({
      issues: expect.arrayContaining(paths.map((path) => expect.objectContaining(path))),
    })
  })
})

describe('changing a role', () => {
  test('nobody grants what the caller does not hold, nor takes from a role that holds more', async () => {
    await person('admin', 'ADMINISTRATOR')
    const userAdmin = await person('uma', 'USERADMIN')
    await expect(updateRole(userAdmin, 'READER', ['masters.write'])).rejects.toMatchObject({
      code: 'FORBIDDEN',
      issues: [{ path: ['permissions'] }],
    })
    await expect(updateRole(userAdmin, 'ADMINISTRATOR', ['masters.read'])).rejects.toMatchObject({ code: 'FORBIDDEN' })
    await expect(updateRole(userAdmin, 'USERADMIN', ['administration.users', 'masters.read'])).resolves.toBeUndefined()
  })

  test('an administrator does not grant what reaches beyond the organisation', async () => {
    const admin = await person('admin', 'ADMINISTRATOR')
    await expect(updateRole(admin, 'ADMINISTRATOR', ['*', 'platform.organizations'])).rejects.toMatchObject({
      code: 'FORBIDDEN',
    })
  })

  test('the role of the last administrator keeps its permission', async () => {
    const admin = await person('admin', 'ADMINISTRATOR')
    await expect(updateRole(admin, 'ADMINISTRATOR', ['masters.*'])).rejects.toMatchObject({ code: 'WRONG_STATE' })
  })

  test('a changed role counts with the next request of those who hold it', async () => {
    const admin = await person('admin', 'ADMINISTRATOR')
    const reader = await person('reader', 'READER')
    const { token } = await s.signIn(reader.email)
    const permissions = async () => (await s.call('GET', '/api/profile', { token })).body.response?.permissions
    expect(await permissions()).toContain('masters.read')
    await updateRole(admin, 'READER', ['masters.*'])
    expect(await permissions()).toEqual(['masters.*'])
  })

  test('a role that users have is not deleted', async () => {
    const admin = await person('admin', 'ADMINISTRATOR')
    await person('reader', 'READER')
    const release = (code: string) =>
      s.db.tenant(admin, async (tx) => {
        const role = await roleByCode(tx, code)
        if (role) await releaseRole(s.app.session, tx, admin, role)
      })
    await expect(release('READER')).rejects.toMatchObject({ code: 'STILL_REFERENCED' })
    await expect(release('ANALYST')).resolves.toBeUndefined()
  })
})
