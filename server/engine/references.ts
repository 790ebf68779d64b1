import { isAbsent, type Field, type Screen } from '#src/definition'
import type { Issue } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { id, sql } from '../store/sql.ts'
import { fieldSql } from './columns.ts'

const isReference = (field: Field): boolean => field.type === 'reference' || field.type === 'references'

const keyFieldOf = (screen: Screen | undefined): Field | undefined =>
  screen?.fields.find((field) => field.name === screen.table?.key[0])

interface Use {
  readonly field: Field
  readonly path: readonly (string | number)[]
  readonly key: string
}

/** Every strict reference of a record's values, nested rows included, with the path to it. */
function usesOf(
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
  path: readonly (string | number)[] = [],
): Use[] {
  return fields.flatMap((field) => {
    const value = values[field.name]
    if (isAbsent(value)) return []
    if (field.fields && Array.isArray(value)) {
      return value.flatMap((row: Record<string, unknown>, index) =>
        usesOf(field.fields!, row, [...path, field.name, index]),
      )
    }
    if (!isReference(field) || field.integrity === 'soft') return []
    const keys = (Array.isArray(value) ? value : [value]) as string[]
    return keys.map((key) => ({ field, path: [...path, field.name], key }))
  })
}

/** An issue for every strict reference that leads to no record, and for one that would close a circle. */
export async function referenceIssues(
  tx: Tx,
  screen: Screen,
  organizationId: number,
  values: Readonly<Record<string, unknown>>,
  screens: readonly Screen[],
): Promise<Issue[]> {
  const issues: Issue[] = []
  const uses = usesOf(screen.fields, values)
  for (const name of new Set(uses.map((use) => use.field.target!))) {
    const target = screens.find((candidate) => candidate.name === name)
    const key = keyFieldOf(target)
    if (!target?.table || !key) continue
    const asked = uses.filter((use) => use.field.target === name)
    const own = target === screen ? values[key.name] : undefined
    const found = await tx.query<{ key: string }>(sql`
      select ${fieldSql(key)}::text as key from ${id(target.table.name)} t
       where t.organization_id = ${organizationId} and ${fieldSql(key)}::text = any(${asked.map((use) => use.key)}::text[])`)
    const known = new Set(found.map((row) => row.key))
    for (const use of asked) {
      if (use.key === own && use.field.acyclic)
        issues.push({ path: use.path, code: 'cycle', message: `${use.field.label} cannot be the record itself` })
      else if (!known.has(use.key) && use.key !== own)
        issues.push({
          path: use.path,
          code: 'reference',
          message: `There is no ${target.label.toLowerCase()} ${use.key}`,
        })
    }
  }
  if (issues.length === 0) issues.push(...(await cycleIssues(tx, screen, organizationId, values)))
  return issues
}

async function cycleIssues(
  tx: Tx,
  screen: Screen,
  organizationId: number,
  values: Readonly<Record<string, unknown>>,
): Promise<Issue[]> {
  const key = keyFieldOf(screen)
  const issues: Issue[] = []
  for (const field of screen.fields.filter((candidate) => candidate.acyclic && candidate.target === screen.name)) {
    const [from, self] = [values[field.name], key && values[key.name]]
    if (isAbsent(from) || isAbsent(self) || !screen.table || !key) continue
    const [circle] = await tx.query(sql`
      with recursive up (key) as (
        select ${String(from)}::text
        union
        select ${fieldSql(field)} from ${id(screen.table.name)} t join up on ${fieldSql(key)} = up.key
         where t.organization_id = ${organizationId} and ${fieldSql(field)} is not null
      )
      select 1 from up where key = ${String(self)}`)
    if (circle)
      issues.push({ path: [field.name], code: 'cycle', message: `${field.label} would lead back to this record` })
  }
  return issues
}

export interface WhereUsed {
  readonly screen: string
  readonly label: string
  readonly count: number
}

/** How many records refer strictly to the records with these keys, by screen. */
export async function whereUsed(
  tx: Tx,
  screen: Screen,
  organizationId: number,
  keys: readonly string[],
  screens: readonly Screen[],
): Promise<WhereUsed[]> {
  const used: WhereUsed[] = []
  for (const other of screens) {
    if (!other.table) continue
    for (const field of other.fields) {
      if (!isReference(field) || field.target !== screen.name || field.integrity === 'soft') continue
      const refers =
        field.type === 'references'
          ? sql`${fieldSql(field)} && ${keys}::text[]`
          : sql`${fieldSql(field)} = any(${keys}::text[])`
      const [row] = await tx.query<{ count: number }>(sql`
        select count(*) as count from ${id(other.table.name)} t where t.organization_id = ${organizationId} and ${refers}`)
      if (row && row.count > 0)
        used.push({ screen: other.name, label: row.count === 1 ? other.label : other.plural, count: row.count })
    }
  }
  return used
}
