import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Answer, sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let product: SessionApp
let admin: string
let clerk: string
const roles = new Map<string, { id: number; row_version: number }>()

type Call = [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token?: string]
const call = (...[method, path, body, token = admin]: Call): Promise<Answer> =>
  product.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })

async function readRoles(): Promise<void> {
  const { body } = await call('GET', 'user-role?limit=0')
  for (const role of body.response?.['records'] as { id: number; code: string; row_version: number }[])
    roles.set(role.code, role)
}

beforeAll(async () => {
  product = await sessionApp()
  const organizationId = await product.organization({ code: 'HERE', name: 'Here' })
  await product.user({ organizationId, email: 'admin@here.test', name: 'Ada', role: 'ADMINISTRATOR' })
  admin = (await product.signIn('admin@here.test')).token
  const made = await call('POST', 'user-role', {
    code: 'CLERK',
    name: 'Clerk',
    permissions: ['masters.write', 'administration.roles'],
    authorized_apps: ['Customer Rebate'],
  })
  if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  await product.user({ organizationId, email: 'clerk@here.test', name: 'Cle', role: 'CLERK' })
  clerk = (await product.signIn('clerk@here.test')).token
  await readRoles()
})

afterAll(() => product?.close())

interface Area {
  area: string
  whole: string[]
  rows: { screens: { name: string }[]; rights: Record<string, string | null> }[]
  fields: { field: string; screens: string[]; read: string | null; write: string | null }[]
}

describe('what can be allowed', () => {
  it('is told by areas, their screens and fields', async () => {
    const { status, body } = await call('GET', 'rights')
    expect(status).toBe(200)
    const areas = body.response?.['areas'] as Area[]
    const masters = areas.find(({ area }) => area === 'masters')
    expect(masters?.whole).toEqual(['masters.*'])
    const customers = masters?.rows.find(({ screens }) => screens.some(({ name }) => name === 'customer'))
    expect(customers?.rights).toMatchObject({
      read: 'any',
      create: 'masters.write',
      update: 'masters.write',
      delete: 'masters.delete',
      upload: 'masters.write',
      export: 'any',
    })
    expect(masters?.fields).toContainEqual(
      expect.objectContaining({ field: 'credit_limit', read: 'masters.credit', write: 'masters.credit' }),
    )
    const results = areas.find(({ area }) => area === 'results')
    expect(results?.rows[0]?.rights).toMatchObject({ read: 'results.read', create: null, delete: null })
  })

  it('names every screen once and every permission there is', async () => {
    const { body } = await call('GET', 'rights')
    const areas = body.response?.['areas'] as Area[]
    const names = areas.flatMap(({ rows }) => rows.flatMap(({ screens }) => screens.map(({ name }) => name)))
    expect(names.toSorted()).toEqual(product.screens.map(({ name }) => name).toSorted())
    const shown = JSON.stringify(body.response)
    const { body: catalogue } = await call('GET', 'permissions?limit=0')
    const granted = (catalogue.response?.['records'] as { name: string }[]).map(({ name }) => name)
    const missing = granted.filter((name) => name !== '*' && !shown.includes(`"${name}"`))
    expect([granted.length > 10, missing]).toEqual([true, []])
  })

  it('is told to those alone who administer roles', async () => {
    const { id } = roles.get('READER')!
    await product.user({ organizationId: 1, email: 'rex@here.test', name: 'Rex', role: 'READER' })
    const reader = (await product.signIn('rex@here.test')).token
    for (const path of ['rights', `rights/seen-by/${id}`, `rights/seen-by/${id}/screens/customer`])
      expect((await call('GET', path, undefined, reader)).status).toBe(403)
  })
})

describe('what a role sees', () => {
  it('is its menu with what it may do on each screen', async () => {
    const { status, body } = await call('GET', `rights/seen-by/${roles.get('CLERK')!.id}`)
    expect(status).toBe(200)
    expect(body.response).toMatchObject({ role: { code: 'CLERK', name: 'Clerk' }, applications: ['Customer Rebate'] })
    const screens = body.response?.['screens'] as Record<string, { may: string[]; unseen: string[] }>
    expect(screens['customer']?.may).toEqual(['create', 'update', 'upload', 'export'])
    expect(screens['customer']?.unseen).toContain('Credit limit')
    expect(screens['user-role']?.may).toContain('update')
    const navigation = body.response?.['navigation'] as { area: string }[]
    expect(navigation.map(({ area }) => area)).not.toContain('results')
  })

  it('is a screen without the fields the role may not see, the same as its holders get', async () => {
    const { body } = await call('GET', `rights/seen-by/${roles.get('CLERK')!.id}/screens/customer`)
    const { body: own } = await call('GET', 'screens/customer', undefined, clerk)
    const { around: _around, ...screen } = own.response!
    expect(body.response?.['screen']).toEqual(screen)
  })

  it('is not told of a role that may more than oneself, of none and of what it may not open', async () => {
    expect((await call('GET', `rights/seen-by/${roles.get('ADMINISTRATOR')!.id}`, undefined, clerk)).status).toBe(403)
    expect((await call('GET', 'rights/seen-by/999999')).status).toBe(404)
    expect((await call('GET', `rights/seen-by/${roles.get('CLERK')!.id}/screens/sales-trends`)).status).toBe(403)
    expect((await call('GET', `rights/seen-by/${roles.get('CLERK')!.id}/screens/nothing`)).status).toBe(404)
  })
})

describe('the last administrator', () => {
  const still = 'At least one active administrator has to remain.'

  it('can neither lose the permission of the role, nor the role', async () => {
    const { id, row_version } = roles.get('ADMINISTRATOR')!
    for (const permissions of [null, ['administration.*', 'masters.*']]) {
      const answer = await call('PUT', `user-role/${id}`, { row_version, permissions })
      expect([answer.status, answer.body.message]).toEqual([409, still])
    }
    const { body } = await call('GET', 'users?email=admin@here.test')
    const [user] = body.response?.['records'] as { id: number; row_version: number }[]
    const demoted = await call('PUT', `users/${user!.id}`, { row_version: user!.row_version, role: 'CLERK' })
    expect([demoted.status, demoted.body.message]).toEqual([409, still])
    expect(
      (await call('PUT', `users/${user!.id}`, { row_version: user!.row_version, status: 'deactivated' })).status,
    ).toBe(409)
    expect((await call('DELETE', `users/${user!.id}`)).status).toBe(409)
    expect((await call('DELETE', `user-role/${id}`)).status).toBe(409)
    const bulk = await call('POST', 'users/bulk-update', { ids: [user!.id], changes: { role: 'CLERK' } })
    expect(bulk.body.response?.['updated'] ?? 0).toBe(0)
    expect((await call('GET', 'rights')).status).toBe(200)
  })

  it('may go once there is another', async () => {
    await product.user({ organizationId: 1, email: 'second@here.test', name: 'Sec', role: 'ADMINISTRATOR' })
    const second = (await product.signIn('second@here.test')).token
    const { body } = await call('GET', 'users?email=admin@here.test')
    const [user] = body.response?.['records'] as { id: number; row_version: number }[]
    const demoted = await call('PUT', `users/${user!.id}`, { row_version: user!.row_version, role: 'CLERK' }, second)
    expect(demoted.status).toBe(200)
  })
})
