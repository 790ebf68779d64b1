import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

export interface MarketChoice {
  readonly lines?: readonly string[] | undefined
  readonly countries?: readonly string[] | undefined
  readonly regions?: readonly string[] | undefined
  readonly day: string
}

const of = (names: readonly string[] | undefined): string[] | null => (names && names.length > 0 ? [...names] : null)

/** What a market can be made of, narrowed by what was chosen: product lines, countries, and territories with their region, manager and share. */
export async function marketFilters(tx: Pick<Tx, 'query'>, organizationId: number, chosen: MarketChoice) {
  const [lines, countries, regions] = [of(chosen.lines), of(chosen.countries), of(chosen.regions)]
  const productLines = await tx.query(sql`
    select p.product_line, p.description, (select count(*) from promotion_sticker s where s.organization_id = p.organization_id and s.product_line = p.product_line and not coalesce(s.archived, false)) as stickers
      from product_line p where p.organization_id = ${organizationId} and p.status = 'active' order by p.product_line`)
  const territories = await tx.query(sql`
    select distinct on (t.country, t.territory) t.country, t.territory, t.description, t.region, t.manager, t.product_line, t.share::text as share from promotion_territory t
     where t.organization_id = ${organizationId} and t.valid_from <= ${chosen.day}::date and coalesce(t.valid_to, 'infinity') >= ${chosen.day}::date
       and (${lines}::text[] is null or t.product_line is null or t.product_line = any(${lines}::text[]))
       and (${countries}::text[] is null or t.country = any(${countries}::text[]))
       and (${regions}::text[] is null or t.region = any(${regions}::text[]))
     order by t.country, t.territory, t.product_line nulls last`)
  const places = await tx.query(sql`
    select c.country, count(distinct s.sticker_code) as stickers, count(distinct t.territory) as territories
      from (select country from promotion_territory where organization_id = ${organizationId}
            union select country from promotion_sticker where organization_id = ${organizationId}
            union select country from promotion_material_price where organization_id = ${organizationId}) c (country)
      left join promotion_sticker s on s.organization_id = ${organizationId} and s.country = c.country and not coalesce(s.archived, false)
       and (${lines}::text[] is null or s.product_line = any(${lines}::text[]))
      left join promotion_territory t on t.organization_id = ${organizationId} and t.country = c.country
     group by c.country order by c.country`)
  return { product_lines: productLines, countries: places, territories }
}

/** The ways in which a market is narrowed, each with the values there are and how many territories each has. */
export const filterGroups = (tx: Pick<Tx, 'query'>, organizationId: number, day: string) =>
  tx.query<{ group: string; label: string; values: unknown }>(sql`
    select g."group", g.label, jsonb_agg(jsonb_build_object('value', g.value, 'territories', g.territories) order by g.value) as values
      from (select v."group", v.label, v.place, v.value, count(distinct t.territory) as territories
              from promotion_territory t
             cross join lateral (values ('country', 'Country', 1, t.country), ('region', 'Region', 2, t.region), ('manager', 'Manager', 3, t.manager),
                   ('product_line', 'Product line', 4, t.product_line)) v ("group", label, place, value)
             where t.organization_id = ${organizationId} and v.value is not null
               and t.valid_from <= ${day}::date and coalesce(t.valid_to, 'infinity') >= ${day}::date
             group by v."group", v.label, v.place, v.value) g
     group by g."group", g.label, g.place order by g.place`)
