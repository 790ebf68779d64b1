import { createHash } from 'node:crypto'
import type { Field, Screen } from '#src/definition'
import type { Database } from '../store/database.ts'
import { id, raw, sql } from '../store/sql.ts'
import { attributeWordsName, isSearchedAttribute, rememberAttributeWords } from './attribute-words.ts'
import { attributeIndexSql } from './columns.ts'
import { screenOf } from './field-layers/layered-screen.ts'
import { formFieldsOf } from './form-fields.ts'
import { screensOf } from './own-screens.ts'
import type { Log } from './search-indexes.ts'

interface Wanted {
  readonly name: string
  readonly table: string
  /** What stands behind the table in the statement that builds it. */
  readonly definition: string
  readonly organizationId: number
  readonly field: Field
  /** Over parts of words: for big tables only. */
  readonly words: boolean
}

/** Bytes of a table from which on searches look into an index. */
const smallestSearched = 8_000_000

interface Found {
  readonly name: string
  readonly valid: boolean
  readonly busy: boolean
}

function valueIndex(table: string, field: Field, organizationId: number): Wanted {
  const expression = attributeIndexSql(field).sql
  const digest = createHash('sha256').update(`${table} ${expression}`).digest('hex').slice(0, 12)
  const definition = `((${expression}), id) where organization_id = ${organizationId}`
  return { name: `attribute_${digest}_${organizationId}`, table, definition, organizationId, field, words: false }
}

// Rows without the attribute cost it nothing.
function wordsIndex(table: string, field: Field, organizationId: number): Wanted {
  const expression = attributeIndexSql(field).sql
  const rows = `organization_id = ${organizationId} and (${expression}) is not null`
  const definition = `using gin ((${expression}) gin_trgm_ops) where ${rows}`
  return {
    name: attributeWordsName(table, field, organizationId),
    table,
    definition,
    organizationId,
    field,
    words: true,
  }
}

/** The fields of an organisation's screens that are attributes to be found fast, by value or by their words. */
async function wantedOf(db: Database, screens: readonly Screen[], organizationId: number): Promise<Wanted[]> {
  const scope = { organizationId, userId: 0 }
  const own = (await screensOf({ db, screens }, scope)).filter((screen) => screen.table)
  const layers = await Promise.all(
    own.map(async (screen) => ({ screen, stored: await formFieldsOf(db).stored(scope, screen.formId) })),
  )
  const wanted = layers
    .filter(({ stored }) => stored.length > 0)
    .flatMap(({ screen, stored }) => {
      const table = screen.table!.name
      const whole = screenOf(screen, stored, { userId: 0, roleIds: [] })
      return whole.fields
        .filter((field) => field.storage.key && field.layers?.[0]?.property === 'attribute')
        .flatMap((field) => [
          ...(field.index ? [valueIndex(table, field, organizationId)] : []),
          ...(isSearchedAttribute(field) ? [wordsIndex(table, field, organizationId)] : []),
        ])
    })
  // Two screens may share a table.
  return [...new Map(wanted.map((one) => [one.name, one])).values()]
}

const look = (db: Database): Promise<Found[]> =>
  db.system((tx) =>
    tx.query<Found>(sql`
      select c.relname as name, i.indisvalid as valid,
             exists (select 1 from pg_stat_progress_create_index p where p.relid = i.indrelid) as busy
        from pg_index i join pg_class c on c.oid = i.indexrelid
       where c.relnamespace = 'public'::regnamespace and c.relname ~ '^attribute_(words_)?[0-9a-f]{12}_[0-9]+$'`),
  )

/** Tables that are read slower than an index is looked into; none where parts of words cannot be indexed. */
async function bigTables(db: Database, smallest: number): Promise<Set<string>> {
  const found = await db.system((tx) =>
    tx.query<{ name: string }>(sql`
      select c.relname as name from pg_class c
       where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and pg_relation_size(c.oid) > ${smallest}
         and exists (select from pg_extension where extname = 'pg_trgm')`),
  )
  return new Set(found.map(({ name }) => name))
}

/**
 * Builds the indexes that organisations ask for of attributes, and drops those nobody asks for any more, one after the other and
 * while others read and write. Each holds the rows of its organisation only.
 */
export async function buildAttributeIndexes(
  db: Database,
  screens: readonly Screen[],
  log: Log,
  smallest = smallestSearched,
): Promise<void> {
  const organizations = await db.system((tx) =>
    tx.query<{ id: number }>(sql`
      select distinct organization_id as id from form_field where coalesce(delta ->> 'attribute_index', delta #>> '{attribute,index}') = 'true'
            or coalesce(delta ->> 'attribute_search', delta #>> '{attribute,search}') = 'true'`),
  )
  const wanted: Wanted[] = []
  const big = await bigTables(db, smallest)
  for (const one of organizations)
    wanted.push(...(await wantedOf(db, screens, one.id)).filter(({ words, table }) => !words || big.has(table)))
  const found = await look(db)
  const drop = (name: string) => db.alone(sql`drop index concurrently if exists ${id(name)}`)
  for (const { name, valid, busy } of found)
    if (!busy && (!valid || !wanted.some((one) => one.name === name))) await drop(name)
  const standing = new Set(found.filter(({ valid, busy }) => valid || busy).map(({ name }) => name))
  rememberAttributeWords(found.filter(({ valid }) => valid).map(({ name }) => name))
  for (const { name, table, definition, organizationId, field } of wanted) {
    if (standing.has(name)) continue
    const started = performance.now()
    try {
      await db.alone(sql`create index concurrently if not exists ${id(name)} on ${id(table)} ${raw(definition)}`)
    } catch (error) {
      // What a failed build leaves would be kept up to date for nothing.
      await drop(name)
      throw error
    }
    const seconds = Math.round((performance.now() - started) / 1000)
    log.info({ organization: organizationId, table, attribute: field.name, seconds }, 'indexed an attribute')
  }
  const built = (await look(db)).filter(({ valid }) => valid)
  rememberAttributeWords(built.map(({ name }) => name))
}
