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

/** The days of records, and what tells those apart that may not overlap: all of them, or those with a flag. */
export interface Validity {
  readonly from: Field
  readonly to: Field
  readonly within: readonly Field[]
  readonly flag: Field | null
}

/** The validities of a screen: of all its records first; none where they hold at all times. */
export function validitiesOf({ table, fields }: Pick<Screen, 'table' | 'fields'>): Validity[] {
  if (!table?.validity) return []
  const { from, to, within, only } = table.validity
  const named = (name: string) => fieldNamed(fields, name)
  const days = { from: named(from), to: named(to) }
  return [
    { ...days, within: within.map(named), flag: null },
    ...(only ? [{ ...days, within: only.within.map(named), flag: named(only.flag) }] : []),
  ]
}

const prefixOf = (screen: Screen): string => `${screen.table!.name.slice(0, 40)}__validity__`

/** Name of the constraint that keeps the periods of a validity apart; another one when what tells them apart becomes another. */
export function validityConstraint(screen: Screen, { from, to, within, flag }: Validity): string {
  const parts = [from, to, ...within, ...(flag ? [flag] : [])].map((field) => field.storage.column)
  return `${prefixOf(screen)}${createHash('sha256').update(parts.join()).digest('hex').slice(0, 8)}`
}

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
  const wanted = validitiesOf(screen).map((validity) => ({ validity, name: validityConstraint(screen, validity) }))
  const old = [...names].filter((name) => name.startsWith(prefixOf(screen)) && !wanted.some((one) => one.name === name))
  const statements: Statement[] = old.map((name) => ({
    text: `alter table ${id(table).sql} drop constraint if exists ${id(name).sql}`,
    reason: `${screen.name}: periods are told apart otherwise`,
  }))
  for (const { validity, name } of wanted.filter((one) => !names.has(one.name))) {
    if (!isNew && !validity.flag) await demandApart(db, screen, validity)
    statements.push(constraintStatement(screen, validity, name))
  }
  return statements
}

function constraintStatement(screen: Screen, { from, to, within, flag }: Validity, name: string): Statement {
  const table = screen.table!.name
  const equal = within.map((field) => `(${partSql(field)}) with =`)
  const days = `daterange(${columnOf(from)}, ${columnOf(to)}, '[]') with &&`
  const where = flag ? ` where (${columnOf(flag)})` : ''
  // Records with the flag were not kept apart before: those that overlap stay until they are mended, every write is looked at all the same.
  const kept = flag
    ? `\nexception when exclusion_violation then raise warning '%', '${table}: periods overlap, ${name} is left out';`
    : ''
  return {
    // Looked at when a statement is done: one that moves two neighbours may make them overlap on the way.
    text: `do $$ begin if not exists (select from pg_constraint where conname = '${name.replaceAll("'", "''")}') then
  alter table ${id(table).sql} add constraint ${id(name).sql} exclude using gist (organization_id with =, ${[...equal, days].join(', ')})${where} deferrable initially immediate;
end if;${kept} end $$`,
    reason: `${screen.name}: no two periods of the same ${within.map((field) => field.name).join(', ')} overlap${flag ? ` where ${flag.name}` : ''}`,
  }
}

async function demandApart(db: Database, screen: Screen, { from, to, within }: Validity): Promise<void> {
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
