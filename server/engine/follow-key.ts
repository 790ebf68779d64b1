import type { Field, Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import type { Tx } from '../store/database.ts'
import { id, join, raw, sql, type Sql } from '../store/sql.ts'
import { counts } from './count-cache.ts'
import { isReference } from './references.ts'

/** A record's key that becomes another. */
interface Move {
  readonly target: string
  readonly from: string
  readonly to: string
}

/** A column that can hold the key, the fields whose values lie in it, and what it holds afterwards. */
interface Place {
  readonly column: string
  readonly holds: Sql
  readonly next: Sql
  readonly noted: Sql
}

const refers = (field: Field, move: Move): boolean =>
  field.fields ? field.fields.some((inner) => refers(inner, move)) : isReference(field) && field.target === move.target

/** The rows of a JSON array with the key replaced in their fields; anything else stays as it is. */
function rowsSql(rows: Sql, fields: readonly Field[], move: Move, depth: number): Sql {
  const row = raw(`row${depth}`)
  const entries = fields.filter((field) => refers(field, move)).map((field) => ({ key: field.name, field }))
  return sql`case jsonb_typeof(${rows}) when 'array' then coalesce(
    (select jsonb_agg(case jsonb_typeof(${row}.value) when 'object' then ${objectSql(sql`${row}.value`, entries, move, depth + 1)} else ${row}.value end order by ${row}.at)
       from jsonb_array_elements(${rows}) with ordinality as ${row} (value, at)), ${rows}) else ${rows} end`
}

function objectSql(
  object: Sql,
  entries: readonly { readonly key: string; readonly field: Field }[],
  move: Move,
  depth: number,
): Sql {
  const parts = entries.map(({ key, field }) => {
    const value = sql`${object} -> ${key}::text`
    const one = raw(`one${depth}`)
    const [holds, next] = field.fields
      ? [sql`jsonb_typeof(${value}) = 'array'`, rowsSql(sql`(${value})`, field.fields, move, depth)]
      : field.type === 'references'
        ? [
            sql`jsonb_typeof(${value}) = 'array' and ${value} @> to_jsonb(${move.from}::text)`,
            sql`(select jsonb_agg(case when ${one}.value = to_jsonb(${move.from}::text) then to_jsonb(${move.to}::text) else ${one}.value end order by ${one}.at)
                   from jsonb_array_elements(${value}) with ordinality as ${one} (value, at))`,
          ]
        : [sql`${object} ->> ${key}::text = ${move.from}::text`, sql`to_jsonb(${move.to}::text)`]
    return sql`case when ${holds} then jsonb_build_object(${key}::text, ${next}) else '{}'::jsonb end`
  })
  return sql`(${join([object, ...parts], ' || ')})`
}

const noted = (name: string, before: Sql, after: Sql): Sql =>
  sql`case when ${before} is distinct from ${after} then jsonb_build_object(${name}::text, jsonb_build_array(to_jsonb(${before}), to_jsonb(${after}))) else '{}'::jsonb end`

function placeOf(field: Field, move: Move): Place {
  const { column } = field.storage
  const value = id('t', column)
  const change = noted(field.name, id('old', column), id('moved', column))
  if (field.fields) {
    const next = rowsSql(value, field.fields, move, 0)
    return { column, holds: sql`${next} is distinct from ${value}`, next, noted: change }
  }
  if (field.type === 'references')
    return {
      column,
      holds: sql`${value} @> array[${move.from}::text]`,
      next: sql`array_replace(${value}, ${move.from}::text, ${move.to}::text)`,
      noted: change,
    }
  return {
    column,
    holds: sql`${value} = ${move.from}::text`,
    next: sql`case when ${value} = ${move.from}::text then ${move.to}::text else ${value} end`,
    noted: change,
  }
}

/** Attributes lie beside each other in one column. */
function attributesPlace(column: string, fields: readonly Field[], move: Move): Place {
  const value = id('t', column)
  const entries = fields.map((field) => ({ key: field.storage.key!, field }))
  const next = objectSql(value, entries, move, 0)
  const changes = entries.map(({ key, field }) =>
    noted(field.name, sql`(${id('old', column)} -> ${key}::text)`, sql`(${id('moved', column)} -> ${key}::text)`),
  )
  return { column, holds: sql`${next} is distinct from ${value}`, next, noted: join(changes, ' || ') }
}

function placesOf({ fields }: Screen, move: Move): Place[] {
  const referring = fields.filter((field) => refers(field, move))
  const keyed = referring.filter(({ storage }) => storage.key !== undefined)
  return [
    ...referring.filter(({ storage }) => storage.key === undefined).map((field) => placeOf(field, move)),
    ...[...new Set(keyed.map(({ storage }) => storage.column))].map((column) => {
      const some = keyed.filter(({ storage }) => storage.column === column)
      return attributesPlace(column, some, move)
    }),
  ]
}

/**
 * Gives every reference to a record, of whatever screen, the record's new key: columns, lists, nested rows and attributes, one
 * statement a table. The rows become a new version and the change is written down as anybody's is.
 */
export async function followKey(
  { tx, caller }: { readonly tx: Tx; readonly caller: Caller },
  screens: readonly Screen[],
  move: Move,
): Promise<void> {
  for (const screen of screens) {
    const places = placesOf(screen, move)
    if (!screen.table || places.length === 0) continue
    const table = screen.table.name
    const columns = places.map(({ column }) => column)
    const holds = join(
      places.map((place) => place.holds),
      ' or ',
    )
    const sets = places.map(({ column, next }) => sql`${id(column)} = ${next}`)
    const values = (alias: string) => raw(columns.map((column) => `, ${id(alias, column).sql}`).join(''))
    const moved = sql`
      with old as (select t.id${values('t')} from ${id(table)} t where t.organization_id = ${caller.organizationId} and (${holds}) for update),
      moved as (
        update ${id(table)} t
           set ${join(sets, ', ')}, row_version = t.row_version + 1, updated_at = now(), updated_by = ${caller.userId}
          from old where t.organization_id = ${caller.organizationId} and t.id = old.id returning t.id${values('t')})`
    const changes = join(
      places.map((place) => place.noted),
      ' || ',
    )
    await tx.query(
      screen.table.history
        ? sql`${moved}
          insert into history (organization_id, screen, record_id, user_id, operation, changes)
          select ${caller.organizationId}, ${screen.name}, moved.id, ${caller.userId}, 'update', ${changes} from moved join old using (id)`
        : sql`${moved} select count(*) from moved`,
    )
    tx.afterCommit(() => counts.forget(table, caller.organizationId))
  }
}
