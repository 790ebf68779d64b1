import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { screenRoutes, validateRecord, type Screen } from '#src/definition'
import { createHooks } from '#server/hooks/registry.ts'
import { loadScreens } from '#server/screens.ts'
import { goodPassword, sessionApp, type SessionApp } from '#tests/support/session-app.ts'
import { sampleFor, type Sample } from './sample.ts'

const screens = await loadScreens()
const stored = screens.filter((screen) => screen.table && screen.endpoint)
// What reaches beyond one organisation is not for its administrators, whose '*' leaves these permissions out.
const isReserved = (screen: Screen): boolean => screen.access.create.startsWith('platform.')

let it: SessionApp
let token: string

beforeAll(async () => {
  it = await sessionApp()
  const organizationId = await it.organization({ code: 'T', name: 'Tests' })
  await it.user({
    organizationId,
    email: 'all@example.com',
    name: 'All Rights',
    role: 'ADMINISTRATOR',
    password: goodPassword,
  })
  token = (await it.signIn('all@example.com')).token
})

afterAll(() => it?.close())

type Row = Record<string, unknown> & { id: number; row_version: number }

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  it.call(method, `/api/${path}`, { token, body })

async function create(screen: Screen): Promise<Row> {
  const answer = await call('POST', screen.endpoint!, await sample(screen))
  expect(answer.status, `${screen.name}: ${JSON.stringify(answer.body.error)}`).toBe(201)
  return answer.body.response as Row
}

async function keyOf(name: string): Promise<string | null> {
  const target = screens.find((screen) => screen.name === name)
  if (!target?.endpoint || !target.table?.key[0]) return null
  const listed = await call('GET', `${target.endpoint}?limit=1`)
  const first = (listed.body.response?.['records'] as Row[])[0] ?? (await create(target))
  return String(first[target.table.key[0]])
}

const sample = (screen: Screen): Promise<Sample> => sampleFor(screen, keyOf)

test('there are definitions, and each path leads to one screen', () => {
  expect(screens.length).toBeGreaterThan(10)
  const routes = screens.flatMap(screenRoutes).filter((route) => route.kind !== 'upload')
  expect(new Set(routes.map((route) => route.path)).size).toBe(routes.length)
})

test('every hook that a definition names is bound', () => {
  const hooks = createHooks(it.app.session)
  for (const screen of screens) if (screen.hooks) expect(Object.keys(hooks), screen.name).toContain(screen.hooks)
})

describe.each(screens.filter((screen) => screen.tests.length > 0).map((screen) => [screen.name, screen] as const))(
  '%s: its own examples',
  (_name, screen) => {
    test.each(screen.tests.map((example, index) => [index + 1, example] as const))('%i', (_index, example) => {
      const input = 'accept' in example ? example.accept : example.reject
      const { issues } = validateRecord(screen.fields, input, { mode: 'create', today: '2026-06-15' })
      const at = issues.map((issue) => issue.path.join('.'))
      if ('accept' in example) expect(at).toEqual([])
      else expect(at).toContain(example.at)
    })
  },
)

describe.each(stored.filter(isReserved).map((screen) => [screen.name, screen] as const))('%s', (_name, screen) => {
  test('is read, and written by nobody who administers one organisation only', async () => {
    expect((await call('GET', `${screen.endpoint}?limit=1`)).status).toBe(200)
    expect((await call('POST', screen.endpoint!, await sample(screen))).status).toBe(403)
  })
})

describe.each(stored.filter((screen) => !isReserved(screen)).map((screen) => [screen.name, screen] as const))(
  '%s',
  (_name, screen) => {
    test('is created, read, listed, changed, filtered, sorted, exported and deleted', async () => {
      const { endpoint } = screen
      const record = await create(screen)
      expect((await call('GET', `${endpoint}/${record.id}`)).body.response).toMatchObject({ id: record.id })

      const listed = await call('GET', `${endpoint}?limit=5`)
      expect(listed.status).toBe(200)
      expect(Number(listed.body.response?.['total_record'])).toBeGreaterThan(0)

      for (const name of screen.list?.columns ?? []) {
        const field = screen.fields.find((candidate) => candidate.name === name)!
        const value = record[name]
        if (value !== null && value !== undefined && field.type !== 'references') {
          const found = await call('GET', `${endpoint}?${name}=${encodeURIComponent(String(value))}&limit=1000`)
          expect(found.status, `${screen.name} filtered by ${name}`).toBe(200)
          expect(
            (found.body.response?.['records'] as Row[]).map((row) => row.id),
            `${screen.name} filtered by ${name}`,
          ).toContain(record.id)
        }
        expect(
          (await call('GET', `${endpoint}?sort=-${name}&limit=1`)).status,
          `${screen.name} sorted by ${name}`,
        ).toBe(200)
      }

      const exported = await it.app.inject({
        method: 'GET',
        url: `/api/${endpoint}/export?format=csv`,
        headers: { authorization: `Bearer ${token}` },
      })
      expect(exported.statusCode).toBe(200)
      expect(exported.body.split('\r\n').length).toBeGreaterThan(2)

      const unchanged = await call('PUT', `${endpoint}/${record.id}`, record)
      expect(unchanged.status, JSON.stringify(unchanged.body.error)).toBe(200)
      expect(unchanged.body.response).toMatchObject({ row_version: record.row_version })

      const gone = await call('DELETE', `${endpoint}/${record.id}`)
      expect(gone.status, JSON.stringify(gone.body.error)).toBe(200)
      expect((await call('GET', `${endpoint}/${record.id}`)).status).toBe(404)
    })
  },
)
