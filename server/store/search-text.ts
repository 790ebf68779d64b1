import { fieldTypes, type Field } from '#src/definition'
import { id, raw, type Sql } from './sql.ts'

/** The fields of a screen's search that can share one index of word parts: texts in columns of their own. */
export const indexedSearch = (fields: readonly Field[]): readonly Field[] => {
  const searched = fields.filter((field) => field.search && !field.storage.key)
  const texts = searched.every((field) => fieldTypes[field.type].sql(field) === 'text')
  // An index of parts of words makes every write dearer: only where the author asks for it.
  return texts && searched.some((field) => field.index) ? searched : []
}

/**
 * The searched columns as one text, the same in the index and in the search; `alias` names the table. Written with CASE:
 * under row-level security PostgreSQL uses no index over COALESCE.
 */
export const searchText = (fields: readonly Field[], alias?: string): Sql => {
  const texts = fields
    .map(({ storage }) => id(...(alias ? [alias] : []), storage.column).sql)
    .map((column) => `case when ${column} is null then '' else ${column} end`)
  return raw(`(${texts.join(" || ' ' || ")})`)
}
