import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { goodPassword, sessionApp, type Answer, type SessionApp } from '#tests/support/session-app.ts'

let it: SessionApp
let admin: string
let analyst: string
let other: string
let northId: number

beforeAll(async () => {
  it = await sessionApp()
  northId = await it.organization({ code: 'N', name: 'North' })
  const south = await it.organization({ code: 'S', name: 'South' })
  const person = (organizationId: number, email: string, role: string) =>
    it.user({ organizationId, email, name: email, role, password: goodPassword })
  await person(northId, 'admin@example.com', 'ADMINISTRATOR')
  await person(northId, 'analyst@example.com', 'ANALYST')
  await person(south, 'south@example.com', 'ADMINISTRATOR')
  admin = (await it.signIn('admin@example.com')).token
  analyst = (await it.signIn('analyst@example.com')).token
  other = (await it.signIn('south@example.com')).token
})
afterAll(() => it?.close())

type Method = Parameters<SessionApp['call']>[0]
const call = (method: Method, path: string, body?: unknown, token = admin): Promise<Answer> =>
  it.call(method, `/api/${path}`, { token, body })

interface Design {
  name: string
  row_version: number
  state: string
  version: number
  has_draft: boolean
}
const designOf = ({ body }: Answer) => body.response as unknown as Design

const zone = {
  name: 'own-zone',
  label: ['Warehouse zone', 'Warehouse zones'],
  area: 'masters',
  table: { key: ['code'] },
  fields: {
    code: { type: 'text', max: 10, required: true, immutable: true, upper: true },
    name: { type: 'text', max: 80, required: true, search: true },
    cold: { type: 'flag', default: false },
    degrees: {
      type: 'decimal',
      precision: 5,
      scale: 1,
      visible: { op: 'eq', field: 'cold', value: true },
      required: 'whenVisible',
    },
    customer: { type: 'reference', target: 'customer' },
    cost: { type: 'money', currency: 'EUR' },
  },
  list: { path: '/own/zone', columns: ['code', 'name', 'cold', 'degrees', 'cost'] },
  upload: { functionality: 'OwnZoneFormat' },
  access: { write: 'masters.write', fields: { cost: { read: 'planning.read' } } },
}

async function published(definition: object): Promise<Design> {
  const begun = await call('POST', 'studio/screens', { definition })
  expect(begun.status, JSON.stringify(begun.body.error)).toBe(201)
  const { name, row_version } = designOf(begun)
  const answer = await call('POST', `studio/screens/${name}/publish`, { row_version, note: 'first' })
  expect(answer.status, JSON.stringify(answer.body.error)).toBe(200)
  return designOf(answer)
}

const issuesAt = ({ body }: Answer): string[] =>
  (body.response!['issues'] as { path: (string | number)[] }[]).map(({ path }) => path.join('.'))

describe('a screen that an organisation makes at run time', () => {
  let design: Design

  test('is drawn up, and put to use for everybody of the organisation without a restart', async () => {
    design = await published(zone)
    const kept = (await call('GET', 'studio/screens/own-zone')).body.response!['definition'] as typeof zone
    expect(Object.keys(kept.fields)).toEqual(Object.keys(zone.fields))
    expect(design).toMatchObject({ state: 'published', version: 1, has_draft: false })
    const bootstrap = await call('GET', 'bootstrap?path=/own/zone', undefined, analyst)
    expect(bootstrap.body.response).toMatchObject({
      route: { screen: 'own-zone', kind: 'list' },
      screen: { plural: 'Warehouse zones' },
    })
    expect(JSON.stringify(bootstrap.body.response!['navigation'])).toContain('/own/zone')
  })

  test('has records, validation, conditions, history, filters, search and export like any other', async () => {
    const wrong = await call('POST', 'own/zone', { code: 'a', cold: true }, analyst)
    expect(wrong.status).toBe(422)
    expect(wrong.body.error!.issues!.map(({ path }) => path[0])).toEqual(expect.arrayContaining(['name', 'degrees']))
    const made = await call('POST', 'own/zone', { code: 'a', name: 'Cold store', cold: true, degrees: '-18' }, analyst)
    expect(made.status).toBe(201)
    expect(made.body.response).toMatchObject({ code: 'A', degrees: '-18.0' })
    await call('POST', 'own/zone', { code: 'b', name: 'Yard' }, analyst)
    const id = Number(made.body.response!['id'])
    const changed = await call('PUT', `own/zone/${id}`, { row_version: 1, name: 'Deep freeze' }, analyst)
    expect(changed.status).toBe(200)
    const history = await call('GET', `own/zone/${id}/history`, undefined, analyst)
    expect(JSON.stringify(history.body.response)).toContain('Deep freeze')
    const found = await call('GET', 'own/zone?cold=true&sort=-name', undefined, analyst)
    expect(found.body.response).toMatchObject({ total_record: 1, records: [{ code: 'A' }] })
    const hits = await call('GET', 'search?q=deep', undefined, analyst)
    expect(JSON.stringify(hits.body.response)).toContain('own-zone')
    const file = await it.app.inject({
      url: '/api/own/zone/export?format=csv',
      headers: { authorization: `Bearer ${analyst}` },
    })
    expect(file.body).toContain('Deep freeze')
    expect((await call('POST', 'own/zone', { code: 'A', name: 'Twice' }, analyst)).status).toBe(409)
    expect((await call('POST', 'own/zone', { code: 'C', name: 'C', customer: 'NOBODY' }, analyst)).status).toBe(422)
  })

  test('keeps fields from roles without permission, and is for the right application areas only', async () => {
    const seen = await call('GET', 'own/zone?limit=1', undefined, analyst)
    expect(JSON.stringify(seen.body.response)).not.toContain('cost')
    const all = await call('GET', 'own/zone?limit=1')
    expect(JSON.stringify(all.body.response)).toContain('cost')
    expect((await call('GET', 'own/zone?cost=1', undefined, analyst)).status).toBe(403)
  })

  test('takes uploads with a dry run', async () => {
    const formats = await call('GET', 'upload-format-fields?app-functionality=OwnZoneFormat', undefined, analyst)
    expect(formats.status, JSON.stringify(formats.body)).toBe(200)
    expect(JSON.stringify(formats.body.response)).toContain('degrees')
  })

  test('does not exist for another organisation, which may have one of the same name', async () => {
    expect((await call('GET', 'own/zone', undefined, other)).status).toBe(404)
    expect((await call('GET', 'studio/screens/own-zone', undefined, other)).status).toBe(404)
    const begun = await call(
      'POST',
      'studio/screens',
      { definition: { ...zone, label: ['Zone', 'Zones of the south'] } },
      other,
    )
    expect(begun.status).toBe(201)
    await call('POST', 'studio/screens/own-zone/publish', { row_version: designOf(begun).row_version }, other)
    expect((await call('GET', 'own/zone', undefined, other)).body.response).toMatchObject({ total_record: 0 })
    expect((await call('GET', 'own/zone')).body.response).toMatchObject({ total_record: 2 })
  })

  test('is noticed by another server process', async () => {
    const config = readConfig({ TIERLINE_DATA: it.dataDir, PUBLIC_URL: 'https://tierline.test', LOG_LEVEL: 'silent' })
    const second = await createApp({ db: it.db, config, screens: [...it.screens] })
    try {
      const answer = await second.inject({ url: '/api/own/zone', headers: { authorization: `Bearer ${admin}` } })
      expect(answer.statusCode).toBe(200)
    } finally {
      await second.close()
    }
  })

  test('grows by a field without losing a record; a narrower one is refused where values could be lost', async () => {
    const fields = { ...zone.fields, floor: { type: 'integer', min: -5, max: 90 } }
    const saved = await call('PUT', 'studio/screens/own-zone', {
      row_version: design.row_version,
      definition: { ...zone, fields },
    })
    expect(designOf(saved)).toMatchObject({ has_draft: true, state: 'published' })
    expect((await call('GET', 'own/zone')).body.response).toMatchObject({ total_record: 2 })
    expect(JSON.stringify((await call('GET', 'screens/own-zone')).body.response)).not.toContain('floor')
    const again = await call('POST', 'studio/screens/own-zone/publish', { row_version: designOf(saved).row_version })
    design = designOf(again)
    expect(design.version).toBe(2)
    expect((await call('POST', 'own/zone', { code: 'F', name: 'Floor', floor: 3 })).body.response).toMatchObject({
      floor: 3,
    })
    const narrower = { ...zone, fields: { ...fields, name: { type: 'integer' } } }
    const check = await call('POST', 'studio/check', { definition: narrower })
    expect(issuesAt(check)).toContain('fields.name')
  })

  test('is changed by one at a time', async () => {
    const stale = await call('PUT', 'studio/screens/own-zone', { row_version: 1, definition: zone })
    expect(stale.status).toBe(409)
  })

  test('is retired with its records kept, and revived', async () => {
    const retired = await call('POST', 'studio/screens/own-zone/retire', { row_version: design.row_version })
    expect(retired.status).toBe(200)
    expect((await call('GET', 'own/zone')).status).toBe(404)
    const revived = await call('POST', 'studio/screens/own-zone/publish', {
      row_version: designOf(retired).row_version,
    })
    expect(revived.status).toBe(200)
    expect((await call('GET', 'own/zone')).body.response).toMatchObject({ total_record: 3 })
    const versions = await call('GET', 'studio/screens/own-zone/versions')
    expect((versions.body.response!['records'] as { operation: string }[]).map(({ operation }) => operation)).toEqual([
      'revived',
      'retired',
      'published',
      'published',
    ])
  })

  test('is not retired while another screen refers to it', async () => {
    await published({
      name: 'own-bin',
      label: ['Bin', 'Bins'],
      area: 'masters',
      table: { key: ['code'] },
      fields: { code: { type: 'text', required: true }, zone: { type: 'reference', target: 'own-zone' } },
    })
    const { body } = await call('GET', 'studio/screens/own-zone')
    expect(body.response!['used_by']).toEqual([{ screen: 'own-bin', label: 'Bins', how: 'reference', field: 'zone' }])
    const own = body.response!['own'] as Design
    const answer = await call('POST', 'studio/screens/own-zone/retire', { row_version: own.row_version })
    expect(answer.status).toBe(409)
    expect(answer.body.message).toContain('own-bin')
    expect((await call('POST', 'own/bin', { code: '1', zone: 'A' })).status).toBe(201)
    expect((await call('POST', 'own/bin', { code: '2', zone: 'nowhere' })).status).toBe(422)
  })

  test('is exported as a file that begins the same screen elsewhere', async () => {
    const file = await it.app.inject({
      url: '/api/studio/screens/own-bin/export',
      headers: { authorization: `Bearer ${admin}` },
    })
    expect(file.headers['content-disposition']).toContain('own-bin.screen.json')
    const { $schema, ...definition } = file.json() as Record<string, unknown>
    expect($schema).toContain('screen.schema.json')
    const begun = await call('POST', 'studio/screens', { definition, name: 'own-shelf' })
    expect(begun.status).toBe(201)
    const opened = await call('GET', 'studio/screens/own-shelf')
    expect(opened.body.response).toMatchObject({ issues: [], screen: { endpoint: 'own/shelf' } })
  })

  test('begins from a screen of the product', async () => {
    const begun = await call('POST', 'studio/screens', { from: 'material', name: 'own-material-two' })
    expect(begun.status, JSON.stringify(begun.body)).toBe(201)
    expect((await call('GET', 'studio/screens/own-material-two')).body.response).toMatchObject({ issues: [] })
  })
})

describe('what is refused', () => {
  const wrongAt = async (change: object) =>
    issuesAt(
      await call('POST', 'studio/check', { definition: { ...zone, name: 'own-wrong', list: undefined, ...change } }),
    )

  test.each([
    ['code of the product', { hooks: 'accounts' }, 'hooks'],
    ['an address of the product', { list: { path: '/customer-master' } }, 'list.path'],
    ['calls of the product', { endpoint: 'customer-data' }, 'endpoint'],
    ['rows of everybody', { table: { key: ['code'], scope: 'platform' } }, 'table.scope'],
    ['no key', { table: {} }, 'table.key'],
    ['a permission beyond the organisation', { access: { write: 'platform.organizations' } }, 'access.write'],
    [
      'a command for users',
      { actions: [{ name: 'x', label: 'X', command: 'reactivate-user', on: ['row'] }] },
      'actions.x.command',
    ],
    [
      'a pattern that never ends',
      { fields: { code: { type: 'text', required: true, pattern: '(a+)+$' } } },
      'fields.code.pattern',
    ],
    ['a field that is not there', { list: { path: '/own/wrong', columns: ['nothing'] } }, 'list.columns.nothing'],
    [
      'a screen that is not there',
      { fields: { code: { type: 'reference', target: 'nowhere', required: true } } },
      'fields.code.nowhere',
    ],
    ['a column of the system', { fields: { ...zone.fields, id: { type: 'text' } } }, 'fields.id'],
  ])('%s', async (_what, change, at) => {
    expect(await wrongAt(change)).toContain(at)
  })

  test('a definition that is none, in words and without harm', async () => {
    const check = await call('POST', 'studio/check', { definition: { name: 'own-x', fields: 7 } })
    expect(check.status).toBe(200)
    expect(issuesAt(check)).toEqual(expect.arrayContaining(['fields']))
    expect((await call('POST', 'studio/screens', { definition: { ...zone, name: 'Own Zone!' } })).status).toBe(422)
    expect((await call('POST', 'studio/screens', { definition: zone })).status).toBe(409)
  })

  test('publishing what is wrong', async () => {
    const begun = await call('POST', 'studio/screens', {
      definition: { ...zone, name: 'own-broken', title: 'nothing', list: undefined },
    })
    const answer = await call('POST', 'studio/screens/own-broken/publish', { row_version: designOf(begun).row_version })
    expect(answer.status).toBe(422)
    expect(answer.body.error!.issues![0]!.path).toEqual(['title', 'nothing'])
    expect((await call('DELETE', 'studio/screens/own-broken')).status).toBe(200)
    expect((await call('GET', 'studio/screens/own-broken')).status).toBe(404)
  })

  test('designing without the permission', async () => {
    expect((await call('GET', 'studio/screens', undefined, analyst)).status).toBe(403)
    expect((await call('POST', 'studio/screens', { definition: zone }, analyst)).status).toBe(403)
    expect((await call('POST', 'studio/screens/own-zone/publish', { row_version: 1 }, analyst)).status).toBe(403)
  })
})

describe('the portrait of a screen', () => {
  test('tells its definition, where it is used, its addresses, who may what and what is kept', async () => {
    const { body } = await call('GET', 'studio/screens/customer')
    expect(body.response).toMatchObject({
      own: null,
      definition: { name: 'customer' },
      addresses: { calls: expect.arrayContaining(['/api/customer-data']) },
    })
    expect((body.response!['used_by'] as { screen: string }[]).map(({ screen }) => screen)).toContain('sales-data')
    const posting = await call('GET', 'studio/screens/financial-posting')
    // Single figures of a result lead here as well as its rows.
    expect(posting.body.response!['used_by']).toContainEqual(
      expect.objectContaining({
        screen: 'calculation-results',
        how: 'drill',
        field: 'paid: contract_number, rule_no, payee, period_from',
      }),
    )
    expect(body.response!['roles']).toEqual(
      expect.arrayContaining([expect.objectContaining({ name: 'Reader', may: expect.arrayContaining(['read']) })]),
    )
    const list = await call('GET', 'studio/screens')
    const names = (list.body.response!['records'] as { name: string; origin: string }[]).filter(
      ({ origin }) => origin === 'product',
    )
    expect(names.length).toBe(it.screens.length)
  })
})

test('a published screen that the product no longer carries is left out, and told', async () => {
  await it.db.system((tx) =>
    tx.client.query(
      `update own_screen set published = jsonb_set(published::jsonb, '{fields,zone,target}', '"gone"')::json where organization_id = $1 and name = 'own-bin'`,
      [northId],
    ),
  )
  await expect.poll(async () => (await call('GET', 'own/bin')).status, { timeout: 5000 }).toBe(404)
  expect((await call('GET', 'own/zone')).status).toBe(200)
  const list = await call('GET', 'studio/screens')
  expect(list.body.response!['records']).toEqual(
    expect.arrayContaining([expect.objectContaining({ name: 'own-bin', fits: false })]),
  )
})
