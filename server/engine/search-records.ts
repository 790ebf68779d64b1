import { fieldTypes, type Field, type Screen } from '#src/definition'
import { areas } from '#screens/navigation.ts'
import type { Caller } from '../authorize.ts'
import type { Database, Tx } from '../store/database.ts'
import { id, join, sql, type Sql } from '../store/sql.ts'
import { fieldSql } from './columns.ts'
import { beginsWith, keyPrefixes } from './pick.ts'
import { recordPath } from './record-api.ts'
import { mayUse, readableFields } from './screen-access.ts'
import { andSeen } from './seen-rows.ts'
import { escapedPattern, isSearchIndexed, indexedWordsSql } from './search-sql.ts'

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
  /** Which of its rows the caller sees, behind what else they have to be. */
  readonly seen: Sql
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
// Beyond this size only indexes are asked, that of the keys while there is none of the words: no search may read a million lines.
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
  const sources = inMenuOrder(screens).flatMap((screen) => sourceOf(screen, caller, screens))
  if (text === '' || sources.length === 0) return []
  const found = await db.tenant(
    caller,
    async (tx) => {
      const sizes = await tableSizes(db, tx)
      const parts = sources.flatMap((source, index) =>
        partsOf(source, index, caller, text, (sizes.get(source.table) ?? 0) <= largestScan),
      )
      // Twice as many: a record may be found by its key and by its words.
      return tx.query<Found>(
        sql`select * from (${join(
          parts.map((part) => sql`(${part})`),
          ' union all ',
        )}) hits order by rank, source, text limit ${limit * 2}`,
      )
    },
    { readOnly: true },
  )
  const first = found.filter(
    (hit, at) => found.findIndex((one) => one.source === hit.source && one.id === hit.id) === at,
  )
  return first.slice(0, limit).flatMap(({ source, id: recordId, key, text: shown, title }) => {
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

function sourceOf(screen: Screen, caller: Caller, screens: readonly Screen[]): Source[] {
  if (!screen.table || !screen.form || !screen.menu.search || !mayUse(caller, screen, 'read')) return []
  const fields = readableFields(caller, screen)
  const key = fields.find((field) => field.name === screen.table?.key[0])
  if (!key || fieldTypes[key.type].sql(key) !== 'text') return []
  const title = fields.find((field) => field.name === screen.title) ?? key
  const rest = fields.filter((field) => screen.table!.key.indexOf(field.name) > 0)
  const searched = [...new Set([key, title, ...fields.filter((field) => field.search)])]
  return [{ screen, table: screen.table.name, key, rest, title, searched, seen: andSeen(screen, caller, screens) }]
}

const columns = ({ key, rest, title }: Source, index: number, rank: Sql): Sql =>
  sql`${index}::int as source, t.id, ${fieldSql(key)} as key, concat_ws(' / ', ${join([key, ...rest].map((field) => fieldSql(field)))}) as text, ${fieldSql(title)}::text as title, ${rank} as rank`

/** By the key alone, as a range that its index serves. */
function prefixSql(source: Source, index: number, caller: Caller, text: string): Sql {
  const key = fieldSql(source.key)
  const prefixes = keyPrefixes(text)
  return sql`
    select ${columns(source, index, sql`case when ${key} = any(${prefixes}::text[]) then 0 else 1 end`)} from ${id(source.table)} t
     where t.organization_id = ${caller.organizationId} and ${beginsWith(key, prefixes)}${source.seen} order by ${key}, t.id limit ${perScreen}`
}

// Of words that nearly every record of a big table has, so many records are ranked.
const mostRanked = 2000

/** Every word in one of the searched fields; keys that begin with the text first, then titles that do. */
function anywhereSql(source: Source, index: number, caller: Caller, text: string, from: Sql): Sql {
  const [key, title] = [fieldSql(source.key), fieldSql(source.title)]
  const prefix = `${escapedPattern(text)}%`
  const rank = sql`case when ${key} ilike ${escapedPattern(text)} then 0 when ${key} ilike ${prefix} then 1 when ${title}::text ilike ${prefix} then 2 else 3 end`
  return sql`select ${columns(source, index, rank)} from ${from} t order by rank, ${key}, t.id limit ${perScreen}`
}

/** What one screen contributes; in big tables nothing is read that no index leads to. */
function partsOf(source: Source, index: number, caller: Caller, text: string, isSmall: boolean): Sql[] {
  const found = sql`select t.* from ${id(source.table)} t where t.organization_id = ${caller.organizationId} and ${indexedWordsSql(source.screen, source.searched, text, caller.organizationId)}${source.seen}`
  if (isSmall) return [anywhereSql(source, index, caller, text, sql`(${found})`)]
  const near = prefixSql(source, index, caller, text)
  return isSearchIndexed(source.screen, text)
    ? [near, anywhereSql(source, index, caller, text, sql`(${found} limit ${mostRanked})`)]
    : [near]
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
