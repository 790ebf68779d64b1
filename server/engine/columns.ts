import { fieldTypes, type Field } from '#src/definition'
import { id, raw, sql, type Sql } from '../store/sql.ts'

const quote = (text: string): string => `'${text.replaceAll("'", "''")}'`

/** SQL of a field's value on the row `alias`: a column, or a typed key of the attributes. */
export function fieldSql(field: Field, alias = 't'): Sql {
  const column = id(alias, field.storage.column)
  if (!field.storage.key) return column
  const type = fieldTypes[field.type].sql(field)
  const text = `${column.sql} ->> ${quote(field.storage.key)}`
  return raw(type === 'text' ? `(${text})` : `(${text})::${type}`)
}

/** The select list of fields under their API names. */
export const selectList = (fields: readonly Field[], alias = 't'): Sql =>
  raw(
    [
      `${alias}.id`,
      `${alias}.row_version`,
      ...fields.map((field) => `${fieldSql(field, alias).sql} as ${id(field.name).sql}`),
    ].join(', '),
  )

/** A canonical value as a parameter of the field's column type. */
export function valueSql(field: Field, value: unknown): Sql {
  if (value === null || value === undefined) return sql`null`
  const type = fieldTypes[field.type].sql(field)
  const parameter = type === 'jsonb' ? JSON.stringify(value) : value
  return sql`${parameter}::${raw(type)}`
}
