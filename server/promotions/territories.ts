import { escapedPattern } from '../engine/search-sql.ts'
import type { Tx } from '../store/database.ts'
import { raw, sql } from '../store/sql.ts'

export interface TerritoriesAsked {
  readonly by: 'country' | 'region' | 'territory'
  readonly country?: string | undefined
  readonly region?: string | undefined
  readonly territory?: string | undefined
  readonly product_line?: string | undefined
  readonly search?: string | undefined
  /** Territories that hold on this day; whenever they hold without one. */
  readonly on?: string | undefined
}

/** The values of territories, each with how many territories it has and their share of the country; the share of a line counts before that of all lines. */
export const territoriesBy = (tx: Tx, organizationId: number, asked: TerritoriesAsked) =>
  tx.query<{ value: string; label: string; country: string; territories: number; share: string }>(sql`
    with fitting as (
      select distinct on (t.territory) t.territory, t.description, t.country, t.region, t.share from promotion_territory t
       where t.organization_id = ${organizationId}
         and (${asked.country ?? null}::text is null or t.country = ${asked.country ?? null})
         and (${asked.region ?? null}::text is null or t.region = ${asked.region ?? null})
         and (${asked.territory ?? null}::text is null or t.territory = ${asked.territory ?? null})
         and (${asked.product_line ?? null}::text is null or t.product_line is null or t.product_line = ${asked.product_line ?? null})
         and (${asked.on ?? null}::date is null or (t.valid_from <= ${asked.on ?? null}::date and coalesce(t.valid_to, 'infinity') >= ${asked.on ?? null}::date))
       order by t.territory, t.product_line nulls ${raw(asked.product_line ? 'last' : 'first')}, t.valid_from desc
    )
    select ${raw(asked.by)} as value, ${raw(asked.by === 'territory' ? 'min(description)' : asked.by)} as label, min(country) as country,
           count(*) as territories, trim_scale(sum(share))::text as share
      from fitting
     where ${raw(asked.by)} is not null and (${asked.search ?? ''} = '' or ${raw(asked.by)} ilike ${`%${escapedPattern(asked.search ?? '')}%`})
     group by ${raw(asked.by)} order by ${raw(asked.by)}`)
