import {
  isEmptyValue,
  printFilter,
  type Field,
  type Filter,
  type ListQuery,
  type Screen,
  type SortKey,
} from '#src/definition'
import { spanOf, type GroupKey } from '#src/definition/list-group.ts'
import { mixed, toldTotals } from '#src/definition/mixed.ts'
import { systemFields } from '#src/definition/system-fields.ts'
import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { join, raw, sql, type Sql } from '../store/sql.ts'
import { fieldSql } from './columns.ts'
import { referenceLabels, type Labels } from './labels.ts'
import type { Selection } from './list.ts'
import { inputsOf, readTotals, totalColumns, type Totals } from './list-totals.ts'
import { countRows } from './page.ts'
import { readableFields } from './screen-access.ts'

/** One group: what its records have in common, their number and their totals. */
export interface ListGroup extends Totals {
  /** 1: the outermost. */
  readonly level: number
  /** By field, of this level and those around it; spans of time by their first day. */
  readonly values: Readonly<Record<string, unknown>>
  readonly count: number
  /** The parameters that, added to those of the list, list its records. */
  readonly filters: Readonly<Record<string, string>>
}

export interface ListGroups extends Partial<Totals> {
  /** Depth first: a group is followed by the groups within it. */
  readonly groups: readonly ListGroup[]
  readonly total_groups: number
  readonly total_record: number | null
  readonly labels: Labels
}

/** The most groups of one answer. */
export const mostGroups = 10_000

interface Level {
  readonly key: GroupKey
  readonly field: Field
  readonly name: Sql
  readonly expression: Sql
}

export interface Grouping {
  readonly keys: readonly GroupKey[]
  /** Grouped fields, totals and `count`; other fields order records, not groups. */
  readonly sort: readonly SortKey[]
}

/** Counts and totals of the records that a list finds, by one to three fields. */
export async function readGroups(
  tx: Tx,
  selection: Selection,
  query: ListQuery,
  { keys, sort }: Grouping,
  caller: Caller,
  screens: readonly Screen[],
): Promise<ListGroups> {
  const { screen, table, where, whole } = selection
  const levels = levelsOf(screen, caller, keys)
  const totals = totalColumns(screen, caller)
  const limit = Math.min(query.limit || mostGroups, mostGroups)
  const offset = (query.page - 1) * limit
  const sets = levels.map((_, at) => sql`(${names(levels.slice(0, at + 1))})`)
  const found = await tx.query<Record<string, unknown> & { level: number; count: number; total_groups: number }>(sql`
    with line as (
      select ${join(
        levels.map((level) => sql`${level.expression} as ${level.name}`),
        ', ',
      )}${list(inputsOf(totals))}
        from ${table} t where ${whole ?? where}),
    grouped as materialized (
      select ${names(levels)}, ${levelSql(levels)} as level,
             count(*) as count${list(totals.flatMap(groupedSql))}
        from line group by grouping sets (${join(sets, ', ')}))
    select *, count(*) over () as total_groups from grouped order by ${orderBy(levels, sort, totals)} limit ${limit} offset ${offset}`)
  const groups = found.map((row) => ({
    level: row.level,
    values: Object.fromEntries(levels.slice(0, row.level).map(({ field }, at) => [field.name, row[`k${at}`]])),
    count: row.count,
    ...toldTotals(Object.fromEntries(totals.map((total) => [total.name, totalIn(row, total)]))),
    filters: Object.fromEntries(levels.slice(0, row.level).map((level, at) => filterOf(level, row[`k${at}`]))),
  }))
  const { total_record } = await countRows(tx, selection, query, caller)
  return {
    groups,
    total_groups: found[0]?.total_groups ?? 0,
    total_record,
    ...(query.totals ? await readTotals(tx, selection, caller) : {}),
    labels: await referenceLabels(
      tx,
      groups.map((group) => group.values),
      levels.map(({ field }) => field),
      caller,
      screens,
    ),
  }
}

type TotalColumn = ReturnType<typeof totalColumns>[number]

/** The total of a group as a number, which groups are ordered by, and whether several currencies keep it from being one. */
const groupedSql = ({ aggregate, several, output }: TotalColumn): Sql[] =>
  several === null
    ? [sql`${aggregate} as ${raw(output)}`]
    : [
        sql`case when not ${several} then ${aggregate} end as ${raw(output)}`,
        sql`${several} as ${raw(`${output}_mixed`)}`,
      ]

const totalIn = (row: Readonly<Record<string, unknown>>, { output }: TotalColumn): string | null =>
  row[`${output}_mixed`] === true ? mixed : row[output] == null ? null : String(row[output])

// One bit for each field that a row is not grouped by, the innermost the lowest.
const levelSql = (levels: readonly Level[]): Sql =>
  sql`case grouping(${names(levels)}) when 0 then ${raw(String(levels.length))} when 1 then ${raw(String(levels.length - 1))} else 1 end`

const names = (levels: readonly Level[]): Sql =>
  join(
    levels.map((level) => level.name),
    ', ',
  )

const list = (parts: readonly Sql[]): Sql => (parts.length > 0 ? sql`, ${join(parts, ', ')}` : sql``)

function levelsOf(screen: Screen, caller: Caller, keys: readonly GroupKey[]): Level[] {
  const usable = [...readableFields(caller, screen), ...systemFields]
  return keys.map((key, at) => {
    const field = usable.find((candidate) => candidate.name === key.field)
    if (!field) throw new AppError('FIELD_DENIED')
    const value = fieldSql(field)
    const span = key.unit ?? 'day'
    const isDay = field.type === 'date' && span === 'day'
    const expression =
      field.type === 'dateTime'
        ? sql`date_trunc(${span}, ${value} at time zone ${caller.zone ?? 'UTC'})::date`
        : field.type === 'date' && !isDay
          ? sql`date_trunc(${span}, ${value})::date`
          : value
    return { key, field, name: raw(`k${at}`), expression }
  })
}

/** Siblings by what is sorted by, a group before those within it. */
function orderBy(levels: readonly Level[], sort: readonly SortKey[], totals: readonly TotalColumn[]): Sql {
  const measure = sort.flatMap(({ field, descending }) => {
    const total = totals.find(({ name }) => name === field)
    const column = total?.output ?? (field === 'count' ? 'count' : undefined)
    return column ? [{ column, direction: descending ? 'desc nulls last' : 'asc nulls last' }] : []
  })
  const keys = levels.flatMap(({ key, name }, at) => {
    const within = names(levels.slice(0, at + 1))
    const depth = at + 1
    const asked = sort.find(({ field }) => field === key.field)
    const direction = raw((asked?.descending ?? key.descending) ? 'desc nulls last' : 'asc nulls last')
    return [
      ...measure.map(
        ({ column, direction: by }) =>
          sql`max(${raw(column)}) filter (where level = ${raw(String(depth))}) over (partition by ${within}) ${raw(by)}`,
      ),
      sql`${name} ${direction}`,
      // A value of null and a level that is not grouped look alike.
      sql`least(level, ${raw(String(depth + 1))})`,
    ]
  })
  return join(keys, ', ')
}

function filterOf({ key, field }: Level, value: unknown): [string, string] {
  if (value === null || value === undefined) return printFilter({ field: field.name, op: 'empty', values: [] })
  const isTime = field.type === 'date' || field.type === 'dateTime'
  if (isTime && (field.type === 'dateTime' || (key.unit !== null && key.unit !== 'day')))
    return printFilter({ field: field.name, op: 'between', values: [...spanOf(String(value), key.unit ?? 'day')] })
  const exact: Filter = { field: field.name, op: 'eq', values: [value as string | number | boolean] }
  const [, text] = printFilter(exact)
  // What an address would take for nothing is written so that it is not.
  return isEmptyValue(text) ? [`${field.name}.in`, `\\${text}`] : printFilter(exact)
}
