import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineScreen, f, normalizeScreen, parseListQuery, type Screen } from '#src/definition'
import type { Caller } from '#server/authorize.ts'
import { bookmarks } from '#server/engine/bookmarks.ts'
import { select } from '#server/engine/list.ts'
import { cursorConditions, decodeCursor } from '#server/engine/cursor.ts'
import { readPage } from '#server/engine/page.ts'
import { applySchema, planSchema } from '#server/store/schema-sync.ts'
import { sql } from '#server/store/sql.ts'
import { testDatabase, type TestDatabase } from '#tests/support/test-database.ts'

const screen: Screen = normalizeScreen(
  defineScreen({
    name: 'movement',
    label: ['Movement', 'Movements'],
    area: 'transactions',
    endpoint: 'movement',
    table: { key: ['code'] },
    fields: {
      code: f.text({ required: true, index: true }),
      text: f.text(),
      day: f.date({ index: true }),
      value: f.money({ index: true }),
      place: f.text({ index: true }),
    },
    list: { path: '/movements', sort: ['-day', 'code'] },
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
const rows = 20_000

let db: TestDatabase

const selection = (parameters: Record<string, string>) =>
  select(screen, caller, parseListQuery(parameters, screen.fields).query, [screen])

/** The nodes of the plan by which the application's role reads a list. */
async function plan(parameters: Record<string, string>): Promise<string> {
  const { table, where, orderBy } = selection(parameters)
  const lines = await db.tenant(caller, (tx) =>
    tx.query<{ 'QUERY PLAN': string }>(
      sql`explain (costs off) select t.id from ${table} t where ${where} order by ${orderBy} limit 100`,
    ),
  )
  return lines.map((line) => line['QUERY PLAN']).join('\n')
}

const page = (parameters: Record<string, string>) =>
  db.tenant(caller, (tx) =>
    readPage(tx, selection(parameters), parseListQuery(parameters, screen.fields).query, caller, [screen]),
  )

beforeAll(async () => {
  db = await testDatabase()
  await applySchema(db, await planSchema(db, [screen]))
  await db.system((tx) =>
    tx.query(sql`
      insert into movement (organization_id, code, text, day, value, place)
      select o, lpad(n::text, 6, '0'), md5(n::text), date '2024-01-01' + n % 400, (n * 7919 % 100000) / 100.0, 'P' || n % 50
        from generate_series(1, ${rows}) n, unnest(array[${organizationId}, 8]) o`),
  )
  await db.system((tx) => tx.query(sql`analyze movement`))
})

afterAll(() => db.close())

describe('under row-level security', () => {
  it('an amount is found in its index', async () => {
    expect(await plan({ 'value.between': '100,101' })).toMatch(/Index (Cond|Only).*[\s\S]*value >=/)
    expect(await plan({ 'value.between': '100,101' })).not.toContain('Seq Scan')
  })

  it('the order a list opens with is read from an index, without sorting', async () => {
    expect(await plan({})).toContain('movement__list__desc_day__code')
    expect(await plan({})).not.toContain('Sort')
  })
})

describe('the schema', () => {
  it('is left alone when nothing changed', async () => {
    expect(await planSchema(db, [screen])).toEqual([])
  })
})

describe('next pages', () => {
  const all = async (sort: string, limit: string): Promise<number[]> => {
    const ids: number[] = []
    let after: string | undefined
    do {
      const listing = await page({ sort, limit, count: 'none', ...(after ? { after } : {}) })
      ids.push(...listing.records.map((row) => row.id))
      after = listing.next
    } while (after !== undefined)
    return ids
  }

  /** How the first rows behind the first page of an order are found. */
  const behind = async (sort: string): Promise<string> => {
    const { next } = await page({ sort, limit: '50', count: 'none' })
    const { table, where, order, orderBy } = selection({ sort })
    const [first] = cursorConditions(order, decodeCursor(next!, order))
    const lines = await db.tenant(caller, (tx) =>
      tx.query<{ 'QUERY PLAN': string }>(
        sql`explain (costs off) select t.id from ${table} t where ${where} and ${first} order by ${orderBy} limit 100`,
      ),
    )
    return lines.map((line) => line['QUERY PLAN']).join('\n')
  }

  it('begin at their row in an index, whether values can be missing or not', async () => {
    expect(await behind('place')).toMatch(/Index Cond: .*ROW\(place, id\) > ROW\('P/)
    expect(await behind('place')).not.toContain('Sort')
  })

  it('begin at their row although the order turns: rows of the same day are not walked again', async () => {
    expect(await behind('-day,code')).toMatch(/Index Cond: .*day = .*ROW\(code, id\) > ROW\('/)
    expect(await behind('-day,code')).not.toContain('Sort')
  })

  it('follow each other to the end', async () => {
    expect(new Set(await all('-day,code', '5000')).size).toBe(rows)
  })
})

describe('pages far from the first', () => {
  const numbers = [21, 150, 22, 149, 151, 200, 2, 199]

  it('are the same whether counted off or reached from a place that is known', async () => {
    for (const order of ['', '-day,code', 'value', '-value', '-place,day']) {
      const whole = await db.tenant(caller, (tx) => {
        const { table, where, orderBy } = selection({ sort: order })
        return tx.query<{ id: number }>(sql`select t.id from ${table} t where ${where} order by ${orderBy}`)
      })
      bookmarks.forget('movement', organizationId)
      for (const number of numbers) {
        const { records } = await page({ sort: order, page: String(number), limit: '100' })
        expect([order, number, records.map((row) => row.id)]).toEqual([
          order,
          number,
          whole.slice((number - 1) * 100, number * 100).map((row) => row.id),
        ])
      }
    }
  })

  it('behind the last one are empty', async () => {
    expect(await page({ page: '201', limit: '100' })).toMatchObject({ records: [], total_record: rows })
    expect((await page({ page: '200', limit: '100' })).next).toBeUndefined()
  })
})
