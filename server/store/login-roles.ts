import { createHmac } from 'node:crypto'
import pg from 'pg'
import { StartError } from '../start-error.ts'
import { applicationRole, type Database, type Tx } from './database.ts'
import { withUser } from './database-url.ts'
import { id, raw, sql } from './sql.ts'

/** The rights of those who only read, with statements of their own (reader.ts). */
export const readerRole = 'tierline_read'

const denied = new Set(['42501', '0LP01'])
const taken = new Set(['42710', '23505'])

const codeOf = (error: unknown): string => (error instanceof Error && 'code' in error ? String(error.code) : '')

/** Whether the database says that its user may not do this. */
export const isDenied = (error: unknown): boolean => denied.has(codeOf(error))

/** The password of a login role: always the same one while the secret is, so that every process of an installation knows it. */
export const loginPassword = (key: Uint8Array, role: string): string =>
  createHmac('sha256', key).update(role).digest('hex')

/** Roles belong to the whole server: the number of the database keeps two installations on one server apart. */
export async function roleName(tx: Tx, prefix: string, ...parts: (string | number)[]): Promise<string> {
  const [row] = await tx.query<{ oid: string }>(
    sql`select oid::text as oid from pg_database where datname = current_database()`,
  )
  return [prefix, row?.oid, ...parts].join('_')
}

/** Makes a role that signs in with this password and has the rights of `group`, nothing else; a role that is there keeps its rights. */
export async function ensureLogin(tx: Tx, role: string, password: string, group: string): Promise<void> {
  const [known] = await tx.query(sql`select from pg_roles where rolname = ${role}`)
  const name = id(role)
  const secret = raw(`password '${password}'`)
  if (known) {
    await tx.query(sql`alter role ${name} login ${secret}`)
  } else {
    const made = sql`create role ${name} login nosuperuser nobypassrls nocreatedb nocreaterole noreplication ${secret}`
    await tx
      .attempt(() => tx.query(made))
      .catch((error: unknown) => {
        // Another process makes the same role at the same moment, with the same password.
        if (!taken.has(codeOf(error))) throw error
      })
  }
  await tx.query(sql`grant ${id(group)} to ${name} with inherit true, set false`)
}

/**
 * The address that requests connect to: a login role of its own with the application's rights, which owns nothing and can
 * become nobody else. Undefined, with the reason told to `warn`, where the database's user may not make one.
 */
export async function prepareApplicationLogin(
  db: Database,
  ownerUrl: string,
  key: Uint8Array,
  warn: (reason: string) => void,
): Promise<string | undefined> {
  try {
    const role = await db.system((tx) => roleName(tx, applicationRole))
    const password = loginPassword(key, role)
    const url = withUser(ownerUrl, role, password)
    // A role in use is left alone: another process signs in with it.
    if (await signsIn(url)) return url
    await db.system((tx) => ensureLogin(tx, role, password, applicationRole))
    await demandHarmless(url)
    return url
  } catch (error) {
    if (error instanceof StartError) throw error
    warn(
      `Requests connect as the owner of the database and take the role ${applicationRole}, because a login role of their own ` +
        `could not be made (${error instanceof Error ? error.message : String(error)}). Let the user of DATABASE_URL create ` +
        'roles, or set DATABASE_APP_URL to a role that an administrator made: .env.example tells how.',
    )
    return undefined
  }
}

async function signsIn(url: string): Promise<boolean> {
  try {
    await demandHarmless(url)
    return true
  } catch (error) {
    // 28P01: another password; 28000: no such role.
    if (['28P01', '28000'].includes(codeOf(error))) return false
    throw error
  }
}

/** Refuses a login role that could do more than the application's role: own, create, become somebody else, see every organisation. */
export async function demandHarmless(url: string): Promise<void> {
  const client = new pg.Client({
    connectionString: url,
    application_name: 'tierline start',
    connectionTimeoutMillis: 10_000,
  })
  await client.connect()
  try {
    const { rows } = await client.query<{ member: boolean; strong: boolean; others: string[] | null }>(
      `select pg_has_role(session_user, $1, 'USAGE') as member,
        (select rolsuper or rolbypassrls or rolcreaterole or rolcreatedb or rolreplication from pg_roles where rolname = session_user) as strong,
        (select array_agg(rolname::text) from pg_roles
          where rolname not in (session_user, $1) and rolname not like 'pg\\_%' and pg_has_role(session_user, oid, 'MEMBER')) as others`,
      [applicationRole],
    )
    const [{ member, strong, others } = { member: false, strong: true, others: null }] = rows
    if (member && !strong && !others?.length) return
    throw new StartError(
      `The database role that requests connect as ${!member ? `lacks the rights of ${applicationRole}` : strong ? 'may more than it should: it needs no attribute but LOGIN' : `may become ${others?.join(', ')}`}. ` +
        `Make one with: CREATE ROLE name LOGIN PASSWORD '…'; GRANT ${applicationRole} TO name WITH INHERIT TRUE, SET FALSE;`,
    )
  } finally {
    await client.end().catch(() => {})
  }
}
