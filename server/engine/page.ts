import type { Field, ListQuery, Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import type { Tx } from '../store/database.ts'
import { join, sql, type Sql } from '../store/sql.ts'
import { selectList } from './columns.ts'
import { type Bookmark, bookmarks } from './bookmarks.ts'
import { counts } from './count-cache.ts'
import { cursorConditions, cursorValues, decodeCursor, encodeCursor } from './cursor.ts'
import { referenceLabels, type Labels } from './labels.ts'
import type { Selection } from './list.ts'
import { readTotals, type Totals } from './list-totals.ts'

export type Row = Record<string, unknown> & { readonly id: number; readonly row_version: number }

export interface Listing extends Partial<Totals> {
  readonly records: readonly Row[]
  /** null when no count was asked for. */
  readonly total_record: number | null
  readonly estimated?: boolean
  /** Cursor of the next page; absent on the last one. */
  readonly next?: string
  readonly labels: Labels
}

/** The most records of one page; all of them at once are streamed. */
const mostRows = 10_000

// From here on the rows are looked up by id after the page was found in the index alone.
const farOffset = 2000

/** One page of a list with count, totals and labels, inside the caller's transaction. `query.limit` is at least 1. */
export async function readPage(
  tx: Tx,
  selection: Selection,
  query: ListQuery,
  caller: Caller,
  screens: readonly Screen[],
): Promise<Listing> {
  const limit = Math.min(query.limit ?? selection.screen.list?.pageSize ?? 10, mostRows)
  const rows = await readRows(tx, selection, query, limit, caller.organizationId)
  const records = rows.slice(0, limit)
  const last = records.at(-1)
  return {
    records,
    ...(await countRows(tx, selection, query, caller)),
    ...(rows.length > limit && last ? { next: encodeCursor(last, selection.order) } : {}),
    ...(query.totals ? await readTotals(tx, selection, caller) : {}),
    labels: await referenceLabels(tx, records, selection.fields, caller, screens),
  }
}

/** The rows of a page; one more than it holds tells whether there is a next one. */
function readRows(
  tx: Tx,
  selection: Selection,
  query: ListQuery,
  limit: number,
  organizationId: number,
): Promise<Row[]> {
  const { order } = selection
  if (query.after) {
    const parts = cursorConditions(order, decodeCursor(query.after, order))
    return readBehind(tx, selection, parts, limit + 1)
  }
  const offset = (query.page - 1) * limit
  if (offset >= farOffset) return readFarRows(tx, selection, offset, limit, organizationId)
  return tx.query<Row>(pageSql(selection, selection.where, sql`limit ${limit + 1} offset ${offset}`))
}

const shownFields = ({ fields, order }: Selection): Field[] => [
  ...new Set([...fields, ...order.flatMap(({ field }) => field ?? [])]),
]

const columnsOf = (selection: Selection): Sql => selectList(shownFields(selection))

/** The rows of a page. Values are taken out of an object of attributes once the page is found: before, it would be for every row that is sorted. */
function pageSql(selection: Selection, where: Sql, bounds: Sql): Sql {
  const { table, orderBy } = selection
  const found = sql`from ${table} t where ${where} order by ${orderBy} ${bounds}`
  return shownFields(selection).some((field) => field.storage.key !== undefined)
    ? sql`select ${columnsOf(selection)} from (select t.* ${found}) t order by ${orderBy}`
    : sql`select ${columnsOf(selection)} ${found}`
}

/** The rows behind a cursor: what the first condition finds, and only when that is too little what the next one does. */
async function readBehind(tx: Tx, selection: Selection, conditions: readonly Sql[], most: number): Promise<Row[]> {
  const rows: Row[] = []
  for (const condition of conditions) {
    if (rows.length >= most) break
    const where = sql`${selection.where} and ${condition}`
    rows.push(...(await tx.query<Row>(pageSql(selection, where, sql`limit ${most - rows.length}`))))
  }
  return rows
}

// Beyond this distance the rows behind a mark are not worth sorting.
const farFromMark = 20_000

/** The rows of a list behind a mark, and how many of them come before the page. */
function sourceBehind(
  { table, where, order, orderBy }: Selection,
  mark: Bookmark | undefined,
  offset: number,
  limit: number,
): { source: Sql; left: number } {
  const whole = { source: sql`(select t.* from ${table} t where ${where})`, left: offset }
  if (!mark) return whole
  const conditions = cursorConditions(order, mark.values)
  const left = offset - mark.offset
  if (conditions.length === 1)
    return { source: sql`(select t.* from ${table} t where ${where} and ${conditions[0]!})`, left }
  if (left > farFromMark) return whole
  const parts = conditions.map(
    (condition) =>
      sql`(select t.* from ${table} t where ${where} and ${condition} order by ${orderBy} limit ${left + limit + 1})`,
  )
  return { source: sql`(${join(parts, ' union all ')})`, left }
}

/** A page far from the first: counted off from the nearest place that is known, in the index alone, and noted as known itself. */
async function readFarRows(
  tx: Tx,
  selection: Selection,
  offset: number,
  limit: number,
  organizationId: number,
): Promise<Row[]> {
  const { table, where, orderBy, order } = selection
  const list = sql`${where} order by ${orderBy}`
  const name = selection.screen.table!.name
  const epoch = bookmarks.epoch(name, organizationId)
  const mark = bookmarks.before(name, organizationId, list, offset)
  // The row before the page tells where the page begins.
  const { source, left } = sourceBehind(selection, mark, offset, limit)
  const before = left > 0 ? 1 : 0
  const rows = await tx.query<Row>(sql`
    select ${columnsOf(selection)} from ${table} t
      join (select t.organization_id, t.id from ${source} t order by ${orderBy} limit ${limit + 1 + before} offset ${left - before}) page
        using (organization_id, id)
     order by ${orderBy}`)
  const [first, end] = [rows[0], rows[limit - 1 + before]]
  const remember = (row: Row | undefined, at: number): void => {
    if (row) bookmarks.remember(name, organizationId, list, { offset: at, values: cursorValues(row, order) }, epoch)
  }
  if (before) remember(first, offset)
  remember(end, offset + limit)
  return rows.slice(before)
}

/** How many records a list finds, as the query wants them counted. */
export async function countRows(
  tx: Tx,
  selection: Selection,
  query: ListQuery,
  caller: Caller,
): Promise<{ total_record: number | null; estimated?: boolean }> {
  if (query.count === 'none') return { total_record: null }
  if (selection.count !== undefined) return { total_record: selection.count }
  const statement = sql`select count(*) as count from ${selection.table} t where ${selection.whole ?? selection.where}`
  if (query.count === 'estimate') {
    const estimate = await estimateRows(tx, selection)
    if (estimate > 10_000) return { total_record: estimate, estimated: true }
  }
  const read = async () => (await tx.query<{ count: number }>(statement))[0]?.count ?? 0
  return { total_record: await counts.get(selection.screen.table!.name, selection.where, caller.organizationId, read) }
}

/** The planner's guess of the number of rows. */
async function estimateRows(tx: Tx, { table, where }: Selection): Promise<number> {
  const [row] = await tx.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number } }] }>(
    sql`explain (format json) select 1 from ${table} t where ${where}`,
  )
  return row?.['QUERY PLAN'][0].Plan['Plan Rows'] ?? 0
}
