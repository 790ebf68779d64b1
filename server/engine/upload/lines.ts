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

/** At most so many for two transactions, and at least so many, for fewer are not worth a statement of their own. */
const [mostForTwo, leastForTwo] = [384, 128]

/** Where spans of so many pages begin, and where the last ends; for two transactions they become small towards the end, so that both end together. */
export function spansOf(pages: number, forTwo: boolean): readonly number[] {
  const starts = [0]
  for (let at = 0; at < pages; starts.push(at)) {
    const left = pages - at
    at += Math.min(left, forTwo ? Math.min(mostForTwo, Math.max(leastForTwo, Math.ceil(left / 4))) : pagesAtOnce)
  }
  return starts
}

/** Lines that a check has left alive. */
export const alive = raw(`outcome in ('I', 'U', '=')`)

/**
 * Whether only lines that are no plain insertion, or are odd, are kept by a check. The values of the others are read from the
 * file again where they are needed, which costs less than writing them down. Lines that are counted are kept as a whole.
 */
export const isSparse = (plan: UploadPlan): boolean => !hasCounters(plan)

/** Spans of a table's pages, for statements that tell how far they are and can be stopped between. */
export async function pageRanges(tx: Tx, table: Sql, alias: string, forTwo: boolean): Promise<readonly Sql[]> {
  const [size] = await tx.query<{ pages: number }>(sql`select pg_relation_size(${table.sql}::regclass) / 8192 as pages`)
  const starts = spansOf(Number(size!.pages), forTwo)
  return starts
    .slice(1)
    .map((end, index) => raw(`${alias}.ctid >= '(${starts[index]},0)'::tid and ${alias}.ctid < '(${end},0)'::tid`))
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
  // Lines that are odd are always kept.
  return sql`${kept} union all select ${names} from (${newRows(plan, 'seen', linesWhere(uploadId, sql`not s.odd and ${notKept(uploadId)}`))}) n`
}
