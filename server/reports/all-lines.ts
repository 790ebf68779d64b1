import { join, sql, type Sql } from '../store/sql.ts'

/** The lines of several readings together, as `from …`: each counts as often as it is read. */
export const allLines = (each: readonly Sql[]): Sql =>
  sql`from (${join(
    each.map((lines) => sql`select 1 ${lines}`),
    ' union all ',
  )}) t`
