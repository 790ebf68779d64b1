import type { Caller } from '../authorize.ts'
import type { Tx } from '../store/database.ts'
import { raw, sql } from '../store/sql.ts'
import type { Selection } from './list.ts'
import { indexedUpTo } from './search-indexes.ts'

// What finds fewer rows is read by their ids.
const most = 2000
const sampled = 3000
// More hits than these in the sample promise more rows than that in any table.
const mostHits = 12

/**
 * A selection by words that few rows have, as these rows. PostgreSQL knows nothing of how frequent a word is and would read
 * the whole table in the order of the list for a hundred rows of which there may be three; a sample tells.
 */
export async function narrowed(tx: Tx, selection: Selection, { organizationId }: Caller): Promise<Selection> {
  const { screen, table, where, viaWords } = selection
  if (!viaWords) return selection
  const rows = indexedUpTo(screen.table!.name).at(-1) ?? 0
  const share = Math.min(100, (100 * sampled) / Math.max(rows, 1))
  const [sample] = await tx.query<{ hits: number }>(
    sql`select count(*) as hits from ${table} t tablesample system (${raw(String(share))}) where ${where}`,
  )
  if ((sample?.hits ?? 0) > mostHits) return selection
  const found = await tx.query<{ id: number }>(sql`select t.id from ${table} t where ${viaWords} limit ${most + 1}`)
  if (found.length > most) return selection
  const ids = found.map((row) => row.id)
  return {
    ...selection,
    where: sql`t.organization_id = ${organizationId} and t.id = any(${ids}::bigint[])`,
    count: ids.length,
  }
}
