import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Screen } from '#src/definition'
import { startingRoles } from '#server/session/seed.ts'
import { type SessionApp, sessionApp } from '#tests/support/session-app.ts'

let s: SessionApp
let admin: string
let reader: string

beforeAll(async () => {
  s = await sessionApp()
  const roles = [
    ...startingRoles,
    {
      code: 'REBATES',
      name: 'Rebates only',
      permissions: ['masters.read'],
      authorizedApps: ['Customer Rebate' as const],
    },
  ]
  const organizationId = await s.organization({ code: 'NORTHGATE', name: 'Northgate Trading', roles })
  await s.user({ organizationId, email: 'ana@northgate.example', name: 'Ana', role: 'ADMINISTRATOR' })
  await s.user({ organizationId, email: 'lee@northgate.example', name: 'Lee', role: 'REBATES' })
  admin = (await s.signIn('ana@northgate.example')).token
  reader = (await s.signIn('lee@northgate.example')).token
})
afterAll(() => s.close())

interface Around {
  lists: Record<string, string>
  routes: [string, string][]
  uploads: { name: string; plural: string }[]
  emptiable?: Record<string, string[]>
}

interface Boot {
  application: string | null
  profile: { email: string }
  applications: { name: string; authorized: boolean; granted_by?: string[] }[]
  navigation: { area: string; label: string; items: { screen: string; path: string; kind: string }[] }[]
  route: { screen: string; kind: string; path: string; params: Record<string, string> } | null
  screen: (Screen & { around: Around }) | null
  denied?: { label: string; granted_by: string[] }
}

const bootstrap = async (token: string, query = ''): Promise<Boot> => {
  const { status, body } = await s.call('GET', `/api/bootstrap${query}`, { token })
  expect(status).toBe(200)
  return body.response as unknown as Boot
}

describe('the bootstrap', () => {
  test('holds the profile and the menu by area', async () => {
    const boot = await bootstrap(admin, '?application=Customer%20Rebate')
    expect(boot).toMatchObject({
      application: 'Customer Rebate',
      profile: { email: 'ana@northgate.example' },
      route: null,
      screen: null,
    })
    expect(boot.navigation[0]).toMatchObject({ area: 'masters', label: 'Master data' })
    expect(boot.navigation[0]?.items.find(({ screen }) => screen === 'customer')).toMatchObject({
      screen: 'customer',
      path: '/customer-master',
      kind: 'list',
    })
    const transactions = boot.navigation.find(({ area }) => area === 'transactions')
    expect(transactions?.items.map(({ path }) => path)).toContain('/display-sales-invoice-data')
    expect(boot.navigation.flatMap(({ items }) => items).filter(({ kind }) => kind === 'upload')).toEqual([])
  })

  test('brings the screen behind the path along, with its route', async () => {
    const boot = await bootstrap(reader, `?path=${encodeURIComponent('/customer-master/view-customer/12?tab=history')}`)
    expect(boot.route).toEqual({
      screen: 'customer',
      kind: 'view',
      path: '/customer-master/view-customer/:id',
      params: { id: '12' },
    })
    expect(boot.screen?.name).toBe('customer')
  })

  test('tells with a screen where it leads on to, as far as the caller may go there', async () => {
    const of = async (token: string, path: string) =>
      (await bootstrap(token, `?path=${encodeURIComponent(path)}`)).screen!.around
    const seen = await of(admin, '/display-sales-invoice-data')
    expect(seen.routes).toContainEqual(['/display-sales-invoice-data', 'display'])
    expect(seen.lists).toMatchObject({ customer: '/customer-master', material: '/material-master' })
    expect((await of(admin, '/users')).lists).toMatchObject({ 'user-role': '/user-roles' })
    expect(seen.uploads).toEqual([])
    // What its figures lead to falls back to a default that was emptied here, unless it is told.
    const trend = await of(admin, '/incentive-ratio-trend-reports')
    expect(trend.emptiable).toEqual({ 'calculation-results': ['contract_status'] })
    expect(seen.emptiable).toBeUndefined()
  })

  test('leaves out what the caller may not read', async () => {
    const screens = (boot: Boot) => boot.navigation.flatMap(({ items }) => items.map(({ screen }) => screen))
    expect(screens(await bootstrap(admin))).toContain('user')
    const boot = await bootstrap(reader)
    expect(screens(boot)).not.toContain('user')
    const denied = await bootstrap(reader, '?path=/users')
    expect(denied).toMatchObject({ route: null, screen: null, denied: { label: 'Users', granted_by: ['Ana'] } })
    expect((await bootstrap(reader, '?path=/nowhere')).denied).toBeUndefined()
  })

  test('names every application, and for those that are closed who can open them', async () => {
    const { applications } = await bootstrap(reader, '?application=Pricing')
    expect(applications).toHaveLength(13)
    expect(applications[0]).toEqual({ name: 'Customer Rebate', authorized: true })
    expect(applications.find(({ name }) => name === 'Pricing')).toEqual({
      name: 'Pricing',
      authorized: false,
      granted_by: ['Ana'],
    })
  })

  test('an application that was taken away is forgotten', async () => {
    expect((await bootstrap(reader, '?application=Pricing')).application).toBeNull()
  })
})

describe('a screen', () => {
  test('comes without the fields the caller may not see', async () => {
    const of = async (token: string) =>
      (await s.call('GET', '/api/screens/customer', { token })).body.response as unknown as Screen
    const [seen, trimmed] = [await of(admin), await of(reader)]
    expect(seen.fields.map(({ name }) => name)).toContain('credit_limit')
    expect(JSON.stringify({ ...trimmed, access: null })).not.toContain('credit_limit')
  })

  test('is refused to those who may not read it, and unknown ones are not found', async () => {
    expect((await s.call('GET', '/api/screens/user', { token: reader })).status).toBe(403)
    expect((await s.call('GET', '/api/screens/nothing', { token: reader })).status).toBe(404)
    expect((await s.call('GET', '/api/screens/customer')).status).toBe(401)
  })

  test('the list of screens names those that may be read', async () => {
    const { body } = await s.call('GET', '/api/screens', { token: reader })
    const names = (body.response?.records as { name: string }[]).map(({ name }) => name)
    expect(names).toContain('customer')
    expect(names).not.toContain('user')
  })

  test('and for those who may upload, the functionality', async () => {
    const of = async (token: string) => {
      const { body } = await s.call('GET', '/api/screens', { token })
      const records = body.response?.records as { name: string; functionality: string | null }[]
      return records.find(({ name }) => name === 'customer')?.functionality
    }
    expect(await of(admin)).toBe('CustomerDataUploadFormat')
    expect(await of(reader)).toBeNull()
  })
})
