import { fieldTypes, type Field, type Screen } from '#src/definition'
import { areas } from '#screens/navigation.ts'
import { upperCase } from '#src/definition/field-types/text.ts'
import type { Caller } from '../authorize.ts'
import type { Database, Tx } from '../store/database.ts'
import { id, join, sql, type Sql } from '../store/sql.ts'
import { fieldSql } from './columns.ts'
import { recordPath } from './record-api.ts'
import { mayUse, readableFields } from './screen-access.ts'

export interface Hit {
  readonly screen: string
  /** What kind of record it is. */
  readonly label: string
  readonly path: string
  /** Key and title, as a list of hits shows them. */
  readonly text: string
  readonly title: string | null
}

interface Source {
  readonly screen: Screen
  readonly table: string
  readonly key: Field
  /** The further fields of a key of several. */
  readonly rest: readonly Field[]
  readonly title: Field
  readonly searched: readonly Field[]
}

interface Found {
  readonly source: number
  readonly id: number
  readonly key: string
  readonly text: string
  readonly title: string | null
  readonly rank: number
}

const perScreen = 5
// Beyond this size only the index of the keys is asked: no search may read a million lines.
const largestScan = 8_000_000
const sizesKeptFor = 30_000

/** The records whose key begins with the text, and those that contain its words; best first, only what the caller may read. */
export async function searchRecords(
  db: Database,
  screens: readonly Screen[],
  caller: Caller,
  text: string,
  limit: number,
): Promise<Hit[]> {
  const sources = inMenuOrder(screens).flatMap((screen) => sourceOf(screen, caller))
  if (text === '' || sources.length === 0) return []
  const found = await db.tenant(
    caller,
    async (tx) => {
      const sizes = await tableSizes(db, tx)
      const parts = sources.map((source, index) => {
        const small = (sizes.get(source.table) ?? 0) <= largestScan
        return sql`(${small ? wordsSql(source, index, caller, text) : prefixSql(source, index, caller, text)})`
      })
      return tx.query<Found>(
        sql`select * from (${join(parts, ' union all ')}) hits order by rank, source, text limit ${limit}`,
      )
    },
    { readOnly: true },
  )
  return found.flatMap(({ source, id: recordId, key, text: shown, title }) => {
    const { screen } = sources[source]!
    const path = recordPath(screen, recordId)
    const named = title === null || title === key ? null : title
    return path === null
      ? []
      : [{ screen: screen.name, label: screen.label, path, text: named ? `${shown} · ${named}` : shown, title: named }]
  })
}

const areaPlace = ({ area }: Screen): number => areas.findIndex(({ name }) => name === area) + 1 || areas.length + 1

/** Masters before their parts and before documents: the order in which the menu shows them. */
const inMenuOrder = (screens: readonly Screen[]): Screen[] =>
  screens.toSorted((a, b) => areaPlace(a) - areaPlace(b) || a.menu.order - b.menu.order)

function sourceOf(screen: Screen, caller: Caller): Source[] {
  if (!screen.table || !screen.form || screen.menu.hidden || !mayUse(caller, screen, 'read')) return []
  const fields = readableFields(caller, screen)
  const key = fields.find((field) => field.name === screen.table?.key[0])
  if (!key || fieldTypes[key.type].sql(key) !== 'text') return []
  const title = fields.find((field) => field.name === screen.title) ?? key
  const rest = fields.filter((field) => screen.table!.key.indexOf(field.name) > 0)
  const searched = [...new Set([key, title, ...fields.filter((field) => field.search)])]
  return [{ screen, table: screen.table.name, key, rest, title, searched }]
}

const columns = ({ key, rest, title }: Source, index: number, rank: Sql): Sql =>
  sql`${index}::int as source, t.id, ${fieldSql(key)} as key, concat_ws(' / ', ${join([key, ...rest].map((field) => fieldSql(field)))}) as text, ${fieldSql(title)}::text as title, ${rank} as rank`

// The last code point there is: every text that begins with the prefix lies before it.
const last = '\u{10FFFF}'

/** By the key alone, as a range that its index serves. */
function prefixSql(source: Source, index: number, caller: Caller, text: string): Sql {
  const key = fieldSql(source.key)
  const prefixes = [...new Set([text, upperCase(text)])]
  const ranges = prefixes.map(
    (prefix) => sql`(${key} >= ${prefix} and ${key} < ${prefix + last} and starts_with(${key}, ${prefix}))`,
  )
  return sql`
    select ${columns(source, index, sql`case when ${key} = any(${prefixes}::text[]) then 0 else 1 end`)} from ${id(source.table)} t
     where t.organization_id = ${caller.organizationId} and (${join(ranges, ' or ')}) order by ${key}, t.id limit ${perScreen}`
}

const escaped = (word: string): string => word.replaceAll(/[\\%_]/g, (char) => `\\${char}`)

/** Every word in one of the searched fields; keys that begin with the text first, then titles that do. */
function wordsSql(source: Source, index: number, caller: Caller, text: string): Sql {
  const [key, title] = [fieldSql(source.key), fieldSql(source.title)]
  const words = text.split(/\s+/).slice(0, 6)
  const conditions = words.map(
    (word) =>
      sql`(${join(
        source.searched.map((field) => sql`${fieldSql(field)}::text ilike ${`%${escaped(word)}%`}`),
        ' or ',
      )})`,
  )
  const prefix = `${escaped(text)}%`
  const rank = sql`case when ${key} ilike ${escaped(text)} then 0 when ${key} ilike ${prefix} then 1 when ${title}::text ilike ${prefix} then 2 else 3 end`
  return sql`
    select ${columns(source, index, rank)} from ${id(source.table)} t
     where t.organization_id = ${caller.organizationId} and ${join(conditions, ' and ')} order by rank, ${key}, t.id limit ${perScreen}`
}

interface Sizes {
  readonly until: number
  readonly bytes: ReadonlyMap<string, number>
}

const known = new WeakMap<Database, Sizes>()

/** Bytes of the tables, which are right even before the first statistics are. */
async function tableSizes(db: Database, tx: Tx): Promise<ReadonlyMap<string, number>> {
  const before = known.get(db)
  if (before && before.until > Date.now()) return before.bytes
  const rows = await tx.query<{ name: string; bytes: number }>(sql`
    select relname as name, pg_relation_size(oid) as bytes from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'`)
  const bytes = new Map(rows.map((row) => [row.name, row.bytes]))
  known.set(db, { until: Date.now() + sizesKeptFor, bytes })
  return bytes
}
