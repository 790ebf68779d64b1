import { randomUUID } from 'node:crypto'
import type { Database, TenantScope, Tx } from '../../store/database.ts'
import { id, raw, sql } from '../../store/sql.ts'
import { lockClass } from './lock-class.ts'

const prefix = 'tierline_upload_'

/**
 * A second transaction that writes a part of an import while the first writes the rest. It is prepared, which survives
 * everything, and becomes visible only when `settle` finds that the first transaction, which names it, is committed.
 */
export class SecondWriter {
  readonly #db: Database
  readonly #scope: TenantScope
  readonly name: string
  isPrepared = false

  constructor(db: Database, scope: TenantScope, uploadId: number) {
    this.#db = db
    this.#scope = scope
    this.name = `${prefix}${uploadId}_${randomUUID()}`
  }

  /** The first of so many ids that follow one another; null while others write into the table. */
  async reserveIds(table: string, size: number): Promise<number | null> {
    try {
      return await this.#db.system(async (tx) => {
        await tx.query(sql`set local lock_timeout = '100ms'`)
        // Whoever takes an id is inserting, and has the table locked for that.
        await tx.query(sql`lock table ${id(table)} in share row exclusive mode`)
        const [taken] = await tx.query<{ first: number }>(
          sql`select nextval(pg_get_serial_sequence(${id(table).sql}, 'id')) as first`,
        )
        const { first } = taken!
        await tx.query(sql`select setval(pg_get_serial_sequence(${id(table).sql}, 'id'), ${first + size - 1})`)
        return first
      })
    } catch (error) {
      if (error instanceof Error && 'code' in error && error.code === '55P03') return null
      throw error
    }
  }

  /** Does the work in the second transaction and prepares it; what fails takes it back. */
  async write(work: (tx: Tx) => Promise<void>): Promise<void> {
    await this.#db.tenant(this.#scope, async (tx) => {
      // Somebody who waits for the first transaction may hold what this one waits for.
      await tx.query(sql`set local lock_timeout = '10s'`)
      await work(tx)
      await tx.query(sql`prepare transaction ${raw(`'${this.name}'`)}`)
      this.isPrepared = true
    })
  }
}

/** Whether the database lets transactions be prepared, and be ended by its owner. */
export async function canPrepare(db: Database): Promise<boolean> {
  const [found] = await db.system((tx) =>
    tx.query<{ able: boolean }>(sql`
      select current_setting('max_prepared_transactions')::int > 0 and (select rolsuper from pg_roles where rolname = current_user) as able`),
  )
  return found!.able
}

/**
 * Ends the prepared transactions of imports that nobody works on: committed where the import names them, which it does in the
 * same transaction that wrote the rest, and rolled back otherwise. Answers the imports that are whole now.
 */
export async function settle(db: Database, uploadId?: number): Promise<number[]> {
  const whole: number[] = []
  for (const { name, upload } of await prepared(db, uploadId)) {
    const named = await db.system(async (tx) => {
      const [free] = await tx.query<{ free: boolean }>(
        sql`select pg_try_advisory_xact_lock(${lockClass}, ${upload}::int) as free`,
      )
      if (!free!.free) return undefined
      const [first] = await tx.query(sql`select from upload where id = ${upload} and prepared = ${name}`)
      return first !== undefined
    })
    if (named === undefined) continue
    await end(db, named ? 'commit' : 'rollback', name)
    if (named) whole.push(upload)
  }
  const done = await db.system((tx) =>
    tx.query<{ id: number }>(sql`
      update upload u set state = 'committed', phase = null, prepared = null, updated_at = clock_timestamp()
       where state = 'committing' and prepared is not null and (${uploadId ?? null}::bigint is null or id = ${uploadId ?? null}::bigint)
         and not exists (select from pg_prepared_xacts where gid = u.prepared) returning id`),
  )
  return [...new Set([...whole, ...done.map(({ id }) => id)])]
}

const prepared = (db: Database, uploadId: number | undefined) =>
  db.system((tx) =>
    tx.query<{ name: string; upload: number }>(sql`
      select gid as name, substring(gid from ${`^${prefix}([0-9]+)_`})::bigint as upload from pg_prepared_xacts
       where database = current_database() and starts_with(gid, ${prefix + (uploadId === undefined ? '' : `${uploadId}_`)})`),
  )

async function end(db: Database, how: 'commit' | 'rollback', name: string): Promise<void> {
  try {
    await db.alone(sql`${raw(`${how} prepared '${name}'`)}`)
  } catch (error) {
    // 42704: another process was faster.
    if (!(error instanceof Error) || !('code' in error) || error.code !== '42704') throw error
  }
}
