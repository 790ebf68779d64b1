import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { openDatabase } from '#server/store/database.ts'
import { raw, sql } from '#server/store/sql.ts'
import { sessionApp, type SessionApp } from '#tests/support/session-app.ts'

let s: SessionApp
let analyst: string
let colleague: string
let organizationId: number

beforeAll(async () => {
  s = await sessionApp({ TIERLINE_REPORT_SECONDS: '2' })
  organizationId = await s.organization({ code: 'NORTHGATE', name: 'Northgate Trading' })
  for (const email of ['ana@northgate.example', 'ben@northgate.example'])
    await s.user({ organizationId, email, name: email, role: 'ANALYST' })
  analyst = (await s.signIn('ana@northgate.example')).token
  colleague = (await s.signIn('ben@northgate.example')).token
  await s.db.system((tx) =>
    tx.query(sql`
      insert into sales_data (organization_id, billing_doc_number, billing_doc_line, billing_date, material_number, country, quantity, net_value)
      select ${organizationId}, 'D' || n, 1, date '2026-01-01' + n % 90, 'M' || n % 40, 'C' || n % 7, 1, n
        from generate_series(1, 280) n`),
  )
})
afterAll(() => s.close())

const path = '/api/top-n-attributes-report'
const question = { attribute: 'material_number', n: 40 }
const ask = (body: object, token = analyst, address = path) => s.call('POST', address, { token, body })
const cancel = (requestId: string, token = analyst) =>
  s.call('POST', '/api/cancel-activity', { token, body: { request_id: requestId } })

/** Keeps everybody from the sales lines, so that a report over them cannot end. */
async function whileLocked<T>(work: () => Promise<T>): Promise<T> {
  const other = openDatabase(s.db.url, { max: 1 })
  try {
    return await other.system(async (tx) => {
      await tx.query(raw('lock table sales_data in access exclusive mode'))
      return work()
    })
  } finally {
    await other.close()
  }
}

const statements = () =>
  s.db.system((tx) =>
    tx.query(
      sql`select pid from pg_stat_activity where datname = current_database() and application_name like 'result %' and state = 'active'`,
    ),
  )

describe('a run under a request id', () => {
  test('keeps its rows: pages, parts and subtotals come from them, whatever happened to the lines since', async () => {
    const request = { ...question, request_id: crypto.randomUUID(), limit: 5 }
    const first = await ask(request)
    expect(first).toMatchObject({
      status: 200,
      body: {
        response: { total_record: 40, totals: { lines: '280' }, run: { state: 'complete', rows: 40, kept: true } },
      },
    })
    await s.db.system((tx) => tx.query(sql`update sales_data set net_value = net_value + 1`))
    const again = await ask({ ...request, page: 2 })
    const direct = await ask({ ...question, limit: 5 })
    expect(again.body.response?.totals).toEqual(first.body.response?.totals)
    expect(direct.body.response?.totals).not.toEqual(first.body.response?.totals)
    expect((again.body.response?.records as { rank: number }[]).map(({ rank }) => rank)).toEqual([6, 7, 8, 9, 10])
    const part = await ask({ ...request, within: { key: 'M7' } })
    expect(part.body.response).toMatchObject({ total_record: 1, records: [{ key: 'M7', lines: 7 }] })
  })

  test('is known in the list of runs, to nobody but its asker, and answers no other question', async () => {
    const requestId = crypto.randomUUID()
    await ask({ ...question, request_id: requestId })
    const list = await s.call('GET', '/api/result-runs?screen=top-n-attributes&limit=1', { token: analyst })
    expect(list.body.response?.records).toMatchObject([{ request_id: requestId, criteria: question, total_record: 40 }])
    expect((await s.call('GET', `/api/result-runs/${requestId}`, { token: colleague })).status).toBe(404)
    expect((await ask({ ...question, request_id: requestId }, colleague)).status).toBe(404)
    expect((await cancel(requestId, colleague)).status).toBe(404)
    expect((await ask({ attribute: 'country', request_id: requestId })).body.error?.message).toBe(
      'This request id belongs to another question.',
    )
    expect((await ask({ ...question, request_id: '!' })).status).toBe(400)
  })

  test('that finds nothing tells which of its criteria name a record that is not there', async () => {
    await s.db.system((tx) =>
      tx.query(
        sql`insert into customer (organization_id, customer_number, customer_name) values (${organizationId}, '1', 'Miller')`,
      ),
    )
    const found = async (criteria: object) =>
      (await ask({ ...question, ...criteria, request_id: crypto.randomUUID() })).body.response
    expect(await found({ customer: 'NOBODY', material: 'M7' })).toMatchObject({
      total_record: 0,
      issues: [
        { path: ['customer'], code: 'reference', message: 'There is no customer NOBODY' },
        { path: ['material'], code: 'reference', message: 'There is no material M7' },
      ],
    })
    expect(await found({ customer: '1' })).toMatchObject({ total_record: 0 })
    expect(await found({ customer: '1' })).not.toHaveProperty('issues')
    // Sold without ever having had a master.
    expect(await found({ material: 'M7' })).not.toHaveProperty('issues')
  })

  test('tells how far it is and is cancelled in the database', async () => {
    const request = { ...question, request_id: crypto.randomUUID(), wait: 0 }
    await whileLocked(async () => {
      const started = await ask({ ...request, wait: 1 })
      expect(started).toMatchObject({
        status: 202,
        body: { response: { run: { state: 'running', phase: 'calculate' } } },
      })
      expect(await statements()).toHaveLength(1)
      expect((await cancel(request.request_id)).body.response).toMatchObject({ state: 'cancelled' })
      expect(await statements()).toEqual([])
    })
    expect(await ask(request)).toMatchObject({ status: 409, body: { error: { code: 'CANCELLED' } } })
  })

  test('is joined and cancelled by another process', async () => {
    const db = openDatabase(s.db.url, { max: 4 })
    const config = readConfig({ TIERLINE_DATA: s.dataDir, PUBLIC_URL: 'https://tierline.test', LOG_LEVEL: 'silent' })
    const other = await createApp({ db, config, screens: s.screens })
    const there = async (url: string, payload: object) =>
      other.inject({ method: 'POST', url, payload, headers: { authorization: `Bearer ${analyst}` } })
    const request = { ...question, request_id: crypto.randomUUID(), wait: 1 }
    try {
      await whileLocked(async () => {
        await ask(request)
        const joined = await there(path, { ...request, wait: 0 })
        expect(joined.statusCode).toBe(202)
        expect((joined.json() as { response: object }).response).toMatchObject({ run: { state: 'running' } })
        await there('/api/cancel-activity', { request_id: request.request_id })
        await expect.poll(statements).toEqual([])
      })
      expect((await ask(request)).body.error?.code).toBe('CANCELLED')
    } finally {
      await other.close()
      await db.close()
    }
  })

  test('ends at the limit of a statement, with words', async () => {
    const answer = await whileLocked(() => ask({ ...question, request_id: crypto.randomUUID() }))
    expect(answer.status).toBe(413)
    expect(answer.body.error?.message).toBe(
      'This was stopped after 2 seconds, the longest a result may take. Narrow the criteria, a shorter period for example.',
    )
    expect((await whileLocked(() => ask(question))).status).toBe(413)
  })

  test('whose process has died is told as failed', async () => {
    const requestId = crypto.randomUUID()
    await s.db.system((tx) =>
      tx.query(sql`
        insert into result_run (organization_id, id, user_id, screen, criteria, state, heartbeat_at)
        select organization_id, ${requestId}, user_id, screen, criteria, 'running', now() - interval '1 minute' from result_run limit 1`),
    )
    const answer = await ask({ ...question, request_id: requestId })
    expect(answer).toMatchObject({
      status: 503,
      body: { message: 'The server stopped while this was running. Run it again.' },
    })
  })
})

describe('subtotals', () => {
  test('of every level, the inner ones below their outer one, the same with a run and without', async () => {
    const asked = { ...question, by: 'line_country,key' }
    expect((await ask({ ...asked, by: 'rank,nothing' }, analyst, `${path}/groups`)).status).toBe(400)
    const direct = await ask(asked, analyst, `${path}/groups`)
    const kept = await ask({ ...asked, request_id: crypto.randomUUID() }, analyst, `${path}/groups`)
    expect(kept.body).toEqual(direct.body)
    const { groups, total_groups: count } = direct.body.response as {
      groups: { values: unknown[]; count: number; totals: Record<string, string> }[]
      total_groups: number
    }
    expect(count).toBe(41)
    expect(groups[0]).toMatchObject({ values: [null], count: 40, totals: { lines: '280' } })
    expect(groups.slice(1).every(({ values, count: rows }) => values.length === 2 && rows === 1)).toBe(true)
  })
})
