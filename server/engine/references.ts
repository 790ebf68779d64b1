import { fieldTypes, isAbsent, type Field, type Screen } from '#src/definition'
import type { Issue } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { id, sql } from '../store/sql.ts'
import { acyclicFields, isMoved, keyFieldOf, lockWays } from './circles.ts'
import { fieldSql } from './columns.ts'

/** Whether a field holds keys of another screen's records. */
export const isReference = (field: Field): boolean => field.type === 'reference' || field.type === 'references'

interface Use {
  readonly field: Field
  readonly path: readonly (string | number)[]
  readonly key: string
}

const isStrict = (field: Field): boolean => isReference(field) && field.integrity !== 'soft'

/** Every value of a record that stands for a record or a value elsewhere, nested rows included, with the path to it. */
function usesOf(
  fields: readonly Field[],
  values: Readonly<Record<string, unknown>>,
  asks: (field: Field) => boolean,
  path: readonly (string | number)[] = [],
): Use[] {
  return fields.flatMap((field) => {
    const value = values[field.name]
    if (isAbsent(value)) return []
    if (field.fields && Array.isArray(value)) {
      return value.flatMap((row: Record<string, unknown>, index) =>
        usesOf(field.fields!, row, asks, [...path, field.name, index]),
      )
    }
    if (!asks(field)) return []
    const keys = (Array.isArray(value) ? value : [value]) as string[]
    return keys.map((key) => ({ field, path: [...path, field.name], key }))
  })
}

/** A record about to be written. */
export interface Written {
  readonly all: Readonly<Record<string, unknown>>
  /** The names whose values are written; only what these refer to is looked up. */
  readonly touched: ReadonlySet<string>
  /** As it is stored; null for a new one. */
  readonly before: Readonly<Record<string, unknown>> | null
}

/** For each record an issue for every strict reference that leads to no record, for one that would close a circle and for a value that stands nowhere it has to stand. One statement a target, however many records. */
export async function referenceIssues(
  tx: Tx,
  screen: Screen,
  organizationId: number,
  records: readonly Written[],
  screens: readonly Screen[],
): Promise<Issue[][]> {
  const issues: Issue[][] = records.map(() => [])
  if (records.some((record) => isMoved(screen, record))) await lockWays(tx, screen, organizationId)
  const usesWhere = (asks: (field: Field) => boolean) =>
    records.flatMap(({ all, touched }, at) =>
      usesOf(
        screen.fields.filter((field) => touched.has(field.name)),
        all,
        asks,
      ).map((use) => ({ ...use, at })),
    )
  const uses = usesWhere(isStrict)
  for (const name of new Set(uses.map((use) => use.field.target!))) {
    const target = screens.find((candidate) => candidate.name === name)
    const key = keyFieldOf(target)
    if (!target?.table || !key) continue
    const asked = uses.filter((use) => use.field.target === name)
    const known = await knownKeys(tx, target.table.name, key, organizationId, new Set(asked.map((use) => use.key)))
    for (const use of asked) {
      const own = target.name === screen.name ? records[use.at]!.all[key.name] : undefined
      if (use.key === own && use.field.acyclic)
        issues[use.at]!.push({
          path: use.path,
          code: 'cycle',
          message: `${use.field.label} cannot be the record itself`,
        })
      else if (!known.has(use.key) && use.key !== own)
        issues[use.at]!.push({
          path: use.path,
          code: 'reference',
          message: `There is no ${target.label.toLowerCase()} ${use.key}`,
        })
    }
  }
  const listed = usesWhere(({ valuesOf }) => valuesOf !== undefined)
  for (const field of new Set(listed.map((use) => use.field))) {
    const source = valueSource(field, screens)
    if (!source) continue
    const asked = listed.filter((use) => use.field === field)
    const known = await knownKeys(tx, source.table, source.field, organizationId, new Set(asked.map((use) => use.key)))
    for (const use of asked.filter(({ key }) => !known.has(key)))
      issues[use.at]!.push({ path: use.path, code: 'invalid', message: `${field.label} has no value ${use.key}` })
  }
  for (const [at, record] of records.entries())
    if (issues[at]!.length === 0) issues[at]!.push(...(await cycleIssues(tx, screen, organizationId, record)))
  return issues
}

/** The table and the field that a text takes its values from; null where there are none any more. */
export function valueSource(
  { valuesOf }: Field,
  screens: readonly Screen[],
): { readonly table: string; readonly field: Field } | null {
  const screen = screens.find(({ name }) => name === valuesOf?.screen)
  const field = screen?.fields.find(({ name }) => name === valuesOf?.field)
  return screen?.table && field ? { table: screen.table.name, field } : null
}

// Of the type of the key's column, so that its index is used. One record is enough of many that hold the same.
async function knownKeys(
  tx: Tx,
  table: string,
  key: Field,
  organizationId: number,
  keys: ReadonlySet<string>,
): Promise<Set<string>> {
  const isText = fieldTypes[key.type].sql(key) === 'text'
  const column = isText ? fieldSql(key) : sql`${fieldSql(key)}::text`
  const found = await tx.query<{ key: string }>(sql`
    select k.key from unnest(${[...keys]}::text[]) k (key)
     where exists (select from ${id(table)} t where t.organization_id = ${organizationId} and ${column} = k.key)`)
  return new Set(found.map((row) => row.key))
}

async function cycleIssues(
  tx: Tx,
  screen: Screen,
  organizationId: number,
  { all, touched }: Written,
): Promise<Issue[]> {
  const key = keyFieldOf(screen)
  const issues: Issue[] = []
  for (const field of acyclicFields(screen).filter(({ name }) => touched.has(name))) {
    const [from, self] = [all[field.name], key && all[key.name]]
    if (isAbsent(from) || isAbsent(self) || !screen.table || !key) continue
    const [circle] = await tx.query<{ way: string[] }>(sql`
      with recursive up (key, way) as (
        select ${String(from)}::text, array[${String(from)}::text]
        union all
        select ${fieldSql(field)}, way || ${fieldSql(field)} from ${id(screen.table.name)} t join up on ${fieldSql(key)} = up.key
         where t.organization_id = ${organizationId} and ${fieldSql(field)} is not null and ${fieldSql(field)} <> all(way)
      )
      select way from up where key = ${String(self)} limit 1`)
    if (circle)
      issues.push({
        path: [field.name],
        code: 'cycle',
        message: `${field.label} would lead back to this record: ${[self, ...circle.way].map(String).join(' → ')}`,
      })
  }
  return issues
}
