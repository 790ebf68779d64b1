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
