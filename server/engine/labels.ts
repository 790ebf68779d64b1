import type { Field, Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import type { Tx } from '../store/database.ts'
import { id, join, sql } from '../store/sql.ts'
import { fieldSql } from './columns.ts'
import { isReference } from './references.ts'
import { mayReadField, mayUse } from './screen-access.ts'

/** For each reference field, the titles of the keys that occur; one of nested rows is named 'rows.field'. */
export type Labels = Record<string, Record<string, string>>

/** Where a record refers to others: a field, or one of its nested rows. */
export interface ReferencePlace {
  readonly name: string
  readonly field: Field
  /** The field that holds the rows. */
  readonly rows?: Field
}

/** The references among the fields, those of nested rows too. */
export const referencePlaces = (fields: readonly Field[]): ReferencePlace[] =>
  fields.flatMap((field): ReferencePlace[] =>
    field.type === 'rows'
      ? (field.fields ?? [])
          .filter(isReference)
          .map((nested) => ({ name: `${field.name}.${nested.name}`, field: nested, rows: field }))
      : isReference(field)
        ? [{ name: field.name, field }]
        : [],
  )

/** The keys that a record refers to at a place. */
export const keysAt = ({ field, rows }: ReferencePlace, record: Readonly<Record<string, unknown>>): string[] =>
  (rows ? ((record[rows.name] ?? []) as Record<string, unknown>[]) : [record])
    .flatMap((row) => (row[field.name] ?? []) as string | string[])
    .map(String)

// Colleagues are known to everybody who is signed in, as GET /api/org-users tells them.
const isKnownToAll = ({ name }: Screen): boolean => name === 'user'

/** The fields that identify and title the records a reference leads to; null when the caller may not see them. */
export function referenceTarget(field: Field, caller: Caller, screens: readonly Screen[]) {
  const screen = screens.find((candidate) => candidate.name === field.target)
  const key = screen?.fields.find((candidate) => candidate.name === screen.table?.key[0])
  const title = screen?.fields.find((candidate) => candidate.name === screen.title)
  if (!screen?.table || !key || !title || key === title) return null
  if (!isKnownToAll(screen) && !(mayUse(caller, screen, 'read') && mayReadField(caller, screen, title.name)))
    return null
  return { screen, table: screen.table, key, title }
}

/** Titles of the records that the rows refer to, in one statement. */
export async function referenceLabels(
  tx: Tx,
  rows: readonly Readonly<Record<string, unknown>>[],
  fields: readonly Field[],
  caller: Caller,
  screens: readonly Screen[],
): Promise<Labels> {
  const wanted = referencePlaces(fields).flatMap((place) => {
    const keys = [...new Set(rows.flatMap((row) => keysAt(place, row)))]
    const target = keys.length ? referenceTarget(place.field, caller, screens) : null
    return target ? [{ name: place.name, keys, target }] : []
  })
  if (wanted.length === 0) return {}
  const parts = wanted.map(
    ({ keys, target }, index) => sql`
      select ${index}::int as at, ${fieldSql(target.key)}::text as key, ${fieldSql(target.title)}::text as title from ${id(target.table.name)} t
       where t.organization_id = ${caller.organizationId} and ${fieldSql(target.key)} = any(${keys}::text[])`,
  )
  const found = await tx.query<{ at: number; key: string; title: string | null }>(join(parts, ' union all '))
  const labels: Labels = Object.fromEntries(wanted.map(({ name }) => [name, {}]))
  for (const { at, key, title } of found) if (title !== null) labels[wanted[at]!.name]![key] = title
  return labels
}
