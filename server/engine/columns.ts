import { fieldTypes, type Field } from '#src/definition'
import { id, raw, sql, type Sql } from '../store/sql.ts'

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** SQL of a field's value on the row `alias`: a column, or a typed key of the attributes. */
export const fieldSql = (field: Field, alias = 't'): Sql =>
  field.index && field.storage.key ? attributeIndexSql(field, alias) : storedSql(field, alias)

/** The value as it is to be shown: numbers with their decimals; nothing where an attribute of that name held something of another type before. */
function storedSql(field: Field, alias: string): Sql {
  const column = id(alias, field.storage.column)
  if (!field.storage.key) return column
  const type = fieldTypes[field.type].sql(field)
  const text = `${column.sql} ->> ${quote(field.storage.key)}`
  return raw(
    type === 'text' ? `(${text})` : `(case when pg_input_is_valid(${text}, '${type}') then (${text})::${type} end)`,
  )
}

/** Types of attributes by the function that reads them without ever failing (migration 062). */
const readers = new Map<string, string>([
  ['bigint', 'attribute_whole'],
  ['numeric', 'attribute_number'],
  ['date', 'attribute_day'],
  ['timestamptz', 'attribute_instant'],
  ['boolean', 'attribute_flag'],
])

/** An attribute as its index holds it, on the row `alias` or without one, as an index is defined. */
export function attributeIndexSql(field: Field, alias?: string): Sql {
  const [column, key] = [id(...(alias ? [alias] : []), field.storage.column), quote(field.storage.key!)]
  const reader = readers.get(fieldTypes[field.type].sql(field).replace(/\(.*/, ''))
  return raw(reader ? `${reader}(${column.sql}, ${key})` : `(${column.sql} ->> ${key})`)
}

/** The select list of fields under their API names. */
export const selectList = (fields: readonly Field[], alias = 't'): Sql =>
  raw(
    [
      `${alias}.id`,
      `${alias}.row_version`,
      ...fields.map((field) => `${storedSql(field, alias).sql} as ${id(field.name).sql}`),
    ].join(', '),
  )

/** A canonical value as a parameter of the field's column type. */
export function valueSql(field: Field, value: unknown): Sql {
  if (value === null || value === undefined) return sql`null`
  const type = fieldTypes[field.type].sql(field)
  const parameter = type === 'jsonb' ? JSON.stringify(value) : value
  return sql`${parameter}::${raw(type)}`
}
