import { createHash } from 'node:crypto'
import { fieldTypes, type Field, type Screen } from '#src/definition'
import { id, raw, type Sql } from './sql.ts'

/** Whether a field is a text in a column of its own. */
export const isTextColumn = (field: Field): boolean =>
  !field.storage.key && fieldTypes[field.type].sql(field) === 'text'

/** The fields of a screen that words are looked for in and that can share one index: texts in columns of their own, searched ones, the key and the title. */
export const foundFields = (screen: Screen): readonly Field[] =>
  screen.fields.filter(
    (field) =>
      (field.search || field.name === screen.table?.key[0] || field.name === screen.title) && isTextColumn(field),
  )

/**
 * Their columns as one text, the same in the index and in the search; `alias` names the table. Written with CASE: under
 * row-level security PostgreSQL uses no index over COALESCE.
 */
export const searchText = (fields: readonly Field[], alias?: string): Sql => {
  const texts = fields
    .map(({ storage }) => id(...(alias ? [alias] : []), storage.column).sql)
    .map((column) => `case when ${column} is null then '' else ${column} end`)
  return raw(`(${texts.join(" || ' ' || ")})`)
}

/** What the names of a screen's search indexes begin with: another one for other fields. */
export function searchIndexPrefix(screen: Screen): string {
  const text = `${screen.table?.name} ${searchText(foundFields(screen)).sql}`
  return `find_${createHash('sha256').update(text).digest('hex').slice(0, 12)}_`
}
