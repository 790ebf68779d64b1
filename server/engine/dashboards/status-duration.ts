import type { Screen } from '#src/definition'
import type { Caller } from '../../authorize.ts'
import type { Database } from '../../store/database.ts'
import { id, sql } from '../../store/sql.ts'
import type { Row } from '../page.ts'
import { statusField } from './counted-screens.ts'

/** Since when, and for how many whole days, each record is in its state: since its last change, else since it was made. */
export async function withStatusDuration(
  db: Database,
  caller: Caller,
  screen: Screen,
  records: readonly Row[],
): Promise<readonly Record<string, unknown>[]> {
  const field = statusField(screen, caller)
  if (!field || records.length === 0)
    return records.map((record) => ({ ...record, status_since: null, status_duration: null }))
  const rows = await db.tenant(
    caller,
    (tx) =>
      tx.query<{ id: number; since: string; days: number }>(sql`
        select t.id, s.since, floor(extract(epoch from now() - s.since) / 86400)::int as days
          from ${id(screen.table!.name)} t
          cross join lateral (
            select coalesce(max(h.at), t.created_at) as since from history h
             where h.organization_id = t.organization_id and h.screen = ${screen.name} and h.record_id = t.id
               and h.operation = 'update' and h.changes ? ${field.name}
          ) s
         where t.organization_id = ${caller.organizationId} and t.id = any(${records.map((record) => record.id)}::bigint[])`),
    { readOnly: true },
  )
  const known = new Map(rows.map((row) => [row.id, row]))
  return records.map((record) => {
    const found = known.get(record.id)
    return { ...record, status_since: found?.since ?? null, status_duration: found?.days ?? null }
  })
}
