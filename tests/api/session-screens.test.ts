import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startingRoles } from '#server/session/seed.ts'
import { sql } from '#server/store/sql.ts'
import { type Answer, goodPassword, linkIn, type SessionApp, sessionApp } from '#tests/support/session-app.ts'

let s: SessionApp
let organizationId: number
let admin: { id: number; token: string }
let reader: { id: number; token: string }

const userAdministrator = {
  code: 'USERADMIN',
  name: 'User administrator',
  permissions: ['administration.*'],
  authorizedApps: [],
}

beforeAll(async () => {
  s = await sessionApp()
  const roles = [...startingRoles, userAdministrator]
  organizationId = await s.organization({ code: 'NORTHGATE', name: 'Northgate Trading', roles, operatesPlatform: true })
  const person = async (email: string, role: string) => {
    const id = await s.user({ organizationId, email, name: email.split('@')[0] ?? '', role })
    return { id, token: (await s.signIn(email)).token }
  }
  admin = await person('admin@northgate.example', 'ADMINISTRATOR')
  reader = await person('lee@northgate.example', 'READER')
})
afterAll(() => s.close())

const recordsOf = <T>({ body }: Answer) => (body.response?.records ?? []) as T[]

const as = (token: string) => ({
  get: (path: string) => s.call('GET', `/api/${path}`, { token }),
  post: (path: string, body: object) => s.call('POST', `/api/${path}`, { token, body }),
  put: (path: string, body: object) => s.call('PUT', `/api/${path}`, { token, body }),
  remove: (path: string) => s.call('DELETE', `/api/${path}`, { token }),
})

describe('users', () => {
  test('are invited, seen in the list, changed and deleted, and hold no password in any answer', async () => {
    const created = await as(admin.token).post('users', {
      email: 'New@Northgate.example',
      name: 'New',
      role: 'READER',
    })
    expect(created.status).toBe(201)
    expect(created.body.response).toMatchObject({ email: 'new@northgate.example', status: 'invited' })
    const mail = (await s.mails()).find((one) => one.includes('To: new@northgate.example')) ?? ''
    const token = linkIn(mail).searchParams.get('token')
    await s.call('POST', '/api/password/reset', { body: { token, new_password: goodPassword, verify_email: true } })
    expect((await s.signIn('new@northgate.example')).token).toBeTruthy()
    const found = await as(admin.token).get('users?email=new@northgate.example')
    const [record] = recordsOf<{ id: number; row_version: number; status: string }>(found)
    expect(record).toMatchObject({ status: 'active' })
    expect(JSON.stringify(found.body)).not.toMatch(/password|hash|argon/)
    const path = `users/${record?.id}`
    expect((await as(admin.token).put(path, { name: 'Newer', row_version: record?.row_version })).status).toBe(200)
    const removed = await as(admin.token).remove(path)
    expect(removed.body.message).toBe('User deleted successfully.')
    await expect(s.signIn('new@northgate.example')).rejects.toThrow('401')
  })

  test('are for those who administer users, and of the own organisation alone', async () => {
    expect((await as(reader.token).get('users')).status).toBe(403)
    expect((await as(reader.token).post('users', { email: 'a@b.example', name: 'A', role: 'READER' })).status).toBe(403)
    const other = await s.organization({ code: 'SOUTHBANK', name: 'Southbank Supplies' })
    await s.user({ organizationId: other, email: 'admin@southbank.example', name: 'Sam', role: 'ADMINISTRATOR' })
    const { token } = await s.signIn('admin@southbank.example')
    const { body } = await as(token).get('users')
    expect(body.response).toMatchObject({ total_record: 1, records: [{ email: 'admin@southbank.example' }] })
    expect((await as(token).remove(`users/${reader.id}`)).status).toBe(404)
  })

  test('nobody deletes the own self, and the last administrator stays one', async () => {
    const own = await as(admin.token).remove(`users/${admin.id}`)
    expect(own.body.message).toBe('You cannot delete yourself.')
    const current = await as(admin.token).get(`users/${admin.id}`)
    const change = { role: 'READER', row_version: current.body.response?.row_version }
    expect((await as(admin.token).put(`users/${admin.id}`, change)).body.error?.code).toBe('WRONG_STATE')
  })
})

describe('roles', () => {
  test('are created, renamed and deleted', async () => {
    const created = await as(admin.token).post('user-role', {
      code: 'sales',
      name: 'Sales',
      permissions: ['masters.*'],
    })
    expect(created.status).toBe(201)
    const { id, row_version } = created.body.response ?? {}
    const renamed = await as(admin.token).put(`user-role/${String(id)}`, { name: 'Sales force', row_version })
    expect(renamed.body.response).toMatchObject({ code: 'SALES', name: 'Sales force', permissions: ['masters.*'] })
    expect((await as(admin.token).remove(`user-role/${String(id)}`)).status).toBe(200)
  })

  test('are given permissions from a catalogue made of the definitions', async () => {
    const catalogue = await as(reader.token).get('permissions?page=1&limit=0')
    const names = recordsOf<{ name: string }>(catalogue).map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['*', 'masters.*', 'masters.write', 'administration.users', 'platform.organizations']),
    )
    expect(names).not.toContain('any')
    expect((await as(admin.token).post('permissions', { name: 'made.up' })).status).toBe(403)
  })

  test('take no permission that does not exist, and keep those they have had', async () => {
    const made = await as(admin.token).post('user-role', {
      code: 'ODD',
      name: 'Odd',
      permissions: ['masters.read', 'nonsense.perm', 'nonsense.*'],
    })
    expect(made.body.error).toMatchObject({
      code: 'VALIDATION',
      issues: [{ path: ['permissions'], message: expect.stringContaining('nonsense.perm, nonsense.*') }],
    })
    const named = startingRoles.flatMap(({ permissions }) => permissions)
    const all = await as(admin.token).post('user-role', { code: 'ALL', name: 'All', permissions: named })
    expect(all.body.error).toBeUndefined()
    await s.db.system((tx) =>
      tx.query(
        sql`update role set permissions = ${['gone.read']} where organization_id = ${organizationId} and code = 'ALL'`,
      ),
    )
    const { id, row_version } = all.body.response ?? {}
    const kept = await as(admin.token).put(`user-role/${String(id)}`, {
      permissions: ['gone.read', 'masters.read'],
      row_version,
    })
    expect(kept.status).toBe(200)
  })

  test('do not pass on more than their giver holds', async () => {
    await s.user({ organizationId, email: 'uma@northgate.example', name: 'Uma', role: 'USERADMIN' })
    const { token } = await s.signIn('uma@northgate.example')
    const granted = await as(token).post('user-role', { code: 'X', name: 'X', permissions: ['masters.write'] })
    expect(granted.body.error).toMatchObject({ code: 'FORBIDDEN', issues: [{ path: ['permissions'] }] })
  })
})

describe('applications', () => {
  test('are given to users by those who have them themselves, and by those who write roles', async () => {
    const roles = [
      { code: 'HELPDESK', permissions: ['administration.users', 'masters.read'], apps: ['Customer Rebate'] },
      { code: 'PRICER', permissions: ['masters.read'], apps: ['Pricing'] },
    ]
    for (const { code, permissions, apps } of roles) {
      const made = { code, name: code, permissions, authorized_apps: apps }
      expect((await as(admin.token).post('user-role', made)).status).toBe(201)
    }
    const self = await s.user({ organizationId, email: 'hal@northgate.example', name: 'Hal', role: 'HELPDESK' })
    const { token } = await s.signIn('hal@northgate.example')
    const version = async (id: unknown) =>
      (await as(token).get(`users/${String(id)}`)).body.response?.row_version as number
    const put = async (id: unknown, body: object) =>
      as(token).put(`users/${String(id)}`, { ...body, row_version: await version(id) })

    const taken = await put(self, { authorized_apps: ['Pricing', 'Designer Studio'] })
    expect(taken.body.error).toMatchObject({
      code: 'FORBIDDEN',
      message: 'You cannot grant applications that you do not have yourself: Pricing, Designer Studio.',
      issues: [{ path: ['authorized_apps'], code: 'not_held' }],
    })
    expect((await put(self, { role: 'PRICER' })).body.error).toMatchObject({ issues: [{ path: ['role'] }] })

    const mate = { email: 'mate@northgate.example', name: 'Mate', role: 'PRICER' }
    expect((await as(token).post('users', mate)).body.error).toMatchObject({ issues: [{ path: ['role'] }] })
    const made = await as(token).post('users', { ...mate, authorized_apps: ['Customer Rebate'] })
    expect(made.status).toBe(201)
    const id = made.body.response?.id
    expect((await put(id, { authorized_apps: null })).status).toBe(403)

    // What somebody has already is no gift, and administrators of roles give what the organization has.
    const wide = await as(admin.token).put(`users/${String(id)}`, {
      authorized_apps: ['Customer Rebate', 'Pricing'],
      row_version: await version(id),
    })
    expect(wide.status).toBe(200)
    expect((await put(id, { name: 'Mate II', authorized_apps: ['Pricing'], role: 'PRICER' })).status).toBe(200)
  })
})

describe('access rights of a role', () => {
  test('take an application away and add one, for those who have the role, with their next request', async () => {
    const apps = async () => (await as(reader.token).get('profile')).body.response?.authorized_apps as string[]
    expect(await apps()).toContain('Royalty')
    const closed = await as(admin.token).post('config/access', {
      role: 'READER',
      application: 'Royalty',
      can_open: false,
    })
    await as(admin.token).post('config/access', { role: 'READER', application: 'Audit Lab', can_open: true })
    expect(closed.status).toBe(201)
    expect(await apps()).not.toContain('Royalty')
    expect(await apps()).toContain('Audit Lab')
  })
})

describe('organizations', () => {
  test('the own one is changed by its administrator, others are created by those of the platform', async () => {
    const listed = await as(admin.token).get('organizations')
    const [own] = recordsOf<{ id: number; row_version: number }>(listed)
    expect(listed.body.response?.total_record).toBe(1)
    const renamed = await as(admin.token).put(`organizations/${own?.id}`, {
      app_title: 'Rebates',
      row_version: own?.row_version,
    })
    expect(renamed.status).toBe(200)
    expect((await as(reader.token).get('profile')).body.response).toMatchObject({
      organization: { app_title: 'Rebates' },
    })
    const values = {
      code: 'EAST',
      name: 'Eastfield',
      app_title: 'Eastfield',
      administrator_name: 'Eve',
      administrator_email: 'eve@eastfield.example',
    }
    expect((await as(reader.token).post('organizations', values)).status).toBe(403)
    expect((await as(admin.token).post('organizations', values)).status).toBe(201)
    expect((await as(admin.token).get('organizations')).body.response?.total_record).toBe(1)
    expect((await as(admin.token).remove(`organizations/${own?.id}`)).status).toBe(409)
  })
})
