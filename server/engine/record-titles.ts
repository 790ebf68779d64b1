import type { Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import type { Tx } from '../store/database.ts'
import { id, join, sql } from '../store/sql.ts'
import { screenNamed } from './effective-screens.ts'
import { readableFields } from './screen-access.ts'
import { andSeen } from './seen-rows.ts'

/** Key and title of the records that are still there, by screen and id. */
export async function titlesOf(
  tx: Tx,
  caller: Caller,
  screens: readonly Screen[],
  entries: readonly { readonly screen: string; readonly record_id: number }[],
): Promise<ReadonlyMap<string, string>> {
  const names = [...new Set(entries.map(({ screen }) => screen))]
  const parts = names.flatMap((name) => {
    const screen = screenNamed(screens, name)
    if (!screen?.table) return []
    const ids = entries.filter((entry) => entry.screen === name).map((entry) => entry.record_id)
    const shown = [...new Set([...screen.table.key, ...(screen.title ? [screen.title] : [])])]
    const columns = readableFields(caller, screen)
      .filter((field) => shown.includes(field.name) && !field.storage.key)
      .toSorted((a, b) => shown.indexOf(a.name) - shown.indexOf(b.name))
      .map((field) => sql`t.${id(field.storage.column)}::text`)
    const words = columns.length > 0 ? sql`concat_ws(' · ', ${join(columns, ', ')})` : sql`t.id::text`
    return [
      sql`select ${name}::text as screen, t.id, ${words} as title from ${id(screen.table.name)} t
           where t.organization_id = ${caller.organizationId} and t.id = any(${ids}::bigint[])${andSeen(screen, caller, screens)}`,
    ]
  })
  if (parts.length === 0) return new Map()
  const rows = await tx.query<{ screen: string; id: number; title: string }>(join(parts, ' union all '))
  return new Map(rows.map(({ screen, id: recordId, title }) => [`${screen} ${recordId}`, title]))
}
