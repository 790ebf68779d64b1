import { createHash } from 'node:crypto'
import { fieldNamed, fieldTypes, type Field, type Screen } from '#src/definition'
import type { Database } from './database.ts'
import type { Statement } from './schema-sync.ts'
import { id, raw, sql } from './sql.ts'
import { StartError } from '../start-error.ts'

const columnOf = (field: Field, alias?: string): string => id(...(alias ? [alias] : []), field.storage.column).sql

/** A value by which periods are told apart; nothing is a value like any other. */
const partSql = (field: Field, alias?: string): string =>
  fieldTypes[field.type].sql(field) === 'text' ? `coalesce(${columnOf(field, alias)}, '')` : columnOf(field, alias)

/** The fields of a screen's validity. */
export function validityOf({ table, fields }: Screen) {
  if (!table?.validity) return null
  const { from, to, within } = table.validity
  return {
    from: fieldNamed(fields, from),
    to: fieldNamed(fields, to),
    within: within.map((name) => fieldNamed(fields, name)),
  }
}

/** Name of the constraint that keeps the periods of a table apart; another one when what tells them apart becomes another. */
export function validityConstraint(screen: Screen): string | null {
  const validity = validityOf(screen)
  if (!validity) return null
  const parts = [validity.from, validity.to, ...validity.within].map((field) => field.storage.column)
  return `${prefixOf(screen)}${createHash('sha256').update(parts.join()).digest('hex').slice(0, 8)}`
}

const prefixOf = (screen: Screen): string => `${screen.table!.name.slice(0, 40)}__validity__`

interface Existing {
  readonly isNew: boolean
  /** Names of the indexes that are there. */
  readonly names: ReadonlySet<string>
}

/** What keeps the periods of a screen's records apart, where it is not there yet; StartError when stored periods overlap. */
export async function validityStatements(
  db: Database,
  screen: Screen,
  { isNew, names }: Existing,
): Promise<Statement[]> {
  const table = screen.table!.name
  const wanted = validityConstraint(screen)
  const old = [...names].filter((name) => name.startsWith(prefixOf(screen)) && name !== wanted)
  const dropped = old.map((name) => ({
    text: `alter table ${id(table).sql} drop constraint if exists ${id(name).sql}`,
    reason: `${screen.name}: periods are told apart otherwise`,
  }))
  if (wanted === null || names.has(wanted)) return dropped
  const { from, to, within } = validityOf(screen)!
  if (!isNew) await demandApart(db, screen)
  const equal = within.map((field) => `(${partSql(field)}) with =`)
  const days = `daterange(${columnOf(from)}, ${columnOf(to)}, '[]') with &&`
  return [
    ...dropped,
    {
      // Looked at when a statement is done: one that moves two neighbours may make them overlap on the way.
      text: `do $$ begin if not exists (select from pg_constraint where conname = '${wanted.replaceAll("'", "''")}') then
  alter table ${id(table).sql} add constraint ${id(wanted).sql} exclude using gist (organization_id with =, ${[...equal, days].join(', ')}) deferrable initially immediate;
end if; end $$`,
      reason: `${screen.name}: no two periods of the same ${within.map(({ name }) => name).join(', ')} overlap`,
    },
  ]
}

async function demandApart(db: Database, screen: Screen): Promise<void> {
  const { from, to, within } = validityOf(screen)!
  const table = id(screen.table!.name)
  const columns = await db.system((tx) =>
    tx.query<{ name: string }>(sql`
      select attname as name from pg_attribute where attrelid = ${table.sql}::regclass and attnum > 0 and not attisdropped`),
  )
  const has = new Set(columns.map(({ name }) => name))
  // Columns that are only just being added are empty.
  if (![from, to, ...within].every((field) => has.has(field.storage.column))) return
  const same = raw(within.map((field) => `${partSql(field, 'a')} = ${partSql(field, 'b')}`).join(' and '))
  const days = (alias: string) => raw(`daterange(${columnOf(from, alias)}, ${columnOf(to, alias)}, '[]')`)
  const [found] = await db.system((tx) =>
    tx.query<{ one: number; other: number }>(sql`
      select a.id as one, b.id as other from ${table} a join ${table} b
          on b.organization_id = a.organization_id and b.id > a.id and ${same} and ${days('a')} && ${days('b')} limit 1`),
  )
  if (found)
    throw new StartError(
      `${screen.name}: the periods of records ${found.one} and ${found.other} overlap, which the definition no longer allows. Mend them, or leave table.validity out.`,
    )
}
