import { fieldTypes, type Field, type Screen } from '#src/definition'
import { foundFields, isTextColumn, searchText } from '../store/search-text.ts'
import { join, raw, sql, type Sql } from '../store/sql.ts'
import { hasAttributeWords } from './attribute-words.ts'
import { fieldSql } from './columns.ts'
import { indexedUpTo } from './search-indexes.ts'

const mostWords = 8

/** A text as a part of a pattern of LIKE, its signs only signs. */
export const escapedPattern = (text: string): string => text.replaceAll(/[\\%_]/g, (char) => `\\${char}`)

// Shorter words are in no index.
const isIndexable = (word: string): boolean => /[\p{L}\p{N}]{3}/u.test(word)

const textSql = (field: Field): Sql =>
  fieldTypes[field.type].sql(field) === 'text' ? fieldSql(field) : sql`${fieldSql(field)}::text`

/** Whether a text is found through a table's indexes, however big it is: one of its words has the three letters that takes. */
export const isSearchIndexed = (screen: Screen, text: string): boolean =>
  indexedUpTo(screen.table!.name).length > 0 && text.split(/\s+/).some(isIndexable)

const patternsOf = (text: string): string[] =>
  text
    .split(/\s+/)
    .filter(Boolean)
    .slice(0, mostWords)
    .map((word) => `%${escapedPattern(word)}%`)

/** SQL on the row `t`: every word of the text is part of one of the fields. */
export function wordsSql(fields: readonly Field[], text: string): Sql {
  // Texts side by side are looked through at once; a word has no blank that would reach from one into the next.
  const texts = fields.filter(isTextColumn)
  const within = [
    ...(texts.length > 0 ? [searchText(texts, 't')] : []),
    ...fields.filter((field) => !isTextColumn(field)).map(textSql),
  ]
  return join(
    patternsOf(text).map(
      (pattern) =>
        sql`(${join(
          within.map((part) => sql`${part} ilike ${pattern}`),
          ' or ',
        )})`,
    ),
    ' and ',
  )
}

/** What searches of the organisation's rows look through: texts that share the indexes of the table, attributes with their own. */
interface Looked {
  readonly shared: readonly Field[]
  readonly own: readonly Field[]
}

/** How fields are found through indexes; null where one of them is in none. */
function lookedThrough(screen: Screen, fields: readonly Field[], organizationId: number): Looked | null {
  const shared = foundFields(screen)
  const own = fields.filter((field) => !shared.some(({ name }) => name === field.name))
  return own.every((field) => hasAttributeWords(screen.table!.name, field, organizationId)) ? { shared, own } : null
}

/** The same, written so that it is found through indexes where there are any; dear for words that very many rows have. */
export function indexedWordsSql(screen: Screen, fields: readonly Field[], text: string, organizationId: number): Sql {
  const looked = lookedThrough(screen, fields, organizationId)
  if (!looked || !isSearchIndexed(screen, text)) return wordsSql(fields, text)
  const { shared, own } = looked
  const ends = indexedUpTo(screen.table!.name)
  const patterns = patternsOf(text)
  const indexed =
    own.length === 0
      ? viaIndexes(shared, patterns, ends)
      : join(
          patterns.map((pattern) => sql`(${viaIndexes(shared, [pattern], ends)} or ${anyOf(own, pattern)})`),
          ' and ',
        )
  // What the index finds may be in a field that is not searched here.
  return shared.length + own.length === fields.length ? indexed : sql`${indexed} and ${wordsSql(fields, text)}`
}

/** SQL on the row `t`: the indexes hand it over, and it has to be looked at; of a text that `isSearchIndexed`. */
export function candidateSql(screen: Screen, fields: readonly Field[], text: string, organizationId: number): Sql {
  const patterns = patternsOf(text).filter(isIndexable)
  const { shared, own } = lookedThrough(screen, fields, organizationId) ?? { shared: foundFields(screen), own: [] }
  if (own.length === 0) return matchesSql(shared, patterns)
  return join(
    patterns.map((pattern) => sql`(${matchesSql(shared, [pattern])} or ${anyOf(own, pattern)})`),
    ' and ',
  )
}

const anyOf = (fields: readonly Field[], pattern: string): Sql =>
  join(
    fields.map((field) => sql`${fieldSql(field)} ilike ${pattern}`),
    ' or ',
  )

const matchesSql = (found: readonly Field[], patterns: readonly string[]): Sql => {
  const text = searchText(found, 't')
  return join(
    patterns.map((pattern) => sql`${text} ilike ${pattern}`),
    ' and ',
  )
}

/** Every row is in one of the parts: those that have an index, and the rest behind them. */
function viaIndexes(found: readonly Field[], patterns: readonly string[], ends: readonly number[]): Sql {
  const matches = matchesSql(found, patterns)
  const starts = [0, ...ends]
  const parts = starts.map((start, at) => {
    const end = ends[at]
    const behind = start === 0 ? [] : [`t.id > ${start}`]
    return raw([...behind, ...(end === undefined ? [] : [`t.id <= ${end}`])].join(' and '))
  })
  return sql`(${join(
    parts.map((part) => sql`(${part} and ${matches})`),
    ' or ',
  )})`
}
