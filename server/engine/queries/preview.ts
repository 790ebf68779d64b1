import type { Screen } from '#src/definition'
import type { Caller } from '../../authorize.ts'
import type { Database } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { requestReport, type Values } from '../report-request.ts'
import { orderBy, toldColumns } from '../report-sql.ts'
import { withStatementLimit } from '../statement-limit.ts'

/** Somebody waits while he builds: what takes longer is told to be run. */
const mostSeconds = 8
export const previewRows = 50

/** The first rows of a query that is being built; nothing is kept of it, and nothing is counted. */
export async function previewQuery(
  { db, screens }: { readonly db: Database; readonly screens: readonly Screen[] },
  screen: Screen,
  caller: Caller,
  body: Values,
) {
  const request = await requestReport({ db, screens }, screen, caller, { ...body, page: 1, limit: previewRows })
  const records = await db.tenant(
    caller,
    (tx) =>
      withStatementLimit(tx, mostSeconds, () =>
        tx.query<Record<string, unknown>>(
          sql`select ${toldColumns(request.fields)} from (${request.statement}) result order by ${orderBy(request, request.query.sort)} limit ${previewRows + 1}`,
        ),
      ),
    { readOnly: true },
  )
  return { records: records.slice(0, previewRows), has_more: records.length > previewRows }
}
