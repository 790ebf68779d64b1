import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { loadScreens } from '#server/screens.ts'
import { migrationsMissing } from '#server/store/migrate.ts'
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

test('migrations that have not run are named in their order', async () => {
  expect(await migrationsMissing(db)).toEqual([])
  await db.system((tx) => tx.query(sql`delete from migration where name > '020'`))
  const missing = await migrationsMissing(db)
  expect(missing[0]).toBe('020-upload.sql')
  expect(missing).toEqual(missing.toSorted((a, b) => a.localeCompare(b)))
})
