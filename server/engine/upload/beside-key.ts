import { fieldNamed, type Screen } from '#src/definition'
import { ids, sql, type Sql } from '../../store/sql.ts'

/** What tells that somebody was faster: any index, but where periods are kept apart, at the end of a statement, the key alone. */
export function besideKey({ table, fields }: Screen): Sql {
  if (!table!.validity) return sql``
  const key = table!.key.map((name) => fieldNamed(fields, name).storage.column)
  return sql`(${ids(['organization_id', ...key])}) `
}
