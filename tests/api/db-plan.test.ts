import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadScreens } from '#server/screens.ts'
import { migrate, migrationsMissing } from '#server/store/migrate.ts'
import { applySchema, planSchema } from '#server/store/schema-sync.ts'
import { sql } from '#server/store/sql.ts'
import { testDatabase, type TestDatabase } from '#tests/support/test-database.ts'

let db: TestDatabase
const root = join(import.meta.dirname, '..', '..')

beforeAll(async () => {
  db = await testDatabase()
})
afterAll(() => db.close())

async function printedPlan(): Promise<string> {
  const run = promisify(execFile)(process.execPath, ['--import', 'tsx', 'server/store/db-plan.ts'], {
    cwd: root,
    env: { ...process.env, DATABASE_URL: db.url },
  })
  return (await run).stdout
}

const tables = () =>
  db.system((tx) =>
    tx.query(sql`select relname from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`),
  )

test('the plan is printed with its reasons, and nothing is changed', async () => {
  const before = await tables()
  const printed = await printedPlan()
  expect(printed).toContain(
    '-- customer: new table customer, whose rows belong to one organisation\ncreate table if not exists "customer"',
  )
  expect(printed).not.toContain('-- migration')
  expect(await tables()).toEqual(before)
})

test('a database that is up to date has nothing to change', async () => {
  await applySchema(db, await planSchema(db, await loadScreens()))
  expect(await printedPlan()).toBe('-- The database is as the definitions want it.\n')
})

test('roles from before an area get of it what they held of the like, once, and it is written down', async () => {
  const roles = {
    ALL: [['*'], []],
    ANALYST: [['results.*', 'contracts.*', 'uploads.*'], ['Customer Rebate']],
    PRICER: [
      ['contracts.read', 'contracts.write', 'views.manage'],
      ['Pricing', 'Promotions'],
    ],
    PROFIT: [['results.read', 'contracts.delete'], ['Profit Optimization']],
    READER: [['results.read', 'queries.read', 'pricing.read'], ['Pricing']],
    CLERK: [['masters.*'], ['Pricing']],
  } as const
  await db.system(async (tx) => {
    for (const [code, [permissions, apps]] of Object.entries(roles))
      await tx.query(
        sql`insert into role (organization_id, code, name, permissions, authorized_apps) values (1, ${code}, ${code}, ${[...permissions]}, ${[...apps]})`,
      )
    await tx.query(sql`delete from migration where name = '190-roles-of-new-areas.sql'`)
  })
  expect(await migrate(db)).toEqual(['190-roles-of-new-areas.sql'])
  const rows = await db.system((tx) =>
    tx.query<{ code: string; permissions: string[]; update_note: string | null; noted: string[] | null }>(sql`
      select r.code, r.permissions, r.update_note, h.changes -> 'permissions' -> 1 as noted from role r
        left join history h on h.screen = 'user-role' and h.record_id = r.id and h.organization_id = r.organization_id`),
  )
  const added = (code: keyof typeof roles) =>
    rows.find((row) => row.code === code)!.permissions.slice(roles[code][0].length)
  expect(added('ANALYST')).toEqual(['queries.read', 'queries.write'])
  expect(added('PRICER')).toEqual([
    'pricing.read',
    'pricing.upload',
    'pricing.write',
    'promotions.read',
    'promotions.upload',
    'promotions.write',
    'queries.manage',
  ])
  expect(added('PROFIT')).toEqual(['profit.delete', 'profit.read', 'queries.read'])
  for (const code of ['ALL', 'READER', 'CLERK'] as const) expect([code, added(code)]).toEqual([code, []])
  expect(rows.find(({ code }) => code === 'ANALYST')).toMatchObject({
    update_note: 'Given by an update, as the role held the like before: queries.read, queries.write',
    noted: [...roles.ANALYST[0], 'queries.read', 'queries.write'],
  })
  expect(rows.find(({ code }) => code === 'READER')).toMatchObject({ update_note: null, noted: null })
})

test('migrations that have not run are named in their order', async () => {
  expect(await migrationsMissing(db)).toEqual([])
  await db.system((tx) => tx.query(sql`delete from migration where name > '020'`))
  const missing = await migrationsMissing(db)
  expect(missing[0]).toBe('020-upload.sql')
  expect(missing).toEqual(missing.toSorted((a, b) => a.localeCompare(b)))
})
