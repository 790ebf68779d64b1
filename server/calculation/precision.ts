import { sql, type Sql } from '../store/sql.ts'

/** A quotient that is added up or multiplied further: with so many decimals that the error of millions stays behind the last of a sum. */
export const quotient = (value: Sql, by: Sql): Sql => sql`(${value})::numeric(70, 30) / ${by}`

/** A sum of quotients ends where a reader's would: three thirds are one, and stand in the tier that begins there. */
export const summed = (value: Sql): Sql =>
  sql`case when scale(${value}) > 16 then round(${value}, 16) else ${value} end`

/** Rounded half away from zero; a half that division misses by its last decimals is one. */
export const rounded = (value: Sql, digits: Sql): Sql => sql`round(round(${value}, 12), ${digits})`
