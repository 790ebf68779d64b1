import type { Tx } from '../../store/database.ts'
import { join, raw, sql, type Sql } from '../../store/sql.ts'
import { every, outcomeLetter, type Outcome } from './check.ts'
import { hasDecisions } from './decisions.ts'
import { decisionsTable, rowsTable, stagingTable } from './staging-table.ts'
import type { UploadRecord } from './upload-record.ts'

export interface LinesWanted {
  readonly outcome: Outcome | null
  readonly rule: number | null
  /** Only these lines; null: all. */
  readonly lines: readonly number[] | null
  readonly page: number
  readonly limit: number
}

/** The numbers of a page of lines, and of how many; no more tables are read than the question needs. */
export async function lineNumbers(
  tx: Tx,
  upload: UploadRecord,
  wanted: LinesWanted,
): Promise<{ numbers: readonly number[]; total: number }> {
  const from = await linesFrom(tx, upload, wanted)
  const found = await tx.query<{ rowno: number }>(
    sql`select s.rowno from ${from} order by s.rowno limit ${wanted.limit} offset ${(wanted.page - 1) * wanted.limit}`,
  )
  const known = countKnown(upload, wanted)
  const count = async () => (await tx.query<{ count: number }>(sql`select count(*) as count from ${from}`))[0]!.count
  return { numbers: found.map(({ rowno }) => rowno), total: known ?? (await count()) }
}

/** What the check has counted already; null: it is counted by the question. */
function countKnown({ rows, counts }: UploadRecord, { outcome, rule, lines }: LinesWanted): number | null {
  if (rule !== null || lines !== null || !counts || outcome === 'conflict') return null
  return outcome === null ? rows : counts[outcome]
}

/** FROM and WHERE of the question, the numbers of its lines as s.rowno. */
async function linesFrom(tx: Tx, upload: UploadRecord, { outcome, rule, lines: only }: LinesWanted): Promise<Sql> {
  const [rows, lines] = [rowsTable(upload.id), stagingTable(upload.id)]
  const filters = [
    ...(rule === null ? [] : [sql`${String(rule)} = any(string_to_array(s.errs, ';'))`]),
    ...(only === null ? [] : [sql`s.rowno = any(${only as number[]}::int[])`]),
  ]
  if (outcome === 'insert') {
    // Of a plain insertion a check may keep nothing.
    const other = sql`select from ${rows} r where r.rowno = s.rowno and r.outcome <> 'I'`
    return sql`${lines} s where ${every([...(only === null ? [] : filters.slice(-1)), sql`not exists (${other})`])}`
  }
  if (outcome === null && rule === null) return sql`${lines} s where ${every(filters)}`
  if (outcome === 'conflict' && (await hasDecisions(tx, upload))) {
    const both = join(
      [sql`select rowno from ${rows} where outcome = 'C'`, sql`select rowno from ${decisionsTable(upload.id)}`],
      ' union ',
    )
    return sql`(${both}) s where ${every(only === null ? [] : filters.slice(-1))}`
  }
  const letter = outcome === null ? raw('true') : sql`s.outcome = ${outcomeLetter(outcome)}::"char"`
  return sql`${rows} s where ${every([letter, ...filters])}`
}
