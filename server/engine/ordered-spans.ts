import { fieldTypes } from '#src/definition'
import type { Database, Tx } from '../store/database.ts'
import { raw, sql, type Sql } from '../store/sql.ts'
import type { Order } from './list.ts'

/** Rows in an order of which spans can be read one by one. */
export interface OrderedRows {
  readonly table: Sql
  readonly order: readonly Order[]
  /** The statement of all rows, or of those of a span of the order. */
  readonly of: (span?: Sql) => Sql
}

// Below, reading takes no longer than dividing and a second connection do.
const fewestRows = 100_000
const rowsOfSpan = 10_000

/**
 * Conditions that divide rows into spans which follow each other in their order, each read in about its share of the time; null where
 * there are too few rows, or where no index leads to a span, so that each would look at all rows. The database's statistics of the first
 * key say where to divide: spans may be of unequal size, but every row is in one of them.
 */
export async function spansOf(db: Database, tx: Tx, { table, order, of }: OrderedRows): Promise<readonly Sql[] | null> {
  const field = order[0]?.field
  if (!field || field.storage.key) return null
  const { rows } = await planOf(tx, of())
  if (rows < fewestRows) return null
  // Statistics of tables with row-level security are the owner's to see; they decide where to divide and leave the server in no answer.
  const [found] = await db.system((owner) =>
    owner.query<{ bounds: string[] }>(sql`
      select s.histogram_bounds::text::text[] as bounds from pg_stats s
        join pg_class c on c.oid = ${table.sql}::regclass and c.relname = s.tablename and c.relnamespace = s.schemaname::regnamespace
       where s.attname = ${field.storage.column} and not s.inherited and s.histogram_bounds is not null`),
  )
  const bounds = spread(found?.bounds ?? [], Math.ceil(rows / rowsOfSpan))
  if (bounds.length === 0) return null
  const spans = between(order[0]!, fieldTypes[field.type].sql(field), bounds)
  await tx.query(pagesForNothing)
  const [whole, one] = [await planOf(tx, of()), await planOf(tx, of(spans[Math.floor(spans.length / 2)]!))]
  if (one.cost * spans.length < 2 * whole.cost) return spans
  for (const statement of pagesAsEver) await tx.query(statement)
  return null
}

// Spans that follow each other read the pages that the whole would have read, which the planner, looking at one of them, cannot know.
export const pagesForNothing = sql`select set_config('seq_page_cost', '0', true), set_config('random_page_cost', '0', true)`
const pagesAsEver = [raw('set local seq_page_cost to default'), raw('set local random_page_cost to default')]

/** So many bounds as make that many spans, evenly from all there are; the outermost are left out, for there is hardly a row beyond. */
function spread(bounds: readonly string[], spans: number): readonly string[] {
  const inner = bounds.slice(1, -1)
  const count = Math.min(spans - 1, inner.length)
  return Array.from({ length: count }, (_, at) => inner[Math.floor(((at + 0.5) * inner.length) / count)]!)
}

/** Spans from bound to bound, in the order; nulls come first descending and last ascending, as PostgreSQL sorts them. */
function between({ expression, descending }: Order, type: string, ascending: readonly string[]): Sql[] {
  const bounds = descending ? ascending.toReversed() : ascending
  const [beyond, upTo] = descending ? ['<', '>='] : ['>', '<=']
  const compared = (how: string, bound: string): Sql => sql`${expression} ${raw(how)} ${bound}::${raw(type)}`
  const nulls = sql`${expression} is null`
  const spans = bounds.map((bound, at) =>
    at === 0 ? compared(upTo!, bound) : sql`${compared(beyond!, bounds[at - 1]!)} and ${compared(upTo!, bound)}`,
  )
  const last = compared(beyond!, bounds.at(-1)!)
  return descending ? [nulls, ...spans, last] : [...spans, last, nulls]
}

/** What the planner expects of a statement. */
async function planOf(tx: Tx, statement: Sql): Promise<{ rows: number; cost: number }> {
  const [row] = await tx.query<{ 'QUERY PLAN': [{ Plan: { 'Plan Rows': number; 'Total Cost': number } }] }>(
    sql`explain (format json) ${statement}`,
  )
  const plan = row!['QUERY PLAN'][0].Plan
  return { rows: plan['Plan Rows'], cost: plan['Total Cost'] }
}
