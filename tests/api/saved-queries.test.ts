import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { defineScreen, f, normalizeScreen } from '#src/definition'
import { sql } from '#server/store/sql.ts'
import { byCustomer, queryApp, type Row, sales } from '#tests/support/query-app.ts'
import type { SessionApp } from '#tests/support/session-app.ts'

let asked: Awaited<ReturnType<typeof queryApp>>
let s: SessionApp
let admin: string
let analyst: string
let reader: string
let noMoney: string
let stranger: string

beforeAll(async () => {
  const guarded = defineScreen({
    name: 'guarded-note',
    label: ['Guarded note', 'Guarded notes'],
    area: 'masters',
    endpoint: 'guarded-note',
    table: { key: ['code'] },
    fields: { code: f.text({ required: true }) },
    list: { path: '/guarded-notes' },
    access: { read: 'queries.read', export: 'administration.users' },
  })
  asked = await queryApp([normalizeScreen(guarded)])
  ;({ s, admin, analyst, reader, noMoney, stranger } = asked)
})

afterAll(() => s?.close())

const call: (typeof asked)['call'] = (...given) => asked.call(...given)

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

  test('show no conditions to whoever changes them without reading what they are about, nor filters by his hidden fields', async () => {
    const role = await call(
      'POST',
      'user-role',
      {
        code: 'KEEPER',
        name: 'Keeper',
        permissions: ['queries.read', 'queries.write', 'queries.manage', 'masters.read'],
        authorized_apps: ['Pricing'],
      },
      admin,
    )
    expect([role.status, role.body.error]).toEqual([201, undefined])
    const [here] = await s.db.system((tx) =>
      tx.query<{ id: number }>(sql`select id from organization where code = 'HERE'`),
    )
    await s.user({ organizationId: here!.id, email: 'kim@here.test', name: 'Kim', role: 'KEEPER' })
    const { token: keeper } = await s.signIn('kim@here.test')
    const secret = await save('Cheap ones again', {
      audience: 'everyone',
      query: { ...byCustomer, where: { op: 'lt', field: 'customer_number.credit_limit', value: 612 } },
    })
    const changed = await call('PUT', `dynamic-query-format/${String(secret['id'])}`, { description: 'Kept' }, keeper)
    expect([changed.status, changed.body.response?.['description']]).toEqual([200, 'Kept'])
    expect(JSON.stringify(changed.body)).not.toContain('612')

    const filter = await call(
      'POST',
      'dynamic-query-filter',
      {
        query_id: 'customer',
        functionality: 'master_data',
        name: 'Small limits',
        audience: 'everyone',
        filters: { 'credit_limit.lt': '613', country: 'Spain' },
      },
      admin,
    )
    expect([filter.status, filter.body.error]).toEqual([201, undefined])
    for (const path of ['?query_id=customer&functionality=master_data', `/${String(filter.body.response!['id'])}`]) {
      const seen = await call('GET', `dynamic-query-filter${path}`, undefined, reader)
      expect([seen.status, JSON.stringify(seen.body).includes('613')]).toEqual([200, false])
      expect(JSON.stringify(seen.body)).toContain('Spain')
    }
  })

  test('give no files of records whose list gives none', async () => {
    const query = { from: 'guarded-note', columns: [{ id: 'c1', field: 'code' }] }
    expect((await call('POST', 'dynamic-query', { query, page: 1 })).status).toBe(200)
    for (const path of ['download-dynamic-query-result', 'download-dynamic-query-result-pdf']) {
      const { status, body } = await call('POST', path, { query })
      expect([status, body.message]).toEqual([403, 'You may not take files of guarded notes.'])
    }
    expect((await call('POST', 'download-dynamic-query-result', { query: plain, format: 'csv' })).status).toBe(200)
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
    await s.db.system((tx) => tx.query(sql`update app_user set status = 'deactivated' where email = 'bob@here.test'`))
    expect((await mail('bob@here.test')).status).toBe(422)
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
      const told = (body.response!['records'] as Row[]).length
      expect([path, told > (path === 'collaboration-portal-attrs' ? -1 : 5)]).toEqual([path, true])
    }
  })
})
