import type { ToldRows } from '../reports/report.ts'
import type { Tx } from '../store/database.ts'
import { id, join, sql, type Sql } from '../store/sql.ts'
import type { ReportRequest } from './report-request.ts'
import { orderBy, orderKeys, partOf, totalColumns, totalsIn, type Totals } from './report-sql.ts'

export interface ReportPage {
  readonly records: readonly Record<string, unknown>[]
  readonly total_record: number
  readonly totals: Totals
}

/** Whether what is told of a row is needed to choose or to order rows; a page of them needs it of its own rows only otherwise. */
function isNeeded({ told }: ToldRows, { screen, fields, query, within }: ReportRequest): boolean {
  const named = [
    ...Object.keys(within),
    ...orderKeys({ screen, fields }, query.sort).map(({ field }) => field),
    ...Object.keys(screen.result!.totals),
    ...Object.values(screen.result!.ratios).flat(),
  ]
  return named.some((name) => Object.hasOwn(told, name))
}

/** A page of rows, their number and the totals of all of them, by one statement. `untold` are the same rows as those of `source`. */
export async function readPage(tx: Tx, source: Sql, request: ReportRequest, untold?: ToldRows): Promise<ReportPage> {
  const { fields, query } = request
  const result = request.screen.result!
  const limit = query.limit ?? 100
  const totals = totalColumns(result, fields).map((total) => sql`, ${total}`)
  const late = untold && !isNeeded(untold, request) ? untold : undefined
  const shown = join(
    fields.map(({ name }) => (late?.told[name] ? sql`${late.told[name]} as ${id(name)}` : id('result', name))),
    ', ',
  )
  const rows = await tx.query<Record<string, unknown>>(sql`
    with result as materialized (${partOf(late?.rows ?? source, request)}),
         whole as (select count(*) as "total"${join(totals.length ? totals : [sql``], '')} from result)
    select whole.*, page.* from whole left join lateral (
      select true as "row", ${shown} from (
        select * from result order by ${orderBy(request, query.sort)}
        ${limit === 0 ? sql`` : sql`limit ${limit} offset ${(query.page - 1) * limit}`}) result
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
