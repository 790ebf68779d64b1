import type { Tx } from '../../store/database.ts'
import { id, sql } from '../../store/sql.ts'

/**
 * Keeps joins with a table linear for the rest of the transaction where its statistics are from a time when it was all but
 * empty, such as after a large import was undone: fewer rows than pages. Trusting them, the whole table would be read anew
 * for every line of a file.
 */
export async function distrustStale(tx: Tx, table: string): Promise<void> {
  await tx.query(
    sql`select set_config('enable_nestloop', 'off', true) from pg_class where oid = ${id(table).sql}::regclass and reltuples >= 0 and reltuples < relpages`,
  )
}
