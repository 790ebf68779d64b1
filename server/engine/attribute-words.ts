import { createHash } from 'node:crypto'
import { fieldTypes, type Field } from '#src/definition'
import { attributeIndexSql } from './columns.ts'

const standing = new Set<string>()

/** Whether an attribute is a text that searches look through. */
export const isSearchedAttribute = (field: Field): boolean =>
  Boolean(field.storage.key) && field.search && fieldTypes[field.type].sql(field) === 'text'

/** The name of the index over the parts of words that an attribute of an organisation's rows holds. */
export function attributeWordsName(table: string, field: Field, organizationId: number): string {
  const digest = createHash('sha256')
    .update(`${table} ${attributeIndexSql(field).sql}`)
    .digest('hex')
    .slice(0, 12)
  return `attribute_words_${digest}_${organizationId}`
}

/** Learns which of these indexes can be used. */
export function rememberAttributeWords(names: readonly string[]): void {
  standing.clear()
  for (const name of names) standing.add(name)
}

/** Whether words in an attribute are found through an index. */
export const hasAttributeWords = (table: string, field: Field, organizationId: number): boolean =>
  isSearchedAttribute(field) && standing.has(attributeWordsName(table, field, organizationId))
