import { afterAll, beforeAll, expect, test } from 'vitest'
import { startingRoles } from '#server/session/seed.ts'
import { sql } from '#server/store/sql.ts'
import { type SessionApp, sessionApp } from '#tests/support/session-app.ts'

let s: SessionApp
let ana: string
let lee: string
let stranger: string
let here: number

const application = 'Customer Rebate'
const other = 'Pricing'

beforeAll(async () => {
  s = await sessionApp()
  const role = {
    code: 'MASTERS',
    name: 'Masters',
    permissions: ['masters.*', 'contracts.read'],
    authorizedApps: [application, other] as const,
  }
  here = await s.organization({ code: 'HERE', name: 'Here', roles: [...startingRoles, role] })
  const there = await s.organization({ code: 'THERE', name: 'There' })
  await s.user({ organizationId: here, email: 'ana@here.test', name: 'Ana', role: 'MASTERS' })
  await s.user({ organizationId: here, email: 'lee@here.test', name: 'Lee', role: 'ADMINISTRATOR' })
  await s.user({ organizationId: there, email: 'tom@there.test', name: 'Tom', role: 'ADMINISTRATOR' })
  ana = (await s.signIn('ana@here.test')).token
  lee = (await s.signIn('lee@here.test')).token
  stranger = (await s.signIn('tom@there.test')).token
})
afterAll(() => s.close())

const pathsIn = (body: Awaited<ReturnType<SessionApp['call']>>['body']) =>
  (body.response?.['records'] as { path: string }[]).map(({ path }) => path)
const read = async (token: string, of = application) =>
  pathsIn((await s.call('GET', `/api/favourites?application=${encodeURIComponent(of)}`, { token })).body)
const star = (token: string, path: string, more: object = {}) =>
  s.call('PUT', '/api/favourites', { token, body: { application, path, ...more } })
const unstar = (token: string, path: string) =>
  s.call('DELETE', `/api/favourites?${new URLSearchParams({ application, path }).toString()}`, { token })

test('screens are kept for one user and application in the order they are given', async () => {
  expect(await read(ana)).toEqual([])
  for (const path of ['/customer-master', '/material-master', '/supplier-master'])
    expect((await star(ana, path)).status).toBe(200)
  expect(await read(ana)).toEqual(['/customer-master', '/material-master', '/supplier-master'])
  const moved = await star(ana, '/supplier-master', { before: '/customer-master' })
  expect(pathsIn(moved.body)).toEqual(['/supplier-master', '/customer-master', '/material-master'])
  expect(pathsIn((await star(ana, '/supplier-master')).body)).toEqual([
    '/customer-master',
    '/material-master',
    '/supplier-master',
  ])
  expect(await Promise.all([read(ana, other), read(lee), read(stranger)])).toEqual([[], [], []])
})

test('they come with the menu, called as it calls them', async () => {
  const boot = async (of: string) =>
    (await s.call('GET', `/api/bootstrap?application=${encodeURIComponent(of)}`, { token: ana })).body.response
  const favourites = (await boot(application))?.['favourites']
  expect(favourites).toMatchObject([
    { label: 'Customers', path: '/customer-master', kind: 'list' },
    { path: '/material-master' },
    { path: '/supplier-master' },
  ])
  expect((await boot(other))?.['favourites']).toEqual([])
})

test('are taken away', async () => {
  expect(pathsIn((await unstar(ana, '/material-master')).body)).toEqual(['/customer-master', '/supplier-master'])
  expect((await unstar(ana, '/material-master')).status).toBe(200)
})

test('only what the menu of the caller has can be one', async () => {
  const refused = await star(ana, '/users')
  expect([refused.status, refused.body.message]).toEqual([404, 'Your menu has no screen at this address.'])
  expect((await star(ana, '/no-such-screen')).status).toBe(404)
  expect((await star(lee, '/users')).status).toBe(200)
  expect((await star(ana, 'javascript:alert(1)')).status).toBe(422)
  const closed = await s.call('PUT', '/api/favourites', {
    token: ana,
    body: { application: 'Supplier Rebate', path: '/customer-master' },
  })
  expect([closed.status, closed.body.message]).toEqual([403, 'You do not have access to Supplier Rebate.'])
  expect((await s.call('GET', '/api/favourites', { token: ana })).status).toBe(422)
  expect((await s.call('GET', `/api/favourites?application=Pricing`)).status).toBe(401)
})

test('none is shown where access was taken away, and it is back in its place once it is given again', async () => {
  await star(ana, '/contract-setup-list', { before: '/supplier-master' })
  const whole = ['/customer-master', '/contract-setup-list', '/supplier-master']
  expect(await read(ana)).toEqual(whole)
  const allow = async (permissions: string[]) => {
    await s.db.system((tx) =>
      tx.query(sql`update role set permissions = ${permissions}::text[] where code = 'MASTERS'`),
    )
    s.app.session.callers.forget(here)
  }
  await allow(['masters.*'])
  expect(await read(ana)).toEqual(['/customer-master', '/supplier-master'])
  await star(ana, '/supplier-master', { before: '/customer-master' })
  await allow(['masters.*', 'contracts.read'])
  expect(await read(ana)).toEqual(['/supplier-master', '/customer-master', '/contract-setup-list'])
})

test('two that are placed at the same moment are both kept, and there are at most fifty', async () => {
  const boot = await s.call('GET', '/api/navigation?application=Customer%20Rebate&limit=200', { token: lee })
  const paths = pathsIn(boot.body).slice(0, 51)
  await Promise.all(paths.slice(0, 4).map((path) => star(lee, path)))
  expect(await read(lee)).toEqual(expect.arrayContaining(paths.slice(0, 4)))
  for (const path of await read(lee)) await unstar(lee, path)
  for (const path of paths.slice(0, 50)) await star(lee, path)
  const refused = await star(lee, paths[50]!)
  expect([refused.status, refused.body.message]).toEqual([
    422,
    '50 screens are favourites already. Take one away first.',
  ])
  expect((await star(lee, paths[49]!, { before: paths[0]! })).status).toBe(200)
})
