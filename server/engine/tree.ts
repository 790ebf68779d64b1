import { filterCondition, isAbsent, type Field, type ListQuery, type Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { calendarOf } from '../caller-day.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { fieldSql, selectList } from './columns.ts'
import { conditionSql } from './condition-sql.ts'
import { referenceLabels, type Labels } from './labels.ts'
import { select, type Selection } from './list.ts'
import { readPage, type Row } from './page.ts'
import { circledAmong, circleOf, keyFieldOf, type Stray, strays } from './circles.ts'

/** A record of a tree. */
export type Node = Row & {
  /** How many records lie right below it. */
  readonly children: number
  /** Only where a search or filters were given: whether they find it, or it only leads to what they find. */
  readonly matched?: boolean
}

export interface Level {
  readonly records: readonly Node[]
  /** How many there are on the level, or how many a search or filters find. */
  readonly total_record: number
  readonly labels: Labels
}

/** A record with everything below it that was asked for. */
export interface Nested extends Row {
  readonly children: readonly Nested[]
}

/** What a tree is read of. */
export interface TreeContext {
  readonly tx: Tx
  readonly screen: Screen
  readonly caller: Caller
  readonly screens: readonly Screen[]
}

const pageSize = 100
const mostFound = 500
const mostNested = 10_000

interface Ends {
  readonly key: Field
  readonly parent: Field
}

/** The fields by which records lie below one another; NOT_FOUND where they do not. */
function endsOf(screen: Screen): Ends {
  const key = keyFieldOf(screen)
  const parent = screen.fields.find((field) => field.name === screen.list?.tree?.parent)
  if (!screen.table || !key || !parent) throw new AppError('NOT_FOUND')
  return { key, parent }
}

/** The columns of the list, and whatever a tree cannot do without. */
function withEnds({ screen, caller, screens }: TreeContext, query: ListQuery): ListQuery {
  const { key, parent } = endsOf(screen)
  const readable = select(screen, caller, { ...query, columns: null }, screens).fields.map((field) => field.name)
  const asked = query.columns ?? (screen.list?.columns ?? []).filter((name) => readable.includes(name))
  const needed = [key.name, parent.name, ...(screen.title && readable.includes(screen.title) ? [screen.title] : [])]
  return { ...query, columns: [...new Set([...asked, ...needed])] }
}

const isNarrowed = (query: ListQuery): boolean => query.filters.length > 0 || query.search !== ''

/**
 * The records right below the one with the key `under`, those at the top for null: a page in the order of the list, each with how many lie below it.
 * At the top are also those that no record there leads to, so that somebody can put them in their place; a circle ends where it began.
 */
export async function readLevel(context: TreeContext, asked: ListQuery, under: string | null): Promise<Level> {
  const { tx, screen, caller, screens } = context
  const { parent } = endsOf(screen)
  const below = under === null ? { op: 'empty' as const, values: [] } : { op: 'eq' as const, values: [under] }
  const lost =
    under === null
      ? await strays(tx, screen, parent, caller.organizationId)
      : await circleOf(tx, screen, parent, caller.organizationId, under)
  const query = {
    ...withEnds(context, asked),
    limit: asked.limit || pageSize,
    filters: [{ field: parent.name, ...below }],
    search: '',
  }
  const { records, total_record, labels } = await readPage(
    tx,
    placed(context, select(screen, caller, query, screens), lost, under),
    query,
    caller,
    screens,
  )
  return { records: await counted(context, records, lost), total_record: total_record ?? records.length, labels }
}

/** The rows of a level: at the top with those that no other record leads to, below others without those of a circle. */
function placed(
  { screen, caller, screens }: TreeContext,
  selection: Selection,
  lost: readonly Stray[],
  under: string | null,
): Selection {
  const moved = under === null ? lost : lost.filter(({ circled }) => circled)
  if (moved.length === 0) return selection
  const ids = sql`t.id = any(${moved.map(({ id }) => id)}::bigint[])`
  const { where } = selection
  if (under !== null) return { ...selection, where: sql`${where} and not (${ids})` }
  const all = select(screen, caller, noQuery, screens).where
  return { ...selection, where: sql`((${where}) or (${all} and ${ids}))` }
}

/** What a search or filters find, and the records that lead to it from the top. */
export async function readFound(context: TreeContext, asked: ListQuery): Promise<Level> {
  const { tx, screen, caller, screens } = context
  const { key, parent } = endsOf(screen)
  const query = withEnds(context, asked)
  const selection = select(screen, caller, query, screens)
  const rows = await tx.query<Row & { matched: boolean; found: number }>(sql`
    ${ancestorsSql(context, query, query.limit || mostFound)}
    select ${selectList(selection.fields)}, t.id in (select id from found) as matched, (select count(*) from ${selection.table} t where ${selection.where}) as found
      from ${selection.table} t join way on way.id = t.id where t.organization_id = ${caller.organizationId}
     order by ${selection.orderBy}`)
  const records = rows.map(({ found: _found, ...row }) => row as unknown as Row)
  const below = records.filter((record) => !isAbsent(record[parent.name]))
  const lost = circledAmong(
    below.map((record) => ({ id: record.id, key: String(record[key.name]), parent: String(record[parent.name]) })),
  )
  return {
    records: await counted(context, records, lost),
    total_record: rows[0]?.found ?? 0,
    labels: await referenceLabels(tx, records, selection.fields, caller, screens),
  }
}

/** The ids of what a query finds, `found`, and of these with everything above them, `way`. */
function ancestorsSql({ screen, caller, screens }: TreeContext, query: ListQuery, limit: number) {
  const { key, parent } = endsOf(screen)
  const { table, where, orderBy } = select(screen, caller, query, screens)
  return sql`
    with recursive found as (
      select t.id, ${fieldSql(parent)} as parent from ${table} t where ${where} order by ${orderBy} limit ${limit}
    ), way (id, parent) as (
      select id, parent from found
      union
      select t.id, ${fieldSql(parent)} from ${table} t join way on ${fieldSql(key)} = way.parent
       where t.organization_id = ${caller.organizationId}
    )`
}

/** The same records with how many lie below each of them, in one statement. */
async function counted(
  { tx, screen, caller, screens }: TreeContext,
  records: readonly Row[],
  lost: readonly Stray[] = [],
): Promise<Node[]> {
  const { key, parent } = endsOf(screen)
  const { table } = select(screen, caller, { ...noQuery }, screens)
  const keys = records.map((record) => String(record[key.name]))
  const rows = await tx.query<{ parent: string; children: number }>(sql`
    select ${fieldSql(parent)} as parent, count(*) as children from ${table} t
     where t.organization_id = ${caller.organizationId} and ${fieldSql(parent)} = any(${keys}::text[])
       and not (t.id = any(${circledIds(lost)}::bigint[])) group by 1`)
  const children = new Map(rows.map((row) => [row.parent, row.children]))
  return records.map((record) => ({ ...record, children: children.get(String(record[key.name])) ?? 0 }))
}

const circledIds = (lost: readonly Stray[]): number[] => lost.flatMap(({ id, circled }) => (circled ? [id] : []))

const noQuery: ListQuery = {
  page: 1,
  limit: null,
  sort: [],
  filters: [],
  search: '',
  columns: null,
  after: null,
  count: 'none',
  totals: false,
}

/**
 * The records nested, from the top or from the one with the key `root`, at most `depth` levels; with a search or filters what
 * these find and what leads there. TOO_LARGE above ten thousand records.
 */
export async function readNested(
  context: TreeContext,
  asked: ListQuery,
  { root, depth }: { readonly root: string | null; readonly depth: number | null },
): Promise<{ records: Nested[]; total_record: number }> {
  const { tx, screen, caller, screens } = context
  const { key, parent } = endsOf(screen)
  const query = withEnds(context, asked)
  const selection = select(screen, caller, query, screens)
  const start =
    root === null
      ? { field: parent.name, op: 'empty' as const, values: [] }
      : { field: key.name, op: 'eq' as const, values: [root] }
  const from = conditionSql(filterCondition(start, screen.fields), { fields: screen.fields, ...calendarOf(caller) })
  const lost = await strays(tx, screen, parent, caller.organizationId)
  const tops = root === null ? lost.map(({ id }) => id) : []
  const rows = await tx.query<Row & { level: number }>(sql`
    ${ancestorsSql(context, query, mostNested + 1)}, down (id, key, level) as (
      select t.id, ${fieldSql(key)}, 1 from ${selection.table} t where t.organization_id = ${caller.organizationId} and (${from} or t.id = any(${tops}::bigint[]))
      union all
      select t.id, ${fieldSql(key)}, down.level + 1 from ${selection.table} t join down on ${fieldSql(parent)} = down.key
       where t.organization_id = ${caller.organizationId} and down.level < ${depth ?? 1000}
         and not (t.id = any(${circledIds(lost)}::bigint[]))
    )
    select ${selectList(selection.fields)}, down.level from ${selection.table} t join down on down.id = t.id
     where t.organization_id = ${caller.organizationId} and (${!isNarrowed(query)} or t.id in (select id from way))
     order by down.level, ${selection.orderBy} limit ${mostNested + 1}`)
  if (rows.length > mostNested)
    throw new AppError('TOO_LARGE', { message: `These are more than ${mostNested} records. Narrow the filter.` })
  return { records: nested(rows, key.name, parent.name), total_record: rows.length }
}

/** Puts every record below the one it belongs to; the rows come level by level. */
function nested(rows: readonly (Row & { level: number })[], key: string, parent: string): Nested[] {
  const byKey = new Map<string, Nested[]>()
  const top: Nested[] = []
  for (const { level, ...row } of rows) {
    const children: Nested[] = []
    byKey.set(String(row[key]), children)
    const siblings = level === 1 ? top : byKey.get(String(row[parent]))
    siblings?.push({ ...(row as unknown as Row), children })
  }
  return top
}
