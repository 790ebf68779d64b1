import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { applyDeltas, f, normalizeScreen, type Screen, type ScreenDefinition } from '#src/definition'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { reportLost } from '#server/engine/field-layers/report-lost.ts'
import { type Database, openDatabase } from '#server/store/database.ts'
import { applySchema, planSchema } from '#server/store/schema-sync.ts'
import { sql } from '#server/store/sql.ts'
import { goodPassword, sessionApp, type SessionApp } from '#tests/support/session-app.ts'

const definition = (fields: ScreenDefinition['fields'], columns: string[]): Screen =>
  normalizeScreen({
    name: 'parcel',
    label: ['Parcel', 'Parcels'],
    area: 'masters',
    formId: 'TEST_PARCEL',
    endpoint: 'parcel',
    table: { name: 'parcel', key: ['number'] },
    fields: { number: f.text({ max: 20, required: true }), ...fields, extra: f.attributes({ hidden: true }) },
    list: { path: '/parcel', columns },
    form: { layout: [{ title: 'General', rows: [columns] }] },
    upload: { functionality: 'Parcels', path: '/parcel/upload' },
  })

const before = definition(
  { weight: f.integer({ label: 'Weight' }), depot: f.text({ max: 40 }), colour: f.text({ max: 20 }) },
  ['number', 'weight', 'depot', 'colour'],
)
// The next version: weight is called otherwise and keeps its id, colour is gone, and there is a field of the name of an attribute.
const after = definition(
  {
    gross_weight: f.integer({ id: 'weight', label: 'Gross weight' }),
    depot: f.choice(['North', 'South'], {}),
    fragile: f.flag({}),
  },
  ['number', 'gross_weight', 'depot', 'fragile'],
)

let product: SessionApp
let organizationId: number
let token: string

const answered = async (app: SessionApp['app'], method: 'GET' | 'PUT' | 'POST', url: string, payload?: object) => {
  const answer = await app.inject({
    method,
    url: `/api/${url}`,
    headers: { authorization: `Bearer ${token}` },
    ...(payload ? { payload } : {}),
  })
  const body: { response?: unknown; message?: string } = answer.json()
  if (answer.statusCode >= 400) throw new Error(`${url} answered ${answer.statusCode}: ${body.message}`)
  return body.response
}

beforeAll(async () => {
  product = await sessionApp({ TIERLINE_SECRET: 'the same before and after the upgrade' }, [before])
  organizationId = await product.organization({ code: 'HERE', name: 'Here' })
  await product.user({
    organizationId,
    email: 'admin@here.test',
    name: 'Ada',
    role: 'ADMINISTRATOR',
    password: goodPassword,
  })
  token = (await product.signIn('admin@here.test')).token
  const change = (field_id: string, delta: object) => ({ form_id: 'TEST_PARCEL', field_id, delta })
  await answered(product.app, 'PUT', 'modify_form_fields', [
    change('weight', { label: 'Weight in kg', list_order: 5 }),
    change('colour', { label: 'Paint', required: true }),
    change('depot', { default: 'Harbour' }),
    change('fragile', { attribute_type: 'flag', label: 'Breakable' }),
    change('route', { attribute_type: 'text', label: 'Route' }),
  ] as never)
  await answered(product.app, 'POST', 'parcel', { number: 'P1', weight: 3, colour: 'red', route: 'R1', fragile: true })
  await answered(product.app, 'POST', 'list-views/parcel', {
    name: 'By colour',
    audience: 'everyone',
    state: {
      query: { columns: 'number,colour,weight', sort: '-colour', 'colour.contains': 'r' },
      widths: { colour: 90 },
      density: null,
    },
  })
  await product.db.tenant({ organizationId, userId: 1 }, (tx) =>
    tx.query(sql`
      insert into upload_format (organization_id, functionality, name, body) values (${organizationId}, 'Parcels', 'With colour',
        '{"fields": [{"field": "number", "source": "column", "column": "No"}, {"field": "colour", "source": "column", "column": "Colour"}]}')`),
  )
})

afterAll(() => product.close())

describe('an upgrade under stored changes of fields, views and formats', () => {
  let next: SessionApp['app']
  let screens: readonly Screen[]
  let db: Database

  beforeAll(async () => {
    screens = [...product.screens.filter(({ name }) => name !== 'parcel'), after]
    // The server that starts after the upgrade knows nothing of the one before.
    db = openDatabase(product.db.url, { applicationUrl: product.db.applicationUrl, max: 4 })
    await applySchema(db, await planSchema(db, screens))
    const config = readConfig({
      TIERLINE_DATA: product.dataDir,
      TIERLINE_SECRET: 'the same before and after the upgrade',
      LOG_LEVEL: 'silent',
    })
    next = await createApp({ db, config, screens })
    await next.ready()
  })
  afterAll(async () => {
    await next.close()
    await db.close()
  })

  it('keeps what has a place: by the id of the field, whatever its name is now', async () => {
    const screen = (await answered(next, 'GET', 'screens/parcel')) as Screen
    expect(screen.fields.find(({ name }) => name === 'gross_weight')?.label).toBe('Weight in kg')
    expect(screen.fields.find(({ name }) => name === 'route')?.label).toBe('Route')
    expect(screen.fields.map(({ name }) => name)).toEqual([
      'number',
      'gross_weight',
      'depot',
      'fragile',
      'extra',
      'route',
    ])
    expect(screen.list?.columns[0]).toBe('gross_weight')
  })

  it('breaks nothing: lists, views, forms, formats, exports and writes answer', async () => {
    expect(await answered(next, 'GET', 'parcel?sort=-number')).toMatchObject({
      records: [{ number: 'P1', route: 'R1' }],
    })
    expect(await answered(next, 'GET', 'list-views/parcel')).toMatchObject({
      views: [{ name: 'By colour', gone: ['colour', 'weight'] }],
    })
    expect(await answered(next, 'GET', 'upload-format?app-functionality=Parcels')).toMatchObject({ total_record: 1 })
    expect(await answered(next, 'POST', 'parcel', { number: 'P2', depot: 'North' })).toMatchObject({ number: 'P2' })
    const file = await next.inject({
      method: 'GET',
      url: '/api/parcel/export?format=csv',
      headers: { authorization: `Bearer ${token}` },
    })
    expect(file.statusCode).toBe(200)
    expect(file.body).toContain('Weight in kg')
  })

  it('reports what is lost, on the screen of the administrator and in the log', async () => {
    const { records } = (await answered(next, 'GET', 'form_fields/lost')) as {
      records: { kind: string; name: string; reason: string }[]
    }
    expect(records.map(({ kind, name }) => [kind, name])).toEqual([
      ['field', 'colour'],
      ['field', 'depot'],
      ['field', 'fragile'],
      ['view', 'By colour'],
      ['format', 'With colour'],
    ])
    expect(records[0]?.reason).toBe('Parcel has no field colour')
    expect(records[2]?.reason).toBe('Parcel has a field fragile already')
    expect(records[4]?.reason).toBe('Parcels no longer have colour')
    const lines: string[] = []
    await reportLost(db, screens, { warn: (line: object) => void lines.push(JSON.stringify(line)) } as never)
    expect(lines).toHaveLength(5)
    expect(lines[0]).toContain('"name":"colour"')
  })
})

describe('deltas over any definition', () => {
  it('never break a screen, whatever was stored', () => {
    const odd = [
      { hidden: true },
      { order: 3 },
      { choices: [] },
      { default: { a: 1 } },
      { width: 50 },
      { attribute: { type: 'text' } },
    ]
    for (const screen of product.screens)
      for (const delta of odd)
        for (const field of [screen.fields[0]?.id ?? '', 'nothing', 'a.b', '__proto__'])
          expect(() => applyDeltas(screen, [{ layer: 'organization', field, delta: delta as never }])).not.toThrow()
  })
})
