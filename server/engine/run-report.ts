import {
  parseListQuery,
  stripEmpty,
  validateRecord,
  type Field,
  type ListQuery,
  type Screen,
  type SortKey,
} from '#src/definition'
import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import { reportNamed } from '../reports/registry.ts'
import type { Database } from '../store/database.ts'
import { id, join, raw, sql, type Sql } from '../store/sql.ts'
import { screenNamed } from './effective-screens.ts'
import { exportName, exportRows, type ExportFormat } from './export.ts'
import { today } from './list.ts'
import { demandUse, mayReadField, mayUse, readableFields } from './screen-access.ts'

type Values = Readonly<Record<string, unknown>>

interface ReportServices {
  readonly db: Database
  readonly screens: readonly Screen[]
}

interface Run {
  readonly statement: Sql
  readonly fields: readonly Field[]
  readonly query: ListQuery
}

const paging = ['page', 'limit', 'sort', 'columns', 'totals', 'format'] as const

/** The parameters without what only pages, sorts or formats the result; empty ones are left out. */
function given(body: Values): Record<string, unknown> {
  const { parameters, ...rest } = body
  const stripped = stripEmpty({ ...rest, ...(parameters as Values | undefined) })
  return Object.fromEntries(Object.entries(stripped).filter(([name]) => !paging.some((one) => one === name)))
}

function checkedParameters(screen: Screen, body: Values): Values {
  const input = given(body)
  const { parameters } = screen.result!
  if (parameters.length > 0 && Object.keys(input).length === 0) {
    throw new AppError('NO_PARAMETERS', { message: screen.messages.empty })
  }
  const { values, issues } = validateRecord(parameters, input, { mode: 'create', today: today() })
  if (issues.length > 0) throw new AppError('VALIDATION', { issues })
  return values
}

function pageQuery(screen: Screen, fields: readonly Field[], body: Values): ListQuery {
  const texts = paging.flatMap((name) =>
    body[name] === undefined || body[name] === null ? [] : [[name, String(body[name])]],
  )
  const { query, issues } = parseListQuery(Object.fromEntries(texts), fields)
  if (issues.length > 0) {
    throw new AppError('BAD_FILTER', {
      message: issues[0]!.message,
      issues: issues.map(({ parameter, message }) => ({ path: [parameter], code: 'filter', message })),
    })
  }
  return query
}

function prepare({ screens }: ReportServices, screen: Screen, caller: Caller, body: Values): Run {
  demandUse(caller, screen, 'read')
  const report = reportNamed(screen.result!.report)
  for (const [name, fields] of Object.entries(report.reads)) {
    const source = screenNamed(screens, name)
    if (!source) throw new Error(`The report ${screen.result!.report} reads ${name}, which does not exist`)
    demandUse(caller, source, 'read')
    if (!fields.every((field) => mayReadField(caller, source, field))) throw new AppError('FIELD_DENIED')
  }
  const mayRead = (name: string): boolean => {
    const other = screenNamed(screens, name)
    return other !== undefined && mayUse(caller, other, 'read')
  }
  const fields = readableFields(caller, screen)
  const parameters = checkedParameters(screen, body)
  const statement = report.statement(parameters, { organizationId: caller.organizationId, mayRead })
  return { statement, fields, query: pageQuery(screen, fields, body) }
}

/** Rows come in the order asked for, else in the order of the first column; the remaining columns make it total. */
function orderBy(fields: readonly Field[], sort: readonly SortKey[]): Sql {
  const keys = sort.length > 0 ? sort : [{ field: fields[0]!.name, descending: false }]
  const asked = keys.map((key) => sql`${id(key.field)} ${raw(key.descending ? 'desc nulls last' : 'asc nulls last')}`)
  return join([...asked, ...fields.slice(0, 3).map((field) => id(field.name))], ', ')
}

const columnsOf = (fields: readonly Field[]): Sql =>
  join(
    fields.map((field) => id(field.name)),
    ', ',
  )

export interface ReportPage {
  readonly records: readonly Record<string, unknown>[]
  readonly total_record: number
  readonly totals: Readonly<Record<string, string | null>>
}

/** Runs a result screen's report: a page of rows, their number and the totals of the whole result, by one statement. */
export async function runReport(
  services: ReportServices,
  screen: Screen,
  caller: Caller,
  body: Values,
): Promise<ReportPage> {
  const { statement, fields, query } = prepare(services, screen, caller, body)
  const limit = query.limit ?? 100
  const totals = Object.entries(screen.result!.totals)
    .filter(([name]) => fields.some((field) => field.name === name))
    .map(([name, aggregate]) => sql`, ${raw(aggregate)}(${id(name)})::text as ${id(`total ${name}`)}`)
  const rows = await services.db.tenant(
    caller,
    (tx) =>
      tx.query<Record<string, unknown>>(sql`
        with result as materialized (${statement}),
             whole as (select count(*) as "total"${join(totals.length ? totals : [sql``], '')} from result)
        select whole.*, page.* from whole left join lateral (
          select true as "row", ${columnsOf(fields)} from result order by ${orderBy(fields, query.sort)}
          ${limit === 0 ? sql`` : sql`limit ${limit} offset ${(query.page - 1) * limit}`}
        ) page on true`),
    { readOnly: true },
  )
  const [first] = rows
  return {
    records: rows
      .filter((row) => row['row'] === true)
      .map((row) => Object.fromEntries(fields.map(({ name }) => [name, row[name]]))),
    total_record: Number(first?.['total'] ?? 0),
    totals: Object.fromEntries(
      Object.keys(screen.result!.totals).map((name) => [name, (first?.[`total ${name}`] ?? null) as string | null]),
    ),
  }
}

/** The whole result as a file, streamed. */
export function exportReport(
  services: ReportServices,
  screen: Screen,
  caller: Caller,
  body: Values,
  format: ExportFormat,
) {
  demandUse(caller, screen, 'export')
  const { statement, fields, query } = prepare(services, screen, caller, body)
  const wanted = query.columns ?? screen.result!.columns
  const shown = wanted.flatMap((name) => fields.filter((field) => field.name === name))
  const columns = shown.map((field) => ({ name: field.name, label: field.label, field }))
  const rows = sql`select ${columnsOf(shown)} from (${statement}) result order by ${orderBy(fields, query.sort)}`
  return {
    name: exportName(screen.plural, format, new Date()),
    stream: exportRows(services.db, caller, rows, columns, format, screen.plural),
  }
}
