import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startingRoles } from '#server/session/seed.ts'
import { json, sql } from '#server/store/sql.ts'
import { type SessionApp, sessionApp } from '#tests/support/session-app.ts'

let s: SessionApp
let admin: string
let analyst: string
let reader: string
let noMoney: string
let stranger: string

type Row = Record<string, unknown>

const customers = [
  { customer_number: 'C1', customer_name: 'First', country: 'Spain', credit_limit: '1000', currency: 'EUR' },
  { customer_number: 'C2', customer_name: 'Second', country: 'Spain', credit_limit: '500', currency: 'EUR' },
  { customer_number: 'C3', customer_name: 'Third', country: 'Malta', credit_limit: '70', currency: 'USD' },
]
const line = (document: string, customer: string | null, date: string, net: string, currency = 'EUR') => ({
  billing_doc_number: document,
  billing_doc_line: 1,
  billing_date: date,
  customer_number: customer,
  material_number: 'M1',
  net_value: net,
  quantity: '2',
  currency,
})
const lines = [
  line('1', 'C1', '2011-01-10', '100.00'),
  line('2', 'C1', '2011-02-10', '50.50'),
  line('3', 'C2', '2011-01-20', '300.00'),
  line('4', 'C2', '2011-03-01', '20.00', 'USD'),
  line('5', null, '2011-03-02', '69.50'),
]

const insert = (organizationId: number) =>
  s.db.system(async (tx) => {
    await tx.query(sql`
      insert into customer (organization_id, customer_number, customer_name, country, credit_limit, currency, contacts)
      select ${organizationId}, x.*, '[{"name":"A","email":"a@x.test"},{"name":"B"}]'::jsonb from jsonb_to_recordset(${json(customers)})
        as x (customer_number text, customer_name text, country text, credit_limit numeric, currency text)`)
    await tx.query(sql`
      insert into sales_data (organization_id, billing_doc_number, billing_doc_line, billing_date, customer_number, material_number, net_value, quantity, currency)
      select ${organizationId}, x.* from jsonb_to_recordset(${json(lines)}) as x (billing_doc_number text, billing_doc_line bigint, billing_date date,
        customer_number text, material_number text, net_value numeric, quantity numeric, currency text)`)
  })

beforeAll(async () => {
  s = await sessionApp()
  const roles = [
    ...startingRoles,
    {
      code: 'BUILDER',
      name: 'Builder',
      permissions: ['queries.read', 'queries.write'],
      authorizedApps: ['Pricing' as const],
    },
  ]
  const here = await s.organization({ code: 'HERE', name: 'Here', roles })
  const there = await s.organization({ code: 'THERE', name: 'There', roles })
  const person = async (organizationId: number, email: string, role: string) => {
    await s.user({ organizationId, email, name: email.split('@')[0]!, role })
    return (await s.signIn(email)).token
  }
  admin = await person(here, 'admin@here.test', 'ADMINISTRATOR')
  analyst = await person(here, 'ana@here.test', 'ANALYST')
  reader = await person(here, 'rea@here.test', 'READER')
  noMoney = await person(here, 'bob@here.test', 'BUILDER')
  stranger = await person(there, 'sam@there.test', 'ADMINISTRATOR')
  await insert(here)
})

afterAll(() => s?.close())

const call = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = analyst) =>
  s.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })
const run = (query: object, more: object = {}, token = analyst) =>
  call('POST', 'dynamic-query', { query, limit: 100, page: 1, ...more }, token)
const rows = async (query: object, more: object = {}, token = analyst): Promise<Row[]> => {
  const { status, body } = await run(query, more, token)
  expect([status, body.error]).toEqual([200, undefined])
  return body.response!['records'] as Row[]
}

const sales = (columns: object[], more: object = {}) => ({ from: 'sales-data', columns, ...more })
const byCustomer = sales(
  [
    { id: 'c1', field: 'customer_number.customer_name' },
    { id: 'c2', field: 'net_value', aggregate: 'sum' },
    { id: 'c3', field: '*', aggregate: 'count' },
    { id: 'c4', field: 'customer_number.credit_limit', aggregate: 'sum' },
  ],
  { sort: [{ column: 'c1' }, { column: 'c2' }] },
)

describe('what a query comes to', () => {
  test('amounts of several currencies are apart, and what a customer has is counted once, not once a line', async () => {
    expect(await rows(byCustomer)).toEqual([
      {
        c1: 'First',
        c2: '150.5000',
        c3: 2,
        c4: '1000.0000',
        currency_currency: 'EUR',
        currency_customer_number_currency: 'EUR',
      },
      {
        c1: 'Second',
        c2: '20.0000',
        c3: 1,
        c4: '500.0000',
        currency_currency: 'USD',
        currency_customer_number_currency: 'EUR',
      },
      {
        c1: 'Second',
        c2: '300.0000',
        c3: 1,
        c4: '500.0000',
        currency_currency: 'EUR',
        currency_customer_number_currency: 'EUR',
      },
      { c1: null, c2: '69.5000', c3: 1, c4: null, currency_currency: 'EUR', currency_customer_number_currency: null },
    ])
    const { body } = await run(byCustomer)
    expect(body.response).toMatchObject({ total_record: 4, totals: { c2: null, c3: '5' }, mixed: ['c2'] })
    expect(body.response!['totals']).not.toHaveProperty('c4')
    const [all] = await rows(
      sales([
        { id: 'c1', field: 'customer_number.credit_limit', aggregate: 'sum' },
        { id: 'c2', field: 'customer_number.*', aggregate: 'count' },
        { id: 'c3', field: 'customer_number.country', aggregate: 'distinct' },
      ]),
    )
    expect(all).toMatchObject({ c1: '1500.0000', c2: 2, c3: 1 })
  })

  test('related records are figures of a row and multiply nothing', async () => {
    const query = {
      from: 'customer',
      related: [
        { id: 'r1', screen: 'sales-data', by: 'customer_number' },
        {
          id: 'r2',
          screen: 'sales-data',
          by: 'customer_number',
          where: { op: 'gte', field: 'billing_date', value: '2011-02-01' },
        },
        { id: 'r3', rows: 'contacts' },
      ],
      columns: [
        { id: 'c1', field: 'customer_number' },
        { id: 'c2', field: 'credit_limit' },
        { id: 'c3', field: 'r1.*', aggregate: 'count' },
        { id: 'c4', field: 'r1.net_value', aggregate: 'sum' },
        { id: 'c5', field: 'r2.*', aggregate: 'count' },
        { id: 'c6', field: 'r3.email', aggregate: 'count' },
      ],
      where: null,
    }
    expect((await rows(query)).map(({ record_id: _id, ...row }) => row)).toEqual([
      { c1: 'C1', c2: '1000.0000', c3: 2, c4: '150.5000', c4_currency: 'EUR', c5: 1, c6: 1, currency_currency: 'EUR' },
      { c1: 'C2', c2: '500.0000', c3: 2, c4: null, c4_currency: 'Mixed', c5: 1, c6: 1, currency_currency: 'EUR' },
      { c1: 'C3', c2: '70.0000', c3: 0, c4: null, c4_currency: null, c5: 0, c6: 1, currency_currency: 'USD' },
    ])
    const none = { ...query, having: { op: 'eq', field: 'c3', value: 0 } }
    expect((await rows(none)).map(({ c1 }) => c1)).toEqual(['C3'])
    const grouped = {
      ...query,
      related: query.related.slice(0, 1),
      columns: [
        { id: 'c1', field: 'country' },
        { id: 'c2', field: '*', aggregate: 'count' },
        { id: 'c3', field: 'r1.*', aggregate: 'count' },
      ],
    }
    expect(await rows(grouped)).toEqual([
      { c1: 'Malta', c2: 1, c3: 0 },
      { c1: 'Spain', c2: 2, c3: 4 },
    ])
  })

  test('formulas, months, conditions on figures, the first rows and nested conditions', async () => {
    const query = sales(
      [
        { id: 'c1', field: 'billing_date', span: 'month' },
        { id: 'c2', field: 'net_value', aggregate: 'sum' },
        { id: 'c3', field: 'quantity', aggregate: 'sum' },
        { id: 'c4', formula: '[c2] / [c3]', label: 'Price', type: 'money' },
      ],
      {
        where: {
          op: 'and',
          of: [
            { op: 'not', of: { op: 'eq', field: 'customer_number.country', value: 'Malta' } },
            {
              op: 'or',
              of: [
                { op: 'eq', field: 'currency', value: 'EUR' },
                { op: 'gt', field: 'net_value', value: 1000 },
              ],
            },
          ],
        },
        having: { op: 'gt', field: 'c4', value: 20 },
        sort: [{ column: 'c4', descending: true }],
        limit: 2,
      },
    )
    expect(await rows(query)).toEqual([
      {
        c1: '2011-01-01',
        c1_from: '2011-01-01',
        c1_to: '2011-01-31',
        c2: '400.0000',
        c3: '4.000',
        c4: '100.0000',
        currency_currency: 'EUR',
      },
      {
        c1: '2011-03-01',
        c1_from: '2011-03-01',
        c1_to: '2011-03-31',
        c2: '69.5000',
        c3: '2.000',
        c4: '34.7500',
        currency_currency: 'EUR',
      },
    ])
  })

  test('a formula over amounts of two currencies comes to nothing', async () => {
    const found = await rows({
      from: 'sales-data',
      columns: [
        { id: 'c1', field: 'net_value' },
        { id: 'c2', field: 'customer_number.credit_limit' },
        { id: 'c3', formula: '[c1] - [c2]' },
        { id: 'c4', field: 'billing_doc_number' },
      ],
      sort: [{ column: 'c4' }],
    })
    expect(found.map(({ c3 }) => c3)).toEqual(['-900.0000', '-949.5000', '-200.0000', null, null])
  })
})

describe('questions', () => {
  const asking = sales([{ id: 'c1', field: 'billing_doc_number' }], {
    where: {
      op: 'and',
      of: [
        { op: 'in', field: 'customer_number', value: { parameter: 'p1' } },
        { op: 'between', field: 'billing_date', value: [{ parameter: 'p2_from' }, { parameter: 'p2_to' }] },
      ],
    },
    parameters: [
      { name: 'p1', label: 'Customers', required: true },
      { name: 'p2_from', label: 'From' },
      { name: 'p2_to', label: 'To' },
    ],
  })

  test('are asked for; those left open do not narrow, those that are needed are told', async () => {
    const refused = await run(asking)
    expect([refused.status, refused.body.error?.issues?.[0]?.path]).toEqual([422, ['p1']])
    const numbers = async (parameters: object) => (await rows(asking, { parameters })).map(({ c1 }) => c1)
    expect(await numbers({ p1: ['C1', 'C2'] })).toEqual(['1', '2', '3', '4'])
    expect(await numbers({ p1: ['C1'], p2_to: '2011-01-31' })).toEqual(['1'])
    const preview = await call('POST', 'dynamic-query/preview', { query: asking })
    expect(preview.body.response!['records']).toHaveLength(5)
    const empty = await run(asking, { parameters: { p1: ['C9'] } })
    expect(empty.body.message).toBe('No records found.')
  })
})

describe('who may what', () => {
  test('only the records of the own organisation are read', async () => {
    expect(await rows(sales([{ id: 'c1', field: '*', aggregate: 'count' }]), {}, stranger)).toEqual([{ c1: 0 }])
  })

  test('records and fields that are not for the caller are neither offered nor read', async () => {
    const contracts = { from: 'contract', columns: [{ id: 'c1', field: 'contract_number' }] }
    const denied = await run(contracts, {}, noMoney)
    expect([denied.status, denied.body.message]).toEqual([403, 'This query reads contracts, which you may not see.'])
    const joined = await run(
      { from: 'sales-data', columns: [{ id: 'c1', field: 'material_number.standard_cost' }] },
      {},
      noMoney,
    )
    expect(joined.status).toBe(403)
    expect(joined.body.message).toBe('This query reads what you may not see: Standard cost of materials.')
    const tables = await call('GET', 'dynamic-query-table-determination', undefined, noMoney)
    const names = (tables.body.response!['records'] as Row[]).map(({ table_name: name }) => name)
    expect(names).toContain('customer')
    expect(names).not.toContain('contract')
    const fields = await call('GET', 'dynamic-query-fields?table_description=Materials', undefined, noMoney)
    const offered = (fields.body.response!['records'] as Row[]).map(({ name }) => name)
    expect(offered).toContain('list_price')
    expect(offered).not.toContain('standard_cost')
    expect((await call('GET', 'dynamic-query-fields?table_description=contract', undefined, noMoney)).status).toBe(403)
    expect((await run(byCustomer, {}, reader)).body.message).toBe(
      'This query reads what you may not see: Credit limit of customers.',
    )
  })

  test('a field that form_fields hide is gone from queries, those saved before included', async () => {
    const saved = await call('POST', 'dynamic-query-format', {
      name: 'Industries',
      query: { from: 'customer', columns: [{ id: 'c1', field: 'industry' }] },
    })
    expect(saved.status).toBe(201)
    const id = String(saved.body.response!['id'])
    expect((await call('POST', `dynamic-query/${id}`, { page: 1 })).status).toBe(200)
    const hidden = await call(
      'POST',
      'form_fields',
      { form_id: 'IMA_CONFIG_CUSTOMER', field_id: 'industry', hidden: true },
      admin,
    )
    expect([hidden.status, hidden.body.error]).toEqual([201, undefined])
    expect((await call('POST', `dynamic-query/${id}`, { page: 1 })).status).toBe(403)
    expect((await call('GET', `screens/query-${id}`)).status).toBe(403)
  })

  test('what is no way to records, no field or no formula is refused with words', async () => {
    const refusal = async (query: object) => {
      const { status, body } = await run(query)
      return [status, body.error?.issues?.[0]?.message]
    }
    expect(await refusal({ from: 'secrets', columns: [{ id: 'c1', field: 'a' }] })).toEqual([
      422,
      'There are no records called secrets to ask about.',
    ])
    expect(await refusal(sales([{ id: 'c1', field: 'uom.name' }]))).toEqual([422, 'Unit leads to no other records.'])
    expect(await refusal(sales([{ id: 'c1', field: `x" from y; --` }]))).toEqual([
      422,
      'This is not the way to a field',
    ])
    expect(await refusal(sales([{ id: 'c1', field: 'country', aggregate: 'sum' }]))).toEqual([
      422,
      'Country cannot be added up.',
    ])
    expect(await refusal(sales([{ id: 'c1', formula: '[c9] * 2' }]))).toEqual([
      422,
      'Formula: There is no column c9 before this one.',
    ])
    expect(
      await refusal({
        ...sales([{ id: 'c1', field: 'country' }]),
        related: [{ id: 'r1', screen: 'material', by: 'supplier_number' }],
      }),
    ).toEqual([422, 'Materials do not refer to sales data.'])
  })

  test('values are parameters, whatever they look like', async () => {
    const where = { op: 'eq', field: 'country', value: `' or true --` }
    expect(await rows({ ...sales([{ id: 'c1', field: 'billing_doc_number' }]), where })).toEqual([])
  })
})

describe('saved queries', () => {
  const format = (name: string, more: object = {}) => ({ name, query: byCustomer, ...more })
  const plain = sales([
    { id: 'c1', field: 'country' },
    { id: 'c2', field: 'net_value', aggregate: 'sum' },
  ])
  const save = async (name: string, more: object = {}, token = analyst) => {
    const { status, body } = await call('POST', 'dynamic-query-format', format(name, more), token)
    expect([status, body.error]).toEqual([201, undefined])
    return body.response!
  }
  const listed = async (token: string, query = '') =>
    (
      (await call('GET', `dynamic-query-formats-all?page=1&limit=100${query}`, undefined, token)).body.response![
        'records'
      ] as Row[]
    ).map(({ name }) => name)

  test('are seen by whom they are shared with, changed by their owner, copied and deleted', async () => {
    const own = await save('Mine')
    const shared = await save('For all', { audience: 'everyone', query: plain })
    const app = await save('Of pricing', { audience: 'everyone', app_type: 'Pricing' })
    expect(await listed(analyst)).toEqual(expect.arrayContaining(['Mine', 'For all']))
    expect(await listed(reader)).not.toContain('Mine')
    expect(await listed(reader, '&app_type=Customer%20Rebate')).toEqual(expect.not.arrayContaining(['Of pricing']))
    expect(await listed(reader, '&app_type=Pricing')).toContain('Of pricing')
    expect(await listed(reader, '&query_type=on_demand_analytics')).toEqual([])
    expect((await call('GET', `dynamic-query-format?format_id=${String(own['id'])}`, undefined, admin)).status).toBe(
      404,
    )
    expect(
      (await call('GET', `dynamic-query-format?format_id=${String(shared['id'])}`, undefined, stranger)).status,
    ).toBe(404)
    const change = { name: 'Changed', row_version: shared['row_version'] }
    expect((await call('PUT', `dynamic-query-format/${String(shared['id'])}`, change, noMoney)).status).toBe(403)
    expect((await call('PUT', `dynamic-query-format/${String(shared['id'])}`, change)).body.response).toMatchObject({
      name: 'Changed',
      query: plain,
    })
    expect((await call('PUT', `dynamic-query-format/${String(shared['id'])}`, change)).body.error?.code).toBe(
      'ROW_CONFLICT',
    )
    expect((await call('POST', 'dynamic-query-format', format('Mine'))).body.error?.code).toBe('DUPLICATE_KEY')
    const copy = await call('POST', `dynamic-query-format/clone/${String(shared['id'])}`, {}, noMoney)
    expect([copy.body.message, copy.body.response!['name'], copy.body.response!['audience']]).toEqual([
      'Query cloned successfully',
      'Copy of Changed',
      'own',
    ])
    const gone = await call('DELETE', `dynamic-query-format?id=${String(app['id'])}`)
    expect([gone.status, gone.body.message]).toEqual([200, 'Query deleted successfully'])
    expect(
      (await call('DELETE', `dynamic-query-format?id=${String(copy.body.response!['id'])}`, undefined, reader)).status,
    ).toBe(403)
    expect(
      (await call('POST', 'dynamic-query-format', format('Rule', { query_type: 'predefined_query' }))).status,
    ).toBe(403)
    await save('Rule', { query_type: 'predefined_query', audience: 'everyone' }, admin)
    expect(await listed(reader, '&query_type=predefined_query')).toEqual(['Rule'])
    const all = await call('GET', 'admin-dynamic-query-formats-all', undefined, admin)
    expect((all.body.response!['records'] as Row[]).map(({ name }) => name)).toEqual(
      expect.arrayContaining(['Changed', 'Rule']),
    )
    expect((await call('GET', 'admin-dynamic-query-formats-all')).status).toBe(403)
  })

  test('tell what they compare with to those only who may read it, and a run of an older version is refused', async () => {
    const secret = await save('Cheap ones', {
      audience: 'everyone',
      query: {
        ...byCustomer,
        where: { op: 'lt', field: 'customer_number.credit_limit', value: 600 },
      },
    })
    const id = String(secret['id'])
    const told = await call('GET', `dynamic-query-format?format_id=${id}`, undefined, reader)
    expect([told.status, told.body.message]).toEqual([
      403,
      'This query reads what you may not see: Credit limit of customers.',
    ])
    expect((await call('POST', `dynamic-query-format/clone/${id}`, {}, noMoney)).status).toBe(403)
    const entries = (await call('GET', 'dynamic-query-formats-all?search=Cheap', undefined, reader)).body.response!
    expect(entries['records']).toEqual([
      expect.objectContaining({ name: 'Cheap ones', table_name: 'sales-data', questions: 0 }),
    ])
    expect(JSON.stringify(entries)).not.toContain('600')
    expect((await call('POST', `dynamic-query/${id}.1`, { page: 1 })).status).toBe(200)
    await call('PUT', `dynamic-query-format/${id}`, { description: 'Changed' })
    expect((await call('POST', `dynamic-query/${id}.1`, { page: 1 })).body.error?.code).toBe('ROW_CONFLICT')
    expect((await call('POST', `dynamic-query/${id}.2`, { page: 1 })).status).toBe(200)
  })

  test('are run under an id, paged, grouped, exported, and are the criteria of saved filters', async () => {
    const { id } = (await save('Runs', { audience: 'everyone' })) as { id: number }
    const asked = { request_id: 'a-request-of-mine', page: 1, limit: 2 }
    const page = await call('POST', 'dynamic-query', { format_id: id, ...asked })
    expect(page.body.response).toMatchObject({ total_record: 4, run: { state: 'complete', screen: `query-${id}` } })
    expect(page.body.response!['records']).toHaveLength(2)
    const groups = await call('POST', `dynamic-query/${id}/groups`, { by: 'c1' })
    expect(groups.body.response!['total_groups']).toBe(3)
    const file = await call('POST', `download-dynamic-query-result?format_id=${id}`, { format_id: id, format: 'csv' })
    expect([file.status, file.headers['content-type']]).toEqual([200, 'text/csv; charset=utf-8'])
    const paper = await call('POST', 'download-dynamic-query-result-pdf', { format_id: id })
    expect(paper.headers['content-type']).toBe('application/pdf')
    const whole = await call('POST', 'dynamic-query?limit=0', { format_id: id })
    expect(whole.body.response!['records']).toHaveLength(4)

    const filter = await call('POST', 'dynamic-query-filter', {
      query_id: id,
      functionality: 'dynamic_query',
      name: 'Usual',
      filters: {},
    })
    expect([filter.status, filter.body.error]).toEqual([201, undefined])
    const kept = filter.body.response as { id: number }
    expect((await call('GET', `dynamic-query-filter?query_id=${id}`)).body.response).toMatchObject({
      total_record: 1,
      records: [{ name: 'Usual', query_id: id }],
    })
    expect((await call('GET', `dynamic-query-filter/${kept.id}`, undefined, reader)).status).toBe(404)
    await call('PUT', 'dynamic-query-filter?functionality=dynamic_query', { id: kept.id, name: 'Renamed' })
    expect((await call('GET', `dynamic-query-filter/${kept.id}`)).body.response).toMatchObject({ name: 'Renamed' })
    const master = { query_id: 'customer', functionality: 'master_data', name: 'Spain', filters: { country: 'Spain' } }
    expect((await call('POST', 'dynamic-query-filter', master)).body.response).toMatchObject({
      query_id: 'customer',
      filters: { country: 'Spain' },
    })
    expect((await call('DELETE', `dynamic-query-filter?query_id=${id}`)).body.response).toEqual({ deleted: 1 })
  })

  test('lead from each group to its lines, which add up to it', async () => {
    const query = sales([
      { id: 'c1', field: 'billing_date', span: 'quarter' },
      { id: 'c2', field: 'net_value', aggregate: 'sum' },
    ])
    const { id } = (await save('Quarters', { query })) as { id: number }
    const screen = (await call('GET', `screens/query-${id}`)).body.response as {
      around: { lists: Record<string, string> }
      result: { drill: object }
    }
    expect(screen.around.lists).toEqual({ [`query-${id}-lines`]: `/dynamic-query/dynamic-query-form/lines/${id}` })
    const groups = (await call('POST', `dynamic-query/${id}`, { page: 1 })).body.response!['records'] as Row[]
    expect(groups).toContainEqual(
      expect.objectContaining({
        c1: '2011 Q1',
        c1_from: '2011-01-01',
        c1_to: '2011-03-31',
        c2: '20.0000',
        currency_currency: 'USD',
      }),
    )
    const asked = { k_c1_from: '2011-01-01', k_c1_to: '2011-03-31', k_currency_currency: 'EUR' }
    const lined = (await call('POST', `dynamic-query/${id}.1.lines`, { ...asked, page: 1 })).body.response!
    expect([lined['total_record'], lined['totals']]).toEqual([4, { c2: '520.0000' }])
    const sum = groups.find((group) => group['currency_currency'] === 'EUR')!
    expect(sum['c2']).toBe('520.0000')
  })

  test('are mailed to people of the organisation, and to nobody else', async () => {
    const mail = (addresses: string) =>
      call('POST', 'download-dynamic-query-result', { query: byCustomer, send_mail: true, email_address: addresses })
    const refused = await mail('sam@there.test')
    expect([refused.status, refused.body.error?.issues?.[0]?.path]).toEqual([422, ['email_address']])
    expect((await mail('Rea@here.test')).body).toMatchObject({ message: 'Sent to rea@here.test' })
    const [sent] = (await s.mails()).slice(-1)
    expect(sent).toMatch(/To: rea@here\.test/)
    expect(sent).toMatch(/filename="?[^"]*\.xlsx/)
  })

  test('tell fields for formats of other screens', async () => {
    for (const path of [
      'financial-posting-fields',
      'purchase-data-fields',
      'sales-data-fields',
      'calculation-simulation-fields',
      'collaboration-portal-attrs',
    ]) {
      const { status, body } = await call('GET', path, undefined, admin)
      expect([path, status]).toEqual([path, 200])
      if (path !== 'collaboration-portal-attrs') expect((body.response!['records'] as Row[]).length).toBeGreaterThan(5)
    }
  })
})
