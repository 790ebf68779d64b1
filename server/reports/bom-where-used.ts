import { sql } from '../store/sql.ts'
import { billFieldsRead, billLines, demandOneOf } from './bill-lines.ts'
import type { Report } from './report.ts'

/** What a material goes into, directly and over all levels. */
export const bomWhereUsed: Report = {
  reads: billFieldsRead,
  statement: (parameters, { organizationId }) => {
    demandOneOf(parameters, 'material_number', 'bom')
    const { bom, material_number: material, levels } = parameters
    const wanted = bom
      ? sql`(select b.material_number from bill_of_materials b where b.organization_id = ${organizationId} and b.bom = ${bom}::text)`
      : sql`${material ?? null}::text`
    return sql`
      with recursive ${billLines(organizationId, parameters)},
      up as (
        select 1 as level, array[l.component, l.parent] as way, l.* from line l where l.component = ${wanted}
        union all
        select u.level + 1, u.way || l.parent, l.* from up u join line l on l.component = u.parent
         where u.level < ${levels ?? 50}::int and l.parent <> all (u.way)
      )
      select u.level, u.parent as material_number, m.material_description as description, u.bom, u.item_number, u.component, u.quantity,
             coalesce(u.uom, c.base_uom) as uom, u.usage, u.valid_from, u.valid_to, array_to_string(u.way, ' → ') || ' ' || u.bom || ' ' || u.item_number as way
        from up u
        left join material m on m.organization_id = ${organizationId} and m.material_number = u.parent
        left join material c on c.organization_id = ${organizationId} and c.material_number = u.component`
  },
}
