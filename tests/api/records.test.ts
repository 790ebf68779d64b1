import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { goodPassword, sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let it: SessionApp
let north: string
let south: string
let reader: string

const customer = (number: string, more: object = {}) => ({
  customer_number: number,
  customer_name: `Customer ${number}`,
  ...more,
})
const line = (doc: string, more: object = {}) => ({
  billing_doc_number: doc,
  billing_doc_line: 1,
  billing_date: '2026-01-15',
  material_number: 'M1',
  quantity: '2',
  net_value: '10.50',
  ...more,
})

beforeAll(async () => {
  it = await sessionApp()
  const a = await it.organization({ code: 'N', name: 'North' })
  const b = await it.organization({ code: 'S', name: 'South' })
  await it.user({
    organizationId: a,
    email: 'a@north.example',
    name: 'Ann North',
    role: 'ADMINISTRATOR',
    password: goodPassword,
  })
  await it.user({
    organizationId: a,
    email: 'r@north.example',
    name: 'Rea Der',
    role: 'READER',
    password: goodPassword,
  })
  await it.user({
    organizationId: b,
    email: 'b@south.example',
    name: 'Bob South',
    role: 'ADMINISTRATOR',
    password: goodPassword,
  })
  north = (await it.signIn('a@north.example')).token
  reader = (await it.signIn('r@north.example')).token
  south = (await it.signIn('b@south.example')).token
})

afterAll(() => it?.close())

const get = (path: string, token = north) => it.call('GET', `/api/${path}`, { token })
const post = (path: string, body: unknown, token = north) => it.call('POST', `/api/${path}`, { token, body })
const put = (path: string, body: unknown, token = north) => it.call('PUT', `/api/${path}`, { token, body })
const del = (path: string, token = north) => it.call('DELETE', `/api/${path}`, { token })
const records = (answer: Awaited<ReturnType<typeof get>>) =>
  answer.body.response?.['records'] as Record<string, unknown>[]
const issuesAt = (answer: Awaited<ReturnType<typeof get>>) =>
  answer.body.error?.issues?.map((issue) => issue.path.join('.'))

describe('one record', () => {
  test('is created with defaults, read, changed and remembered', async () => {
    const created = await post('customer-data', customer('c1', { credit_limit: 1500.5 }))
    expect(created).toMatchObject({ status: 201, body: { message: 'Successfully added' } })
    const record = created.body.response as { id: number; row_version: number }
    expect(record).toMatchObject({
      customer_number: 'C1',
      customer_type: 'direct',
      status: 'active',
      credit_limit: '1500.5000',
      row_version: 1,
    })
    const changed = await put(`customer-data/${record.id}`, { row_version: 1, city: 'Leeds', credit_limit: '1500.5' })
    expect(changed).toMatchObject({ status: 200, body: { response: { city: 'Leeds', row_version: 2 } } })
    const history = await get(`customer-data/${record.id}/history`)
    expect(records(history)).toMatchObject([
      { operation: 'update', user: 'Ann North', changes: { city: [null, 'Leeds'] } },
      { operation: 'insert', changes: { customer_number: [null, 'C1'] } },
    ])
    expect(Object.keys(records(history)[0]!['changes'] as object)).toEqual(['city'])
  })

  test('all issues come back with their fields', async () => {
    const answer = await post('customer-data', {
      customer_name: 'X',
      status: 'blocked',
      gln: '1',
      colour: 'red',
      contacts: [{ email: 'no' }],
      parent_customer: 'NOBODY',
    })
    expect(answer.status).toBe(422)
    expect(issuesAt(answer)?.toSorted()).toEqual([
      'block_reason',
      'colour',
      'contacts.0.email',
      'contacts.0.name',
      'customer_number',
      'gln',
      'parent_customer',
    ])
  })

  test('a key is unique within an organisation', async () => {
    await post('customer-data', customer('DUP'))
    expect(await post('customer-data', customer('DUP'))).toMatchObject({
      status: 409,
      body: { error: { code: 'DUPLICATE_KEY', issues: [{ path: ['customer_number'] }] } },
    })
    expect((await post('customer-data', customer('DUP'), south)).status).toBe(201)
  })

  test('two who change the same version: the second is told what is stored', async () => {
    const { id } = (await post('customer-data', customer('C2'))).body.response as { id: number }
    await put(`customer-data/${id}`, { row_version: 1, city: 'Paris' })
    expect(await put(`customer-data/${id}`, { row_version: 1, city: 'Lyon' })).toMatchObject({
      status: 409,
      body: { error: { code: 'ROW_CONFLICT', details: { current: { city: 'Paris', row_version: 2 } } } },
    })
  })

  test('a reference holds its target, and cannot lead in a circle', async () => {
    await post('customer-data', customer('P1'))
    const child = (await post('customer-data', customer('P2', { parent_customer: 'P1' }))).body.response as {
      id: number
    }
    const parent = records(await get('customer-data?customer_number=P1'))[0] as { id: number }
    expect(issuesAt(await put(`customer-data/${parent.id}`, { row_version: 1, parent_customer: 'P2' }))).toEqual([
      'parent_customer',
    ])
    expect(await del(`customer-data/${parent.id}`)).toMatchObject({
      status: 409,
      body: { error: { code: 'STILL_REFERENCED', details: { used: [{ screen: 'customer', count: 1 }] } } },
    })
    expect((await get(`customer-data/${child.id}`)).body.response).toMatchObject({
      labels: { parent_customer: { P1: 'Customer P1' } },
    })
    expect((await del(`customer-data/${child.id}`)).status).toBe(200)
    expect((await del(`customer-data/${parent.id}`)).status).toBe(200)
    expect((await get(`customer-data/${parent.id}`)).status).toBe(404)
  })
})

test('a record names what its nested rows refer to', async () => {
  await post('employee', { employee_number: 'N1', full_name: 'Nora One' })
  const rows = [{ employee_number: 'N1' }, { employee_number: 'N1', role: 'deputy' }]
  const made = await post('territory', { territory: 'NEST', description: 'Nested', employees: rows })
  expect(made).toMatchObject({ status: 201, body: { response: { labels: {} } } })
  const { id } = made.body.response as { id: number }
  const labels = { 'employees.employee_number': { N1: 'Nora One' } }
  expect((await get(`territory/${id}`)).body.response).toMatchObject({ labels })
  expect((await get('territory?territory=NEST&columns=territory,employees')).body.response).toMatchObject({ labels })
  const bare = (await post('territory', { territory: 'BARE', description: 'Bare' })).body.response as { id: number }
  expect((await get(`territory/${bare.id}`)).body.response).toMatchObject({ labels: {} })
})

describe('a list', () => {
  beforeAll(async () => {
    const countries = ['Spain', 'France', 'Germany']
    for (let i = 0; i < 30; i += 1) {
      await post(
        'sales_data',
        line(`D${String(i).padStart(2, '0')}`, {
          country: countries[i % 3],
          net_value: String(i * 10 - 50),
          billing_date: `2026-01-${String((i % 28) + 1).padStart(2, '0')}`,
        }),
      )
    }
  })

  test('is filtered by operator and type, sorted by several keys and totalled', async () => {
    const answer = await get(
      'sales_data?country.in=Spain,France&net_value.gte=0&sort=-country,net_value&limit=5&totals=true',
    )
    expect(answer.status).toBe(200)
    expect(answer.body.response).toMatchObject({ total_record: 16, totals: { quantity: '32.000' } })
    expect(records(answer).map((row) => row['country'])).toEqual(['Spain', 'Spain', 'Spain', 'Spain', 'Spain'])
    expect(records(answer).map((row) => Number(row['net_value']))).toEqual([10, 40, 70, 100, 130])
  })

  test('pages by cursor as by number', async () => {
    for (const sort of ['net_value', '-net_value', 'country,-net_value', '-customer_name,billing_doc_number']) {
      const whole = records(await get(`sales_data?sort=${sort}&limit=100`)).map((row) => row['id'])
      const walked: unknown[] = []
      let after = ''
      for (let page = 1; page <= 5; page += 1) {
        const answer = await get(`sales_data?sort=${sort}&limit=7${after && `&after=${after}`}`)
        walked.push(...records(answer).map((row) => row['id']))
        after = String(answer.body.response?.['next'] ?? '')
      }
      expect(walked, sort).toEqual(whole)
      expect(records(await get(`sales_data?sort=${sort}&limit=7&page=3`)).map((row) => row['id'])).toEqual(
        whole.slice(14, 21),
      )
    }
  })

  test('limit 0 streams everything', async () => {
    const answer = await it.app.inject({
      method: 'GET',
      url: '/api/sales_data?limit=0&sort=billing_doc_number',
      headers: { authorization: `Bearer ${north}` },
    })
    const { response } = answer.json() as {
      response: { records: { billing_doc_number: string }[]; total_record: number }
    }
    expect(response.total_record).toBe(30)
    expect(response.records.map((row) => row.billing_doc_number)).toEqual(
      Array.from({ length: 30 }, (_, i) => `D${String(i).padStart(2, '0')}`),
    )
  })

  test('streaming everything, and an export, begin only once the statement does: what fails before is an error', async () => {
    await it.db.system((tx) => tx.query(sql`alter table sales_data rename column territory to territory_elsewhere`))
    try {
      for (const path of ['sales_data?limit=0', 'sales_data/export?format=csv&columns=territory']) {
        const answer = await get(path)
        expect([path, answer.status, answer.body.error?.code]).toEqual([path, 500, 'INTERNAL'])
      }
    } finally {
      await it.db.system((tx) => tx.query(sql`alter table sales_data rename column territory_elsewhere to territory`))
    }
    expect((await get('sales_data?limit=00')).body.response).toMatchObject({ total_record: 30 })
  })

  test('a page has at most ten thousand records and leads to the rest', async () => {
    await it.db.system((tx) =>
      tx.query(sql`
        insert into sales_data (organization_id, billing_doc_number, billing_doc_line, billing_date, material_number, quantity, transaction_type)
        select o.id, 'MANY', n, '2026-01-01', 'M1', 1, 'Sale' from organization o, generate_series(1, 10001) n where o.code = 'N'`),
    )
    const list = 'sales_data?billing_doc_number=MANY&columns=billing_doc_line&sort=billing_doc_line&limit=50000'
    const first = await get(list)
    expect(first.body.response).toMatchObject({ total_record: 10_001 })
    expect(records(first)).toHaveLength(10_000)
    const rest = await get(`${list}&after=${String(first.body.response?.['next'])}`)
    expect(records(rest).map((row) => row['billing_doc_line'])).toEqual([10_001])
    expect(records(await get(`${list}&page=2`)).map((row) => row['billing_doc_line'])).toEqual([10_001])
    await del('sales_data?billing_doc_number=MANY')
  })

  test('what cannot be understood is refused, not ignored', async () => {
    expect(await get('sales_data?colour=red')).toMatchObject({
      status: 400,
      body: { error: { code: 'BAD_FILTER', issues: [{ path: ['colour'] }] } },
    })
    expect((await get('sales_data?net_value.gte=abc')).status).toBe(400)
    expect((await get('sales_data?sort=-nothing')).status).toBe(400)
    expect((await get('sales_data?after=xyz')).status).toBe(400)
  })

  test('search, distinct values and POST search', async () => {
    expect((await get('sales_data?search=D07')).body.response).toMatchObject({ total_record: 1 })
    expect(records(await get('sales_data/distinct?field=country'))).toEqual([
      { value: 'France', count: 10 },
      { value: 'Germany', count: 10 },
      { value: 'Spain', count: 10 },
    ])
    const found = await post('sales_data/search', {
      filters: { country: ['Spain'], billing_date: ['2026-01-01', '2026-01-10'], customer_number: '' },
      limit: 3,
    })
    expect(found.body.response).toMatchObject({ total_record: 4 })
  })

  test('is deleted by filter, never without one', async () => {
    expect(await del('sales-data')).toMatchObject({ status: 400, body: { error: { code: 'DELETE_WITHOUT_FILTER' } } })
    expect((await del('sales-data?country=Germany&net_value.lt=0')).body).toMatchObject({
      response: { deleted: 1 },
      message: 'Successfully deleted',
    })
    expect((await get('sales_data?country=Germany')).body.response).toMatchObject({ total_record: 9 })
  })

  test('is exported whole, formulas defused', async () => {
    await post(
      'sales_data',
      line('E1', { material_description: '=HYPERLINK("http://x")', net_value: '-3', country: 'Malta' }),
    )
    const answer = await it.app.inject({
      method: 'GET',
      url: '/api/sales_data/export?format=csv&country=Malta&columns=billing_doc_number,material_description,net_value',
      headers: { authorization: `Bearer ${north}` },
    })
    expect(answer.headers['content-type']).toContain('text/csv')
    expect(answer.body).toBe('\uFEFFDocument,Description,Net value\nE1,"\'=HYPERLINK(""http://x"")",-3.0000\n')
  })
})

describe('who may what', () => {
  test('a reader cannot write', async () => {
    expect((await post('customer-data', customer('Z'), reader)).status).toBe(403)
    expect((await get('customer-data', reader)).status).toBe(200)
    expect((await it.call('GET', '/api/customer-data')).status).toBe(401)
  })

  test('a field without permission is gone everywhere', async () => {
    const page = await get('customer-data?limit=1', reader)
    expect(records(page)[0]).not.toHaveProperty('credit_limit')
    expect(await get('customer-data?credit_limit.gte=1', reader)).toMatchObject({
      status: 403,
      body: { error: { code: 'FIELD_DENIED' } },
    })
    expect((await get('customer-data?sort=credit_limit', reader)).status).toBe(403)
    const { id } = records(page)[0] as { id: number }
    const history = records(await get(`customer-data/${id}/history`, reader))
    expect(history.every((entry) => !('credit_limit' in (entry['changes'] as object)))).toBe(true)
  })

  test('a record is locked for others until it is released', async () => {
    const { id } = records(await get('customer-data?customer_number=C2'))[0] as { id: number }
    await it.user({
      organizationId: 1,
      email: 'c@north.example',
      name: 'Cleo North',
      role: 'ANALYST',
      password: goodPassword,
    })
    const other = (await it.signIn('c@north.example')).token
    expect((await post('acquire-lock', { screen: 'customer', id })).status).toBe(200)
    expect((await post('acquire-lock', { screen: 'customer', id })).status).toBe(200)
    expect(await post('acquire-lock', { screen: 'customer', id }, other)).toMatchObject({
      status: 409,
      body: { error: { code: 'RECORD_LOCKED', details: { holder: 'Ann North', takeover: false } } },
    })
    await post('release-lock', { screen: 'customer', id })
    expect((await post('acquire-lock', { screen: 'customer', id }, other)).status).toBe(200)
    expect((await post('acquire-lock', { screen: 'customer', id: 99_999_999 })).status).toBe(404)
    // A word says no as well as false does; the caller may take over and does not want to.
    for (const force of [false, 'false', '0', 'no'])
      expect([force, (await post('acquire-lock', { screen: 'customer', id, force })).status]).toEqual([force, 409])
    expect((await post('acquire-lock', { screen: 'customer', id, force: 'maybe' })).status).toBe(422)
    expect((await post('acquire-lock', { screen: 'customer', id, force: true })).status).toBe(200)
    expect((await post('acquire-lock', { screen: 'customer', id, force: true }, other)).status).toBe(409)
  })

  test('a lock that was not renewed in time is free for the next one', async () => {
    const { id } = records(await get('customer-data?customer_number=C2'))[0] as { id: number }
    const other = (await it.signIn('c@north.example')).token
    expect((await post('acquire-lock', { screen: 'customer', id })).status).toBe(200)
    expect((await post('acquire-lock', { screen: 'customer', id }, other)).status).toBe(409)
    await it.db.system((tx) => tx.query(sql`update record_lock set expires_at = now() - interval '1 second'`))
    const taken = await post('acquire-lock', { screen: 'customer', id }, other)
    expect(taken).toMatchObject({ status: 200, body: { response: { record_id: id } } })
    expect(Date.parse(String(taken.body.response?.['acquired_at']))).toBeGreaterThan(Date.now() - 60_000)
    // Who had it cannot give it back for the other.
    await post('release-lock', { screen: 'customer', id })
    expect((await post('acquire-lock', { screen: 'customer', id })).status).toBe(409)
  })

  test('a parent goes together with its child, whichever comes first', async () => {
    for (const [parent, child] of [
      ['PA', 'PB'],
      ['PD', 'PC'],
    ]) {
      await post('customer-data', customer(parent!))
      await post('customer-data', customer(child!, { parent_customer: parent }))
      expect((await del(`customer-data?customer_number=${parent}`)).body.error?.code).toBe('STILL_REFERENCED')
      const both = await del(`customer-data?customer_number.in=${parent},${child}`)
      expect([both.status, both.body.response]).toEqual([200, { deleted: 2 }])
    }
  })
})

describe('organisations apart', () => {
  test('nothing of the other is read or written', async () => {
    const { id } = records(await get('customer-data?customer_number=C2'))[0] as { id: number }
    expect((await get(`customer-data/${id}`, south)).status).not.toBe(200)
    expect((await put(`customer-data/${id}`, { row_version: 2, city: 'X' }, south)).status).not.toBe(200)
    expect((await get('customer-data?customer_number=C2', south)).body.response).toMatchObject({ total_record: 0 })
    expect((await get('customer-data?search=C2', south)).body.response).toMatchObject({ total_record: 0 })
    expect(records(await get('sales_data/distinct?field=country', south))).toEqual([])
    expect(issuesAt(await post('customer-data', customer('S9', { parent_customer: 'C2' }), south))).toEqual([
      'parent_customer',
    ])
    expect(records(await post('dropdown-search/customer', { search: 'C2' }, south))).toEqual([])
    expect((await del('sales_data?all=true', south)).body).toMatchObject({ response: { deleted: 0 } })
    expect((await get('sales_data?limit=1')).body.response?.['total_record']).toBeGreaterThan(20)
    const exported = await it.app.inject({
      method: 'GET',
      url: '/api/customer-data/export?format=csv',
      headers: { authorization: `Bearer ${south}` },
    })
    expect(exported.body).not.toContain('C2')
  })
})
