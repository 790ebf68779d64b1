import pg from 'pg'
import type { Screen } from '#src/definition'
import { AppError } from '../errors.ts'
import type { Database, TenantScope, Tx } from './database.ts'
import { withSettings, withUser } from './database-url.ts'
import { ensureLogin, isDenied, loginPassword, readerRole, roleName } from './login-roles.ts'
import { id, raw, sql } from './sql.ts'
import { storeTypes } from './types.ts'

export interface ReaderOptions {
  /** The longest a statement may take, in ms. */
  timeout?: number
}

/** Runs statements that users wrote, with a role that can read the tables of one organisation and do nothing else. */
export interface Reader {
  /**
   * One read-only transaction on a connection of its own. The organisation lies in the role that signs in, so that no
   * statement can change it. Throws NOT_IMPLEMENTED where the database's user may not make roles.
   */
  read<T>(scope: TenantScope, work: (client: pg.Client) => Promise<T>, options?: ReaderOptions): Promise<T>
}

const longest = 30_000

export function createReader(db: Database, ownerUrl: string, key: Uint8Array): Reader {
  const urls = new Map<number, Promise<string>>()
  const urlOf = (organizationId: number) => {
    const known = urls.get(organizationId) ?? loginOf(db, ownerUrl, key, organizationId)
    urls.set(organizationId, known)
    known.catch(() => urls.delete(organizationId))
    return known
  }
  return {
    read: async ({ organizationId }, work, { timeout = longest } = {}) => {
      const settings = { timezone: 'UTC', datestyle: 'ISO', statement_timeout: String(Math.min(timeout, longest)) }
      const client = new pg.Client({
        connectionString: withSettings(await urlOf(organizationId), settings),
        types: storeTypes,
        application_name: 'tierline reader',
        connectionTimeoutMillis: 10_000,
      })
      client.on('error', () => {})
      await client.connect()
      try {
        // After the first statement a transaction can no longer be made to write.
        await client.query('begin read only; select 1')
        return await work(client)
      } finally {
        await client.end()
      }
    },
  }
}

async function loginOf(db: Database, ownerUrl: string, key: Uint8Array, organizationId: number): Promise<string> {
  return db.system(async (tx) => {
    const role = await roleName(tx, readerRole, Number(organizationId))
    const password = loginPassword(key, role)
    try {
      await ensureLogin(tx, role, password, readerRole)
      for (const setting of [
        'default_transaction_read_only = on',
        `statement_timeout = ${longest}`,
        'idle_in_transaction_session_timeout = 60000',
      ])
        await tx.query(sql`alter role ${id(role)} set ${raw(setting)}`)
      await tx.query(sql`alter role ${id(role)} connection limit 4`)
    } catch (error) {
      if (!isDenied(error)) throw error
      throw new AppError('NOT_IMPLEMENTED', {
        message: 'The user of this database may not make roles, so statements of your own cannot be run.',
        cause: error,
      })
    }
    return withUser(ownerUrl, role, password)
  })
}

/** Lets readers read the tables of the definitions, each the rows of its own organisation, and no other table; nobody but the owner makes any. Repeats harmlessly. */
export async function openToReaders(db: Database, screens: readonly Screen[]): Promise<void> {
  const wanted = new Set(screens.flatMap(({ table }) => table?.name ?? []))
  // Temporary tables, and the functions that lie beside them, are for the owner alone.
  await db.system((tx) =>
    tx.client.query(
      `do $$ begin execute format('revoke temporary on database %I from public', current_database()); end $$`,
    ),
  )
  const changes = await db.system(async (tx) => {
    await ensureGroup(tx)
    await tx.query(sql`grant usage on schema public to ${id(readerRole)}`)
    const tables = await tx.query<{ name: string; readable: boolean; confined: boolean }>(sql`
      select c.relname::text as name, coalesce(c.relacl::text ~ ${`[{,]${readerRole}=[^/]*r`}, false) as readable,
        p.polrelid is not null as confined
      from pg_class c left join pg_policy p on p.polrelid = c.oid and p.polname = 'reader'
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p')`)
    return tables.flatMap(({ name, readable, confined }) => {
      if (!wanted.has(name)) return readable ? [sql`revoke all on ${id(name)} from ${id(readerRole)}`] : []
      return [...(confined ? [] : [confinement(name)]), ...(readable ? [] : [opening(name)])]
    })
  })
  // A transaction holds a lock on every table it changes, and the server has room for some thousands of them.
  for (let from = 0; from < changes.length; from += atOnce)
    await db.system((tx) =>
      tx.client.query(
        changes
          .slice(from, from + atOnce)
          .map(({ text }) => text)
          .join(';\n'),
      ),
    )
}

const atOnce = 200

const opening = (table: string) => sql`grant select on ${id(table)} to ${id(readerRole)}`

const confinement = (table: string) =>
  sql`create policy reader on ${id(table)} for select to ${id(readerRole)} using (organization_id = (select reader_organization()))`

/** Lets readers read one more table, where there are any. */
export async function openTableToReaders(db: Database, table: string): Promise<void> {
  await db.system(async (tx) => {
    const [state] = await tx.query<{ confined: boolean }>(sql`
      select exists (select from pg_policy p where p.polrelid = ${table}::regclass and p.polname = 'reader') as confined
        from pg_roles where rolname = ${readerRole}`)
    if (!state) return
    if (!state.confined) await tx.query(confinement(table))
    await tx.query(opening(table))
  })
}

async function ensureGroup(tx: Tx): Promise<void> {
  const [known] = await tx.query(sql`select from pg_roles where rolname = ${readerRole}`)
  if (known) return
  const group = sql`create role ${id(readerRole)} nologin nosuperuser nobypassrls nocreatedb nocreaterole`
  await tx
    .attempt(() => tx.query(group))
    .catch((error: unknown) => {
      if (!(error instanceof Error && 'code' in error && ['42710', '23505'].includes(String(error.code)))) throw error
    })
}
