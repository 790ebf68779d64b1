import type { Field, Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import type { Tx } from '../store/database.ts'
import { id, sql } from '../store/sql.ts'
import { fieldSql } from './columns.ts'
import { mayReadField, mayUse } from './screen-access.ts'

/** For each reference field, the titles of the keys that occur. */
export type Labels = Record<string, Record<string, string>>

/** The fields that identify and title the records a reference leads to; null when the caller may not see them. */
export function referenceTarget(field: Field, caller: Caller, screens: readonly Screen[]) {
  const screen = screens.find((candidate) => candidate.name === field.target)
  const key = screen?.fields.find((candidate) => candidate.name === screen.table?.key[0])
  const title = screen?.fields.find((candidate) => candidate.name === screen.title)
  if (!screen?.table || !key || !title || key === title) return null
  if (!mayUse(caller, screen, 'read') || !mayReadField(caller, screen, title.name)) return null
  return { screen, table: screen.table, key, title }
}

/** Titles of the records that the rows refer to, one statement per referenced screen. */
export async function referenceLabels(
  tx: Tx,
  rows: readonly Readonly<Record<string, unknown>>[],
  fields: readonly Field[],
  caller: Caller,
  screens: readonly Screen[],
): Promise<Labels> {
  const labels: Labels = {}
  for (const field of fields) {
    if (field.type !== 'reference' && field.type !== 'references') continue
    const keys = [...new Set(rows.flatMap((row) => row[field.name] ?? []) as string[])]
    const target = keys.length ? referenceTarget(field, caller, screens) : null
    if (!target) continue
    const found = await tx.query<{ key: string; title: string | null }>(sql`
      select ${fieldSql(target.key)} as key, ${fieldSql(target.title)} as title from ${id(target.table.name)} t
       where t.organization_id = ${caller.organizationId} and ${fieldSql(target.key)} = any(${keys}::text[])`)
    labels[field.name] = Object.fromEntries(found.flatMap(({ key, title }) => (title === null ? [] : [[key, title]])))
  }
  return labels
}
