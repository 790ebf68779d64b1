import type { Screen } from '#src/definition'
import type { Tx } from '#server/store/database.ts'
import { id, json, raw, sql } from '#server/store/sql.ts'

/** A field that was changed once, and what it held before. */
interface Changed {
  readonly screen: string
  readonly field: string
  readonly before: string
  /** Records before this one stay as they were made, and every so many of the others was changed. */
  readonly from: number
  readonly every: number
}

const changed: readonly Changed[] = [
  { screen: 'customer', field: 'payment_terms', before: '45 days', from: 150, every: 3 },
  { screen: 'material', field: 'material_group', before: 'Not yet grouped', from: 60, every: 4 },
  { screen: 'supplier', field: 'payment_terms', before: '14 days', from: 5, every: 2 },
  { screen: 'employee', field: 'territory', before: 'Head office', from: 10, every: 4 },
]

/** Spreads the making of the masters and some changes of them over the last year, each new value being the one that stands. */
export async function insertHistory(
  tx: Tx,
  screens: readonly Screen[],
  organizationId: number,
  userIds: readonly number[],
): Promise<void> {
  for (const { screen: name, field, before, from, every } of changed) {
    const screen = screens.find((candidate) => candidate.name === name)
    if (!screen?.table) continue
    const table = id(screen.table.name)
    // Twelve months, the records of each made together.
    await tx.query(sql`
      with parts as (
        select id, ntile(12) over (order by id) as part from ${table} where organization_id = ${organizationId}
      ), months as (
        select min(id) as first, max(id) as last, now() - make_interval(months => (13 - part)::int) as made from parts group by part
      ), dated as (
        update ${table} t set created_at = m.made, updated_at = m.made from months m
         where t.organization_id = ${organizationId} and t.id between m.first and m.last
      )
      insert into history (organization_id, screen, record_id, last_record_id, at, user_id, operation)
      select ${organizationId}, ${name}, first, nullif(last, first), made, ${userIds[0] ?? null}::bigint, 'insert' from months`)
    const value = raw(`t.${id(field).sql}`)
    await tx.query(sql`
      with ordered as (
        select id, row_number() over (order by id) as place from ${table} where organization_id = ${organizationId}
      ), touched as (
        update ${table} t set updated_at = t.created_at + (now() - t.created_at) * ((o.place * 37 % 90 + 5) / 100.0)
          from ordered o
         where t.organization_id = ${organizationId} and t.id = o.id and o.place >= ${from} and o.place % ${every} = 0
           and ${value} is not null and ${value} <> ${before}
        returning t.id, t.updated_at, ${value} as now_is, o.place
      )
      insert into history (organization_id, screen, record_id, at, user_id, operation, changes)
      select ${organizationId}, ${name}, id, updated_at, (${json(userIds)} ->> (place % ${userIds.length})::int)::bigint, 'update',
             jsonb_build_object(${field}::text, jsonb_build_array(${before}::text, now_is))
        from touched`)
  }
}
