import { fieldNamed, type Screen } from '#src/definition'
import { type Caller, can } from '../authorize.ts'
import { booksDay } from '../caller-day.ts'
import type { Tx } from '../store/database.ts'
import { id, join, sql, type Sql } from '../store/sql.ts'
import { fieldSql } from './columns.ts'
import { conditionSql } from './condition-sql.ts'
import { seenChanges } from './field-layers/seen-changes.ts'
import { mayReadField, mayUse } from './screen-access.ts'

/** Which rows of `t` the caller sees of a screen that shows everybody other ones; null where it shows every row. */
export function seenRows(screen: Screen, caller: Caller, screens: readonly Screen[]): Sql | null {
  const { rows } = screen.access
  if (!rows || (rows.all !== undefined && can(caller, rows.all))) return null
  const today = booksDay(caller)
  const own = conditionSql(rows.when, { fields: screen.fields, today, me: caller.email })
  // Layers are for roles and users by number, and whose fields they change a condition on the row cannot tell.
  if (screen.name === 'form-field') return seenChanges(caller, screens, own)
  if (rows.about === undefined) return own
  const readable = screens.filter((other) => showsAll(other, caller)).map(({ name }) => name)
  const about = fieldSql(fieldNamed(screen.fields, rows.about))
  return sql`(${own} or ${about} = any(${readable}::text[]))`
}

/** Whether somebody may read records of a screen, and what is to be approved about them. */
const showsAll = (screen: Screen, caller: Caller): boolean =>
  screen.access.rows === null &&
  mayUse(caller, screen, 'read') &&
  (!screen.approval?.amount || mayReadField(caller, screen, screen.approval.amount))

/** The same as a part of a condition on `t`. */
export function andSeen(screen: Screen, caller: Caller, screens: readonly Screen[]): Sql {
  const seen = seenRows(screen, caller, screens)
  return seen ? sql` and ${seen}` : sql``
}

/** Those of the records that the caller does not see, or that are not there. */
export async function unseen(
  tx: Tx,
  screen: Screen,
  caller: Caller,
  screens: readonly Screen[],
  recordIds: readonly number[],
): Promise<number[]> {
  const seen = seenRows(screen, caller, screens)
  if (!seen || recordIds.length === 0) return []
  const parts = [sql`t.organization_id = ${caller.organizationId}`, sql`t.id = any(${recordIds}::bigint[])`, seen]
  const found = await tx.query<{ id: number }>(
    sql`select t.id from ${id(screen.table!.name)} t where ${join(parts, ' and ')}`,
  )
  const known = new Set(found.map((row) => row.id))
  return recordIds.filter((one) => !known.has(one))
}
