import type { ToldRows } from '../reports/report.ts'
import type { Tx } from '../store/database.ts'
import { id, join, sql, type Sql } from '../store/sql.ts'
import type { ReportRequest } from './report-request.ts'
import { orderBy, orderKeys, partOf, toldValue, totalColumns, totalsIn, type Totals } from './report-sql.ts'

export interface ReportPage extends Totals {
  readonly records: readonly Record<string, unknown>[]
  readonly total_record: number
}

/** Whether what is told of a row is needed to choose or to order rows; a page of them needs it of its own rows only otherwise. */
function isNeeded({ told }: ToldRows, request: ReportRequest): boolean {
  const { query, within, fields } = request
  const { totals, ratios } = request.screen.result!
  const named = [
    ...Object.keys(within),
    ...orderKeys(request, query.sort).map(({ field }) => field),
    ...Object.keys(totals),
    ...Object.values(ratios).flat(),
    ...fields.flatMap(({ currency }) => currency ?? []),
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
    fields.map((field) => {
      const { name } = field
      return sql`${late?.told[name] ?? toldValue(field, id('result', name))} as ${id(name)}`
    }),
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
    ...totalsIn(result, first),
  }
}

/** The number of rows of a source and their totals. */
export async function readWhole(
  tx: Tx,
  source: Sql,
  request: ReportRequest,
): Promise<Totals & { readonly total: number }> {
  const totals = totalColumns(request.screen.result!, request.fields).map((total) => sql`, ${total}`)
  const [row] = await tx.query<Record<string, unknown>>(
    sql`select count(*) as ${id('total')}${join(totals.length ? totals : [sql``], '')} from (${source}) result`,
  )
  return { total: Number(row!['total']), ...totalsIn(request.screen.result!, row) }
}
