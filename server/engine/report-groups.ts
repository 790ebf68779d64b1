import { fieldTypes } from '#src/definition'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { id, join, raw, sql, type Sql } from '../store/sql.ts'
import type { ReportRequest, Values } from './report-request.ts'
import { orderedBy, partOf, totalColumns, totalsIn, type Totals } from './report-sql.ts'

/** More levels than this nobody keeps in mind. */
export const mostLevels = 3
const mostGroups = 5_000

/** One group: its values from the outermost level inwards, its number of rows and its subtotals. */
export interface ReportGroup extends Totals {
  readonly values: readonly unknown[]
  readonly count: number
}

export interface ReportGroups {
  readonly groups: readonly ReportGroup[]
  /** How many there are; more than are listed when a result has too many to look at. */
  readonly total_groups: number
}

function levelsOf({ fields }: ReportRequest, body: Values): string[] {
  const names = String(body['by'] ?? '')
    .split(',')
    .filter(Boolean)
  const known = names.every((name) =>
    fields.some((field) => field.name === name && groupable.has(fieldTypes[field.type].sql(field))),
  )
  if (!known || names.length === 0 || names.length > mostLevels || new Set(names).size < names.length) {
    throw new AppError('BAD_FILTER', { message: `Group by one to ${mostLevels} different columns.` })
  }
  return names
}

/** The names of periods come in the order of their days: the first of all rows that are called so, whatever else they are grouped by. */
function orderOf(name: string, { fields }: ReportRequest): Sql[] {
  const by = orderedBy(fields, name)
  return by === undefined ? [] : [sql`min(min(${id(by)})) over (partition by ${id(name)}) nulls last`]
}

const groupable = { has: (type: string) => type !== 'jsonb' && type !== 'text[]' }

/** Subtotals by one to three columns, those of every outer level too, exact and over the whole result. */
export async function readGroups(tx: Tx, source: Sql, request: ReportRequest, body: Values): Promise<ReportGroups> {
  const result = request.screen.result!
  const names = levelsOf(request, body)
  const totals = totalColumns(result, request.fields)
  const sets = names.map(
    (_, at) =>
      sql`(${join(
        names.slice(0, at + 1).map((name) => id(name)),
        ', ',
      )})`,
  )
  const rows = await tx.query<Record<string, unknown>>(sql`
    select ${join(
      names.map((name) => id(name)),
      ', ',
    )},
           grouping(${join(
             names.map((name) => id(name)),
             ', ',
           )}) as "grouping", count(*) as "count",
           count(*) over () as "groups"${join(totals.length ? totals.map((total) => sql`, ${total}`) : [sql``], '')}
      from (${partOf(source, request)}) result group by grouping sets (${join(sets, ', ')})
     order by ${join(
       names.flatMap((name) => [
         sql`grouping(${id(name)}) desc`,
         ...orderOf(name, request),
         raw(`${id(name).sql} nulls last`),
       ]),
       ', ',
     )}
     limit ${mostGroups}`)
  return {
    groups: rows.map((row) => ({
      values: names.slice(0, names.length - bitsOf(Number(row['grouping']))).map((name) => row[name] ?? null),
      count: Number(row['count']),
      ...totalsIn(result, row),
    })),
    total_groups: Number(rows[0]?.['groups'] ?? 0),
  }
}

/** The levels a row of subtotals leaves out: grouping() has one bit each. */
const bitsOf = (grouping: number): number => grouping.toString(2).replaceAll('0', '').length
