import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { existsSync } from 'node:fs'
import { raw, sql } from '#server/store/sql.ts'
import { sessionApp, type Answer, type SessionApp } from '#tests/support/session-app.ts'

let s: SessionApp
let mine: string
let colleague: string
let plain: string
let [here, there] = [0, 0]

const secret = 'Unseen'

const ask = (method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object, token = mine): Promise<Answer> =>
  s.call(method, `/api/${path}`, { token, ...(body ? { body } : {}) })
const run = (statement: string, more: object = {}, token = mine) =>
  ask('POST', 'run-sql-work-bench', { statement, ...more }, token)
const rows = ({ body }: Answer) => body.response?.['records'] as unknown[][]

const fill = (organizationId: number, name: string) =>
  s.db.system((tx) =>
    tx.query(sql`
      insert into customer (organization_id, customer_number, customer_name, status)
      select ${organizationId}, ${name} || n, ${name} || ' customer ' || n, 'active' from generate_series(1, 3) n`),
  )

beforeAll(async () => {
  s = await sessionApp()
  here = await s.organization({ code: 'HERE', name: 'Here' })
  there = await s.organization({ code: 'THERE', name: 'There' })
  for (const email of ['ada@here.test', 'ben@here.test'])
    await s.user({ organizationId: here, email, name: email, role: 'ADMINISTRATOR' })
  await s.user({ organizationId: here, email: 'rita@here.test', name: 'Rita', role: 'READER' })
  await s.user({ organizationId: there, email: 'tom@there.test', name: 'Tom', role: 'ADMINISTRATOR' })
  mine = (await s.signIn('ada@here.test')).token
  colleague = (await s.signIn('ben@here.test')).token
  plain = (await s.signIn('rita@here.test')).token
  await fill(here, 'Own')
  await fill(there, secret)
})
afterAll(async () => {
  await s.db.system((tx) => tx.query(raw('select forget_readers()')))
  await s.close()
})

describe('a statement', () => {
  it('reads the records of the own organisation, with parameters, pages and what it took', async () => {
    const requestId = crypto.randomUUID()
    const answer = await ask('POST', `run-sql-work-bench?request_id=${requestId}`, {
      statement:
        'select customer_number, count(*) over () as all_of_them from customer where customer_number >= :from order by 1;',
      declared: [{ name: 'from', type: 'text', value: 'Own2' }],
    })
    expect(answer).toMatchObject({
      status: 200,
      body: {
        response: {
          state: 'complete',
          rows: 2,
          cut: false,
          columns: [
            { name: 'customer_number', kind: 'text' },
            { name: 'all_of_them', kind: 'number' },
          ],
          records: [
            ['Own2', 2],
            ['Own3', 2],
          ],
        },
      },
    })
    expect(rows(await ask('GET', `run-sql-work-bench/${requestId}?page=2&limit=1`))).toEqual([['Own3', 2]])
    expect((await ask('GET', `run-sql-work-bench/${requestId}`, undefined, colleague)).status).toBe(404)
    const known = await ask('GET', 'run-sql-work-bench?limit=1')
    expect(known.body.response?.['records']).toMatchObject([{ request_id: requestId, parameters: { from: 'Own2' } }])
    expect(Number(known.body.response?.['records'] && answer.body.response?.['milliseconds'])).toBeGreaterThanOrEqual(0)
  })

  it('takes several columns of one name, keeps the order asked for and its first 10,000 rows', async () => {
    const twice = await run(
      'select a.id, b.id from customer a join customer b using (id) order by a.customer_number desc',
    )
    expect(twice.body.response).toMatchObject({ rows: 3, columns: [{ name: 'id' }, { name: 'id' }] })
    const many = await run('select n from generate_series(1, 20000) n order by n desc')
    expect(many.body.response).toMatchObject({ rows: 10_000, cut: true })
    expect(rows(many)[0]).toEqual([20_000])
  })

  it('loses no digit, and takes one statement with what may stand around it', async () => {
    const exact = await run(`select 9007199254740993::bigint, 'NaN'::float8, '{"a": 9007199254740993}'::jsonb; -- end`)
    expect(rows(exact)).toEqual([['9007199254740993', 'NaN', '{"a": 9007199254740993}']])
    const problem = async (statement: string) => (await run(statement)).body.error?.details?.['problem']
    expect(await problem('select 1;\nselect 2;')).toMatchObject({
      message: 'One statement is run at a time.',
      position: { line: 2, column: 1 },
    })
    expect(await problem('/* nothing */')).toMatchObject({ message: 'Write a statement.' })
    expect(await problem(' explain select 1')).toMatchObject({ position: { line: 1, column: 2 } })
  })

  it('tells what is wrong at its line and column', async () => {
    const at = async (statement: string, more: object = {}) => {
      const { status, body } = await run(statement, more)
      return [status, body.error?.details?.['problem']]
    }
    expect(await at('select customer_number\n  , nonsense\nfrom customer')).toMatchObject([
      422,
      { message: 'Column "nonsense" does not exist.', position: { line: 2, column: 5 } },
    ])
    expect(await at('select :n + nonsense', { declared: [{ name: 'n', type: 'number' }] })).toMatchObject([
      422,
      { position: { line: 1, column: 13 } },
    ])
    expect(await at('select 1 / (count(*) - 3) from customer')).toMatchObject([422, { message: 'Division by zero.' }])
    expect((await run('select 1', { declared: [{ name: 'd', type: 'date', value: 'soon' }] })).status).toBe(200)
    const wrong = await run('select :d', { declared: [{ name: 'd', type: 'date', value: 'soon' }] })
    expect(wrong.body.error?.issues).toMatchObject([{ path: ['parameters', 'd'], message: 'This is no day.' }])
  })

  it('ends when it is cancelled, and in the database too', async () => {
    const requestId = crypto.randomUUID()
    const running = ask('POST', `run-sql-work-bench?request_id=${requestId}`, {
      statement: 'select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b',
    })
    await expect
      .poll(async () => (await ask('GET', `run-sql-work-bench/${requestId}`)).body.response?.['state'])
      .toBe('running')
    expect((await ask('DELETE', `run-sql-work-bench/${requestId}`)).status).toBe(200)
    expect((await running).body.error).toMatchObject({ code: 'CANCELLED' })
    const working = () =>
      s.db.system((tx) =>
        tx.query(
          sql`select pid from pg_stat_activity where datname = current_database() and application_name = 'tierline reader' and state = 'active'`,
        ),
      )
    await expect.poll(working, { timeout: 5_000 }).toEqual([])
  })
})

describe('an administrator who wants more', () => {
  const foreign = () => sql`select count(*)::int as n from customer where organization_id = ${there}`
  const hostile: readonly [string, string][] = [
    ['another organisation by its number', `select * from public.customer where organization_id <> 0`],
    ['a setting', `select set_config('app.organization_id', '2', false)`],
    ['the role by a function', `select set_config('role', 'postgres', false)`],
    ['the role', `reset role`],
    ['a session of somebody else', `set session authorization postgres`],
    ['several statements', `select 1; delete from customer`],
    ['a way out of the brackets', `select 1) q; drop table customer; select * from (select 1`],
    ['a way out behind a comment', `select 1) q limit 1 --`],
    ['the transaction', `commit`],
    ['writing', `insert into customer (customer_number) values ('X')`],
    ['writing within', `with x as (delete from customer returning *) select * from x`],
    ['a table of its own', `select * into mine from customer`],
    ['hashes of passwords', `select * from credential`],
    ['hashes of passwords by their schema', `select * from public.credential`],
    ['sessions', `select * from public.session`],
    ['tokens', `select * from public.refresh_token`],
    ['the secrets of integrations', `select secret_box from integration_setup`],
    ['the catalogue', `select * from pg_class`],
    ['roles', `select rolname from pg_roles`],
    ['who works', `select * from pg_stat_activity`],
    ['statistics of others', `select * from pg_stats`],
    ['the information schema', `select * from information_schema.tables`],
    ['SQL within XML', `select query_to_xml('select * from public.credential', true, true, '')`],
    ['a table as XML', `select table_to_xml('public.customer', true, true, '')`],
    ['SQL within a search', `select * from ts_stat('select to_tsvector(customer_name) from public.customer')`],
    ['an advisory lock', `select pg_advisory_lock(7214002)`],
    ['a lock under another name', `select pg_catalog.pg_try_advisory_xact_lock_shared(7214002)`],
    ['waiting', `select pg_sleep(60)`],
    ['waiting in a subquery', `select (select count(*) from (select pg_sleep(1)) x) from customer`],
    ['ending others', `select pg_terminate_backend(pid) from pg_stat_activity`],
    ['ending by number', `select pg_cancel_backend(1)`],
    ['files', `select pg_read_file('/etc/passwd')`],
    ['folders', `select * from pg_ls_dir('.')`],
    ['large objects', `select lo_from_bytea(0, 'x')`],
    ['telling others', `select pg_notify('tierline_form_fields', '1')`],
    ['another server', `select * from dblink('host=localhost', 'select 1') as t(a int)`],
    ['sizes', `select pg_total_relation_size('public.customer')`],
    ['settings', `select current_setting('data_directory')`],
    ['numbers', `select nextval('customer_id_seq')`],
    ['names of roles by number', `select 10::oid::regrole::text`],
    ['tables by their names', `select 'public.credential'::regclass::oid`],
    ['tables by a list of columns', `select * from jsonb_to_recordset('[{"a":"public.credential"}]') as x(a regclass)`],
    ['roles by a table of JSON', `select * from json_table('["10"]', '$[*]' columns(a regrole path '$'))`],
    ['roles by a value of JSON', `select json_value('"10"', '$' returning regrole)`],
    ['roles by a table of XML', `select * from xmltable('/a' passing '<a>10</a>' columns a regrole path '.')`],
    ['definitions of views', `select pg_get_viewdef('customer')`],
    ['row locks', `select * from customer for update`],
    ['locks', `lock table customer`],
    ['plans', `explain analyze select * from customer`],
    ['programs', `copy customer to program 'cat'`],
    ['code', `do $$ begin perform 1; end $$`],
    ['a function of ours', `select enable_tenant_rls('customer')`],
    ['another one', `select public.forget_readers()`],
    ['views of somebody who may read more', `select * from records_999.customer`],
    ['a gigabyte', `select repeat('x', 900000000)`],
  ]

  it.each(hostile)('does not get %s', async (_name, statement) => {
    const before = await s.db.system((tx) => tx.query(foreign()))
    const { status, body } = await run(statement)
    expect([status, body.error?.code]).toEqual([422, 'VALIDATION'])
    expect(JSON.stringify(body)).not.toContain(secret)
    expect(await s.db.system((tx) => tx.query(foreign()))).toEqual(before)
  })

  it('sees the own records whatever the condition says, and nothing by errors', async () => {
    const all = await run(`select customer_number from customer where true or customer_number like '${secret}%'`)
    expect(rows(all)).toEqual([['Own1'], ['Own2'], ['Own3']])
    const cast = await run(`select customer_name::int from customer`)
    expect(JSON.stringify(cast.body)).not.toContain(secret)
    const who = await run('select session_user::text, current_user::text')
    expect(JSON.stringify(rows(who))).not.toMatch(/postgres|tierline_app/)
  })

  it('is stopped at time and weight', async () => {
    const heavy = await run(
      `select (select string_agg(n::text, '-') from generate_series(1, 1000000) n) from generate_series(1, 20)`,
    )
    expect(heavy.body.error?.message).toContain('48 MB')
  })

  it.skipIf(!existsSync('/proc/self/status'))('is stopped before a single value fills the memory', async () => {
    const heavy = await run('select cardinality(array_agg(n)) from generate_series(1, 40000000) n')
    expect(heavy.body.error?.message).toContain('more than 256 MB of memory')
  })

  it('reads no rows of an earlier run once there is less to read', async () => {
    const requestId = crypto.randomUUID()
    await ask('POST', `run-sql-work-bench?request_id=${requestId}`, { statement: 'select customer_name from customer' })
    await s.db.system((tx) => tx.query(sql`update sql_run set rights = 'more' where request_id = ${requestId}`))
    expect((await ask('GET', `run-sql-work-bench/${requestId}`)).status).toBe(403)
  })
})

describe('who may not read', () => {
  it('runs nothing without the permission, and sees no statement', async () => {
    for (const [method, path] of [
      ['POST', 'run-sql-work-bench'],
      ['GET', 'run-sql-work-bench'],
      ['GET', 'sql-work-bench'],
      ['GET', 'sql-work-bench/tables'],
      ['POST', 'download-sql-work-bench-result'],
    ] as const)
      expect([
        path,
        (await ask(method, path, method === 'POST' ? { statement: 'select 1' } : undefined, plain)).status,
      ]).toEqual([path, 403])
  })

  it('has the tables and columns of the screens alone that the role may read', async () => {
    const code = 'SQL'
    const permissions = ['workbench.sql', 'masters.read']
    const role = await ask('POST', 'user-role', {
      code,
      name: 'SQL only',
      permissions,
      authorized_apps: ['Customer Rebate'],
    })
    expect(role.status).toBe(201)
    await s.user({ organizationId: here, email: 'sue@here.test', name: 'Sue', role: code })
    const { token } = await s.signIn('sue@here.test')
    const tables = await ask('GET', 'sql-work-bench/tables', undefined, token)
    const names = (tables.body.response?.['records'] as { name: string }[]).map(({ name }) => name)
    expect(names).toContain('customer')
    expect(names).not.toContain('user')
    expect(rows(await run('select count(*) from customer', {}, token))).toEqual([[3]])
    const denied = await run('select email from "user"', {}, token)
    expect(denied.body.error?.details?.['problem']).toMatchObject({ position: { line: 1, column: 19 } })
    expect((await run('select email from "user"')).status).toBe(200)
  })
})

describe('files', () => {
  it('are made two at a time for a user, and none for whoever hung up', async () => {
    const heavy = { statement: 'select count(*) from generate_series(1, 1000000) a, generate_series(1, 1000000) b' }
    const base = await s.app.listen({ port: 0, host: '127.0.0.1' })
    const gone = new AbortController()
    const take = () =>
      fetch(`${base}/api/download-sql-work-bench-result?format=csv`, {
        method: 'POST',
        headers: { authorization: `Bearer ${mine}`, 'content-type': 'application/json' },
        body: JSON.stringify(heavy),
        signal: gone.signal,
      }).catch((error: unknown) => error)
    const working = () =>
      s.db.system((tx) =>
        tx.query(
          sql`select pid from pg_stat_activity where datname = current_database() and application_name = 'tierline reader' and state = 'active'`,
        ),
      )
    const both = [take(), take()]
    await expect.poll(async () => (await working()).length, { timeout: 10_000 }).toBe(2)
    const third = await ask('POST', 'download-sql-work-bench-result?format=csv', { statement: 'select 1' })
    expect([third.status, third.body.message]).toEqual([429, expect.stringContaining('2 files are being made')])
    gone.abort()
    await Promise.all(both)
    await expect.poll(working, { timeout: 10_000 }).toEqual([])
    await expect
      .poll(
        async () => (await ask('POST', 'download-sql-work-bench-result?format=csv', { statement: 'select 1' })).status,
      )
      .toBe(200)
  })

  it('and results hold no field that form_fields hide', async () => {
    expect((await run('select country from customer')).status).toBe(200)
    const hidden = await ask('POST', 'form_fields', {
      form_id: 'IMA_CONFIG_CUSTOMER',
      field_id: 'country',
      hidden: true,
    })
    expect(hidden.status).toBe(201)
    expect((await run('select country from customer')).body.error?.details?.['problem']).toMatchObject({
      message: 'Column "country" does not exist.',
    })
    await ask('DELETE', `form_fields/${String(hidden.body.response!['id'])}`)
    expect((await run('select country from customer')).status).toBe(200)
  })
})

describe('a saved query', () => {
  it('is kept, run, downloaded and mailed by its id, and belongs to who wrote it', async () => {
    const made = await ask('POST', 'sql-work-bench', {
      name: 'Customers from',
      statement:
        'select customer_number, current_date as day, 1.50 as amount, true as sure from customer where customer_number >= :from order by 1',
      parameters: [{ name: 'from', type: 'text', value: 'Own3' }],
      application_type: 'Customer Rebate',
    })
    expect(made.status).toBe(201)
    const { id, row_version: version } = made.body.response as { id: number; row_version: number }
    expect(made.body.response?.['owner']).toBe('ada@here.test')
    const requestId = crypto.randomUUID()
    const ran = await ask('POST', `run-sql-work-bench/${id}?request_id=${requestId}`, { parameters: { from: 'Own2' } })
    expect(rows(ran).map(([number]) => number)).toEqual(['Own2', 'Own3'])
    expect((await ask('GET', 'sql-work-bench?page=1&limit=5&application_type=Pricing')).body.response).toMatchObject({
      total_record: 0,
    })
    expect(
      (await ask('GET', 'sql-work-bench?page=1&limit=5&application_type=Customer%20Rebate')).body.response,
    ).toMatchObject({ total_record: 1 })

    const file = await s.app.inject({
      method: 'POST',
      url: `/api/download-sql-work-bench-result/${id}?format=csv&decimal=,`,
      headers: { authorization: `Bearer ${mine}` },
      payload: {},
    })
    expect(file.body).toMatch(/^\uFEFFcustomer_number;day;amount;sure\r\nOwn3;\d{4}-\d\d-\d\d;1,50;Yes$/)
    const mailed = await ask('POST', `download-sql-work-bench-result/${id}?send_mail=true`, {})
    expect(mailed.body.message).toBe('The result was mailed to ada@here.test.')
    expect((await s.mails()).at(-1)).toMatch(/Customers from.*\.xlsx/)

    expect((await ask('GET', `sql-work-bench/${id}`, undefined, colleague)).status).toBe(404)
    expect((await ask('POST', `run-sql-work-bench/${id}`, {}, colleague)).status).toBe(404)
    const saved = await ask('POST', `sql-work-bench/${id}`, { shared: true, row_version: version })
    expect(saved.status).toBe(200)
    expect((await ask('GET', `sql-work-bench/${id}`, undefined, colleague)).status).toBe(200)
    expect(
      (await ask('PUT', `sql-work-bench/${id}`, { statement: 'select 1', row_version: version + 1 }, colleague)).status,
    ).toBe(409)
    expect((await ask('DELETE', `sql-work-bench/${id}`, undefined, colleague)).status).toBe(409)
    expect((await ask('DELETE', `sql-work-bench/${id}`)).status).toBe(200)
  })
})

describe('the definitions of the tables', () => {
  it('change beneath the views, which are made anew', async () => {
    expect((await run('select count(*) from customer')).status).toBe(200)
    await s.db.system((tx) =>
      tx.query(raw('select forget_readers(); alter table customer alter column customer_name type varchar(300)')),
    )
    expect(rows(await run('select count(*) from customer'))).toEqual([[3]])
  })
})
