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

/** The rows behind a cursor. Nulls come last ascending and first descending, as PostgreSQL sorts them. */
export function cursorCondition(order: readonly Order[], values: readonly Value[]): Sql {
  const alternatives = order.map((key, index) => {
    const equal = order.slice(0, index).map((other, at) => same(other, values[at] ?? null))
    return join([...equal, beyond(key, values[index] ?? null)], ' and ')
  })
  return sql`(${join(
    alternatives.map((alternative) => sql`(${alternative})`),
    ' or ',
  )})${leadingBound(order[0]!, values[0] ?? null)}`
}

const same = (order: Order, value: Value): Sql =>
  value === null ? sql`${order.expression} is null` : sql`${order.expression} = ${typed(order, value)}`

function beyond(order: Order, value: Value): Sql {
  const { expression, descending } = order
  if (value === null) return descending ? sql`${expression} is not null` : sql`false`
  if (descending) return sql`${expression} < ${typed(order, value)}`
  return isNeverNull(order)
    ? sql`${expression} > ${typed(order, value)}`
    : sql`(${expression} > ${typed(order, value)} or ${expression} is null)`
}

const isNeverNull = (order: Order): boolean => order.field === undefined || order.field.required

// The alternatives alone give an index nothing to start at.
function leadingBound(order: Order, value: Value): Sql {
  if (value === null) return sql``
  if (order.descending) return sql` and ${order.expression} <= ${typed(order, value)}`
  return isNeverNull(order) ? sql` and ${order.expression} >= ${typed(order, value)}` : sql``
}
