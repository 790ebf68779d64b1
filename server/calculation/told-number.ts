import { sql, type Sql } from '../store/sql.ts'

/** A figure as texts for people tell it: thousands apart, two to four digits behind the point, none of a whole number. */
export const toldNumber = (value: Sql): Sql =>
  sql`regexp_replace(to_char(round(${value}, 4), 'FM999,999,999,999,999,999,990.0099'), '[.]00$', '')`
