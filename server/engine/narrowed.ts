import type { Caller } from '../authorize.ts'
import type { Tx } from '../store/database.ts'
import { raw, sql } from '../store/sql.ts'
import type { Selection } from './list.ts'
import { indexedUpTo } from './search-indexes.ts'

// What finds fewer rows is read by their ids.
const most = 2000
const sampled = 3000
// Hits on more pages of the sample than these promise more rows than that in any table. Pages, since rows with a word often
// lie side by side: the lines of one document.
const mostPages = 12
// Up to this share of the rows, indexes hand them over sooner than the table is read.
const mostShare = 0.3

/**
 * A selection by words that few rows have, as these rows. PostgreSQL knows nothing of how frequent a word is and would read
 * the whole table in the order of the list for a hundred rows of which there may be three; a sample tells.
 */
export async function narrowed(tx: Tx, selection: Selection, { organizationId }: Caller): Promise<Selection> {
  const { screen, table, where, viaWords } = selection
  if (!viaWords) return selection
  const rows = indexedUpTo(screen.table!.name).at(-1) ?? 0
  const share = Math.min(100, (100 * sampled) / Math.max(rows, 1))
  const [sample] = await tx.query<{ pages: number; candidates: number; rows: number }>(sql`
    select count(distinct page) filter (where is_hit) as pages, count(*) filter (where is_candidate) as candidates, count(*) as rows
      from (select (t.ctid::text::point)[0] as page, ${where} as is_hit, ${viaWords.candidates} as is_candidate
              from ${table} t tablesample system (${raw(String(share))})) line`)
  const isCommon = (sample?.candidates ?? 0) > (sample?.rows ?? 0) * mostShare
  const whole = isCommon ? where : viaWords.where
  if ((sample?.pages ?? 0) > mostPages) return { ...selection, whole }
  const found = await tx.query<{ id: number }>(sql`select t.id from ${table} t where ${whole} limit ${most + 1}`)
  if (found.length > most) return { ...selection, whole }
  const ids = found.map((row) => row.id)
  return {
    ...selection,
    where: sql`t.organization_id = ${organizationId} and t.id = any(${ids}::bigint[])`,
    count: ids.length,
  }
}
