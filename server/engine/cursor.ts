import { AppError } from '../errors.ts'
import { join, raw, sql, type Sql } from '../store/sql.ts'
import { fieldTypes } from '#src/definition'
import type { Order } from './list.ts'

export type Value = string | number | boolean | null

/** The values of a row by the keys of the order. */
export const cursorValues = (row: Readonly<Record<string, unknown>>, order: readonly Order[]): Value[] =>
  order.map(({ field }) => (row[field?.name ?? 'id'] ?? null) as Value)

/** Where a page ended: the values of its last row, opaque to clients. */
export const encodeCursor = (row: Readonly<Record<string, unknown>>, order: readonly Order[]): string =>
  Buffer.from(JSON.stringify(cursorValues(row, order))).toString('base64url')

/** Reads a cursor back; BAD_REQUEST when it was made for another order. */
export function decodeCursor(text: string, order: readonly Order[]): Value[] {
  try {
    const values = JSON.parse(Buffer.from(text, 'base64url').toString()) as unknown
    if (Array.isArray(values) && values.length === order.length && Number.isSafeInteger(values.at(-1)))
      return values as Value[]
  } catch {
    // Falls through to the same answer as a cursor of another order.
  }
  throw new AppError('BAD_REQUEST', { message: 'This page cannot be continued. Start again at the first page.' })
}

const typed = (order: Order, value: Value): Sql =>
  sql`${value}::${raw(order.field ? fieldTypes[order.field.type].sql(order.field) : 'bigint')}`

/**
 * The rows behind a cursor, as conditions that exclude each other and follow each other in the order of the list; each gives
 * an index a place to start at. Nulls come last ascending and first descending, as PostgreSQL sorts them; any field may hold
 * some, a required one from before it was.
 */
export function cursorConditions(order: readonly Order[], values: readonly Value[], mayTurn = true): Sql[] {
  const [key, value] = [order[0]!, values[0] ?? null]
  const { expression, descending } = key
  if (value === null) {
    const within = join(cursorConditions(order.slice(1), values.slice(1)), ' or ')
    const nulls = sql`(${expression} is null and (${within}))`
    return descending ? [nulls, sql`(${expression} is not null)`] : [nulls]
  }
  const after = descending || key.field === undefined ? [] : [sql`(${expression} is null)`]
  if (isOneRow(order, values)) return [rowBeyond(order, values), ...after]
  if (!mayTurn || order[1]!.descending === descending) return [boundBeyond(order, values), ...after]
  // Where the direction turns, the rest of the rows that share the first key has a place of its own to start at.
  const rest = cursorConditions(order.slice(1), values.slice(1), false).map(
    (within) => sql`(${same(key, value)} and ${within})`,
  )
  return [...rest, sql`(${beyond(key, value, false)})`, ...after]
}

/** The alternatives alone would give an index nothing to start at. */
const boundBeyond = (order: readonly Order[], values: readonly Value[]): Sql => {
  const { expression, descending } = order[0]!
  const bound = sql`${expression} ${raw(descending ? '<=' : '>=')} ${typed(order[0]!, values[0]!)}`
  return sql`(${bound} and (${join(alternatives(order, values), ' or ')}))`
}

// Rows compare as the list is sorted when all keys run one way and no null of a middle key comes after its values.
const isOneRow = (order: readonly Order[], values: readonly Value[]): boolean =>
  values.every((value) => value !== null) &&
  order.every(({ descending }) => descending === order[0]!.descending) &&
  (order[0]!.descending || order.length <= 2)

/** Starts at the very row in an index of these keys, however many rows share the first one. */
const rowBeyond = (order: readonly Order[], values: readonly Value[]): Sql => {
  const keys = join(
    order.map(({ expression }) => expression),
    ', ',
  )
  const marks = join(
    order.map((key, index) => typed(key, values[index]!)),
    ', ',
  )
  return sql`(row(${keys}) ${raw(order[0]!.descending ? '<' : '>')} row(${marks}))`
}

// Without what is behind a first key that is null, which has a condition of its own.
const alternatives = (order: readonly Order[], values: readonly Value[]): Sql[] =>
  order.map((key, index) => {
    const equal = order.slice(0, index).map((other, at) => same(other, values[at] ?? null))
    return sql`(${join([...equal, beyond(key, values[index] ?? null, index > 0)], ' and ')})`
  })

const same = (order: Order, value: Value): Sql =>
  value === null ? sql`${order.expression} is null` : sql`${order.expression} = ${typed(order, value)}`

function beyond({ expression, descending, field }: Order, value: Value, withNulls: boolean): Sql {
  const key = { expression, descending, field }
  if (value === null) return descending ? sql`${expression} is not null` : sql`false`
  if (descending) return sql`${expression} < ${typed(key, value)}`
  const greater = sql`${expression} > ${typed(key, value)}`
  return withNulls && field !== undefined ? sql`(${greater} or ${expression} is null)` : greater
}
