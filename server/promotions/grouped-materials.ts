import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { lineOf } from './planned-for.ts'

export interface GroupedAsked {
  readonly product_line: string
  readonly country: string | null
  readonly group_codes: readonly string[] | null
  readonly on: string
  readonly ungrouped: boolean
}

/** The materials of a line by custom group, each with its price in a country on a day; those in no group under `group_code` null where asked for. */
export const groupedMaterials = (tx: Tx, organizationId: number, asked: GroupedAsked) =>
  tx.query(sql`
    with members as (
      select g.group_code, g.group_name, g.claim_number, r.material_number from custom_group g
       cross join lateral jsonb_to_recordset(g.materials) as r (material_number text)
       where g.organization_id = ${organizationId} and g.product_line = ${asked.product_line} and g.archived is not true
         and (g.country is null or ${asked.country}::text is null or g.country = ${asked.country})
    ),
    chosen as (
      select * from members where ${asked.group_codes}::text[] is null or group_code = any(${asked.group_codes}::text[])
      union all
      select null, null, null, m.material_number from material m
       where ${asked.ungrouped} and m.organization_id = ${organizationId} and m.status = 'active' and ${lineOf(sql`${asked.on}::date`)} = ${asked.product_line}
         and not exists (select from members o where o.material_number = m.material_number)
    ),
    priced as (
      select c.*, m.material_description, p.list_price, p.dealer_cost, p.currency from chosen c
        join material m on m.organization_id = ${organizationId} and m.material_number = c.material_number
        left join promotion_material_price p on p.organization_id = m.organization_id and p.material_number = m.material_number and p.country = ${asked.country}
                  and p.valid_from <= ${asked.on}::date and coalesce(p.valid_to, 'infinity') >= ${asked.on}::date
    )
    select p.group_code, min(p.group_name) as group_name, min(p.claim_number) as claim_number, ${asked.product_line}::text as product_line,
           count(*) as material_count, round(avg(p.list_price), 4) as average_list_price, min(p.currency) as currency,
           jsonb_agg(jsonb_build_object('material_number', p.material_number, 'material_description', p.material_description,
             'list_price', p.list_price::text, 'dealer_cost', p.dealer_cost::text, 'currency', p.currency) order by p.material_number) as materials
      from priced p group by p.group_code order by p.group_code nulls last`)
