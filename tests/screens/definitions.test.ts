import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fieldTypes, screenRoutes, validateRecord, type Field, type Screen } from '#src/definition'
import { isGroupable } from '#src/definition/list-group.ts'
import { createHooks } from '#server/hooks/registry.ts'
import { loadScreens } from '#server/screens.ts'
import { multipartFile } from '#tests/support/multipart.ts'
import { goodPassword, sessionApp, type SessionApp } from '#tests/support/session-app.ts'
import { sampleFor, underOtherKey, type Sample } from './sample.ts'

const screens = await loadScreens()
const stored = screens.filter((screen) => screen.table && screen.endpoint)
// What reaches beyond one organisation is not for its administrators, whose '*' leaves these permissions out.
const isReserved = (screen: Screen): boolean =>
  screen.access.create.startsWith('platform.') || screen.access.create === 'never'

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
  // Listed first: what is about two people needs another one than whoever makes it.
  await it.user({ organizationId, email: 'colleague@example.com', name: 'A Colleague', role: 'ADMINISTRATOR' })
  token = (await it.signIn('all@example.com')).token
})

afterAll(() => it?.close())

type Row = Record<string, unknown> & { id: number; row_version: number }

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: unknown) =>
  it.call(method, `/api/${path}`, { token, body })

async function create(screen: Screen): Promise<Row> {
  const body = await sample(screen)
  const answer = await call('POST', screen.endpoint!, body)
  // The example may have stayed behind for others to refer to.
  const isThere = answer.body.error?.code === 'DUPLICATE_KEY'
  const made = isThere ? await call('POST', screen.endpoint!, underOtherKey(screen, body)) : answer
  expect(made.status, `${screen.name}: ${JSON.stringify(made.body.error)}`).toBe(201)
  // What is to be known about a record that was saved is none of its fields.
  const { remarks = {}, ...record } = made.body.response as Row & { remarks?: object }
  return Object.fromEntries(Object.entries(record).filter(([name]) => !(name in remarks))) as Row
}

async function keyOf(name: string): Promise<string | null> {
  const target = screens.find((screen) => screen.name === name)
  if (!target?.endpoint || !target.table?.key[0]) return null
  const listed = await call('GET', `${target.endpoint}?limit=1`)
  const first = (listed.body.response?.['records'] as Row[])[0] ?? (await create(target))
  return String(first[target.table.key[0]])
}

// A bill does not lead back to its own material: what an example refers to is new, but where making it takes an example itself.
async function newKeyOf(name: string): Promise<string | null> {
  const target = screens.find((screen) => screen.name === name)
  if (!target?.endpoint || !target.table?.key[0] || target.hooks || target.approval) return keyOf(name)
  return String((await create(target))[target.table.key[0]])
}

/** What became of the lines of a file, dry, with the columns matched by name. */
async function checkedFile(screen: Screen, csv: string): Promise<{ id: number; counts: Record<string, number> }> {
  const path = `uploads?app-functionality=${screen.upload?.functionality}`
  const sent = await it.call('POST', `/api/${path}`, { token, ...multipartFile('lines.csv', csv) })
  expect(sent.status, `${screen.name}: ${JSON.stringify(sent.body.error)}`).toBe(201)
  const { id, suggestion } = sent.body.response as { id: number; suggestion: { format: unknown } }
  expect((await call('POST', `uploads/${id}/check`, { format: suggestion.format })).status).toBe(202)
  const upload = await settled(id)
  expect(upload['state'], `${screen.name}: ${String(upload['message'])}`).toBe('checked')
  return { id, counts: upload['counts'] as Record<string, number> }
}

async function settled(id: number): Promise<Record<string, unknown>> {
  for (;;) {
    const upload = (await call('GET', `uploads/${id}`)).body.response!
    if (!['staging', 'checking', 'committing'].includes(String(upload['state']))) return upload
    await pause(10)
  }
}

// The behaviour of these judges every one of their texts.
const judged: ReadonlySet<string> = new Set(['default-posting-date', 'default-config'])
// And of these one text: a line cannot come from anybody but the claimant of its claim.
const judgedField: Readonly<Record<string, string>> = { 'incoming-claim-line': 'claimant' }

const changeable = ({ name: screen, fields, table }: Screen): Field | undefined =>
  judged.has(screen)
    ? undefined
    : fields.find(
        ({ name, type, readOnly, immutable, visible, pattern, format, offers }) =>
          (type === 'text' || type === 'longText' || type === 'flag') &&
          !(readOnly || immutable || visible || pattern || format || offers) &&
          !(table!.key.includes(name) || judgedField[screen] === name),
      )

test('records of more than half the screens are really changed', () =>
  expect(stored.filter((screen) => changeable(screen)).length).toBeGreaterThan(stored.length / 2))

/** Writes another value into a field and finds it in the record and in its history. */
async function change(screen: Screen, record: Row): Promise<void> {
  const field = changeable(screen)
  if (!field) return
  const { name, type } = field
  const value = type === 'flag' ? record[name] !== true : 'Z9'.slice(0, Number(field.max ?? 2))
  const path = `${screen.endpoint}/${record.id}`
  const changed = await call('PUT', path, { row_version: record.row_version, [name]: value })
  expect(changed.status, `${screen.name}.${name}: ${JSON.stringify(changed.body.error)}`).toBe(200)
  expect((await call('GET', path)).body.response).toMatchObject({ [name]: value, row_version: record.row_version + 1 })
  if (!screen.table!.history) return
  const { body } = await call('GET', `${path}/history`)
  const [last] = body.response?.['records'] as { changes: object }[]
  expect(last!.changes, screen.name).toHaveProperty(name, [record[name] ?? null, value])
}

const sample = (screen: Screen): Promise<Sample> => sampleFor(screen, keyOf, newKeyOf)

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
      if ('accept' in example) expect(issues).toEqual([])
      // Of a value within rows, at the field that holds them.
      else expect(issues.map(({ path }) => path[0])).toContain(example.at)
    })
  },
)

describe.each(stored.filter(isReserved).map((screen) => [screen.name, screen] as const))('%s', (_name, screen) => {
  test('is read, and written by nobody who administers one organisation only', async () => {
    expect((await call('GET', `${screen.endpoint}?limit=1`)).status).toBe(200)
    // Where records come from elsewhere and are changed by people, making one may be refused for its state as well.
    const refused = screen.access.update === 'never' ? [403] : [403, 409]
    expect(refused).toContain((await call('POST', screen.endpoint!, await sample(screen))).status)
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
        const { operators, sortable } = fieldTypes[field.type]
        if (value !== null && value !== undefined && operators.includes('eq')) {
          // Work in the background may change the record meanwhile: what is asked for is what it says now.
          const finds = async (): Promise<unknown[]> => {
            const { body } = await call('GET', `${endpoint}/${record.id}`)
            const now = encodeURIComponent(String(body.response?.[name]))
            const found = await call('GET', `${endpoint}?${name}=${now}&limit=1000`)
            expect(found.status, `${screen.name} filtered by ${name}`).toBe(200)
            return (found.body.response?.['records'] as Row[]).map((row) => row.id)
          }
          await expect.poll(finds, { message: `${screen.name} filtered by ${name}` }).toContain(record.id)
        }
        expect(
          (await call('GET', `${endpoint}?sort=-${name}&limit=1`)).status,
          `${screen.name} sorted by ${name}`,
        ).toBe(sortable ? 200 : 400)
      }

      const exported = await it.app.inject({
        method: 'GET',
        url: `/api/${endpoint}/export?format=csv`,
        headers: { authorization: `Bearer ${token}` },
      })
      expect(exported.statusCode).toBe(200)
      expect(exported.body.split(/\r?\n/).length).toBeGreaterThan(2)

      const unchanged = await call('PUT', `${endpoint}/${record.id}`, record)
      const mayChange = screen.access.update !== 'never'
      expect(unchanged.status, JSON.stringify(unchanged.body.error)).toBe(mayChange ? 200 : 403)
      if (mayChange) expect(unchanged.body.response).toMatchObject({ row_version: record.row_version })
      if (mayChange) await change(screen, record)

      const gone = await call('DELETE', `${endpoint}/${record.id}`)
      const mayGo = screen.access.delete !== 'never'
      expect(gone.status, JSON.stringify(gone.body.error)).toBe(mayGo ? 200 : 403)
      expect((await call('GET', `${endpoint}/${record.id}`)).status).toBe(mayGo ? 404 : 200)
    })
  },
)

// A route that is written by hand may stand before the calls of the records.
test.each(stored.map((screen) => [screen.name, screen] as const))(
  '%s is grouped and read whole under each of its addresses',
  async (_name, screen) => {
    const name = screen.list?.columns.find((column) =>
      screen.fields.some((one) => one.name === column && isGroupable(one)),
    )
    for (const endpoint of [screen.endpoint!, ...screen.endpointAliases]) {
      const whole = await call('GET', `${endpoint}?limit=0`)
      expect(whole.status, endpoint).toBe(200)
      const records = whole.body.response?.['records']
      expect(records, endpoint).toHaveLength(Number(whole.body.response?.['total_record']))
      if (!name) continue
      const grouped = await call('GET', `${endpoint}?group=${name}`)
      expect(grouped, endpoint).toMatchObject({ status: 200, body: { response: { groups: expect.any(Array) } } })
    }
  },
)

const uploaded = stored.filter((screen) => screen.upload && !isReserved(screen) && screen.access.create !== 'never')

test('there are uploads', () => expect(uploaded.length).toBeGreaterThan(5))

describe.each(uploaded.map((screen) => [screen.name, screen] as const))('%s', (_name, screen) => {
  test('takes back what it exported: unchanged while it is there, new when it is gone', async () => {
    const record = await create(screen)
    const key = screen.upload!.upsertOn
    const only = key
      .filter((name) => record[name] !== null && record[name] !== undefined)
      .map((name) => `${name}=${encodeURIComponent(String(record[name]))}`)
      .join('&')
    const fields = screen.upload!.fields.filter((name) => screen.fields.some((field) => field.name === name))
    const exported = await it.app.inject({
      method: 'GET',
      url: `/api/${screen.endpoint}/export?format=csv&${only}&columns=${fields.join(',')}`,
      headers: { authorization: `Bearer ${token}` },
    })
    expect(exported.statusCode, exported.body).toBe(200)

    const first = await checkedFile(screen, exported.body)
    expect(first.counts, screen.name).toMatchObject({ insert: 0, update: 0, unchanged: 1, rejected: 0 })

    const gone = await call('DELETE', `${screen.endpoint}/${record.id}`)
    expect(gone.status, JSON.stringify(gone.body.error)).toBe(200)
    const second = await checkedFile(screen, exported.body)
    expect(second.counts, screen.name).toMatchObject({ insert: 1, update: 0, unchanged: 0, rejected: 0 })
    expect((await call('POST', `uploads/${second.id}/commit`, { only_valid: false })).status).toBe(202)
    expect((await settled(second.id))['state']).toBe('committed')
    const listed = await call('GET', `${screen.endpoint}?${only}&limit=2`)
    expect(Number(listed.body.response?.['total_record'])).toBe(1)
  })
})
