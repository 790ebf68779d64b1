import { rounded } from '../calculation/precision.ts'
import { sql, type Sql } from '../store/sql.ts'

/**
 * A quartile in exact decimals of what a group holds: 1 for the lower, 2 for the median, 3 for the upper, between two values by how far it is
 * from each. `value` stands at its `place` of `count`, from one on, within the group; both are whole numbers.
 */
export function quartile(
  which: 1 | 2 | 3,
  { value, place, count }: { readonly value: Sql; readonly place: Sql; readonly count: Sql },
  decimals: number,
): Sql {
  const steps = sql`(${which}::int * (${count} - 1))`
  const at = (place_: Sql): Sql => sql`coalesce(max(${value}) filter (where ${place} = ${place_}), 0)`
  const below = at(sql`${steps} / 4 + 1`)
  const above = at(sql`${steps} / 4 + 2`)
  return rounded(sql`(${below} * (4 - max(${steps} % 4)) + ${above} * max(${steps} % 4)) / 4`, sql`${decimals}::int`)
}
