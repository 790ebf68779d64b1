import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { goodPassword, sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let it: SessionApp
let token: string
let other: string

interface Node {
  readonly id: number
  readonly row_version: number
  readonly territory: string
  readonly children: number
  readonly matched?: boolean
}

interface Nested {
  readonly territory: string
  readonly children: readonly Nested[]
}

const get = (path: string, as = token) => it.call('GET', `/api/${path}`, { token: as })
const post = (path: string, body: unknown, as = token) => it.call('POST', `/api/${path}`, { token: as, body })
const put = (path: string, body: unknown) => it.call('PUT', `/api/${path}`, { token, body })
const nodes = async (path: string, as = token): Promise<readonly Node[]> =>
  (await get(path, as)).body.response?.['records'] as readonly Node[]
const shape = (records: readonly Nested[]): unknown =>
  Object.fromEntries(records.map((one) => [one.territory, shape(one.children)]))
const nested = async (path: string): Promise<unknown> =>
  shape((await get(path)).body.response?.['records'] as readonly Nested[])

const places = [
  ['EMEA', null],
  ['DACH', 'EMEA'],
  ['Bavaria', 'DACH'],
  ['Tyrol', 'DACH'],
  ['Nordics', 'EMEA'],
  ['APAC', null],
] as const

beforeAll(async () => {
  it = await sessionApp()
  for (const [code, email] of [
    ['T', 'a@tree.example'],
    ['U', 'a@other.example'],
  ] as const) {
    const organizationId = await it.organization({ code, name: `Organization ${code}` })
    await it.user({ organizationId, email, name: 'Ann', role: 'ADMINISTRATOR', password: goodPassword })
  }
  token = (await it.signIn('a@tree.example')).token
  other = (await it.signIn('a@other.example')).token
  for (const [territory, parent] of places) {
    const made = await post('territory', {
      territory,
      description: `${territory} region`,
      parent_territory: parent,
      status: territory === 'Tyrol' ? 'inactive' : 'active',
    })
    if (made.status !== 201) throw new Error(JSON.stringify(made.body))
  }
})

afterAll(() => it?.close())

describe('a level of a tree', () => {
  test('holds what lies right below a record, each with how much lies below it', async () => {
    const top = await nodes('territory/tree')
    expect(top.map((node) => [node.territory, node.children])).toEqual([
      ['APAC', 0],
      ['EMEA', 2],
    ])
    const below = await get('territory/tree?under=EMEA&columns=description')
    expect(below.body.response).toMatchObject({
      total_record: 2,
      records: [
        { territory: 'DACH', children: 2, parent_territory: 'EMEA', description: 'DACH region' },
        { territory: 'Nordics', children: 0 },
      ],
    })
    expect(below.body.response?.['labels']).toMatchObject({ parent_territory: { EMEA: 'EMEA region' } })
  })

  test('comes in pages and in the order that is asked for', async () => {
    const answer = await get('territory/tree?under=EMEA&limit=1&page=2&sort=-territory')
    expect(answer.body.response).toMatchObject({ total_record: 2, records: [{ territory: 'DACH' }] })
  })

  test('shows what a search or filters find with what leads there', async () => {
    const found = await nodes('territory/tree?search=bav')
    expect(new Map(found.map((node) => [node.territory, node.matched]))).toEqual(
      new Map([
        ['Bavaria', true],
        ['DACH', false],
        ['EMEA', false],
      ]),
    )
    const inactive = await get('territory/tree?status=inactive')
    expect(inactive.body.response).toMatchObject({ total_record: 1 })
    expect((await nodes('territory/tree?status=inactive')).map((node) => node.territory).toSorted()).toEqual([
      'DACH',
      'EMEA',
      'Tyrol',
    ])
  })

  test('is of the own organisation, and only of lists whose records lie below one another', async () => {
    expect(await nodes('territory/tree', other)).toEqual([])
    expect((await get('general-uom/tree')).status).toBe(404)
    expect((await get('territory/tree?colour=red')).status).toBe(400)
  })
})

describe('the records nested', () => {
  test('answer at the address of their own and at that of the specification', async () => {
    const whole = { APAC: {}, EMEA: { DACH: { Bavaria: {}, Tyrol: {} }, Nordics: {} } }
    expect(await nested('territory-hierarchy')).toEqual(whole)
    expect(await nested('territory/hierarchy')).toEqual(whole)
    expect(await nested('territory-masters/hierarchy')).toEqual(whole)
  })

  test('begin where one says, go as deep as one says, and hold what filters find', async () => {
    expect(await nested('territory-hierarchy?root=DACH')).toEqual({ DACH: { Bavaria: {}, Tyrol: {} } })
    expect(await nested('territory-hierarchy?depth=2')).toEqual({ APAC: {}, EMEA: { DACH: {}, Nordics: {} } })
    expect(await nested('territory-hierarchy?status=inactive')).toEqual({ EMEA: { DACH: { Tyrol: {} } } })
    expect((await get('territory-hierarchy?depth=none')).status).toBe(400)
  })

  test('are there for sales bundles', async () => {
    await post('sales-bundle', { bundle: 'TREE-A', description: 'All' })
    await post('sales-bundle', { bundle: 'TREE-B', description: 'Part', parent_bundle: 'TREE-A' })
    const answer = await get('sales-bundle-hierarchy?root=TREE-A')
    expect(answer.body.response?.['records']).toMatchObject([{ bundle: 'TREE-A', children: [{ bundle: 'TREE-B' }] }])
  })
})

describe('moving a record', () => {
  const move = async (territory: string, parent: string | null, version?: number) => {
    const [node] = await nodes(`territory?territory=${territory}`)
    return put(`territory/${node!.id}`, { parent_territory: parent, row_version: version ?? node!.row_version })
  }

  test('is refused where it would close a circle, with the way round', async () => {
    const answer = await move('EMEA', 'Bavaria')
    expect(answer.status).toBe(422)
    expect(answer.body.error?.issues).toMatchObject([
      {
        path: ['parent_territory'],
        code: 'cycle',
        message: 'Part of would lead back to this record: EMEA → Bavaria → DACH → EMEA',
      },
    ])
  })

  test('is told to whoever saw an older version, and is part of the history', async () => {
    expect((await move('Nordics', 'APAC', 99)).body.error?.code).toBe('ROW_CONFLICT')
    expect((await move('Nordics', 'APAC')).status).toBe(200)
    expect(await nested('territory-hierarchy?root=APAC')).toEqual({ APAC: { Nordics: {} } })
    const [node] = await nodes('territory?territory=Nordics')
    const history = await get(`territory/${node!.id}/history`)
    expect(history.body.response?.['records']).toMatchObject([
      { operation: 'update', changes: { parent_territory: ['EMEA', 'APAC'] } },
      { operation: 'insert' },
    ])
    expect((await move('Nordics', 'EMEA')).status).toBe(200)
  })
})

describe('two who move records at the same moment', () => {
  const pairs = Array.from({ length: 8 }, (_, at) => [`P${at}`, `Q${at}`] as const)
  const idOf = async (territory: string) => (await nodes(`territory?territory=${territory}`))[0]!.id
  const parentOf = async (territory: string) =>
    (await get(`territory?territory=${territory}`)).body.response?.['records'] as { parent_territory: string | null }[]

  test.each([
    ['in a form', (id: number, parent: string) => put(`territory/${id}`, { row_version: 1, parent_territory: parent })],
    [
      'in a list',
      (id: number, parent: string) =>
        post('territory/batch', { update: [{ id, changes: { parent_territory: parent } }], mode: 'whole' }),
    ],
    [
      'with many records',
      (id: number, parent: string) =>
        post('territory/bulk-update', { ids: [id], changes: { parent_territory: parent } }),
    ],
  ])('%s close no circle', async (how, move) => {
    const names = pairs.map((pair) => pair.map((name) => `${name} ${how.replaceAll(' ', '-')}`))
    for (const [one, two] of names) {
      for (const territory of [one!, two!]) await post('territory', { territory, description: territory })
      const ids = [await idOf(one!), await idOf(two!)]
      await Promise.all([move(ids[0]!, two!), move(ids[1]!, one!)])
      const above = [...(await parentOf(one!)), ...(await parentOf(two!))].map((row) => row.parent_territory)
      expect(above.filter((parent) => parent === null)).toHaveLength(1)
    }
  })
})

describe('records that no record at the top leads to', () => {
  test('stand at the top, so that they are put in their place', async () => {
    for (const [territory, parent] of [
      ['Loop A', null],
      ['Loop B', 'Loop A'],
      ['Below B', 'Loop B'],
    ])
      expect((await post('territory', { territory, description: territory, parent_territory: parent })).status).toBe(
        201,
      )
    await it.db.system((tx) =>
      tx.query(sql`update territory set parent_territory = 'Loop B' where territory = 'Loop A'`),
    )
    const top = (await nodes('territory/tree')).filter(({ territory }) => territory.startsWith('Loop'))
    expect(top.map((node) => [node.territory, node.children])).toEqual([
      ['Loop A', 0],
      ['Loop B', 1],
    ])
    expect((await nodes('territory/tree?under=Loop%20A')).map((node) => node.territory)).toEqual([])
    expect((await nodes('territory/tree?under=Loop%20B')).map((node) => node.territory)).toEqual(['Below B'])
    expect(await nested('territory-hierarchy')).toMatchObject({ 'Loop A': {}, 'Loop B': { 'Below B': {} } })
    // A search finds them with what is below them counted alike.
    const found = await nodes('territory/tree?search=Below%20B')
    expect(found.map((node) => [node.territory, node.children])).toEqual([
      ['Below B', 0],
      ['Loop A', 0],
      ['Loop B', 1],
    ])
    expect(await nodes('territory/tree', other)).toEqual([])
    const loop = top[0]!
    const repaired = await put(`territory/${loop.id}`, { row_version: loop.row_version, parent_territory: null })
    expect(repaired.status).toBe(200)
    expect(await nested('territory-hierarchy?root=Loop%20A')).toEqual({ 'Loop A': { 'Loop B': { 'Below B': {} } } })
  })
})
