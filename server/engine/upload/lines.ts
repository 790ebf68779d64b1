import type { Screen } from '#src/definition'
import type { Tx } from '../../store/database.ts'
import { id, join, raw, sql, type Sql } from '../../store/sql.ts'
import type { PlannedField, UploadPlan } from './plan.ts'
import { hasCounters, newRows } from './plan-sql.ts'
import { rowsTable, stagingTable } from './staging-table.ts'

export interface CheckInput {
  readonly uploadId: number
  readonly organizationId: number
  readonly plan: UploadPlan
  readonly rows: number
  readonly screens: readonly Screen[]
  /** Rows to delete first, as a condition over the table with the alias t. */
  readonly replace?: Sql | undefined
  /** Does work in a transaction of its own, for what is large enough for two. */
  readonly beside?: ((work: (tx: Tx) => Promise<void>) => Promise<void>) | undefined
}

/** From how many pieces on a second transaction is worth its while. */
export const fewestForTwo = 4

/** Shares pieces of work out between transactions, each taking the next piece when it is done with one; none begins another once one has failed. */
export function sharedOut<T>(
  pieces: readonly T[],
  work: (tx: Tx, piece: T) => Promise<void>,
): (tx: Tx) => Promise<void> {
  const queue = [...pieces]
  return async (tx) => {
    try {
      for (let piece = queue.shift(); piece !== undefined; piece = queue.shift()) await work(tx, piece)
    } catch (error) {
      queue.length = 0
      throw error
    }
  }
}

/** So many that a statement which reads a whole table for each of them does so a few times only. */
const pagesAtOnce = 4_096

/** So few of so many pages that two transactions share them out evenly; fewer are not worth a statement of their own. */
export const pagesForTwo = (all: number): number => Math.min(1_024, Math.max(128, Math.ceil(all / 4)))

/** Lines that a check has left alive. */
export const alive = raw(`outcome in ('I', 'U', '=')`)

/**
 * Whether only lines that are no plain insertion, or are odd, are kept by a check. The values of the others are read from the
 * file again where they are needed, which costs less than writing them down. Lines that are counted are kept as a whole.
 */
export const isSparse = (plan: UploadPlan): boolean => !hasCounters(plan)

/** Spans of a table's pages, for statements that tell how far they are and can be stopped between. */
export async function pageRanges(
  tx: Tx,
  table: Sql,
  alias: string,
  pagesOf: (all: number) => number = () => pagesAtOnce,
): Promise<readonly Sql[]> {
  const [size] = await tx.query<{ pages: number }>(sql`select pg_relation_size(${table.sql}::regclass) / 8192 as pages`)
  const all = Number(size!.pages)
  const pages = pagesOf(all)
  const count = Math.ceil(all / pages)
  return Array.from({ length: count }, (_, index) =>
    raw(`${alias}.ctid >= '(${index * pages},0)'::tid and ${alias}.ctid < '(${(index + 1) * pages},0)'::tid`),
  )
}

/** Lines of the file as a FROM item with the alias s. */
export const linesWhere = (uploadId: number, condition: Sql): Sql =>
  sql`(select * from ${stagingTable(uploadId)} s where ${condition}) s`

/** Lines that the check kept nothing of: plain insertions, read without surprises. */
export const notKept = (uploadId: number): Sql =>
  sql`not exists (select from ${rowsTable(uploadId)} kept where kept.rowno = s.rowno)`

/** Number and values of every line that is alive, kept or not. */
export function aliveValues(uploadId: number, plan: UploadPlan, fields: readonly PlannedField[]): Sql {
  const names = join([raw('rowno'), ...fields.map(({ value }) => id(value))], ', ')
  const kept = sql`select ${names} from ${rowsTable(uploadId)} where ${alive}`
  if (!isSparse(plan)) return kept
  const clean = (odd: boolean) => sql`
    select ${names} from (${newRows(plan, odd ? 'odd' : 'seen', linesWhere(uploadId, sql`${raw(odd ? 's.odd' : 'not s.odd')} and ${notKept(uploadId)}`))}) n`
  return sql`${kept} union all ${clean(false)} union all ${clean(true)}`
}
