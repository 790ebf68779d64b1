import type { Condition, Field } from '#src/definition'
import { isIsoDay, resolveDate } from '#src/definition/dates.ts'
import { comparedFields, fieldComparisons, isFieldValue, type Comparison } from '#src/definition/conditions.ts'
import { fieldTypes, fieldNamed, type Json } from '#src/definition'
import type { ZonedCalendar } from '../caller-day.ts'
import { join, raw, sql, type Sql } from '../store/sql.ts'
import { fieldSql } from './columns.ts'

export interface SqlContext extends ZonedCalendar {
  readonly fields: readonly Field[]
  readonly alias?: string
  /** Whom '@me' means in references to users. */
  readonly me?: string
}

/** A condition as SQL with the meaning of `evaluate`: what it leaves null counts as false. */
export function conditionSql(condition: Condition, context: SqlContext): Sql {
  switch (condition.op) {
    case 'and':
      return group(condition.of, ' and ', sql`true`, context)
    case 'or':
      return group(condition.of, ' or ', sql`false`, context)
    case 'not':
      return sql`not ((${conditionSql(condition.of, context)}) is true)`
    case 'empty':
      return absence(fieldNamed(context.fields, condition.field), context, true)
    case 'notEmpty':
      return absence(fieldNamed(context.fields, condition.field), context, false)
    default:
      return comparison(condition.op, fieldNamed(context.fields, condition.field), condition.value, context)
  }
}

function group(of: readonly Condition[], word: string, none: Sql, context: SqlContext): Sql {
  return of.length === 0
    ? none
    : sql`(${join(
        of.map((part) => conditionSql(part, context)),
        word,
      )})`
}

function absence(field: Field, context: SqlContext, absent: boolean): Sql {
  const value = fieldSql(field, context.alias)
  const type = fieldTypes[field.type].sql(field)
  if (type === 'text[]') return absent ? sql`coalesce(cardinality(${value}), 0) = 0` : sql`cardinality(${value}) > 0`
  if (field.type === 'rows')
    return absent ? sql`coalesce(jsonb_array_length(${value}), 0) = 0` : sql`jsonb_array_length(${value}) > 0`
  return absent ? sql`${value} is null` : sql`${value} is not null`
}

const symbols = { eq: '=', gt: '>', gte: '>=', lt: '<', lte: '<=' } as const

const like = (text: unknown): string => String(text).replaceAll(/[\\%_]/g, (char) => `\\${char}`)

function comparison(op: Comparison, field: Field, wanted: Json, context: SqlContext): Sql {
  if (comparedFields(wanted).length > 0) return columnsSql(op, field, wanted, context)
  const column = fieldSql(field, context.alias)
  const type = raw(fieldTypes[field.type].sql(field))
  const values = (Array.isArray(wanted) ? wanted : [wanted]).map((value: unknown) =>
    value === '@me' && context.me ? context.me : resolveDate(value, field.type, context.today),
  )
  const [first, second] = values
  if (field.type === 'references')
    return op === 'eq' || op === 'contains' ? sql`${first}::text = any(${column})` : sql`false`
  if (field.type === 'dateTime') return instantSql(op, column, values, context.zone)
  switch (op) {
    case 'ne':
      return sql`${column} is distinct from ${first}::${type}`
    case 'in':
      return sql`${column} = any(${values}::${type}[])`
    case 'notIn':
      return sql`(${column} is null or ${column} <> all(${values}::${type}[]))`
    case 'between':
      return between(column, type, first, second)
    case 'contains':
      return sql`${column} ilike ${`%${like(first)}%`}`
    case 'startsWith':
      return sql`${column} ilike ${`${like(first)}%`}`
    case 'endsWith':
      return sql`${column} ilike ${`%${like(first)}`}`
    default:
      return sql`${column} ${raw(symbols[op])} ${first}::${type}`
  }
}

/** A field beside others of its record, each by its value; what has none is as `evaluate` has it. */
function columnsSql(op: Comparison, field: Field, wanted: Json, context: SqlContext): Sql {
  if (!fieldComparisons.has(op)) return sql`false`
  const column = fieldSql(field, context.alias)
  const other = (value: Json) =>
    isFieldValue(value) ? fieldSql(fieldNamed(context.fields, value.field), context.alias) : null
  if (op === 'between') {
    const bounds = [wanted].flat().map((value, at) => {
      const bound = other(value)
      const side: Comparison = at === 0 ? 'gte' : 'lte'
      if (bound) return sql`(${bound} is null or ${column} ${raw(symbols[side as 'gte'])} ${bound})`
      return open(value) ? sql`true` : comparison(side, field, value, context)
    })
    return sql`(${column} is not null and ${join(bounds, ' and ')})`
  }
  const [value] = [wanted].flat()
  const bound = other(value!)!
  return op === 'ne'
    ? sql`(${column} is null or ${bound} is null or ${column} <> ${bound})`
    : sql`${column} ${raw(symbols[op as keyof typeof symbols])} ${bound}`
}

const open = (bound: unknown): boolean => bound === null || bound === undefined || bound === ''

function between(column: Sql, type: Sql, from: unknown, to: unknown): Sql {
  const bounds = [
    ...(open(from) ? [] : [sql`${column} >= ${from}::${type}`]),
    ...(open(to) ? [] : [sql`${column} <= ${to}::${type}`]),
  ]
  return bounds.length ? join(bounds, ' and ') : sql`${column} is not null`
}

/** A plain day means all of its instants in the zone: from its beginning up to that of the next day. */
function instantSql(op: Comparison, column: Sql, values: readonly unknown[], zone = 'UTC'): Sql {
  const bounds = values.map((value) => boundsOf(value, zone))
  const [first, second] = bounds
  const within = ({ from, behind }: Bounds): Sql => sql`(${column} >= ${from} and ${behind(column)})`
  const none = sql`false`
  const any = bounds.length > 0 ? sql`(${join(bounds.map(within), ' or ')})` : none
  switch (op) {
    case 'ne':
    case 'notIn':
      return sql`(${column} is null or not ${any})`
    case 'gt':
      return first!.after(column)
    case 'gte':
      return sql`${column} >= ${first!.from}`
    case 'lt':
      return sql`${column} < ${first!.from}`
    case 'lte':
      return first!.behind(column)
    case 'between': {
      const parts = [
        ...(open(values[0]) ? [] : [sql`${column} >= ${first!.from}`]),
        ...(open(values[1]) ? [] : [second!.behind(column)]),
      ]
      return parts.length > 0 ? join(parts, ' and ') : sql`${column} is not null`
    }
    default:
      return any
  }
}

interface Bounds {
  readonly from: Sql
  /** That a column is not behind the value, and that it is. */
  readonly behind: (column: Sql) => Sql
  readonly after: (column: Sql) => Sql
}

const isDay = (value: unknown): value is string => typeof value === 'string' && isIsoDay(value)

function boundsOf(value: unknown, zone: string): Bounds {
  if (!isDay(value)) {
    const at = sql`${value}::timestamptz`
    return { from: at, behind: (column) => sql`${column} <= ${at}`, after: (column) => sql`${column} > ${at}` }
  }
  const next = sql`((${value}::date + 1)::timestamp at time zone ${zone})`
  return {
    from: sql`(${value}::date::timestamp at time zone ${zone})`,
    behind: (column) => sql`${column} < ${next}`,
    after: (column) => sql`${column} >= ${next}`,
  }
}
