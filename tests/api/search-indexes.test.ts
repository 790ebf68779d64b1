import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { defineScreen, f, normalizeScreen, parseListQuery, type Screen } from '#src/definition'
import type { Caller } from '#server/authorize.ts'
import { select } from '#server/engine/list.ts'
import { narrowed } from '#server/engine/narrowed.ts'
import { readPage } from '#server/engine/page.ts'
import { beginsWith, keyPrefixes, pickRecords } from '#server/engine/pick.ts'
import { buildSearchIndexes, indexedUpTo, refreshSearchIndexes } from '#server/engine/search-indexes.ts'
import { applySchema, planSchema } from '#server/store/schema-sync.ts'
import { raw, sql, type Sql } from '#server/store/sql.ts'
import { testDatabase, type TestDatabase } from '#tests/support/test-database.ts'

const screen: Screen = normalizeScreen(
  defineScreen({
    name: 'find-thing',
    label: ['Thing', 'Things'],
    area: 'masters',
    endpoint: 'find-thing',
    table: { key: ['code'] },
    title: 'name',
    fields: {
      code: f.text({ required: true }),
      name: f.text({ search: true }),
      secret: f.text({ search: true }),
      kind: f.text({ index: true }),
    },
    access: { read: 'any', write: 'any', fields: { secret: { read: 'secrets' } } },
  }),
)
const table = screen.table!.name

const callerWith = (...permissions: string[]): Caller => ({
  sessionId: '',
  userId: 1,
  organizationId: 7,
  email: '',
  roleIds: [],
  permissions: new Set(permissions),
  apps: [],
})
const all = callerWith('*')
const someone = callerWith('nothing')

let db: TestDatabase
const logged: object[] = []
const log = { info: (details: object) => logged.push(details), warn: (details: object) => logged.push(details) }
const build = () => buildSearchIndexes(db, [screen], log, { smallest: 100_000, longestTail: 500 })
const indexNames = async () =>
  (
    await db.system((tx) =>
      tx.query<{ name: string }>(
        sql`select indexname as name from pg_indexes where tablename = ${table} and indexname ~ '^find_[0-9a-f]{12}_' order by 1`,
      ),
    )
  ).map(({ name }) => name)

let serial = 0
const insert = async (count: number) => {
  serial += count
  await db.system((tx) =>
    tx.query(sql`
      insert into find_thing (organization_id, code, name, secret, kind)
      select o, 'K' || lpad(n::text, 6, '0'), 'Lamp ' || md5(n::text) || ' ' || (n % 7), 'Hidden_' || n % 11 || '%', 'k' || n % 3
        from generate_series(${serial - count + 1}::int, ${serial}::int) n, unnest(array[7, 8]) o`),
  )
  await db.system((tx) => tx.query(sql`analyze find_thing`))
}

const listed = (search: string, caller = all) =>
  db.tenant(caller, async (tx) => {
    const { where, viaWords } = select(screen, caller, parseListQuery({ search }, screen.fields).query, [screen])
    const codes = async (condition: Sql) => {
      const rows = await tx.query<{ code: string }>(
        sql`select t.code from find_thing t where ${condition} order by t.code collate "C"`,
      )
      return rows.map(({ code }) => code)
    }
    const found = await codes(where)
    if (viaWords) expect([search, await codes(viaWords.where)]).toEqual([search, found])
    return found
  })

async function plan(search: string): Promise<string> {
  const { where, viaWords } = select(screen, all, parseListQuery({ search }, screen.fields).query, [screen])
  const lines = await db.tenant(all, (tx) =>
    tx.query<{ 'QUERY PLAN': string }>(
      sql`explain (costs off) select t.id from find_thing t where ${viaWords?.where ?? where}`,
    ),
  )
  return lines.map((line) => line['QUERY PLAN']).join('\n')
}

/** What the words are to find, worked out here. */
async function expected(search: string, caller = all): Promise<string[]> {
  const rows = await db.system((tx) =>
    tx.query<Record<'code' | 'name' | 'secret', string>>(
      sql`select code, name, secret from find_thing where organization_id = 7 order by code collate "C"`,
    ),
  )
  const words = search.trim().toLowerCase().split(/\s+/)
  return rows
    .filter((row) =>
      words.every((word) =>
        [row.name, caller === all ? row.secret : ''].some((value) => value.toLowerCase().includes(word)),
      ),
    )
    .map(({ code }) => code)
}

beforeAll(async () => {
  db = await testDatabase()
  await applySchema(db, await planSchema(db, [screen]))
  await insert(3000)
})

afterAll(() => db.close())

describe('the words of a big table', () => {
  it('are indexed in parts, those of rows that came since by the next part', async () => {
    expect(await plan('lamp 1b2c')).not.toMatch(/find_[0-9a-f]{12}_/)
    await build()
    expect(indexedUpTo(table)).toEqual([6000])
    expect(await plan('c4ca4238a0')).toMatch(/Bitmap Index Scan on find_\w+_0_6000/)
    expect(await plan('c4ca4238a0')).not.toContain('Seq Scan')
    await insert(100)
    await build()
    expect(indexedUpTo(table)).toEqual([6000])
    await insert(300)
    await build()
    expect(indexedUpTo(table)).toEqual([6000, 6800])
    expect(await plan('c4ca4238a0')).toMatch(/find_\w+_0_6000[\s\S]*find_\w+_6000_6800/)
    expect(logged).toMatchObject([
      { screen: 'find-thing', from: 0, to: 6000 },
      { screen: 'find-thing', from: 6000, to: 6800 },
    ])
  })

  it('are found as without an index: any words, before and after the last part, by who may read which field', async () => {
    await insert(20)
    const word = fc.oneof(
      fc.constantFrom('lamp', 'LAMP', 'Hidden_3', '%', '_', 'd_', '\\', 'hidden', 'K00', 'a%b', 'Lamp', '3%'),
      fc.stringMatching(/^[0-9a-f]{1,4}$/),
    )
    await fc.assert(
      fc.asyncProperty(fc.array(word, { minLength: 1, maxLength: 3 }), fc.boolean(), async (words, may) => {
        const search = words.join(' ')
        const caller = may ? all : someone
        expect([search, await listed(search, caller)]).toEqual([search, await expected(search, caller)])
      }),
      { numRuns: 60 },
    )
  }, 60_000)

  it('make a list of few rows that of these rows, whatever the order; a list of many is read in its order', async () => {
    const page = (parameters: Record<string, string>) =>
      db.tenant(all, async (tx) => {
        const { query } = parseListQuery({ limit: '5', ...parameters }, screen.fields)
        const selection = await narrowed(tx, select(screen, all, query, [screen]), all)
        return { isNarrow: selection.count !== undefined, ...(await readPage(tx, selection, query, all, [screen])) }
      })
    const few = await page({ search: 'c4ca4238a0b9', sort: '-name' })
    expect(few).toMatchObject({ isNarrow: true, total_record: 1, records: [{ code: 'K000001' }] })
    expect(await page({ search: 'c4ca4238a0b9', kind: 'k2' })).toMatchObject({ isNarrow: true, total_record: 0 })
    // Every row has the first word, and the second is in no index.
    expect(await page({ search: 'lamp zz' })).toMatchObject({ isNarrow: true, total_record: 0 })
    const many = await page({ search: 'lamp', sort: '-code' })
    expect(many).toMatchObject({ isNarrow: false, total_record: serial })
    expect(many.records[0]).toMatchObject({ code: `K${String(serial).padStart(6, '0')}` })
  })

  it('are in one part again when there are too many', async () => {
    const numbers: number[] = []
    for (let turn = 0; turn < 4; turn += 1) {
      await insert(300)
      await build()
      numbers.push(indexedUpTo(table).length)
    }
    expect(numbers).toEqual([3, 4, 5, 1])
    expect(indexedUpTo(table)).toEqual([serial * 2])
    expect(await indexNames()).toEqual([expect.stringMatching(new RegExp(`_0_${serial * 2}$`))])
  })

  it('are known to a process that did not index them, and not while an index is half built', async () => {
    await db.system((tx) =>
      tx.query(sql`update pg_index set indisvalid = false where indexrelid::regclass::text ~ '^find_[0-9a-f]{12}_'`),
    )
    await refreshSearchIndexes(db, [screen])
    expect(indexedUpTo(table)).toEqual([])
    expect(await listed('c4ca4238a0')).toEqual(['K000001'])
    await build()
    expect(indexedUpTo(table)).toEqual([serial * 2])
  })
})

describe('a picker', () => {
  const pick = (text: string, filters: Record<string, string> = {}, caller = all) =>
    db.tenant(caller, async (tx) => {
      const { query } = parseListQuery(filters, screen.fields)
      const found = await pickRecords(tx, screen, caller, { query, text, limit: 4, screens: [screen] })
      return found.map(({ value }) => value)
    })

  it('offers keys that begin with the text first, in order, then what has the words, under its filters', async () => {
    expect(await pick('k00010')).toEqual(['K000100', 'K000101', 'K000102', 'K000103'])
    expect(await pick('K00010', { kind: 'k1' })).toEqual(['K000100', 'K000103', 'K000106', 'K000109'])
    expect(await pick('c4ca4238a0')).toEqual(['K000001'])
    expect(await pick('c4ca4238a0', { kind: 'k2' })).toEqual([])
    expect(await pick('', { kind: 'k2' })).toEqual(['K000002', 'K000005', 'K000008', 'K000011'])
    expect(await pick('lamp c81e728d9d')).toEqual(['K000002'])
  })

  it('finds nothing by what its user may not read', async () => {
    expect(await pick('hidden_5%')).toHaveLength(4)
    expect(await pick('hidden_5%', {}, someone)).toEqual([])
  })

  it('looks into indexes alone', async () => {
    const lines = await db.tenant(all, async (tx) => {
      await tx.query(sql`set local enable_seqscan = off`)
      return tx.query<{ 'QUERY PLAN': string }>(
        sql`explain (costs off) select code from find_thing t where t.organization_id = ${7} and ${beginsWith(raw('t.code'), keyPrefixes('k0001'))} order by code limit 20`,
      )
    })
    expect(lines.map((line) => line['QUERY PLAN']).join('\n')).toMatch(/Index Scan (using|on) find_thing__key/)
  })
})
