import { sql, type Sql } from '../store/sql.ts'

/** A figure as texts for people tell it: thousands apart, up to four digits behind the point, no idle noughts. */
export const toldNumber = (value: Sql): Sql =>
  sql`rtrim(to_char(round(${value}, 4), 'FM999,999,999,999,999,999,990.9999'), '.')`
