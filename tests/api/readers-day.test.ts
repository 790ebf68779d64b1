import { afterAll, beforeAll, expect, test } from 'vitest'
import { dayIn } from '#server/caller-day.ts'
import { sql } from '#server/store/sql.ts'
import { type SessionApp, sessionApp } from '#tests/support/session-app.ts'

// Between these two the calendar always shows two days, at times three.
const east = 'Pacific/Kiritimati'
const west = 'Pacific/Pago_Pago'

let s: SessionApp
let token: string

const call = (method: 'GET' | 'POST', path: string, zone: string | null, body?: object) =>
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
