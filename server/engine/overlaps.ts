import { fieldTypes, type Field, type Screen } from '#src/definition'
import type { Issue } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { id, join, raw, sql, type Sql } from '../store/sql.ts'
import { validitiesOf, type Validity } from '../store/validity-constraint.ts'
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

/** What a validity keeps apart: memberships, or primary memberships. */
export const keptApart = ({ label }: Pick<Screen, 'label'>, { flag }: Pick<Validity, 'flag'>): string =>
  `${flag ? `${flag.label.toLowerCase()} ` : ''}${label.toLowerCase()}`

/** Why a record cannot hold in its period: "Overlaps the membership valid 2025-01-01 to 2025-12-31 of the same member and owner". */
export function overlapMessage(screen: Screen, validity: Validity, from: unknown, to: unknown): string {
  const labels = validity.within.map((field) => field.label.toLowerCase())
  return `Overlaps the ${keptApart(screen, validity)} valid ${periodWords(from, to)} of the same ${labels.join(' and ')}`
}

interface Looked {
  readonly id: number | null
  readonly all: Values
  readonly touched: ReadonlySet<string>
}

/** Of the records in the same place the first whose period overlaps, as an issue at the first day or the flag; none when the period was not touched. */
export async function overlapIssues(tx: Tx, screen: Screen, organizationId: number, record: Looked): Promise<Issue[]> {
  const issues: Issue[] = []
  for (const validity of validitiesOf(screen))
    issues.push(...(await overlapOf(tx, screen, organizationId, record, validity)))
  return issues
}

async function overlapOf(
  tx: Tx,
  screen: Screen,
  organizationId: number,
  record: Looked,
  validity: Validity,
): Promise<Issue[]> {
  const { from, to, within, flag } = validity
  const telling = [from, to, ...within, ...(flag ? [flag] : [])]
  if (record.id !== null && !telling.some(({ name }) => record.touched.has(name))) return []
  if (flag && record.all[flag.name] !== true) return []
  const [first, last] = [record.all[from.name] ?? null, record.all[to.name] ?? null]
  // A period that ends before it begins is told as such.
  if (first !== null && last !== null && String(last) < String(first)) return []
  const same = [
    ...within.map(
      (field) => sql`t.${id(field.storage.column)} is not distinct from ${typed(field, record.all[field.name])}`,
    ),
    ...(flag ? [sql`t.${id(flag.storage.column)}`] : []),
  ]
  const [found] = await tx.query<{ first: string | null; last: string | null }>(sql`
    select t.${id(from.storage.column)} as first, t.${id(to.storage.column)} as last from ${id(screen.table!.name)} t
     where t.organization_id = ${organizationId} and ${join(same, ' and ')} and t.id is distinct from ${record.id}::bigint
       and ${daysSql(sql`t.${id(from.storage.column)}`, sql`t.${id(to.storage.column)}`)} && ${daysSql(sql`${first}::date`, sql`${last}::date`)}
     order by t.${id(from.storage.column)} nulls first limit 1`)
  if (!found) return []
  const message = overlapMessage(screen, validity, found.first, found.last)
  return [{ path: [(flag ?? from).name], code: 'overlap', message }]
}
