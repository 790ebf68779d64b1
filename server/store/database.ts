import pg from 'pg'
import type { Sql } from 'sql-template-tag'
import { withSettings } from './database-url.ts'
import { listen } from './listen.ts'
import { inlined } from './sql.ts'
import { untilAlone } from './until-alone.ts'
import { storeTypes } from './types.ts'

/** The role whose rights every request has: owns nothing, cannot pass row-level security. */
export const applicationRole = 'tierline_app'

/** One open transaction; `client` is there for COPY streams and cursors. */
export interface Tx {
  query<T extends object = Record<string, unknown>>(statement: Sql): Promise<T[]>
  /** What is to be done once within the transaction, when all else is written; what it throws takes the whole transaction back. */
  beforeCommit(work: () => unknown): void
  /**
   * What is to be done once everything is committed, and not at all if it is not: mails, caches to forget. It is waited for;
   * the first error of it reaches whoever opened the transaction, which stays committed.
   */
  afterCommit(work: () => unknown): void
  /** Runs work that may fail by itself: what it wrote and what it left for the commit and after it is taken back when it throws. */
  attempt<T>(work: () => Promise<T>): Promise<T>
  readonly client: pg.PoolClient
}

/** Whose rows a transaction may touch, and who is written down as its author. */
export interface TenantScope {
  organizationId: number
  userId: number
}

export interface TransactionOptions {
  readonly readOnly?: boolean
  /**
   * Work that others got in the way of (a deadlock, a serialization failure) is taken back whole and done again, a few times.
   * Only for work that touches nothing but its transaction, and leaves everything else for after the commit.
   */
  readonly again?: boolean
}

export interface Database {
  /** One transaction under the application's role, confined to one organisation. */
  tenant<T>(scope: TenantScope, work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>
  /** The rows of one statement that only reads, in a tenant's transaction of its own that takes a single round trip. */
  read<T extends object = Record<string, unknown>>(scope: TenantScope, statement: Sql): Promise<T[]>
  /** One transaction as the owner, past row-level security: migrations, sign-in, DDL. */
  system<T>(work: (tx: Tx) => Promise<T>): Promise<T>
  /** Hears what transactions of any process notify on these channels; answers how to stop. Messages may be lost while the connection is. */
  listen(heard: Readonly<Record<string, (payload: string) => void>>): Promise<() => Promise<void>>
  /** One statement as the owner outside of transactions, on a connection of its own: indexes built while others write. Ended by close(). */
  alone(statement: Sql): Promise<void>
  close(): Promise<void>
}

export interface DatabaseOptions {
  /** Address of the login role that requests connect as; without it the owner connects and takes the application's role. */
  applicationUrl?: string
  /** Connections for requests; four more serve the owner. */
  max?: number
  /** Told when an idle connection breaks, which would end the process if nobody listened. */
  onIdleError?: (error: Error) => void
}

export function openDatabase(
  url: string,
  { applicationUrl, max = 16, onIdleError = () => {} }: DatabaseOptions = {},
): Database {
  let closing = false
  // A connection that is being closed anyway may hear that its server stops.
  const broken = (error: Error) => {
    if (!closing) onIdleError(error)
  }
  const pool = (address: string, size: number, settings: Record<string, string>) => {
    const created = new pg.Pool({
      connectionString: withSettings(address, {
        timezone: 'UTC',
        datestyle: 'ISO',
        // A long statement whose process is gone ends and rolls back, instead of holding its locks to its end.
        client_connection_check_interval: '1000',
        ...settings,
      }),
      max: size,
      types: storeTypes,
      connectionTimeoutMillis: 15_000,
      idleTimeoutMillis: 30_000,
      application_name: 'tierline',
    })
    created.on('error', broken)
    return created
  }
  // Where there is no login role, the connection option makes RESET ROLE fall back on the application's role too.
  const application = applicationUrl ? pool(applicationUrl, max, {}) : pool(url, max, { role: applicationRole })
  const owner = pool(url, 4, {})
  const busy = new Set<pg.Client>()
  const role = applicationUrl ? '' : `set local role ${applicationRole}; `
  return {
    tenant: async (scope, work, { readOnly = false, again = false } = {}) => {
      const once = () => transaction(application, beginTenant(scope, role, readOnly), work, readOnly)
      return again ? untilAlone(once) : once()
    },
    read: async <T extends object>(scope: TenantScope, statement: Sql) =>
      readAtOnce<T>(application, `${beginTenant(scope, role, true)}; ${inlined(statement)}; commit`),
    system: (work) => transaction(owner, 'begin', work),
    listen: (heard) => listen(url, heard, broken),
    alone: async (statement) => {
      const client = new pg.Client({
        connectionString: withSettings(url, { timezone: 'UTC', datestyle: 'ISO', maintenance_work_mem: '256MB' }),
        application_name: 'tierline alone',
      })
      client.on('error', broken)
      try {
        await client.connect()
        busy.add(client)
        await client.query({ text: statement.text, values: statement.values })
      } finally {
        busy.delete(client)
        await client.end()
      }
    },
    close: async () => {
      closing = true
      // With a statement under way, this breaks the connection off.
      await Promise.all([...busy].map((client) => client.end()))
      await Promise.all([application.end(), owner.end()])
    },
  }
}

/** One round trip opens the transaction and sets role and organisation; both end with it. */
function beginTenant({ organizationId, userId }: TenantScope, role: string, readOnly = false): string {
  if (!Number.isSafeInteger(organizationId) || !Number.isSafeInteger(userId)) {
    throw new Error('A tenant scope needs the ids of an organisation and of a user')
  }
  return (
    `begin${readOnly ? ' read only' : ''}; ${role}` +
    `set local app.organization_id = '${organizationId}'; set local app.user_id = '${userId}'`
  )
}

/** Sends a whole transaction that reads by its last statement but the commit. */
async function readAtOnce<T extends object>(pool: pg.Pool, text: string): Promise<T[]> {
  const client = await pool.connect()
  let broken: Error | undefined
  const onError = (error: Error) => (broken = error)
  client.on('error', onError)
  try {
    // Several statements have several results.
    const results = (await client.query(text)) as unknown as readonly pg.QueryResult<T>[]
    return results.at(-2)!.rows
  } catch (error) {
    await client.query('rollback').catch(onError)
    throw error
  } finally {
    client.off('error', onError)
    client.release(broken)
  }
}

async function transaction<T>(
  pool: pg.Pool,
  begin: string,
  work: (tx: Tx) => Promise<T>,
  readOnly = false,
): Promise<T> {
  const client = await pool.connect()
  let broken: Error | undefined
  // A checked-out connection that breaks tells both its query and this listener; without one node would end.
  const onError = (error: Error) => (broken = error)
  client.on('error', onError)
  const release = () => {
    client.off('error', onError)
    client.release(broken)
  }
  const [last, later]: [Work[], Work[]] = [[], []]
  let result: T
  try {
    await client.query(begin)
    result = await work(transactionOf(client, last, later))
    // What is done last may leave more to be done.
    for (const one of last) await one()
    const commit = client.query('commit')
    if (readOnly && later.length === 0) {
      // Nothing was written, so nobody has to wait for the end of the transaction.
      commit.catch(onError).finally(release)
      return result
    }
    const { command } = await commit
    if (command === 'ROLLBACK') throw new Error('The transaction had failed before its end and was rolled back')
    release()
  } catch (error) {
    await client.query('rollback').catch(onError)
    release()
    throw error
  }
  // The connection is back by now: the work may open transactions of its own.
  await runAll(later)
  return result
}

type Work = () => unknown

async function runAll(works: readonly Work[]): Promise<void> {
  const errors: unknown[] = []
  for (const work of works) {
    try {
      await work()
    } catch (error) {
      errors.push(error)
    }
  }
  if (errors.length > 0) throw errors[0]
}

function transactionOf(client: pg.PoolClient, last: Work[], later: Work[]): Tx {
  return {
    client,
    query: async <R extends object>(statement: Sql) => {
      const { rows } = await client.query<R>({ text: statement.text, values: statement.values })
      return rows
    },
    beforeCommit: (work) => void last.push(work),
    afterCommit: (work) => void later.push(work),
    attempt: async (work) => {
      const [kept, before] = [last.length, later.length]
      await client.query('savepoint attempt')
      try {
        const result = await work()
        await client.query('release savepoint attempt')
        return result
      } catch (error) {
        await client.query('rollback to savepoint attempt; release savepoint attempt')
        last.length = kept
        later.length = before
        throw error
      }
    },
  }
}
