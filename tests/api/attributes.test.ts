import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { parseListQuery, type Screen } from '#src/definition'
import type { Caller } from '#server/authorize.ts'
import { buildAttributeIndexes } from '#server/engine/attribute-indexes.ts'
import { formFieldsOf } from '#server/engine/form-fields.ts'
import { select } from '#server/engine/list.ts'
import { buildSearchIndexes } from '#server/engine/search-indexes.ts'
import { sql } from '#server/store/sql.ts'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'

const form = 'IMA_CONFIG_CUSTOMER'
const organizationAttributes = {
  tier: {
    label: 'Tier',
    attribute_type: 'choice',
    choices: [
      { value: 'G', label: 'Gold' },
      { value: 'S', label: 'Silver' },
    ],
    default: 'S',
    attribute_search: true,
    attribute_index: true,
  },
  route: { label: 'Route', attribute_type: 'text', attribute_max: 20, attribute_search: true, attribute_index: true },
  note: { label: 'Note', attribute_type: 'longText' },
  visits: { label: 'Visits', attribute_type: 'integer', attribute_index: true },
  share: { label: 'Share', attribute_type: 'decimal', attribute_scale: 2, attribute_index: true },
  bonus: { label: 'Bonus', attribute_type: 'money', attribute_index: true },
  since: { label: 'Customer since', attribute_type: 'date', attribute_index: true },
  seen: { label: 'Last seen', attribute_type: 'dateTime', attribute_index: true },
  audited: { label: 'Audited', attribute_type: 'flag', attribute_index: true },
  agent: { label: 'Agent', attribute_type: 'reference', attribute_target: 'employee', attribute_index: true },
} as const
const names = Object.keys(organizationAttributes)

let app: Awaited<ReturnType<typeof uploadApp>>

const values = {
  tier: 'G',
  route: 'North 7',
  note: 'Knock twice',
  visits: 12,
  share: '12.50',
  bonus: '1000.2500',
  since: '2024-02-29',
  seen: '2026-03-01T10:20:30Z',
  audited: true,
}

const create = async (number: string, more: object = {}) => {
  const answer = await app.post('customer-data', {
    customer_number: number,
    customer_name: `Customer ${number}`,
    ...more,
  })
  if (answer.status !== 201) throw new Error(JSON.stringify(answer.body))
}
const keys = async (query: string) =>
  recordsOf(await app.get(`customer-data?${query}`)).map((record) => record['customer_number'])

beforeAll(async () => {
  app = await uploadApp()
  const answer = await app.put(
    'modify_form_fields',
    Object.entries(organizationAttributes).map(([field_id, delta]) => ({ form_id: form, field_id, delta })),
  )
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.body))
  await app.post('employee', { employee_number: 'E1', full_name: 'Eva Ruiz' })
  await create('A1', values)
  await create('A2', { visits: 3, tier: 'S', since: '2025-01-01' })
  await create('A3')
})

afterAll(() => app?.product.close())

describe('attributes of an organisation', () => {
  test('are fields of the list, of the form and of uploads', async () => {
    const screen = (await app.get('screens/customer')).body.response as unknown as {
      list: { columns: string[] }
      form: { sections: { rows: string[][] }[] }
      upload: { fields: string[] }
    }
    expect(screen.list.columns).toEqual(expect.arrayContaining(names.filter((name) => name !== 'note')))
    expect(screen.form.sections.at(-1)?.rows.flat()).toEqual(names)
    expect(screen.upload.fields).toEqual(expect.arrayContaining(names))
  })

  test('are read as they were written, with their default', async () => {
    const [first] = recordsOf(await app.get('customer-data?customer_number=A1'))
    expect(first).toMatchObject(values)
    const [third] = recordsOf(await app.get('customer-data?customer_number=A3'))
    expect(third).toMatchObject({ visits: null, since: null })
  })

  test.each([
    ['tier=G', ['A1']],
    ['route.contains=north', ['A1']],
    ['visits.gte=4', ['A1']],
    ['visits.between=3,12', ['A1', 'A2']],
    ['share=12.5', ['A1']],
    ['bonus.gt=1000', ['A1']],
    ['since.lt=2024-03-01', ['A1']],
    ['seen.gte=2026-03-01', ['A1']],
    ['audited=true', ['A1']],
    ['visits.empty=true', ['A3']],
    ['search=North', ['A1']],
    ['sort=-since&since.notEmpty=true', ['A2', 'A1']],
    ['sort=-visits&visits.notEmpty=true', ['A1', 'A2']],
  ])('filter, sort and search a list: %s', async (query, expected) => {
    expect(await keys(`sort=customer_number&${query}`.replace(/sort=customer_number&(sort=)/, '$1'))).toEqual(expected)
  })

  test('are grouped and counted', async () => {
    const { body } = await app.get('customer-data?group=tier&totals=true')
    const groups = body.response?.['groups'] as { values: Record<string, unknown>; count: number }[]
    expect(groups.find((group) => group.values['tier'] === 'G')?.count).toBe(1)
  })

  test('are columns of the template of the upload', async () => {
    const file = await app.product.app.inject({
      method: 'GET',
      url: '/api/customer-data/template?format=csv',
      headers: { authorization: `Bearer ${app.tokens.north}` },
    })
    const header = file.body.split('\n', 1)[0]!
    for (const { label } of Object.values(organizationAttributes)) expect(header).toContain(label)
  })

  test('are checked and written by an upload, and undone with it', async () => {
    const fields = [
      column('customer_number', 'No'),
      column('customer_name', 'Name'),
      column('visits', 'Visits'),
      column('share', 'Share'),
      column('bonus', 'Bonus'),
      column('since', 'Since'),
      column('seen', 'Seen'),
      column('audited', 'Audited'),
      column('agent', 'Agent'),
    ]
    const { id, upload } = await app.checked(
      'No,Name,Visits,Share,Bonus,Since,Seen,Audited,Agent\n' +
        'U1,New,7,3.25,10.5,2026-01-31,2026-02-01T08:00:00Z,yes,E1\n' +
        'A2,Customer A2,5,,,2025-01-01,,no,\n' +
        'U2,Wrong,often,x,y,2026-02-30,soon,perhaps,\n' +
        'U3,Nobody,,,,,,,E9\n',
      { fields },
      'CustomerDataUploadFormat',
    )
    expect(upload['counts']).toMatchObject({ insert: 1, update: 1, rejected: 2 })
    const [wrong, nobody] = recordsOf(await app.get(`uploads/${id}/rows?outcome=rejected`))
    expect((wrong!['reasons'] as { field: string }[]).map(({ field }) => field).toSorted()).toEqual([
      'audited',
      'bonus',
      'seen',
      'share',
      'since',
      'visits',
    ])
    expect(nobody!['reasons']).toMatchObject([{ field: 'agent' }])
    await app.post(`uploads/${id}/commit`, { only_valid: true })
    expect((await app.settled(id))['state']).toBe('committed')
    const [made] = recordsOf(await app.get('customer-data?customer_number=U1'))
    expect(made).toMatchObject({
      visits: 7,
      share: '3.25',
      bonus: '10.5000',
      since: '2026-01-31',
      seen: '2026-02-01T08:00:00Z',
      audited: true,
      agent: 'E1',
      tier: 'S',
    })
    const [changed] = recordsOf(await app.get('customer-data?customer_number=A2'))
    expect(changed).toMatchObject({ visits: 5, tier: 'S', audited: false })
    expect(await keys('agent=E1')).toEqual(['U1'])
    await app.post(`uploads/${id}/undo`, {})
    expect((await app.settled(id))['state']).toBe('undone')
    const [again] = recordsOf(await app.get('customer-data?customer_number=A2'))
    expect(again).toMatchObject({ visits: 3, audited: null })
    expect(await keys('agent=E1')).toEqual([])
  })

  test('are exported, and a file that comes back says nothing has changed', async () => {
    const file = await app.product.app.inject({
      method: 'GET',
      url: '/api/customer-data/export?for=upload&format=csv&sort=customer_number',
      headers: { authorization: `Bearer ${app.tokens.north}` },
    })
    expect(file.body).toContain('North 7')
    const sent = await app.send('uploads?app-functionality=CustomerDataUploadFormat', file.body)
    const staged = sent.body.response as { id: number; suggestion: object }
    await app.post(`uploads/${staged.id}/check`, staged.suggestion)
    expect((await app.settled(staged.id))['counts']).toMatchObject({ insert: 0, update: 0, rejected: 0 })
  })
})

describe('an attribute that is to be fast', () => {
  const caller: Caller = {
    sessionId: '',
    userId: 1,
    organizationId: 0,
    email: '',
    roleIds: [],
    permissions: new Set(['*']),
    apps: [],
  }
  let north: Caller
  let screen: Screen
  const logged: object[] = []
  const log = { info: (details: object) => logged.push(details), warn: (details: object) => logged.push(details) }
  const build = () => buildAttributeIndexes(app.product.db, app.product.screens, log)
  const indexes = async () =>
    (
      await app.product.db.system((tx) =>
        tx.query<{ definition: string }>(
          sql`select indexdef as definition from pg_indexes where indexname ~ '^attribute_[0-9a-f]{12}_'`,
        ),
      )
    ).map(({ definition }) => definition)

  const planOf = async (parameters: Record<string, string>) => {
    const { query } = parseListQuery(parameters, screen.fields)
    const { where, orderBy } = select(screen, north, query, [screen])
    const lines = await app.product.db.tenant(north, (tx) =>
      tx.query<{ 'QUERY PLAN': string }>(
        sql`explain (costs off) select t.id from customer t where ${where} order by ${orderBy} limit 100`,
      ),
    )
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  }

  beforeAll(async () => {
    const [organization] = await app.product.db.system((tx) =>
      tx.query<{ id: number }>(sql`select id from organization where code = 'N'`),
    )
    north = { ...caller, organizationId: organization!.id }
    screen = await formFieldsOf(app.product.db).effective(
      north,
      app.product.screens.find(({ name }) => name === 'customer')!,
    )
    await app.product.db.system((tx) =>
      tx.query(sql`
        insert into customer (organization_id, customer_number, customer_name, attributes)
        select ${north.organizationId}::bigint, 'M' || n, 'Many ' || n,
               jsonb_build_object('visits', n, 'share', (n / 4.0)::numeric(18, 2)::text, 'bonus', n::text || '.0000', 'route', 'R' || n,
                 'since', (date '2000-01-01' + n % 9000)::text, 'seen', '2026-01-01T00:00:00.' || lpad((n % 1000)::text, 3, '0') || 'Z', 'audited', n % 100 = 0)
          from generate_series(1, 20000) n`),
    )
    await build()
    await app.product.db.system((tx) => tx.query(sql`analyze customer`))
  })

  test('gets an index over the rows of its organisation only', async () => {
    const found = await indexes()
    expect(found).toHaveLength(names.length - 1)
    expect(found.every((text) => text.includes(`organization_id = ${north.organizationId}`))).toBe(true)
    await build()
    expect(await indexes()).toEqual(found)
  })

  test.each([
    ['a whole number', { 'visits.between': '10,20' }],
    ['a number', { 'share.between': '10,11' }],
    ['an amount', { 'bonus.between': '500,510' }],
    ['a text', { route: 'R77' }],
    ['one of several texts', { 'route.in': 'R77,R78' }],
    ['a day', { since: '2001-05-05' }],
    ['an instant', { 'seen.between': '2026-01-01T00:00:00.100Z,2026-01-01T00:00:00.101Z' }],
    ['a reference', { agent: 'E1' }],
    ['the order of the list', { sort: 'visits' }],
    ['the order of the list, backwards', { sort: '-since' }],
  ])('is found through it by the role of requests: %s', async (_name, parameters) => {
    expect(await planOf(parameters)).toMatch(/Index.*using attribute_|Index Scan on attribute_/)
  })

  test('finds the same as without it', async () => {
    expect(await keys('visits.between=10,12&sort=visits')).toEqual(['M10', 'M11', 'A1', 'M12'])
    expect(await keys('since=2001-05-05&sort=customer_number')).toHaveLength(3)
    const [first] = recordsOf(await app.get('customer-data?share=12.5&sort=customer_number'))
    expect(first).toMatchObject({ customer_number: 'A1', share: '12.50', bonus: '1000.2500' })
  })

  test('that searches look through is found by its words, in a big table, as without an index', async () => {
    const { db, screens } = app.product
    const planOfSearch = async (search: string) => {
      const { where, viaWords } = select(screen, north, parseListQuery({ search }, screen.fields).query, [screen])
      const lines = await db.tenant(north, (tx) =>
        tx.query<{ 'QUERY PLAN': string }>(
          sql`explain (costs off) select t.id from customer t where ${viaWords?.where ?? where}`,
        ),
      )
      return lines.map((line) => line['QUERY PLAN']).join('\n')
    }
    const searches = ['R1777', 'many R1777', 'R1777 R17', 'M19999 r1', 'gold', '%', 'Silv 7']
    const found = () => Promise.all(searches.map((search) => keys(`search=${encodeURIComponent(search)}&limit=20`)))
    const before = await found()
    expect(before[0]).toEqual([
      'M1777',
      'M17770',
      'M17771',
      'M17772',
      'M17773',
      'M17774',
      'M17775',
      'M17776',
      'M17777',
      'M17778',
      'M17779',
    ])
    const customers = screens.filter(({ name }) => name === 'customer')
    await buildSearchIndexes(db, customers, log, { smallest: 100_000, longestTail: 500 })
    // Until its own index is there, the table is read.
    expect(await planOfSearch('R1777')).toContain('Seq Scan')
    await buildAttributeIndexes(db, screens, log, 100_000)
    await db.system((tx) => tx.query(sql`analyze customer`))
    expect(await planOfSearch('R1777')).toMatch(/Bitmap Index Scan on attribute_words_/)
    expect(await planOfSearch('many R1777')).not.toContain('Seq Scan')
    expect(await found()).toEqual(before)
    await build()
    expect(await planOfSearch('R1777')).not.toContain('attribute_words_')
    expect(await found()).toEqual(before)
  })

  test('loses it when nobody asks for it any more', async () => {
    const before = (await indexes()).length
    const { attribute_index: _index, ...slow } = organizationAttributes.visits
    await app.put('modify_form_fields', [{ form_id: form, field_id: 'visits', delta: slow }])
    await build()
    expect(await indexes()).toHaveLength(before - 1)
    expect(await keys('visits.between=10,12&sort=visits')).toEqual(['M10', 'M11', 'A1', 'M12'])
  })

  test('is refused for texts that no index takes', async () => {
    const answer = await app.put('modify_form_fields', [
      { form_id: form, field_id: 'novel', delta: { label: 'Novel', attribute_type: 'text', attribute_index: true } },
    ])
    expect([answer.status, answer.body.error?.issues?.[0]?.path]).toEqual([422, ['form_fields', 0, 'attribute_index']])
  })
})
