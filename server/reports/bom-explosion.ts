import { sql } from '../store/sql.ts'
import { billFieldsRead, billLines, demandOneOf } from './bill-lines.ts'
import type { Report } from './report.ts'

/**
 * What goes into a material over all levels. What is needed of a component is what is needed of its parent by the bill's base
 * quantity, times the quantity of the item and its scrap, each converted to base units; a fixed quantity is needed once. Below
 * the first level the first bill of a material counts: that for sales, then by alternative.
 */
export const bomExplosion: Report = {
  reads: billFieldsRead,
  statement: (parameters, { organizationId }) => {
    demandOneOf(parameters, 'bom', 'material_number')
    const { bom, material_number: material, quantity, levels } = parameters
    const root = bom
      ? sql`select b.bom, b.material_number from bill_of_materials b where b.organization_id = ${organizationId} and b.bom = ${bom}::text`
      : sql`select c.bom, c.parent from chosen c where c.parent = ${material ?? null}::text`
    return sql`
      with recursive ${billLines(organizationId, parameters)},
      chosen as (
        select distinct on (parent) parent, bom from line order by parent, (usage = 'sales') desc, alternative, bom
      ),
      root (bom, material_number) as (${root}),
      down as (
        select 1 as level, array[r.material_number, l.component] as way, l.item_number as sequence, l.*,
               case when l.fixed_quantity then l.quantity * (1 + l.scrap / 100)
                    else ${quantity ?? 1}::numeric / (l.base_quantity * unit_factor(${organizationId}, l.parent, l.bill_uom, p.base_uom))
                         * l.quantity * (1 + l.scrap / 100)
               end * unit_factor(${organizationId}, l.component, l.uom, m.base_uom) as needed
          from root r join line l on l.bom = r.bom
          left join material p on p.organization_id = ${organizationId} and p.material_number = l.parent
          left join material m on m.organization_id = ${organizationId} and m.material_number = l.component
        union all
        select d.level + 1, d.way || l.component, d.sequence || '.' || l.item_number, l.*,
               case when l.fixed_quantity then l.quantity * (1 + l.scrap / 100)
                    else d.needed / (l.base_quantity * unit_factor(${organizationId}, l.parent, l.bill_uom, p.base_uom))
                         * l.quantity * (1 + l.scrap / 100)
               end * unit_factor(${organizationId}, l.component, l.uom, m.base_uom)
          from down d join chosen c on c.parent = d.component join line l on l.bom = c.bom
          left join material p on p.organization_id = ${organizationId} and p.material_number = l.parent
          left join material m on m.organization_id = ${organizationId} and m.material_number = l.component
         where d.level < ${levels ?? 50}::int and l.component <> all (d.way)
      )
      select d.sequence, d.level, d.component, m.material_description as description, d.quantity, coalesce(d.uom, m.base_uom) as uom, d.scrap,
             round(d.needed, 6) as needed, m.base_uom, d.phantom, exists (select 1 from chosen c where c.parent = d.component) as made,
             d.parent, array_to_string(d.way, ' → ') || ' ' || d.sequence as way,
             case when d.needed is null then 'No conversion from ' || coalesce(d.uom, '?') || ' to ' || coalesce(m.base_uom, '?') end as problem
        from down d left join material m on m.organization_id = ${organizationId} and m.material_number = d.component`
  },
}
