import { fieldTypes, type Field, type Screen, type SortKey } from '#src/definition'
import { toldTotals, type ToldTotals } from '#src/definition/mixed.ts'
import { id, join, raw, sql, type Sql } from '../store/sql.ts'
import { valueSql } from './columns.ts'
import { currencyField, isMixed, totalText } from './currency-sql.ts'
import type { ReportRequest, Values } from './report-request.ts'

/** Totals by column, as exact text; null where nothing was added up. */
export type Totals = ToldTotals<string | null>

export const columnsOf = (fields: readonly Field[]): Sql =>
  join(
    fields.map((field) => id(field.name)),
    ', ',
  )

/** A value of a report as people get it: with no more digits behind the mark than its field has, half away from zero. */
export function toldValue(field: Field, value: Sql): Sql {
  // A sum of whole numbers is numeric to PostgreSQL, and would be told as text.
  if (field.type === 'integer') return sql`${value}::bigint`
  const scale = /^numeric\(\d+,(\d+)\)$/.exec(fieldTypes[field.type].sql(field))?.[1]
  // Fewer digits stay as the report gave them: no zeros are put behind.
  return scale === undefined ? value : sql`round(${value}::numeric, least(scale(${value}::numeric), ${raw(scale)}))`
}

/** The columns of rows `result` as people get them. */
export const toldColumns = (fields: readonly Field[]): Sql =>
  join(
    fields.map((field) => sql`${toldValue(field, id('result', field.name))} as ${id(field.name)}`),
    ', ',
  )

/** The column by whose values those of another are put in order; undefined where it has an order of its own. */
export function orderedBy(fields: readonly Field[], name: string): string | undefined {
  const by = fields.find((field) => field.name === name)?.orderedBy
  return fields.some((field) => field.name === by) ? by : undefined
}

type Ordered = Pick<ReportRequest, 'screen' | 'fields' | 'untold'>

/**
 * Rows come in the order asked for, else in that of the definition, else of the first column. What tells rows apart, and then
 * every other column, makes the order total: a row is on one page only, and a file has the rows as the pages have them.
 */
export function orderKeys({ screen, fields, untold }: Ordered, sort: readonly SortKey[]): SortKey[] {
  const { sort: usual, key } = screen.result!
  const ascending = (field: string): SortKey => ({ field, descending: false })
  const known = (keys: readonly SortKey[]) => keys.filter((one) => fields.some((field) => field.name === one.field))
  const first = known(usual)
  // What is told of a row is worked out from its other columns, which tell it apart without that.
  const rest = [...key, ...fields.filter(({ type }) => fieldTypes[type].sortable).map(({ name }) => name)].filter(
    (name) => !Object.hasOwn(untold?.told ?? {}, name),
  )
  const own = [...sort, ...(first.length > 0 ? first : [ascending(fields[0]!.name)])].flatMap((one) => {
    const by = orderedBy(fields, one.field)
    if (by === undefined) return [one]
    const order = { ...one, field: by }
    // Names that are put into words for the rows that are shown are not needed to put these in order.
    return Object.hasOwn(untold?.told ?? {}, one.field) ? [order] : [order, one]
  })
  const all = [...own, ...known(rest.map(ascending))]
  return all.filter((one, at) => all.findIndex(({ field }) => field === one.field) === at)
}

/** The same as it stands behind `order by`, for rows `result`. */
export const orderBy = (of: Ordered, sort: readonly SortKey[]): Sql =>
  join(
    orderKeys(of, sort).map(
      (key) => sql`${id('result', key.field)} ${raw(key.descending ? 'desc nulls last' : 'asc nulls last')}`,
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

/** What the totals of a result are made of: aggregates, and ratios in percent of two sums; `mixed` where there is none for several currencies. */
export function totalColumns(result: NonNullable<Screen['result']>, fields: readonly Field[]): Sql[] {
  const known = (name: string) => fields.some((field) => field.name === name)
  const sums = Object.entries(result.totals)
    .filter(([name]) => known(name))
    .map(([name, aggregate]) => {
      const several = aggregate === 'count' ? null : severalCurrencies([name], fields)
      return sql`${totalText(sql`${raw(aggregate)}(${id(name)})`, several)} as ${id(`total ${name}`)}`
    })
  const ratios = Object.entries(result.ratios)
    .filter(([name, parts]) => known(name) && parts.every(known))
    .map(
      ([name, parts]) => sql`${totalText(ratioSql(parts), severalCurrencies(parts, fields))} as ${id(`total ${name}`)}`,
    )
  return [...sums, ...ratios]
}

/** The sum of one column in percent of the sum of another. */
export const ratioSql = ([part, whole]: readonly [string, string]): Sql =>
  sql`round(100 * sum(${id(part)}) / nullif(sum(${id(whole)}), 0), 2)`

/** Whether columns that are added up, together, are of several currencies; null where none of them has one beside it. */
const severalCurrencies = (names: readonly string[], fields: readonly Field[]): Sql | null =>
  isMixed(
    fields.flatMap((field) => {
      const currency = names.includes(field.name) ? currencyField(field, fields) : undefined
      return currency ? [{ value: id(field.name), currency: id(currency.name) }] : []
    }),
  )

/** Reads the totals back out of a row that carries them. */
export const totalsIn = (result: NonNullable<Screen['result']>, row: Values | undefined): Totals =>
  toldTotals(
    Object.fromEntries(
      [...Object.keys(result.totals), ...Object.keys(result.ratios)].map((name) => [
        name,
        (row?.[`total ${name}`] ?? null) as string | null,
      ]),
    ),
  )

/** The rows of a source that have the wanted values. */
export function partOf(source: Sql, { fields, within }: Pick<ReportRequest, 'fields' | 'within'>): Sql {
  const conditions = Object.entries(within).map(([name, value]) => {
    const field = fields.find((candidate) => candidate.name === name)!
    return sql`${id(name)} is not distinct from ${valueSql(field, value)}`
  })
  return conditions.length === 0 ? source : sql`select * from (${source}) part where ${join(conditions, ' and ')}`
}
