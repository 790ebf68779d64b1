import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Screen } from '#src/definition'
import { parseUrl } from '#server/store/database-url.ts'
import { createReader, prepareReaders, type Reader } from '#server/store/reader.ts'
import type { ReadableTable } from '#server/store/reader-views.ts'
import { raw, sql } from '#server/store/sql.ts'
import { sessionApp, type Body, type SessionApp } from '#tests/support/session-app.ts'
import { databaseKey } from '#tests/support/test-database.ts'

// Two organisations with a customer and a sales line each; everything here tries to reach from one into the other.
let product: SessionApp
let mine: string
let foreignCustomer: { id: number; row_version: number }
let foreignLine: { id: number }
let [here, there] = [0, 0]

const secret = 'Unseen'

const call = async (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  body?: object,
): Promise<{ status: number; body: Body; text: string }> => {
  const answer = await product.app.inject({
    method,
    url: `/api/${path}`,
    headers: { authorization: `Bearer ${mine}` },
    ...(body ? { payload: body } : {}),
  })
  const isJson = String(answer.headers['content-type']).includes('json')
  return { status: answer.statusCode, body: isJson ? (answer.json() as Body) : {}, text: answer.body }
}

const fill = async (organizationId: number, suffix: string) =>
  product.db.system(async (tx) => {
    const [customer] = await tx.query<{ id: number; row_version: number }>(sql`
      insert into customer (organization_id, customer_number, customer_name, status)
      values (${organizationId}, ${`C${suffix}`}, ${`${suffix} customer`}, 'active') returning id, row_version`)
    const [line] = await tx.query<{ id: number }>(sql`
      insert into sales_data (organization_id, billing_doc_number, billing_doc_line, transaction_type, billing_date, customer_number, material_number, material_description, quantity, net_value)
      values (${organizationId}, ${`D${suffix}`}, 1, 'Sale', '2026-01-01', ${`C${suffix}`}, 'M1', ${`${suffix} article`}, 1, 777) returning id`)
    await tx.query(sql`
      insert into history (organization_id, screen, record_id, operation, changes)
      values (${organizationId}, 'customer', ${customer!.id}, 'insert', ${JSON.stringify({ customer_name: [null, `${suffix} customer`] })}::jsonb)`)
    await tx.query(sql`
      with file as (
        insert into stored_file (organization_id, screen, field, name, ready)
        values (${organizationId}, 'material', 'picture', ${`${suffix}.png`}, true) returning organization_id, id)
      insert into file_use (organization_id, file_id, screen, record_id, field)
      select organization_id, id, 'material', 1, 'picture' from file`)
    return { customer: customer!, line: line! }
  })

beforeAll(async () => {
  product = await sessionApp()
  await prepareReaders(product.db)
  here = await product.organization({ code: 'HERE', name: 'Here' })
  there = await product.organization({ code: 'THERE', name: 'There' })
  await product.user({ organizationId: here, email: 'admin@here.test', name: 'Ada', role: 'ADMINISTRATOR' })
  await product.user({ organizationId: there, email: 'admin@there.test', name: 'Tom', role: 'ADMINISTRATOR' })
  mine = (await product.signIn('admin@here.test')).token
  await fill(here, 'Own')
  const foreign = await fill(there, secret)
  foreignCustomer = foreign.customer
  foreignLine = foreign.line
})

afterAll(() => product.close())

describe('reading from another organisation', () => {
  it('is impossible through every call that lists, whatever is asked for', async () => {
    const calls = [
      'customer-data',
      'customer-data?limit=0',
      `customer-data?customer_number=C${secret}`,
      `customer-data?search=${secret}`,
      `customer-data?customer_name.contains=${secret}`,
      'customer-data?sort=-customer_name&totals=true',
      'sales_data?limit=0',
      'sales_data?totals=true',
      'customer-data/distinct?field=customer_name',
      'sales_data/distinct?field=customer_number',
      'customer-data/export?format=csv',
      'sales_data/export?format=csv',
      `search?q=${secret}`,
      'app_user?limit=0',
      'user-role?limit=0',
    ]
    for (const path of calls) {
      const { text } = await call('GET', path)
      expect([path, text.includes(secret)]).toEqual([path, false])
    }
    const { body } = await call('GET', 'sales_data?totals=true')
    expect(body.response).toMatchObject({ total_record: 1, totals: { net_value: '777.0000' } })
  })

  it('is impossible through searches and pickers', async () => {
    const calls: [string, object][] = [
      ['customer-data/search', { filters: { customer_number: `C${secret}` } }],
      ['customer-data/search', { search: secret, limit: 0 }],
      ['dropdown-search/customer', { search: secret }],
      ['dropdown-multi-search/customer', { search: secret }],
      ['master-data-search?table_name=customer', { filters: {} }],
      ['top-n-attributes', { attribute: 'customer', n: 10 }],
    ]
    for (const [path, body] of calls) {
      const { text } = await call('POST', path, body)
      expect([path, text.includes(secret)]).toEqual([path, false])
    }
  })

  it('answers a foreign id as one that does not exist', async () => {
    for (const path of [`customer-data/${foreignCustomer.id}`, `sales_data/${foreignLine.id}`]) {
      // Ids count per table, not per organisation: the foreign one is nobody's here.
      const { status, text } = await call('GET', path)
      expect([path, status === 404 || !text.includes(secret)]).toEqual([path, true])
    }
    const { text } = await call('GET', `customer-data/${foreignCustomer.id}/history`)
    expect(text).not.toContain(secret)
  })

  it('shows no title for a key that only the other organisation knows', async () => {
    await product.db.system((tx) =>
      tx.query(sql`update sales_data set customer_number = ${`C${secret}`} where organization_id = ${here}`),
    )
    const { text } = await call('GET', 'sales_data')
    expect(text).toContain(`C${secret}`)
    expect(text).not.toContain(`${secret} customer`)
  })
})

describe('writing into another organisation', () => {
  const untouched = () =>
    product.db.system((tx) =>
      tx.query(
        sql`select customer_name, row_version, (select count(*) from customer c where c.organization_id = ${there}) as count from customer where organization_id = ${there}`,
      ),
    )

  it('is impossible by changing, deleting, locking or acting', async () => {
    const { id } = foreignCustomer
    expect((await call('PUT', `customer-data/${id}`, { row_version: 1, customer_name: 'Mine' })).status).toBe(404)
    expect((await call('DELETE', `customer-data/${id}`)).status).toBe(404)
    expect((await call('DELETE', `master-data?table_name=customer&id=${id}`)).status).toBe(404)
    expect((await call('DELETE', `customer-data?ids=${id}`)).body.response).toEqual({ deleted: 0 })
    expect((await call('DELETE', `customer-data?customer_number=C${secret}`)).body.response).toEqual({ deleted: 0 })
    const acted = await call('POST', 'customer-data/actions/change-status', {
      ids: [id],
      parameters: { status: 'inactive' },
    })
    expect(acted.body.response).toEqual({
      done: 0,
      skipped: [],
      failed: [{ id, key: String(id), message: 'This record is not there any more.' }],
      given: [],
    })
    expect(await untouched()).toMatchObject([{ customer_name: `${secret} customer`, row_version: 1, count: 1 }])
  })

  it('is impossible by naming the organisation in the record', async () => {
    const { status } = await call('POST', 'customer-data', {
      customer_number: 'C9',
      customer_name: 'Nine',
      organization_id: there,
    })
    expect([201, 422]).toContain(status)
    expect(await untouched()).toHaveLength(1)
  })

  it('is no way to learn of foreign keys: references and unique keys look at the own organisation alone', async () => {
    const parent = await call('POST', 'customer-data', {
      customer_number: 'C10',
      customer_name: 'Ten',
      parent_customer: `C${secret}`.toUpperCase(),
    })
    expect(parent.body.error?.issues).toMatchObject([{ path: ['parent_customer'], code: 'reference' }])
    const same = await call('POST', 'customer-data', { customer_number: `C${secret}`, customer_name: 'Same number' })
    expect(same.status).toBe(201)
  })

  it('deletes a master by the name of its table in the own organisation alone', async () => {
    await call('POST', 'customer-data', { customer_number: 'C11', customer_name: 'Eleven' })
    expect((await call('DELETE', 'master-data?table_name=customer')).body.error?.code).toBe('DELETE_WITHOUT_FILTER')
    expect((await call('DELETE', 'master-data?table_name=nothing&id=1')).status).toBe(404)
    const { body } = await call('DELETE', 'master-data?table_name=customer', { customer_number: 'C11' })
    expect(body).toEqual({ response: { deleted: 1 }, message: 'Successfully deleted' })
  })

  it('deletes only the own rows when everything is deleted', async () => {
    expect((await call('DELETE', 'sales_data?all=true')).body.response).toEqual({ deleted: 1 })
    const left = await product.db.system((tx) => tx.query(sql`select organization_id from sales_data`))
    expect(left).toEqual([{ organization_id: there }])
  })
})

describe('raw SQL under the role of the application', () => {
  const asHere = <T extends object>(text: string) =>
    product.db.tenant({ organizationId: here, userId: 1 }, (tx) => tx.query<T>(raw(text)))
  const tables = () => product.screens.flatMap((screen: Screen) => (screen.table ? [screen.table.name] : []))

  it('sees no foreign row of any table', async () => {
    const reachable = await product.db.system((tx) =>
      tx.query<{ name: string }>(sql`
        select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
         where c.relkind in ('r', 'p', 'v', 'm') and c.relnamespace = 'public'::regnamespace and has_table_privilege('tierline_app', c.oid, 'select')`),
    )
    const names = reachable.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining([...tables(), 'history', 'record_lock', 'stored_file', 'file_use']))
    for (const table of names) {
      const rows = await asHere<{ count: number }>(
        `select count(*) as count from "${table}" where organization_id <> ${here}`,
      )
      expect([table, rows[0]?.count]).toEqual([table, 0])
    }
  })

  it('changes and deletes no foreign row and writes none', async () => {
    const changed = await asHere(
      `update customer set customer_name = 'Mine' where organization_id = ${there} returning id`,
    )
    const deleted = await asHere(`delete from customer where organization_id = ${there} returning id`)
    expect([changed, deleted]).toEqual([[], []])
    await expect(
      asHere(`insert into customer (organization_id, customer_number) values (${there}, 'X')`),
    ).rejects.toThrow(/row-level security/)
    await expect(asHere(`update customer set organization_id = ${there}`)).rejects.toThrow(/row-level security/)
  })

  it('can neither take the role off nor switch the policies off', async () => {
    await expect(asHere('alter table customer disable row level security')).rejects.toThrow(/must be owner/)
    await expect(asHere('set local row_security = off; select count(*) from customer')).rejects.toThrow(
      /row-level security/,
    )
    await expect(asHere(`create table stolen as select * from customer`)).rejects.toThrow(/permission denied/)
  })

  it('signs in as a role that owns nothing and can become nobody else', async () => {
    const [login] = await asHere<{
      who: string
      session: string
      strong: boolean
      owned: number
      others: string[] | null
    }>(`
      select current_user::text as who, session_user::text as session,
        (select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb from pg_roles where rolname = session_user) as strong,
        (select count(*) from pg_class where pg_get_userbyid(relowner) = session_user) as owned,
        (select array_agg(rolname::text) from pg_roles where rolname <> session_user and pg_has_role(session_user, oid, 'SET')) as others`)
    expect(login).toEqual({ who: login?.session, session: login?.session, strong: false, owned: 0, others: null })
    expect(login?.session).toMatch(/^tierline_app_\d+$/)
    const owner = parseUrl(product.db.url).username
    for (const escape of [
      `set role ${owner}`,
      `set local role ${owner}`,
      `set session authorization ${owner}`,
      `grant ${owner} to ${login?.session}`,
      `alter role ${login?.session} superuser`,
      `create role mine login`,
      `create temporary table t (a int)`,
      `select lo_from_bytea(0, 'x')`,
    ])
      await expect(asHere(escape), escape).rejects.toThrow(/permission denied|must be|Only roles/)
    // Giving up a role that was never taken leads nowhere.
    await expect(asHere('set role none; select * from credential')).rejects.toThrow(/permission denied/)
  })

  it('finds every table with an organisation under a policy', async () => {
    const open = await product.db.system((tx) =>
      tx.query(sql`
        select c.relname from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'organization_id'
         where c.relkind in ('r', 'p') and c.relnamespace = 'public'::regnamespace and not (c.relrowsecurity and c.relforcerowsecurity
           and exists (select from pg_policy p where p.polrelid = c.oid and p.polname = 'tenant'))`),
    )
    expect(open).toEqual([])
  })
})

describe('statements of users under the role of readers', () => {
  let reader: Reader
  const columnsOf = (...names: string[]) => names.map((name) => ({ name, sql: `t.${name}` }))
  const tables: readonly ReadableTable[] = [
    { name: 'customer', table: 'customer', columns: columnsOf('id', 'organization_id', 'customer_number') },
    { name: 'sales_data', table: 'sales_data', columns: columnsOf('id', 'billing_doc_number') },
  ]
  const read = async (text: string, organizationId = there, timeout?: number): Promise<unknown[]> =>
    reader.read(
      { organizationId, userId: 1 },
      tables,
      async (client) => {
        const answer = await client.query(text)
        // Several statements answer a list of results.
        return [answer].flat().at(-1)?.rows ?? []
      },
      timeout === undefined ? {} : { timeout },
    )

  beforeAll(async () => {
    reader = createReader(product.db, product.db.url, databaseKey)
  })
  afterAll(async () => {
    await product.db.system((tx) => tx.query(raw('select forget_readers()')))
  })

  it('read the tables of the own organisation', async () => {
    expect(await read('select customer_number from customer')).toEqual([{ customer_number: `C${secret}` }])
    expect(await read('select count(*) as lines from sales_data')).toEqual([{ lines: 1 }])
  })

  it('read no other organisation, whatever they set', async () => {
    const attempts = [
      'select customer_number from customer',
      `select set_config('app.organization_id', '${there}', false); select customer_number from customer`,
      `set app.organization_id = '${there}'; select customer_number from customer where organization_id = ${there}`,
      'commit; begin; select customer_number from customer',
    ]
    for (const text of attempts)
      expect([text, JSON.stringify(await read(text, here))]).toEqual([text, expect.not.stringContaining(secret)])
    expect(JSON.stringify(await read('set row_security = off; select * from customer', here))).not.toContain(secret)
    await expect(read('select * from public.customer', here)).rejects.toThrow(/permission denied/)
    await expect(read('set search_path = public; select * from customer', here)).rejects.toThrow(/permission denied/)
  })

  it.each([
    `insert into customer (organization_id, customer_number) values (1, 'X')`,
    `commit; begin read write; insert into customer (organization_id, customer_number) values (1, 'X')`,
    `commit; set default_transaction_read_only = off; update public.customer set customer_name = 'Mine'`,
    `set transaction read write; delete from customer`,
    `commit; begin read write; create table public.mine (a int)`,
    `commit; begin read write; create temporary table mine (a int)`,
    `commit; begin read write; select lo_from_bytea(0, 'x')`,
    `commit; begin read write; truncate public.customer`,
    `commit; begin read write; select nextval('public.customer_id_seq')`,
  ])('write nothing: %s', async (text) => {
    await expect(read(text)).rejects.toThrow(/permission denied|read-only|before any query|must be owner/)
  })

  it.each([
    'account',
    'credential',
    'session',
    'refresh_token',
    'mail_token',
    'login_attempt',
    'sso_identity',
    'user_preference',
    'installation',
    'tenant',
    'upload',
  ])('read nothing of %s', async (table) => {
    await expect(read(`select * from public.${table}`)).rejects.toThrow(/permission denied/)
  })

  it('become nobody else', async () => {
    const owner = parseUrl(product.db.url).username
    for (const text of [
      `set role ${owner}`,
      'set role tierline_app',
      'set role tierline_read',
      `set session authorization ${owner}`,
    ])
      await expect(read(text), text).rejects.toThrow(/permission denied/)
  })

  it('end when they take too long', async () => {
    await expect(read('select pg_sleep(20)', there, 200)).rejects.toThrow(/statement timeout/)
  })
})
