import { afterAll, beforeAll, expect, test } from 'vitest'
import { goodPassword, sessionApp, type Answer, type SessionApp } from '#tests/support/session-app.ts'

let it: SessionApp
let admin: string
let analyst: string
let reader: string

beforeAll(async () => {
  it = await sessionApp()
  const organizationId = await it.organization({ code: 'N', name: 'North' })
  const person = (email: string, role: string) =>
    it.user({ organizationId, email, name: email, role, password: goodPassword })
  await person('admin@example.com', 'ADMINISTRATOR')
  await person('analyst@example.com', 'ANALYST')
  await person('reader@example.com', 'READER')
  admin = (await it.signIn('admin@example.com')).token
  analyst = (await it.signIn('analyst@example.com')).token
  reader = (await it.signIn('reader@example.com')).token
  const zone = {
    name: 'own-zone',
    label: ['Zone', 'Zones'],
    area: 'masters',
    table: { key: ['code'] },
    fields: {
      code: { type: 'text', max: 10, required: true },
      opened: { type: 'date' },
      kind: {
        type: 'choice',
        choices: [
          { value: 'cold', label: 'Cold' },
          { value: 'dry', label: 'Dry' },
        ],
      },
      cost: { type: 'money', currency: 'EUR' },
      secret: { type: 'integer' },
    },
    list: {
      path: '/own/zone',
      columns: ['code', 'opened', 'kind', 'cost'],
      filters: ['kind'],
      totals: { cost: 'sum' },
    },
    access: { write: 'masters.write', fields: { secret: { read: 'planning.read' } } },
  }
  await publish('POST', { definition: zone })
  for (const [code, opened, kind, cost, secret] of [
    ['A', '2026-01-05', 'cold', '10.50', 1],
    ['B', '2026-01-20', 'cold', '4.50', 2],
    ['C', '2026-02-01', 'dry', '7.00', 3],
  ])
    await call('POST', 'own/zone', { code, opened, kind, cost, secret })
})
afterAll(() => it?.close())

type Method = Parameters<SessionApp['call']>[0]
const call = (method: Method, path: string, body?: unknown, token = admin): Promise<Answer> =>
  it.call(method, `/api/${path}`, { token, body })

interface Design {
  readonly name: string
  readonly row_version: number
  readonly definition: Record<string, unknown>
}
const designOf = ({ body }: Answer) => body.response as unknown as Design

async function publish(method: Method, body: object): Promise<Design> {
  const begun = await call(method, 'studio/screens', body)
  expect(begun.status, JSON.stringify(begun.body.error)).toBe(201)
  const { name, row_version } = designOf(begun)
  const answer = await call('POST', `studio/screens/${name}/publish`, { row_version })
  expect(answer.status, JSON.stringify(answer.body.error)).toBe(200)
  return designOf(answer)
}

const byKind = {
  name: 'own-by-kind',
  label: ['Zones by kind', 'Zones by kind'],
  area: 'results',
  fields: {
    kind: {
      type: 'choice',
      choices: [
        { value: 'cold', label: 'Cold' },
        { value: 'dry', label: 'Dry' },
      ],
    },
    cost: { type: 'money', currency: 'EUR' },
    zones: { type: 'integer' },
  },
  result: {
    criteria: '/own/by-kind',
    path: '/own/by-kind/results',
    summary: {
      of: 'own-zone',
      groups: { kind: 'kind' },
      figures: { cost: 'cost.sum', zones: 'count' },
      filters: { from: 'opened.gte' },
    },
    parameters: { from: { type: 'date', label: 'Opened from' } },
    chart: { type: 'bar', x: 'kind', y: ['cost'] },
  },
}

test('a result over records is proposed, tried before it is in use, published, asked, grouped and exported', async () => {
  const begun = await call('POST', 'studio/screens', {
    adds_up: 'own-zone',
    name: 'own-zone-sums',
    label: ['Zone sums', 'Zone sums'],
  })
  expect(begun.status, JSON.stringify(begun.body.error)).toBe(201)
  const { definition, row_version } = designOf(begun)
  expect(definition).toMatchObject({
    result: { criteria: '/own/zone-sums', summary: { of: 'own-zone', groups: { month: 'opened.month' } } },
  })
  const open = { ...definition, result: { ...(definition['result'] as object), parameters: byKind.result.parameters } }
  Object.assign(open.result, {
    summary: {
      ...byKind.result.summary,
      groups: { month: 'opened.month' },
      figures: { cost: 'cost.sum', records: 'count' },
    },
    sort: ['month'],
    chart: undefined,
  })
  Object.assign(open, { fields: { month: { type: 'date' }, cost: { type: 'money' }, records: { type: 'integer' } } })
  const tried = await call('POST', 'studio/try', { definition: open })
  expect(tried.body.response, JSON.stringify(tried.body)).toMatchObject({
    total_record: 2,
    records: [
      { month: '2026-01-01', cost: '15.0000', records: 2 },
      { month: '2026-02-01', cost: '7.0000', records: 1 },
    ],
  })
  expect((await call('POST', 'own/zone-sums', { from: '2026-01-01' })).status).toBe(404)
  const saved = await call('PUT', 'studio/screens/own-zone-sums', { row_version, definition: open })
  const used = await call('POST', 'studio/screens/own-zone-sums/publish', { row_version: designOf(saved).row_version })
  expect(used.status, JSON.stringify(used.body.error)).toBe(200)

  const bootstrap = await call('GET', 'bootstrap?path=/own/zone-sums', undefined, analyst)
  expect(bootstrap.body.response).toMatchObject({ route: { screen: 'own-zone-sums', kind: 'criteria' } })
  const asked = await call('POST', 'own/zone-sums', { from: '2026-01-10' }, analyst)
  expect(asked.body.response).toMatchObject({
    total_record: 2,
    totals: { cost: '11.5000', records: '2' },
    records: [
      { month: '2026-01-01', month_from: '2026-01-10', month_to: '2026-01-31', cost: '4.5000' },
      { cost: '7.0000' },
    ],
  })
  const read = await call('GET', 'own/zone-sums?from=2026-02-01', undefined, analyst)
  expect(read.body.response).toMatchObject({ total_record: 1 })
  const groups = await call('POST', 'own/zone-sums/groups', { from: '2026-01-01', by: 'month' }, analyst)
  expect(groups.body.response).toMatchObject({ groups: [{ values: ['2026-01-01'] }, { values: ['2026-02-01'] }] })
  const file = await it.app.inject({
    method: 'POST',
    url: '/api/own/zone-sums/export?format=csv',
    headers: { authorization: `Bearer ${analyst}` },
    payload: { from: '2026-01-01' },
  })
  expect(file.body).toMatch(/2026-01-01,15/)
  const run = await call('POST', 'own/zone-sums', { from: '2026-01-01', request_id: 'own-result-run-1' }, analyst)
  expect(run.body.response).toMatchObject({ run: { state: 'complete' }, total_record: 2 })
})

test('it is exported as a file, imported under another name, and stays while nothing refers to its records', async () => {
  await publish('POST', { definition: byKind })
  const file = await it.app.inject({
    url: '/api/studio/screens/own-by-kind/export',
    headers: { authorization: `Bearer ${admin}` },
  })
  const { $schema: _schema, ...definition } = file.json() as Record<string, unknown>
  await publish('POST', { definition, name: 'own-by-kind-again' })
  expect((await call('POST', 'own/by-kind-again', { from: '2026-01-01' })).body.response).toMatchObject({
    total_record: 2,
    totals: { cost: '22.0000', zones: '3' },
  })
  const portrait = await call('GET', 'studio/screens/own-zone')
  expect(portrait.body.response!['used_by']).toEqual(
    expect.arrayContaining([expect.objectContaining({ screen: 'own-by-kind', how: 'summary', field: 'cost, zones' })]),
  )
  const own = portrait.body.response!['own'] as unknown as Design
  const refused = await call('POST', 'studio/screens/own-zone/retire', { row_version: own.row_version })
  expect(refused.status).toBe(409)
  expect(refused.body.message).toContain('own-by-kind')
  const again = designOf(await call('GET', 'studio/screens')) as unknown as {
    records: { name: string; kind: string }[]
  }
  expect(again.records.find(({ name }) => name === 'own-by-kind')).toMatchObject({ kind: 'summary' })
  const { row_version } = (await call('GET', 'studio/screens/own-by-kind-again')).body.response![
    'own'
  ] as unknown as Design
  expect((await call('POST', 'studio/screens/own-by-kind-again/retire', { row_version })).status).toBe(200)
  expect((await call('POST', 'own/by-kind-again', { from: '2026-01-01' })).status).toBe(404)
})

test('a screen of the product is added up; one worked out by code cannot be begun from', async () => {
  const design = await publish('POST', { adds_up: 'sales-data', name: 'own-sales' })
  expect(design.definition).toMatchObject({ result: { summary: { of: 'sales-data' } } })
  expect((await call('POST', 'own/sales', { billing_date_from: '2026-01-01' })).status).toBe(200)
  const refused = await call('POST', 'studio/screens', { from: 'sales-analysis', name: 'own-analysis' })
  expect(refused.body.error!.issues).toMatchObject([{ path: ['from'], code: 'report' }])
})

const wrong = {
  ...byKind,
  name: 'own-wrong',
  result: { ...byKind.result, criteria: '/own/wrong', path: '/own/wrong/results' },
}

test.each([
  [
    'code of the product',
    { result: { ...wrong.result, summary: undefined, report: 'sales-analysis' } },
    'result.report',
  ],
  ['a table', { table: { key: ['kind'] } }, 'table'],
  ['an address of the product', { result: { ...wrong.result, criteria: '/sales-analysis' } }, 'result.criteria'],
  ['a column that cannot hold its figure', { fields: { ...wrong.fields, cost: { type: 'date' } } }, 'fields.cost'],
  ['a column nothing fills', { fields: { ...wrong.fields, more: { type: 'integer' } } }, 'fields.more'],
  [
    'records that are not there',
    { result: { ...wrong.result, summary: { ...wrong.result.summary, of: 'own-nothing' } } },
    'result.summary.of',
  ],
])('refused: %s', async (_what, change, at) => {
  const check = await call('POST', 'studio/check', { definition: { ...wrong, ...change } })
  const found = (check.body.response!['issues'] as { path: (string | number)[] }[]).map(({ path }) => path.join('.'))
  expect(found).toContain(at)
  expect((await call('POST', 'studio/try', { definition: { ...wrong, ...change } })).status).toBe(422)
})

test('who may not read a field of the records may not read a result that uses it, and designing needs the permission', async () => {
  const secret = {
    ...byKind,
    name: 'own-secret',
    fields: { kind: byKind.fields.kind, secret: { type: 'integer' } },
    result: {
      ...byKind.result,
      criteria: '/own/secret',
      path: '/own/secret/results',
      summary: { ...byKind.result.summary, figures: { secret: 'secret.sum' } },
      chart: undefined,
    },
  }
  await publish('POST', { definition: secret })
  expect((await call('POST', 'own/secret', { from: '2026-01-01' })).body.response).toMatchObject({
    totals: { secret: '6' },
  })
  expect((await call('POST', 'own/secret', { from: '2026-01-01' }, analyst)).status).toBe(403)
  expect((await call('POST', 'studio/try', { definition: secret }, reader)).status).toBe(403)
})

test('an attribute of the organization is added up like any field; without it the result is out of use, which is told before', async () => {
  const form_id = 'IMA_CONFIG_CUSTOMER'
  const change = (field_id: string, delta: object | null) => ({ form_id, field_id, delta })
  const tier = {
    label: 'Tier',
    attribute_type: 'choice',
    choices: [
      { value: 'gold', label: 'Gold' },
      { value: 'tin', label: 'Tin' },
    ],
  }
  const made = await call('PUT', 'modify_form_fields', [
    change('tier', tier),
    change('visits', { label: 'Visits', attribute_type: 'integer' }),
  ])
  expect([made.status, made.body.error]).toEqual([200, undefined])
  for (const [number, rank, visits] of [
    ['A1', 'gold', 7],
    ['A2', 'gold', 5],
    ['A3', 'tin', 1],
  ])
    await call('POST', 'customer-data', { customer_number: number, customer_name: number, tier: rank, visits })
  const portrait = await call('GET', 'studio/screens/customer')
  expect(portrait.body.response!['attributes']).toMatchObject({ visits: { type: 'integer' }, tier: { type: 'choice' } })
  await publish('POST', {
    definition: {
      name: 'own-by-tier',
      label: ['Visits by tier', 'Visits by tier'],
      area: 'results',
      fields: {
        tier: { type: 'choice', choices: tier.choices },
        visits: { type: 'integer' },
        customers: { type: 'integer' },
      },
      result: {
        criteria: '/own/by-tier',
        path: '/own/by-tier/results',
        summary: {
          of: 'customer',
          groups: { tier: 'tier' },
          figures: { visits: 'visits.sum', customers: 'count' },
          filters: { least: 'visits.gte' },
        },
        parameters: { least: { type: 'integer', label: 'Visits at least' } },
        sort: ['tier'],
      },
    },
  })
  const asked = await call('POST', 'own/by-tier', { least: 5 }, analyst)
  expect(asked.body.response, JSON.stringify(asked.body)).toMatchObject({
    records: [{ tier: 'gold', visits: 12, customers: 2 }],
  })

  const gone = [change('visits', null)]
  const impact = await call('POST', 'form_fields/impact', gone)
  expect(impact.body.response).toMatchObject({
    fields: [{ field: 'visits', results: ['Visits by tier'], invalid: { count: 3 } }],
  })
  await call('PUT', 'modify_form_fields', gone)
  expect((await call('POST', 'own/by-tier', { least: 5 }, analyst)).status).toBe(404)
  const list = await call('GET', 'studio/screens')
  expect(list.body.response!['records']).toContainEqual(expect.objectContaining({ name: 'own-by-tier', fits: false }))
  // It is there again with the attribute: nothing of it was lost.
  await call('PUT', 'modify_form_fields', [change('visits', { label: 'Visits', attribute_type: 'integer' })])
  expect((await call('POST', 'own/by-tier', { least: 5 }, analyst)).status).toBe(200)
})
