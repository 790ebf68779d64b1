import type { Screen } from '#src/definition'
import type { Database, Tx } from '../store/database.ts'
import { foundFields, searchIndexPrefix, searchText } from '../store/search-text.ts'
import { id, raw, sql } from '../store/sql.ts'

/** When a table is worth an index. */
export interface IndexLimits {
  /** Bytes; smaller tables are read faster than an index is looked into. */
  readonly smallest: number
  /** So many rows behind the last index are read rather than indexed. */
  readonly longestTail: number
}

const usual: IndexLimits = { smallest: 8_000_000, longestTail: 100_000 }
// More indexes than these are made into one.
const mostParts = 5

export interface Log {
  info(details: object, text: string): void
  warn(details: object, text: string): void
}

interface Part {
  readonly name: string
  /** Ids behind `from` up to `to` are in the index. */
  readonly from: number
  readonly to: number
}

const bounds = new Map<string, readonly number[]>()

/** Up to which ids the rows of a table are in an index of parts of words, one number an index, ascending; none where it is read. */
export const indexedUpTo = (table: string): readonly number[] => bounds.get(table) ?? []

interface Found {
  readonly table_name: string
  readonly name: string
  readonly valid: boolean
  readonly busy: boolean
}

interface Size {
  readonly name: string
  readonly bytes: number
  readonly last: number | null
}

const pattern = /^find_[0-9a-f]{12}_(\d+)_(\d+)$/

/** What searches use, as the catalogue says it. */
async function look(tx: Tx): Promise<{ available: boolean; found: Found[]; sizes: Map<string, Size> }> {
  const extensions = await tx.query(sql`select 1 from pg_extension where extname in ('pg_trgm', 'btree_gin')`)
  const found = await tx.query<Found>(sql`
    select t.relname as table_name, c.relname as name, i.indisvalid as valid,
           exists (select 1 from pg_stat_progress_create_index p where p.relid = t.oid) as busy
      from pg_index i join pg_class c on c.oid = i.indexrelid join pg_class t on t.oid = i.indrelid
     where t.relnamespace = 'public'::regnamespace and (c.relname ~ '^find_[0-9a-f]{12}_' or c.relname ~ '__search__')`)
  const sizes = await tx.query<Size>(sql`
    select c.relname as name, pg_relation_size(c.oid) as bytes, pg_sequence_last_value(s.oid::regclass) as last
      from pg_class c
      join pg_depend d on d.refobjid = c.oid and d.deptype = 'i' and d.classid = 'pg_class'::regclass
      join pg_class s on s.oid = d.objid and s.relkind = 'S'
     where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'`)
  return { available: extensions.length === 2, found, sizes: new Map(sizes.map((size) => [size.name, size])) }
}

function partsOf(screen: Screen, found: readonly Found[]): Part[] {
  const prefix = searchIndexPrefix(screen)
  return found
    .filter(({ name, valid, table_name }) => valid && table_name === screen.table!.name && name.startsWith(prefix))
    .flatMap(({ name }) => {
      const match = pattern.exec(name)
      return match ? [{ name, from: Number(match[1]), to: Number(match[2]) }] : []
    })
    .sort((a, b) => a.from - b.from || b.to - a.to)
}

/** The parts that follow each other from the first row on; one over all makes those it replaces useless. */
function chainOf(parts: readonly Part[]): Part[] {
  const chain: Part[] = []
  for (const part of parts) if (part.from === (chain.at(-1)?.to ?? 0)) chain.push(part)
  return chain
}

const searched = (screens: readonly Screen[]): Screen[] =>
  screens.filter((screen) => screen.table !== null && foundFields(screen).length > 0)

/** Learns which rows of which tables are indexed. */
export async function refreshSearchIndexes(db: Database, screens: readonly Screen[]): Promise<void> {
  const { found } = await db.system(look)
  for (const screen of searched(screens)) {
    const to = chainOf(partsOf(screen, found)).map((part) => part.to)
    if (to.length > 0) bounds.set(screen.table!.name, to)
    else bounds.delete(screen.table!.name)
  }
}

/**
 * Builds what big tables lack, while others read and write: an index over the rows that came since the last one. Rows that
 * an import adds are in none yet, so that no import pays for it; they are read until the next build.
 */
export async function buildSearchIndexes(
  db: Database,
  screens: readonly Screen[],
  log: Log,
  { smallest, longestTail }: IndexLimits = usual,
): Promise<void> {
  const { available, found, sizes } = await db.system(look)
  if (!available) return
  for (const screen of searched(screens)) {
    const table = screen.table!.name
    const { bytes = 0, last } = sizes.get(table) ?? {}
    const own = found.filter(({ table_name }) => table_name === table)
    // Another process is at it.
    if (own.some(({ busy }) => busy)) continue
    const drop = (name: string) => db.alone(sql`drop index concurrently if exists ${id(name)}`)
    // What a process that ended has left half built.
    for (const { name } of own.filter(({ valid }) => !valid)) await drop(name)
    const chain = chainOf(partsOf(screen, found))
    const behind = (last ?? 0) - (chain.at(-1)?.to ?? 0)
    if (last && (chain.length > 0 ? behind > longestTail : bytes > smallest && behind > 0)) {
      const from = chain.length < mostParts ? (chain.at(-1)?.to ?? 0) : 0
      await build(db, screen, from, last, log)
      if (from === 0) chain.splice(0)
      chain.push({ name: nameOf(screen, from, last), from, to: last })
    }
    const kept = new Set(chain.map(({ name }) => name))
    for (const { name } of own.filter((one) => one.valid && !kept.has(one.name))) await drop(name)
  }
  await refreshSearchIndexes(db, screens)
}

const nameOf = (screen: Screen, from: number, to: number): string => `${searchIndexPrefix(screen)}${from}_${to}`

async function build(db: Database, screen: Screen, from: number, to: number, log: Log): Promise<void> {
  const started = performance.now()
  const rows = raw(from === 0 ? `id <= ${to}` : `id > ${from} and id <= ${to}`)
  await db.alone(sql`
    create index concurrently if not exists ${id(nameOf(screen, from, to))} on ${id(screen.table!.name)}
     using gin (organization_id, ${searchText(foundFields(screen))} gin_trgm_ops) where ${rows}`)
  const seconds = Math.round((performance.now() - started) / 1000)
  log.info({ screen: screen.name, from, to, seconds }, 'indexed the words of a big table')
}
