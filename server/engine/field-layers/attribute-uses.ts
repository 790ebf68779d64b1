import type { Field, Screen } from '#src/definition'
import { attributeValue } from '#src/definition/offered-attributes.ts'
import { AppError } from '../../errors.ts'
import type { Tx } from '../../store/database.ts'
import { id, join, json, sql, type Sql } from '../../store/sql.ts'
import { fieldSql } from '../columns.ts'

/** Whether the record `t` names the value in a field that has to name something, or in such a field of a row. */
function namesSql(field: Field, screen: string, value: string): Sql[] {
  const asks = ({ attributesOf, required }: Field): boolean => required && (attributesOf ?? []).includes(screen)
  if (field.type !== 'rows') return asks(field) ? [sql`${fieldSql(field)} = ${value}`] : []
  return (field.fields ?? [])
    .filter(asks)
    .map(({ name }) => sql`${id('t', field.storage.column)} @> ${json([{ [name]: value }])}`)
}

/**
 * Refuses with STILL_REFERENCED to take an attribute away that records name where they have to name one: who a contract is for would change
 * without anybody having decided it. `screens` are all of the organisation.
 */
export async function demandUnasked(
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  screens: readonly Screen[],
  { screen, name, label }: { readonly screen: string; readonly name: string; readonly label: string },
): Promise<void> {
  const value = attributeValue(screen, name)
  const used: { screen: string; label: string; count: number }[] = []
  for (const other of screens) {
    const places = other.table ? other.fields.flatMap((field) => namesSql(field, screen, value)) : []
    if (!other.table || places.length === 0) continue
    const [row] = await tx.query<{ count: number }>(sql`
      select count(*) as count from ${id(other.table.name)} t where t.organization_id = ${organizationId} and (${join(places, ' or ')})`)
    const count = row?.count ?? 0
    if (count > 0) used.push({ screen: other.name, label: count === 1 ? other.label : other.plural, count })
  }
  if (used.length === 0) return
  const words = used.map((one) => `${one.count} ${one.label.toLowerCase()}`).join(', ')
  throw new AppError('STILL_REFERENCED', {
    message: `${label} is what ${words} ask${used.length === 1 && used[0]!.count === 1 ? 's' : ''} for. Change that first, or hide the field instead.`,
    details: { used },
  })
}
