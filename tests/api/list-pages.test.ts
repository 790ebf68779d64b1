import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineScreen, f, normalizeScreen, parseListQuery, type Screen } from '#src/definition'
import { systemFields } from '#src/definition/system-fields.ts'
import type { Caller } from '#server/authorize.ts'
import { bookmarks } from '#server/engine/bookmarks.ts'
import { select } from '#server/engine/list.ts'
import { readPage } from '#server/engine/page.ts'
import { applySchema, planSchema } from '#server/store/schema-sync.ts'
import { sql } from '#server/store/sql.ts'
import { testDatabase, type TestDatabase } from '#tests/support/test-database.ts'

const screen: Screen = normalizeScreen(
  defineScreen({
    name: 'parcel',
    label: ['Parcel', 'Parcels'],
    area: 'transactions',
    endpoint: 'parcel',
    table: { key: ['number'] },
    fields: {
      number: f.integer(),
      // Required, and empty all the same in rows from before it was.
      code: f.text({ required: true, index: true }),
      place: f.text({ index: true }),
      day: f.date({ index: true }),
      weight: f.decimal(12, 3),
      urgent: f.flag(),
      sent: f.dateTime(),
      colour: f.text({ within: 'attributes' }),
      height: f.decimal(10, 2, { within: 'attributes' }),
      attributes: f.attributes(),
    },
    list: { path: '/parcels', sort: ['-day', 'code'] },
  }),
)

const organizationId = 7
const caller: Caller = {
  sessionId: '',
  userId: 1,
  organizationId,
  email: '',
  roleIds: [],
  permissions: new Set(['*']),
  apps: [],
}

let db: TestDatabase

const prepared = (parameters: Record<string, string>) => {
  const { query } = parseListQuery(parameters, [...screen.fields, ...systemFields])
  return { query, selection: select(screen, caller, query, [screen]) }
}
const page = (parameters: Record<string, string>) =>
  db.tenant(caller, (tx) => {
    const { query, selection } = prepared({ count: 'none', ...parameters })
    return readPage(tx, selection, query, caller, [screen])
  })

/** All ids in the order of the list, read at once. */
const whole = (sort: string) =>
  db.tenant(caller, async (tx) => {
    const { table, where, orderBy } = prepared({ sort }).selection
    const rows = await tx.query<{ id: number }>(sql`select t.id from ${table} t where ${where} order by ${orderBy}`)
    return rows.map((row) => row.id)
  })

/** All ids page by page; `between` runs before every page but the first. */
async function paged(sort: string, limit: number, between = async (): Promise<void> => {}): Promise<number[]> {
  const ids: number[] = []
  let after: string | undefined
  do {
    const { records, next } = await page({ sort, limit: String(limit), ...(after ? { after } : {}) })
    expect(records.length).toBe(next === undefined ? records.length : limit)
    ids.push(...records.map((row) => row.id))
    after = next
    if (after) await between()
  } while (after !== undefined)
  return ids
}

interface Parcel {
  code: string | null
  place: string | null
  day: string | null
  weight: string | null
  urgent: boolean | null
  sent: string | null
  colour: string | null
  height: string | null
}

// Few values, so that many rows are equal in some of the keys; instants that differ by a microsecond.
const parcel: fc.Arbitrary<Parcel> = fc.record({
  code: fc.option(fc.constantFrom('a', 'B', 'b', 'é', '_', 'a b'), { freq: 3 }),
  place: fc.option(fc.constantFrom('x', 'X', 'y%', "y'"), { freq: 2 }),
  day: fc.option(fc.constantFrom('2026-01-01', '2026-02-28', '0001-01-01', '9999-12-31'), { freq: 2 }),
  weight: fc.option(fc.constantFrom('0', '-1.5', '1.5', '1.501', '99999999.999'), { freq: 2 }),
  urgent: fc.option(fc.boolean(), { freq: 2 }),
  sent: fc.option(
    fc.constantFrom('2026-01-01T00:00:00.000001Z', '2026-01-01T00:00:00.000002Z', '2026-01-01T00:00:00Z'),
    { freq: 3 },
  ),
  colour: fc.option(fc.constantFrom('red', 'Red', ''), { freq: 2 }),
  height: fc.option(fc.constantFrom('9', '10', '-1'), { freq: 2 }),
})

const sortable = ['number', 'code', 'place', 'day', 'weight', 'urgent', 'sent', 'colour', 'height', 'created_at', 'id']
const order = fc
  .uniqueArray(fc.tuple(fc.constantFrom(...sortable), fc.boolean()), {
    minLength: 1,
    maxLength: 4,
    selector: ([name]) => name,
  })
  .map((keys) => keys.map(([name, descending]) => (descending ? `-${name}` : name)).join(','))

let number = 0

const insert = (parcels: readonly Parcel[]) =>
  db.system((tx) =>
    tx.query(sql`
      insert into parcel (organization_id, number, code, place, day, weight, urgent, sent, attributes, created_at)
      select ${organizationId}, ${(number += parcels.length)}::int - row_number() over (), code, place, day, weight, urgent, sent,
             jsonb_strip_nulls(jsonb_build_object('colour', colour, 'height', height)),
             timestamptz '2026-01-01T00:00:00Z' + interval '1 microsecond' * (row_number() over () % 5)
        from jsonb_to_recordset(${JSON.stringify(parcels)}::jsonb)
             as given(code text, place text, day date, weight numeric, urgent boolean, sent timestamptz, colour text, height text)`),
  )

const empty = () => db.system((tx) => tx.query(sql`truncate parcel`))

beforeAll(async () => {
  db = await testDatabase()
  await applySchema(db, await planSchema(db, [screen]))
  await db.system((tx) => tx.query(sql`alter table parcel alter column code drop not null`))
})

afterAll(() => db.close())

describe('pages one after the other', () => {
  it('are the whole list, for random rows, orders and sizes', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(parcel, { minLength: 1, maxLength: 60 }),
        fc.array(fc.tuple(order, fc.integer({ min: 1, max: 9 })), { minLength: 6, maxLength: 6 }),
        async (parcels, lists) => {
          await empty()
          await insert(parcels)
          for (const [sort, limit] of lists)
            expect([sort, limit, await paged(sort, limit)]).toEqual([sort, limit, await whole(sort)])
        },
      ),
      { numRuns: 40 },
    )
  }, 120_000)

  it('repeat and lose no row while others come and go', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(parcel, { minLength: 20, maxLength: 40 }),
        fc.array(fc.tuple(fc.array(parcel, { maxLength: 4 }), fc.nat()), { minLength: 5, maxLength: 5 }),
        order,
        fc.integer({ min: 2, max: 7 }),
        async (parcels, changes, sort, limit) => {
          await empty()
          await insert(parcels)
          const there = await whole(sort)
          const gone = new Set<number>()
          const waiting = [...changes]
          const seen = await paged(sort, limit, async () => {
            const [change] = waiting.splice(0, 1)
            if (!change) return
            await insert(change[0])
            const [row] = await db.system((tx) =>
              tx.query<{ id: number }>(
                sql`delete from parcel where id = (select id from parcel order by id limit 1 offset ${change[1] % 20}) returning id`,
              ),
            )
            if (row) gone.add(row.id)
          })
          expect(new Set(seen).size).toBe(seen.length)
          const left = await whole(sort)
          const known = seen.filter((one) => !gone.has(one))
          // Those seen are in the order of the list, and what was there all the time was seen.
          expect([sort, known]).toEqual([sort, left.filter((one) => seen.includes(one))])
          expect(there.filter((one) => !gone.has(one) && !seen.includes(one))).toEqual([])
        },
      ),
      { numRuns: 40 },
    )
  }, 120_000)

  it('continue from a page by number as well, however far it is', async () => {
    await empty()
    await insert(fc.sample(parcel, { numRuns: 2600, seed: 7 }))
    for (const sort of ['day,-weight', '-day,weight', 'place,-code', '-urgent', 'colour,-id', 'sent']) {
      const all = await whole(sort)
      bookmarks.forget('parcel', organizationId)
      for (const at of [251, 210, 252, 215, 2, 259]) {
        const { records, next } = await page({ sort, page: String(at), limit: '10' })
        const behind = next ? (await page({ sort, after: next, limit: '10' })).records : []
        expect([sort, at, [...records, ...behind].map((row) => row.id)]).toEqual([
          sort,
          at,
          all.slice((at - 1) * 10, (at + 1) * 10),
        ])
      }
    }
  })
})
