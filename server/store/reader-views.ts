import { createHash } from 'node:crypto'
import type { Database, Tx } from './database.ts'
import { id, raw, sql } from './sql.ts'

/** What a statement of a user sees of one table: its view's name and its columns, each with the SQL of its value on the row `t`. */
export interface ReadableTable {
  readonly name: string
  /** The table that holds the rows. */
  readonly table: string
  readonly columns: readonly { readonly name: string; readonly sql: string }[]
}

/** The role under which a statement is looked at before it runs: it may make a view in the schema `checking` and read nothing. */
export const checkerRole = 'tierline_check'

export const schemaOf = (set: number): string => `records_${set}`

const digests = new WeakMap<readonly ReadableTable[], string>()

/** Tells sets of columns apart. */
export function digestOf(tables: readonly ReadableTable[]): string {
  const known = digests.get(tables) ?? createHash('sha256').update(JSON.stringify(tables)).digest('hex')
  digests.set(tables, known)
  return known
}

/** The number of a set whose views are there. */
export async function setOf(db: Database, tables: readonly ReadableTable[]): Promise<number | undefined> {
  const [row] = await db.system((tx) => readSet(tx, digestOf(tables)))
  return row?.id
}

const readSet = (tx: Tx, digest: string) =>
  tx.query<{ id: number }>(sql`
    select s.id from reader_set s join pg_namespace n on n.nspname = 'records_' || s.id where s.digest = ${digest}`)

/** Makes the schema with the views of a set, once; the views show the rows of the organisation of whoever signs in, and of nobody without one. */
export async function ensureViews(db: Database, tables: readonly ReadableTable[]): Promise<number> {
  const digest = digestOf(tables)
  return db.system(async (tx) => {
    await tx.query(sql`select pg_advisory_xact_lock(hashtext('tierline readers'))`)
    const [known] = await readSet(tx, digest)
    if (known) return known.id
    const [{ id: set } = { id: 0 }] = await tx.query<{ id: number }>(sql`
      insert into reader_set (digest) values (${digest}) on conflict (digest) do update set made_at = now() returning id`)
    const schema = schemaOf(set)
    await tx.query(sql`create schema ${id(schema)}`)
    await tx.query(sql`grant usage on schema ${id(schema)} to ${id(checkerRole)}`)
    await tx.client.query(tables.map((table) => viewOf(schema, table)).join(';\n'))
    return set
  })
}

// Behind the barrier no function of a statement sees a row before the view has chosen it.
function viewOf(schema: string, { name, table, columns }: ReadableTable): string {
  const list = columns.map((column) => `${column.sql} as ${id(column.name).sql}`).join(', ')
  return `create view ${id(schema, name).sql} with (security_barrier) as select ${list} from ${id('public', table).sql} t where t.organization_id = (select public.reader_organization())`
}

/** Takes the views away before the columns beneath them change. */
export const forgetReaders = (tx: Tx) => tx.query(raw('select forget_readers()'))
