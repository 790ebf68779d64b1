import pg from 'pg'
import sqlTag, { join, raw, Sql } from 'sql-template-tag'

export const sql = sqlTag
export { join, raw, Sql }

/** A quoted identifier; several parts are joined with dots: id('staging', 'upload_7'). */
export function id(...parts: string[]): Sql {
  if (parts.length === 0 || parts.some((part) => part === '' || part.includes('\0'))) {
    throw new Error(`Not an identifier: ${JSON.stringify(parts)}`)
  }
  return raw(parts.map((part) => `"${part.replaceAll('"', '""')}"`).join('.'))
}

/** A list of quoted identifiers, separated by commas. */
export function ids(names: readonly string[]): Sql {
  return raw(names.map((name) => id(name).sql).join(', '))
}

/** A jsonb parameter; pg would turn a JavaScript array into a PostgreSQL array otherwise. */
export function json(value: unknown): Sql {
  return sqlTag`${value === undefined || value === null ? null : JSON.stringify(value)}::jsonb`
}

/** The text of a statement with its values in their places as literals, for what takes no parameters: COPY, several statements at once. */
export function inlined(statement: Sql): string {
  return statement.strings.reduce((text, part, at) => `${text}${literal(statement.values[at - 1])}${part}`)
}

// Without types, as parameters are.
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (Array.isArray(value)) return pg.escapeLiteral(`{${value.map(element).join(',')}}`)
  if (typeof value === 'string' && value.includes('\0')) throw new Error('A text in PostgreSQL holds no zero byte')
  if (typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean')
    return pg.escapeLiteral(String(value))
  throw new Error(`No literal is written for a ${typeof value}`)
}

const element = (value: unknown): string =>
  value === null || value === undefined ? 'null' : `"${String(value).replaceAll(/[\\"]/g, (char) => `\\${char}`)}"`
