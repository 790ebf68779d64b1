import { fieldTypes, type Field, type ListQuery, type Screen } from '#src/definition'
import { upperCase } from '#src/definition/field-types/text.ts'
import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { id, join, sql, type Sql } from '../store/sql.ts'
import { fieldSql } from './columns.ts'
import { select } from './list.ts'
import { readableFields } from './screen-access.ts'
import { escapedPattern, indexedWordsSql } from './search-sql.ts'

/** A record as pickers show it. */
interface Choice {
  readonly value: string
  readonly label: string | null
}

// The last code point there is: every text that begins with the prefix lies before it.
const last = '\u{10FFFF}'

/**
 * SQL of a text that begins with one of others, as ranges that an index serves; under row-level security it serves nothing
 * that shares a condition with starts_with.
 */
export function beginsWith(text: Sql, prefixes: readonly string[]): Sql {
  const ranges = prefixes.map((prefix) => sql`(${text} >= ${prefix} and ${text} < ${prefix + last})`)
  const begins = prefixes.map((prefix) => sql`starts_with(${text}, ${prefix})`)
  return sql`(${join(ranges, ' or ')}) and (${join(begins, ' or ')})`
}

/** A text as keys could be written that begin with it. */
export const keyPrefixes = (text: string): string[] => [...new Set([text, upperCase(text)])]

// Of words that nearly every record has, so many records are ranked.
const mostRanked = 5000

interface Wanted {
  readonly query: ListQuery
  readonly text: string
  readonly limit: number
  readonly screens: readonly Screen[]
}

/** Key and title of the records that a picker offers: under its filters, those whose key begins with the text first, then those with all of its words. */
export async function pickRecords(
  tx: Tx,
  screen: Screen,
  caller: Caller,
  { query, text, limit, screens }: Wanted,
): Promise<Choice[]> {
  const fields = readableFields(caller, screen)
  const key = fields.find((field) => field.name === screen.table?.key[0])
  const title = fields.find((field) => field.name === screen.title) ?? key
  if (!key || !title || !screen.table) throw new AppError('NOT_FOUND')
  const { where } = select(screen, caller, query, screens)
  const [value, table] = [fieldSql(key), id(screen.table.name)]
  const columns = sql`${value}::text as value, ${fieldSql(title)}::text as label`
  const first = (condition: Sql) =>
    tx.query<Choice>(sql`select ${columns} from ${table} t where ${where}${condition} order by ${value} limit ${limit}`)
  if (text === '') return first(sql``)
  const near = isText(key) ? await first(sql` and ${beginsWith(value, keyPrefixes(text))}`) : []
  if (near.length >= limit) return near
  const searched = [...new Set([key, title, ...fields.filter((field) => field.search)])]
  const further = await tx.query<Choice>(sql`
    select value, label from (
      select ${columns}, ${value} as place from ${table} t where ${where} and ${indexedWordsSql(screen, searched, text, caller.organizationId)} limit ${mostRanked}) found
     order by (value ilike ${`${escapedPattern(text)}%`}) desc, place limit ${limit}`)
  const known = new Set(near.map((one) => one.value))
  return [...near, ...further.filter((one) => !known.has(one.value))].slice(0, limit)
}

const isText = (field: Field): boolean => fieldTypes[field.type].sql(field) === 'text'
