import { id, join, sql, type Sql } from '../store/sql.ts'
import { places, type Level } from './levels.ts'

const specificity = sql`(p.value_1 is not null)::int + (p.value_2 is not null)::int + (p.value_3 is not null)::int`

const fits = (value: Sql | undefined, at: number): Sql => {
  const wanted = id('p', places[at]!)
  return value ? sql`(${wanted} is null or ${wanted} = ${value})` : sql`${wanted} is null`
}

/**
 * The policy that holds on a day, as a lateral join `p`: of those of these levels that fit the one that says the most, then the level's
 * rank, then the newest. `valueAt` gives SQL of the values of a level's attributes.
 */
export function policyFor(
  levels: readonly Level[],
  {
    organizationId,
    day,
    valueAt,
  }: {
    readonly organizationId: number
    readonly day: Sql
    readonly valueAt: (level: Level, at: number) => Sql | undefined
  },
): Sql {
  const of = levels.map(
    (level) => sql`
      select p.policy, p.floor_margin, p.target_margin, p.valid_from, ${specificity} as said, ${level.priority}::int as rank
        from margin_policy p
       where p.organization_id = ${organizationId} and p.status = 'active' and p.analysis_level = ${level.name} and p.valid_from <= ${day}
         and coalesce(p.valid_to, 'infinity') >= ${day} and ${join(
           places.map((_, at) => fits(valueAt(level, at), at)),
           ' and ',
         )}`,
  )
  const none = sql`select null::text as policy, null::numeric as floor_margin, null::numeric as target_margin, null::date as valid_from, 0 as said, 0 as rank where false`
  return sql`
    left join lateral (
      select x.policy, x.floor_margin, x.target_margin from (${join(of.length > 0 ? of : [none], ' union all ')}) x
       order by x.said desc, x.rank, x.valid_from desc, x.policy limit 1) p on true`
}
