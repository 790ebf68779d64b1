import type { Field, Screen } from '#src/definition'
import { walkFields } from '#src/definition/walk-fields.ts'
import { id, sql, type Sql } from '../store/sql.ts'
import { fieldSql } from './columns.ts'
import { isReference } from './references.ts'

/** A place where records name another record that has to stay as long as they do. */
export interface StrictUse {
  /** Whose records name it. */
  readonly screen: Screen
  /** The field with a column: the reference itself, or the rows in which it stands. */
  readonly field: Field
  /** From the rows of `field` down to the reference, as a path of PostgreSQL; null where `field` is the reference. */
  readonly within: string | null
}

/** Everywhere that records of `target` are referred to strictly, nested rows included. */
export function strictUses(target: Screen, screens: readonly Screen[]): StrictUse[] {
  const uses: StrictUse[] = []
  for (const screen of screens.filter(({ table }) => table))
    for (const field of screen.fields)
      walkFields([field], (found, [, ...below]) => {
        if (!isReference(found) || found.target !== target.name || found.integrity === 'soft') return
        // `[*]` leaves what is no list as it is, so that one key and several are told alike.
        const within = ['$[*]', ...below.map((name) => `${JSON.stringify(name)}[*]`)].join('.')
        uses.push({ screen, field, within: below.length > 0 ? within : null })
      })
  return uses
}

/** The keys that stand in the rows of a record of `alias`, as `k (key)`; what is written in them is read once a record. */
const keysInRows = ({ field, within }: StrictUse, alias: string): Sql =>
  sql`(select v.value #>> '{}' as key from jsonb_path_query(${fieldSql(field, alias)}, ${within}::jsonpath) as v (value)) k`

/** The records of `alias` that name one of the keys, each once for a key: id and key. */
export function usersOf(use: StrictUse, organizationId: number, keys: readonly string[]): Sql {
  const { screen, field, within } = use
  const column = fieldSql(field, 'o')
  const rows = sql`${id(screen.table!.name)} o`
  if (within !== null)
    return sql`select distinct o.id, k.key from ${rows}, lateral ${keysInRows(use, 'o')}
                where o.organization_id = ${organizationId} and k.key = any(${keys}::text[])`
  return field.type === 'references'
    ? sql`select o.id, k.key from ${rows}, unnest(${column}) as k (key)
           where o.organization_id = ${organizationId} and ${column} && ${keys}::text[] and k.key = any(${keys}::text[])`
    : sql`select o.id, ${column} as key from ${rows} where o.organization_id = ${organizationId} and ${column} = any(${keys}::text[])`
}

/** Whether the record `alias` names the key. */
export function names(use: StrictUse, alias: string, key: Sql): Sql {
  const column = fieldSql(use.field, alias)
  if (use.within !== null) return sql`exists (select from ${keysInRows(use, alias)} where k.key = ${key})`
  return use.field.type === 'references' ? sql`${column} @> array[${key}]` : sql`${column} = ${key}`
}

/** Whether a record `u` for which `where` holds names the key; rows are read once, not once for each key that is asked for. */
export function isNamed(use: StrictUse, key: Sql, where: Sql): Sql {
  const table = id(use.screen.table!.name)
  return use.within === null
    ? sql`exists (select from ${table} u where ${where} and ${names(use, 'u', key)})`
    : sql`${key} in (select k.key from ${table} u, lateral ${keysInRows(use, 'u')} where ${where} and k.key is not null)`
}
