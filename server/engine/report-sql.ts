import { fieldTypes, type Field, type Screen, type SortKey } from '#src/definition'
import { id, join, raw, sql, type Sql } from '../store/sql.ts'
import { valueSql } from './columns.ts'
import type { ReportRequest, Values } from './report-request.ts'

export type Totals = Readonly<Record<string, string | null>>

export const columnsOf = (fields: readonly Field[]): Sql =>
  join(
    fields.map((field) => id(field.name)),
    ', ',
  )

/** Rows come in the order asked for, else in that of the definition, else of the first column; further columns make it total. */
export function orderKeys(
  { screen, fields }: Pick<ReportRequest, 'screen' | 'fields'>,
  sort: readonly SortKey[],
): SortKey[] {
  const known = (keys: readonly SortKey[]) => keys.filter((key) => fields.some((field) => field.name === key.field))
  const own = known(screen.result!.sort)
  const first = own.length > 0 ? own : [{ field: fields[0]!.name, descending: false }]
  return [...sort, ...first, ...fields.slice(0, 3).map((field) => ({ field: field.name, descending: false }))]
}

/** The same as it stands behind `order by`. */
export const orderBy = (of: Pick<ReportRequest, 'screen' | 'fields'>, sort: readonly SortKey[]): Sql =>
  join(
    orderKeys(of, sort).map(
      (key) => sql`${id(key.field)} ${raw(key.descending ? 'desc nulls last' : 'asc nulls last')}`,
    ),
    ', ',
  )

/** The values of a kept row as columns of their types again. */
export function keptRows(organizationId: number, runId: string, fields: readonly Field[]): Sql {
  const columns = fields.map((field) => {
    // Without its scale: a number keeps the digits the report gave it.
    const type = fieldTypes[field.type].sql(field).replace(/\(.*\)/, '')
    const key = raw(`'${field.name.replaceAll("'", "''")}'`)
    if (type === 'jsonb') return sql`row -> ${key} as ${id(field.name)}`
    if (type === 'text[]') return sql`array(select jsonb_array_elements_text(row -> ${key})) as ${id(field.name)}`
    return sql`(row ->> ${key})::${raw(type)} as ${id(field.name)}`
  })
  return sql`select ${join(columns, ', ')} from result_row where organization_id = ${organizationId} and run_id = ${runId}`
}

/** What the totals of a result are made of: aggregates, and ratios in percent of two sums. */
export function totalColumns(result: NonNullable<Screen['result']>, fields: readonly Field[]): Sql[] {
  const known = (name: string) => fields.some((field) => field.name === name)
  const sums = Object.entries(result.totals)
    .filter(([name]) => known(name))
    .map(([name, aggregate]) => sql`${raw(aggregate)}(${id(name)})::text as ${id(`total ${name}`)}`)
  const ratios = Object.entries(result.ratios)
    .filter(([name, parts]) => known(name) && parts.every(known))
    .map(
      ([name, [part, whole]]) =>
        sql`round(100 * sum(${id(part)}) / nullif(sum(${id(whole)}), 0), 2)::text as ${id(`total ${name}`)}`,
    )
  return [...sums, ...ratios]
}

/** Reads the totals back out of a row that carries them. */
export const totalsIn = (result: NonNullable<Screen['result']>, row: Values | undefined): Totals =>
  Object.fromEntries(
    [...Object.keys(result.totals), ...Object.keys(result.ratios)].map((name) => [
      name,
      (row?.[`total ${name}`] ?? null) as string | null,
    ]),
  )

/** The rows of a source that have the wanted values. */
export function partOf(source: Sql, { fields, within }: Pick<ReportRequest, 'fields' | 'within'>): Sql {
  const conditions = Object.entries(within).map(([name, value]) => {
    const field = fields.find((candidate) => candidate.name === name)!
    return sql`${id(name)} is not distinct from ${valueSql(field, value)}`
  })
  return conditions.length === 0 ? source : sql`select * from (${source}) part where ${join(conditions, ' and ')}`
}
