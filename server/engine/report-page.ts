import type { Tx } from '../store/database.ts'
import { id, join, sql, type Sql } from '../store/sql.ts'
import type { ReportRequest } from './report-request.ts'
import { columnsOf, orderBy, partOf, totalColumns, totalsIn, type Totals } from './report-sql.ts'

export interface ReportPage {
  readonly records: readonly Record<string, unknown>[]
  readonly total_record: number
  readonly totals: Totals
}

/** A page of rows, their number and the totals of all of them, by one statement. */
export async function readPage(tx: Tx, source: Sql, request: ReportRequest): Promise<ReportPage> {
  const { fields, query } = request
  const result = request.screen.result!
  const limit = query.limit ?? 100
  const totals = totalColumns(result, fields).map((total) => sql`, ${total}`)
  const rows = await tx.query<Record<string, unknown>>(sql`
    with result as materialized (${partOf(source, request)}),
         whole as (select count(*) as "total"${join(totals.length ? totals : [sql``], '')} from result)
    select whole.*, page.* from whole left join lateral (
      select true as "row", ${columnsOf(fields)} from result order by ${orderBy(request, query.sort)}
      ${limit === 0 ? sql`` : sql`limit ${limit} offset ${(query.page - 1) * limit}`}
    ) page on true`)
  const [first] = rows
  return {
    records: rows
      .filter((row) => row['row'] === true)
      .map((row) => Object.fromEntries(fields.map(({ name }) => [name, row[name]]))),
    total_record: Number(first?.['total'] ?? 0),
    totals: totalsIn(result, first),
  }
}

/** The number of rows of a source and their totals. */
export async function readWhole(
  tx: Tx,
  source: Sql,
  request: ReportRequest,
): Promise<{ readonly total: number; readonly totals: Totals }> {
  const totals = totalColumns(request.screen.result!, request.fields).map((total) => sql`, ${total}`)
  const [row] = await tx.query<Record<string, unknown>>(
    sql`select count(*) as ${id('total')}${join(totals.length ? totals : [sql``], '')} from (${source}) result`,
  )
  return { total: Number(row!['total']), totals: totalsIn(request.screen.result!, row) }
}
