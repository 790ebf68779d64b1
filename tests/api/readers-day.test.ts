import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayIn } from '#server/caller-day.ts'
import { sql } from '#server/store/sql.ts'
import { multipartFile } from '#tests/support/multipart.ts'
import { type SessionApp, sessionApp } from '#tests/support/session-app.ts'

// Between these two the calendar always shows two days, at times three.
const east = 'Pacific/Kiritimati'
const west = 'Pacific/Pago_Pago'

let s: SessionApp
let token: string

const call = (method: 'GET' | 'POST' | 'PUT', path: string, zone: string | null, body?: object) =>
  s.call(method, `/api/${path}`, {
    token,
    ...(body ? { body } : {}),
    headers: zone === null ? {} : { 'x-time-zone': zone },
  })
const found = async (query: string, zone: string | null): Promise<unknown[]> => {
  const { status, body } = await call('GET', `sales_data?${query}`, zone)
  expect([query, status, body.message]).toEqual([query, 200, undefined])
  return (body.response?.['records'] as Record<string, unknown>[]).map((row) => row['billing_doc_number'])
}
const todayIn = (zone: string | undefined): string => dayIn(zone, Date.now())

beforeAll(async () => {
  s = await sessionApp()
  const here = await s.organization({ code: 'HERE', name: 'Here' })
  await s.user({ organizationId: here, email: 'admin@here.test', name: 'Ada', role: 'ADMINISTRATOR' })
  await s.user({ organizationId: here, email: 'bob@here.test', name: 'Bob', role: 'ANALYST' })
  token = (await s.signIn('admin@here.test')).token
  for (const [doc, zone] of [
    ['EAST', east],
    ['WEST', west],
  ] as const) {
    const line = {
      billing_doc_number: doc,
      billing_doc_line: 1,
      billing_date: todayIn(zone),
      customer_number: 'C1',
      material_number: 'M1',
      quantity: '1',
      net_value: '1',
    }
    const { status, body } = await call('POST', 'sales_data', zone, line)
    if (status !== 201) throw new Error(body.message)
  }
})
afterAll(() => s.close())

test('a list knows today as its reader does', async () => {
  expect(await found('billing_date=@today', east)).toEqual(['EAST'])
  expect(await found('billing_date=@today', west)).toEqual(['WEST'])
  expect(await found(`billing_date=@today`, null)).toEqual(await found(`billing_date=${todayIn(undefined)}`, null))
})

test('an instant was on the day that the reader saw on the clock', async () => {
  const both = ['EAST', 'WEST']
  for (const zone of [east, west]) {
    expect(await found('created_at=@today&sort=billing_doc_number', zone)).toEqual(both)
    const { body } = await call('GET', 'sales_data?group=created_at:day&count=none', zone)
    const [group] = body.response?.['groups'] as { values: Record<string, string>; filters: Record<string, string> }[]
    expect(group?.values['created_at']).toBe(todayIn(zone))
    expect(await found(`${new URLSearchParams(group?.filters).toString()}&sort=billing_doc_number`, zone)).toEqual(both)
  }
})

test('new records begin on the day of whoever makes them, also where that is yesterday for the server', async () => {
  for (const zone of [east, west]) {
    const made = await call('POST', 'approval-substitutes', zone, {
      represented: 'admin@here.test',
      substitute: 'bob@here.test',
      valid_from: todayIn(zone),
      valid_to: todayIn(zone),
    })
    expect([zone, made.status, made.body.message]).toEqual([zone, 201, expect.anything()])
    await s.db.system((tx) => tx.query(sql`update approval_substitute set ended_at = now(), status = 'ended'`))
  }
  const given = await call('POST', 'approval-substitutes', west, {
    represented: 'admin@here.test',
    substitute: 'bob@here.test',
    valid_to: todayIn(east),
  })
  expect(given.body.response?.['valid_from']).toBe(todayIn(west))
})

test('what is no time zone is none, and every one that a browser can name is known to the database', async () => {
  for (const zone of ['Nowhere/At_All', "'; drop table sales_data", '+05:30', 'x'.repeat(5000)])
    expect(await found('billing_date=@today', zone)).toEqual(await found('billing_date=@today', 'UTC'))
  const zones = Intl.supportedValuesOf('timeZone')
  const [row] = await s.db.system((tx) =>
    tx.query<{ known: number }>(
      sql`select count(now() at time zone z) as known from unnest(${zones}::text[]) as zone (z)`,
    ),
  )
  expect(row?.known).toBe(zones.length)
})

test('a result reckons with the day of whoever asks', async () => {
  const target = { target_number: 'T1', period_from: todayIn(east), period_to: todayIn(east), target_value: '1000' }
  expect((await call('POST', 'target_data', east, target)).status).toBe(201)
  const state = async (zone: string) => {
    const { body } = await call('POST', 'target-data-report', zone, {
      period_from: '2020-01-01',
      period_to: '2099-12-31',
    })
    return (body.response?.['records'] as Record<string, unknown>[]).map((row) => row['state'])
  }
  expect(await state(west)).toEqual(['coming'])
  expect(await state(east)).not.toEqual(['coming'])
})

test('books have the day of their own zone, around midnight too, and calls that name none are meant there', async () => {
  const zones = async (zone: string | null) => {
    const { body } = await call('GET', 'organizations', null)
    const [own] = body.response?.['records'] as { id: number; row_version: number }[]
    return call('PUT', `organizations/${own!.id}`, null, { row_version: own!.row_version, time_zone: zone })
  }
  const days = async (...moments: string[]) =>
    s.db.system(async (tx) =>
      (
        await tx.query<{ day: string }>(sql`
          select books_day(o.organization_id, m.at)::text as day from organization o, unnest(${moments}::timestamptz[]) with ordinality m (at, place) order by m.place`)
      ).map(({ day }) => day),
    )
  expect((await zones('Nowhere/At_All')).body.error).toMatchObject({ code: 'VALIDATION' })
  // Summer time begins on 27 September 2026 in Auckland, on 8 March in Los Angeles.
  expect((await zones('Pacific/Auckland')).status).toBe(200)
  expect(
    await days('2026-09-26T11:59:59Z', '2026-09-26T12:00:00Z', '2026-09-27T10:59:59Z', '2026-09-27T11:00:00Z'),
  ).toEqual(['2026-09-26', '2026-09-27', '2026-09-27', '2026-09-28'])
  expect((await zones('America/Los_Angeles')).status).toBe(200)
  expect(
    await days('2026-03-08T07:59:59Z', '2026-03-08T08:00:00Z', '2026-03-09T06:59:59Z', '2026-03-09T07:00:00Z'),
  ).toEqual(['2026-03-07', '2026-03-08', '2026-03-08', '2026-03-09'])
  for (const zone of [east, west]) {
    expect((await zones(zone)).status).toBe(200)
    expect(await found('billing_date=@today', null)).toEqual(await found('billing_date=@today', zone))
    expect(await days(new Date().toISOString())).toEqual([todayIn(zone)])
  }
  // The zone is still that of the west: what a file takes away by days goes by the books, whoever sends it.
  const file = multipartFile('sales.csv', 'Invoice,Line,InvoiceDate,SKU,Qty,Amount\nNEW,1,2001-02-03,M1,1,1\n')
  const sent = await s.call('POST', '/api/sales_data_upload?delete_from=@today&delete_to=@today', {
    token,
    body: file.body,
    headers: { ...file.headers, 'x-time-zone': east },
  })
  expect([sent.status, sent.body.response?.['messageLog']]).toEqual([200, ['1 added, 1 deleted before']])
  expect(await found('sort=billing_doc_number', null)).toEqual(['EAST', 'NEW'])
  expect((await zones(null)).status).toBe(200)
})
