import { readdir, readFile } from 'node:fs/promises'
import { StartError } from '../start-error.ts'
import type { Database, Tx } from './database.ts'
import { forgetReaders } from './reader-views.ts'
import { sql } from './sql.ts'

const folder = new URL('./migrations/', import.meta.url)
const lockKey = 7_214_001
// From this one on there may be views on the tables that a migration changes.
const firstWithViews = '185-sql-workbench.sql'

/** Runs every migration that this database has not seen, in the order of the numbers; answers their names. */
export async function migrate(db: Database): Promise<string[]> {
  const names = await migrationNames()
  return db.system(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(${lockKey})`)
    const done = await migrationsDone(tx)
    const missing = names.filter((name) => !done.has(name))
    if (missing.length > 0 && done.has(firstWithViews)) await forgetReaders(tx)
    for (const name of missing) await run(tx, name)
    return missing
  })
}

/** The migrations that the next start will run on this database; reads only. */
export async function migrationsMissing(db: Database): Promise<string[]> {
  const names = await migrationNames()
  return db.system(async (tx) => {
    const done = (await hasMigrations(tx)) ? await doneIn(tx) : new Set<string>()
    return names.filter((name) => !done.has(name))
  })
}

async function migrationNames(): Promise<string[]> {
  return (await readdir(folder)).filter((name) => /^\d{3}-[a-z0-9-]+\.sql$/.test(name)).sort()
}

async function hasMigrations(tx: Tx): Promise<boolean> {
  const [found] = await tx.query<{ there: boolean }>(sql`select to_regclass('public.migration') is not null as there`)
  return found?.there === true
}

async function doneIn(tx: Tx): Promise<Set<string>> {
  const rows = await tx.query<{ name: string }>(sql`select name from public.migration`)
  return new Set(rows.map((row) => row.name))
}

async function migrationsDone(tx: Tx): Promise<Set<string>> {
  if (!(await hasMigrations(tx))) {
    await tx
      .query(sql`
      create table public.migration (name text primary key, applied_at timestamptz not null default now())`)
      .catch(refuse)
  }
  return doneIn(tx)
}

async function run(tx: Tx, name: string): Promise<void> {
  const text = await readFile(new URL(name, folder), 'utf8')
  try {
    await tx.client.query(text)
  } catch (error) {
    if (isDenied(error)) refuse(error)
    throw new Error(
      `Migration ${name}${lineOf(text, error)} failed: ${error instanceof Error ? error.message : String(error)}`,
      { cause: error },
    )
  }
  await tx.query(sql`insert into public.migration (name) values (${name})`)
}

/** PostgreSQL counts characters; people look for lines. */
function lineOf(text: string, error: unknown): string {
  const position = error instanceof Error && 'position' in error ? Number(error.position) : Number.NaN
  return Number.isInteger(position) ? ` (line ${text.slice(0, position).split('\n').length})` : ''
}

function isDenied(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === '42501'
}

function refuse(error: unknown): never {
  if (!isDenied(error)) throw error
  const reason = error instanceof Error ? error.message : ''
  throw new StartError(
    `The database user may not prepare the database (${reason}). It has to own the database and be able to create roles ` +
      '(ALTER ROLE <user> CREATEROLE), or an administrator runs once: ' +
      'CREATE ROLE tierline_app NOLOGIN; GRANT tierline_app TO <user> WITH ADMIN OPTION, SET TRUE;',
    { cause: error },
  )
}
