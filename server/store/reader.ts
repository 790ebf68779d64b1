import pg from 'pg'
import { AppError } from '../errors.ts'
import { watchBackend } from './backend-memory.ts'
import type { Database, TenantScope, Tx } from './database.ts'
import { withSettings, withUser } from './database-url.ts'
import { ensureLogin, isDenied, loginPassword, readerRole, roleName } from './login-roles.ts'
import { checkerRole, ensureViews, type ReadableTable, schemaOf, setOf } from './reader-views.ts'
import { id, raw, sql } from './sql.ts'
import { storeTypes } from './types.ts'

export interface ReaderOptions {
  /** The longest a statement may take, in ms. */
  timeout?: number
}

/** Runs statements that users wrote, with a role that can read the tables of one organisation and do nothing else. */
export interface Reader {
  /**
   * One read-only transaction on a connection of its own, which sees these tables under their names and no others. The
   * organisation lies in the role that signs in, so that no statement can change it. Throws NOT_IMPLEMENTED where the
   * database's user may not make roles.
   */
  read<T>(
    scope: TenantScope,
    tables: readonly ReadableTable[],
    work: (client: pg.Client) => Promise<T>,
    options?: ReaderOptions,
  ): Promise<T>
  /** A transaction of the owner that is taken back, in which `schema` holds the views of these tables and `checkerRole` may make a view in `checking`. */
  examine<T>(tables: readonly ReadableTable[], work: (tx: Tx, schema: string) => Promise<T>): Promise<T>
}

interface Connected {
  readonly processID: number
  readonly connection: { readonly stream: { destroy(): void } }
}

const longest = 30_000
/** What the backend of a statement may hold for itself, in MB, where it can be watched. */
const mostHeld = 256

// A server of its own settings gives each role no more than this, whatever its statements are.
const bounds = [
  'default_transaction_read_only = on',
  `statement_timeout = ${longest}`,
  'idle_in_transaction_session_timeout = 60000',
  "lock_timeout = '5s'",
  "work_mem = '16MB'",
  'hash_mem_multiplier = 1',
  'max_parallel_workers_per_gather = 0',
  "temp_file_limit = '1GB'",
]

export function createReader(db: Database, ownerUrl: string, key: Uint8Array): Reader {
  const urls = new Map<string, Promise<string>>()
  const urlOf = (organizationId: number, set: number) => {
    const name = `${organizationId} ${set}`
    const known = urls.get(name) ?? loginOf(db, ownerUrl, key, organizationId, set)
    urls.set(name, known)
    known.catch(() => urls.delete(name))
    return known
  }
  return {
    read: async ({ organizationId }, tables, work, { timeout = longest } = {}) => {
      const set = await prepared(db, tables)
      const url = await urlOf(organizationId, set)
      const client = new pg.Client({
        connectionString: withSettings(url, {
          timezone: 'UTC',
          datestyle: 'ISO',
          search_path: schemaOf(set),
          // A connection that is broken off ends its statement.
          client_connection_check_interval: '500',
          statement_timeout: String(Math.min(timeout, longest)),
        }),
        types: storeTypes,
        application_name: 'tierline reader',
        connectionTimeoutMillis: 10_000,
      })
      client.on('error', () => {})
      await client.connect()
      const { processID: pid, connection } = client as unknown as Connected
      const watch = watchBackend(pid, decodeURIComponent(new URL(url).username), mostHeld, () =>
        connection.stream.destroy(),
      )
      try {
        // After the first statement a transaction can no longer be made to write.
        await client.query('begin read only; select 1')
        return await work(client)
      } catch (error) {
        if (!watch.isOver()) throw error
        throw new AppError('TOO_LARGE', {
          message: `The statement needs more than ${mostHeld} MB of memory and was stopped. Put less into single values, or narrow it down.`,
          cause: error,
        })
      } finally {
        watch.stop()
        await client.end()
      }
    },
    examine: async (tables, work) => {
      const set = await prepared(db, tables)
      let found: { readonly result: Awaited<ReturnType<typeof work>> } | undefined
      const over = new Error('taken back')
      await db
        .system(async (tx) => {
          found = { result: await work(tx, schemaOf(set)) }
          throw over
        })
        .catch((error: unknown) => {
          if (error !== over) throw error
        })
      return found!.result
    },
  }
}

/** The number of the set of these tables, its views in place. */
async function prepared(db: Database, tables: readonly ReadableTable[]): Promise<number> {
  const known = await setOf(db, tables)
  if (known !== undefined) return known
  try {
    const [{ ready } = { ready: false }] = await db.system((tx) =>
      tx.query<{ ready: boolean }>(sql`
        select to_regnamespace('checking') is not null and count(*) = 2 as ready from pg_roles where rolname in (${readerRole}, ${checkerRole})`),
    )
    if (!ready) await prepareReaders(db)
    return await ensureViews(db, tables)
  } catch (error) {
    throw refusalOf(error)
  }
}

async function loginOf(
  db: Database,
  ownerUrl: string,
  key: Uint8Array,
  organizationId: number,
  set: number,
): Promise<string> {
  return db.system(async (tx) => {
    const role = await roleName(tx, readerRole, Number(organizationId), set)
    const password = loginPassword(key, role)
    try {
      await ensureLogin(tx, role, password, readerRole)
      for (const setting of bounds) await tx.query(sql`alter role ${id(role)} set ${raw(setting)}`)
      await tx.query(sql`alter role ${id(role)} connection limit 4`)
      const schema = id(schemaOf(set))
      await tx.query(sql`grant usage on schema ${schema} to ${id(role)}`)
      await tx.query(sql`grant select on all tables in schema ${schema} to ${id(role)}`)
    } catch (error) {
      throw refusalOf(error)
    }
    return withUser(ownerUrl, role, password)
  })
}

/** Never a weaker role: what the database's user lacks is said, and nothing is run. */
function refusalOf(error: unknown): unknown {
  if (!isDenied(error)) return error
  return new AppError('NOT_IMPLEMENTED', {
    message:
      'Statements of your own are run by database roles that can only read, and the database user of Tierline may not make them. ' +
      'An administrator of the database runs: ALTER ROLE <user> CREATEROLE; GRANT CREATE ON DATABASE <database> TO <user>; ' +
      'GRANT SET ON PARAMETER temp_file_limit TO <user>; and, where these roles exist already: ' +
      `GRANT ${readerRole}, ${checkerRole} TO <user> WITH ADMIN OPTION, SET TRUE;`,
    cause: error,
  })
}

/** Makes the group of the readers and that of the checks, which own nothing and read nothing by themselves; nobody but the owner makes tables. Repeats harmlessly. */
export async function prepareReaders(db: Database): Promise<void> {
  // Temporary tables, and the functions that lie beside them, are for the owner alone.
  await db.system((tx) =>
    tx.client.query(
      `do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$`,
    ),
  )
  await db.system(async (tx) => {
    for (const group of [readerRole, checkerRole]) await ensureGroup(tx, group)
    const [{ member } = { member: false }] = await tx.query<{ member: boolean }>(
      sql`select pg_has_role(current_user, ${checkerRole}, 'SET') as member`,
    )
    if (!member) await tx.query(sql`grant ${id(checkerRole)} to current_user with set true, inherit false`)
    await tx.query(raw('create schema if not exists checking'))
    await tx.query(sql`grant usage, create on schema checking to ${id(checkerRole)}`)
  })
}

async function ensureGroup(tx: Tx, name: string): Promise<void> {
  const [known] = await tx.query(sql`select from pg_roles where rolname = ${name}`)
  if (known) return
  const group = sql`create role ${id(name)} nologin nosuperuser nobypassrls nocreatedb nocreaterole`
  await tx
    .attempt(() => tx.query(group))
    .catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && ['42710', '23505'].includes(String(error.code)))) throw error
    })
}
