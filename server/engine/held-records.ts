import type { Screen } from '#src/definition'
import { id, sql, type Sql } from '../store/sql.ts'
import { fieldSql } from './columns.ts'
import { keyFieldOf } from './circles.ts'
import { strictUses, usersOf, type StrictUse } from './strict-uses.ts'
import type { WriteContext } from './write-check.ts'

interface Use {
  readonly screen: string
  readonly one: string
  readonly many: string
  readonly count: number
}

/** A record that cannot go, since records that stay refer to it. */
export interface Held {
  readonly id: number
  readonly key: string
  readonly used: readonly Use[]
}

/**
 * Of the rows that a condition on `t` finds, those to which a record refers strictly that is not among them. Rows of the
 * same table that go together do not hold each other; one that has to stay holds what it refers to. The rows are locked.
 */
export async function heldRecords(context: WriteContext, where: Sql): Promise<Map<number, Held>> {
  const { tx, screen, screens } = context
  const key = keyFieldOf(screen)
  const places = strictUses(screen, screens)
  const held = new Map<number, Held>()
  if (places.length === 0 || !key || !screen.table) return held
  const rows = await tx.query<{ id: number; key: string | null }>(
    sql`select t.id, ${fieldSql(key)}::text as key from ${id(screen.table.name)} t where ${where} order by t.id for update`,
  )
  // By key: what has none cannot be referred to. A list of keys keeps the plan the same whatever the planner guesses.
  const going: Going = new Map(rows.flatMap((row) => (row.key === null ? [] : [[row.key, row.id]])))
  if (going.size === 0) return held
  const links: Link[] = []
  for (const use of places) {
    if (use.screen.name === screen.name) links.push(...(await linksWithin(context, use, going)))
    else
      for (const { key: used, count } of await usesFrom(context, use, going))
        hold(held, { id: going.get(used)!, key: used }, use.screen, count)
  }
  holdWithin(screen, links, new Set(going.values()), held)
  return held
}

type Going = ReadonlyMap<string, number>

function hold(held: Map<number, Held>, row: { id: number; key: string }, other: Screen, count: number): void {
  const before = held.get(row.id)?.used ?? []
  const same = before.find((use) => use.screen === other.name)
  const use = { screen: other.name, one: other.label, many: other.plural, count: count + (same?.count ?? 0) }
  held.set(row.id, { id: row.id, key: row.key, used: [...before.filter((one) => one !== same), use] })
}

const usesFrom = ({ tx, caller }: WriteContext, use: StrictUse, going: Going) =>
  tx.query<{ key: string; count: number }>(
    sql`select u.key, count(*) as count from (${usersOf(use, caller.organizationId, [...going.keys()])}) u group by 1`,
  )

interface Link {
  readonly from: number
  readonly to: number
  readonly key: string
}

async function linksWithin({ tx, caller }: WriteContext, use: StrictUse, going: Going): Promise<Link[]> {
  const rows = await tx.query<{ id: number; key: string }>(usersOf(use, caller.organizationId, [...going.keys()]))
  return rows
    .map((row) => ({ from: row.id, to: going.get(row.key)!, key: row.key }))
    .filter(({ from, to }) => from !== to)
}

/** References within the table: what stays holds what it refers to, and that in turn what it refers to. */
function holdWithin(screen: Screen, links: readonly Link[], going: ReadonlySet<number>, held: Map<number, Held>): void {
  let waiting = links
  for (;;) {
    const stays = new Set(waiting.filter((link) => !going.has(link.from) || held.has(link.from)))
    if (stays.size === 0) return
    for (const link of stays) hold(held, { id: link.to, key: link.key }, screen, 1)
    waiting = waiting.filter((link) => !stays.has(link))
  }
}
