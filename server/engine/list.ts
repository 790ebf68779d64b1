import { filterCondition, type Field, type ListQuery, type Screen, type SortKey } from '#src/definition'
import { idField, systemFields } from '#src/definition/system-fields.ts'
import type { Caller } from '../authorize.ts'
import { calendarOf } from '../caller-day.ts'
import { AppError } from '../errors.ts'
import { id, join, raw, sql, type Sql } from '../store/sql.ts'
import { ofApplication } from './by-application.ts'
import { fieldSql } from './columns.ts'
import { conditionSql } from './condition-sql.ts'
import { readableFields } from './screen-access.ts'
import { seenRows } from './seen-rows.ts'
import { candidateSql, indexedWordsSql, isSearchIndexed, wordsSql } from './search-sql.ts'

/** A sort key resolved to its SQL; `field` is undefined for the id. */
export interface Order {
  readonly field: Field | undefined
  readonly expression: Sql
  readonly descending: boolean
}

/** What a list reads: where, in which order, which columns; built once per request. */
export interface Selection {
  readonly screen: Screen
  readonly table: Sql
  readonly where: Sql
  /** The keys of the order; the last one is the id. */
  readonly order: readonly Order[]
  readonly orderBy: Sql
  readonly fields: readonly Field[]
  /** The same condition, found through indexes of words, and which rows these hand over; only where the search has such words. */
  readonly viaWords?: { readonly where: Sql; readonly candidates: Sql }
  /** The same condition for what reads every row of the list: its count, totals and groups; only where that is another. */
  readonly whole?: Sql
  /** The number of rows where it is known already. */
  readonly count?: number
}

/** The day of the product's own books: what a job or a posting means by today. What a caller asks about has `calendarOf`. */
export const today = (): string => new Date().toISOString().slice(0, 10)

/** Prepares a list query for a caller; FIELD_DENIED when it filters or sorts by a field that may not be seen. */
export function select(screen: Screen, caller: Caller, query: ListQuery, screens: readonly Screen[]): Selection {
  if (!screen.table) throw new AppError('NOT_FOUND')
  const readable = readableFields(caller, screen)
  const usable = [...readable, ...systemFields, idField]
  const known = new Set(usable.map((field) => field.name))
  const asked = [
    ...query.filters.map((filter) => filter.field),
    ...query.sort.map((key) => key.field),
    ...(query.columns ?? []),
  ]
  if (asked.some((name) => !known.has(name))) throw new AppError('FIELD_DENIED')
  const sort = query.sort.length ? query.sort : (screen.list?.sort ?? []).filter((key) => known.has(key.field))
  const order = orderOf(usable, sort)
  return {
    screen,
    table: id(screen.table.name),
    ...conditionsOf(
      screen,
      usable,
      caller,
      query,
      [seenRows(screen, caller, screens), ofApplication(screen, caller, screens)].filter((one) => one !== null),
    ),
    order,
    orderBy: join(
      order.map((key) => sql`${key.expression} ${raw(key.descending ? 'desc' : 'asc')}`),
      ', ',
    ),
    fields: query.columns ? readable.filter((field) => query.columns!.includes(field.name)) : readable,
  }
}

function conditionsOf(
  screen: Screen,
  fields: readonly Field[],
  caller: Caller,
  query: ListQuery,
  seen: readonly Sql[],
): Pick<Selection, 'where' | 'viaWords'> {
  const context = { fields, ...calendarOf(caller), me: caller.email }
  const filters = query.filters.map((filter) => conditionSql(filterCondition(filter, fields), context))
  const both = (...search: readonly Sql[]): Sql =>
    join([sql`t.organization_id = ${caller.organizationId}`, ...seen, ...filters, ...search], ' and ')
  const searched = fields.filter((field) => field.search)
  if (!query.search || searched.length === 0) return { where: both() }
  const where = both(wordsSql(searched, query.search))
  return isSearchIndexed(screen, query.search)
    ? {
        where,
        viaWords: {
          where: both(indexedWordsSql(screen, searched, query.search, caller.organizationId)),
          candidates: candidateSql(screen, searched, query.search, caller.organizationId),
        },
      }
    : { where }
}

// The id makes the order total; it follows the last key's direction so that one index serves both ways.
function orderOf(fields: readonly Field[], sort: readonly SortKey[]): Order[] {
  const keys = sort.filter((key) => key.field !== 'id')
  const byId = { field: undefined, expression: raw('t.id'), descending: sort.at(-1)?.descending ?? false }
  return [
    ...keys.map((key) => {
      const field = fields.find((candidate) => candidate.name === key.field)!
      return { field, expression: fieldSql(field), descending: key.descending }
    }),
    byId,
  ]
}
