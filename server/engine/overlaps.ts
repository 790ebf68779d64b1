import { fieldTypes, type Field, type Screen } from '#src/definition'
import type { Issue } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { id, join, raw, sql, type Sql } from '../store/sql.ts'
import { validityOf } from '../store/validity-constraint.ts'
import type { Values } from './write-check.ts'

/** The days from the first to the last, both included; nothing on either side is no bound. */
export const daysSql = (from: Sql, to: Sql): Sql => sql`daterange(${from}, ${to}, '[]')`

const typed = (field: Field, value: unknown): Sql => sql`${value ?? null}::${raw(fieldTypes[field.type].sql(field))}`

/** A period in words: "1 Jan 2026 to 31 Dec 2026" as days, an open end said. */
const periodWords = (from: unknown, to: unknown): string =>
  to === null || to === undefined
    ? from === null || from === undefined
      ? 'always'
      : `from ${String(from)} on`
    : from === null || from === undefined
      ? `until ${String(to)}`
      : `${String(from)} to ${String(to)}`

/** Why a record cannot hold in its period: "Overlaps 2025-01-01 to 2025-12-31 of the same member and owner". */
export function overlapMessage(screen: Screen, from: unknown, to: unknown): string {
  const labels = validityOf(screen)!.within.map((field) => field.label.toLowerCase())
  return `Overlaps the ${screen.label.toLowerCase()} valid ${periodWords(from, to)} of the same ${labels.join(' and ')}`
}

/** Of the records in the same place the first whose period overlaps, as an issue at the first day; none when the period was not touched. */
export async function overlapIssues(
  tx: Tx,
  screen: Screen,
  organizationId: number,
  record: { readonly id: number | null; readonly all: Values; readonly touched: ReadonlySet<string> },
): Promise<Issue[]> {
  const validity = validityOf(screen)
  if (!validity) return []
  const { from, to, within } = validity
  if (record.id !== null && ![from, to, ...within].some(({ name }) => record.touched.has(name))) return []
  const [first, last] = [record.all[from.name] ?? null, record.all[to.name] ?? null]
  // A period that ends before it begins is told as such.
  if (first !== null && last !== null && String(last) < String(first)) return []
  const same = within.map(
    (field) => sql`t.${id(field.storage.column)} is not distinct from ${typed(field, record.all[field.name])}`,
  )
  const [found] = await tx.query<{ first: string | null; last: string | null }>(sql`
    select t.${id(from.storage.column)} as first, t.${id(to.storage.column)} as last from ${id(screen.table!.name)} t
     where t.organization_id = ${organizationId} and ${join(same, ' and ')} and t.id is distinct from ${record.id}::bigint
       and ${daysSql(sql`t.${id(from.storage.column)}`, sql`t.${id(to.storage.column)}`)} && ${daysSql(sql`${first}::date`, sql`${last}::date`)}
     order by t.${id(from.storage.column)} nulls first limit 1`)
  if (!found) return []
  return [{ path: [from.name], code: 'overlap', message: overlapMessage(screen, found.first, found.last) }]
}
