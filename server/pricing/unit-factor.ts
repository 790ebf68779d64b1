import { quotient } from '../calculation/precision.ts'
import { sql, type Sql } from '../store/sql.ts'

/** Between which units of which material; each a value of the row at hand. */
interface UnitsAsked {
  readonly material: Sql
  readonly from: Sql
  readonly to: Sql
}

const own = (organizationId: number, material: Sql, uom: Sql): Sql => sql`(
  select u.numerator as n, u.denominator as d from material_uom u
   where u.organization_id = ${organizationId} and u.material_number = ${material} and u.uom = ${uom}
  union all
  select 1, 1 from material m where m.organization_id = ${organizationId} and m.material_number = ${material} and m.base_uom = ${uom} limit 1)`

/** How many of one unit are one of the other, by the units of the material, else by general ones; null where nothing tells. */
export const unitsIn = (organizationId: number, { material, from, to }: UnitsAsked): Sql => sql`
  coalesce(
    (select ${quotient(sql`a.n * b.d`, sql`(a.d * b.n)`)} from ${own(organizationId, material, from)} a, ${own(organizationId, material, to)} b),
    (select ${quotient(sql`coalesce(x.factor, 1)`, sql`coalesce(y.factor, 1)`)} from unit_of_measure x join unit_of_measure y on y.organization_id = x.organization_id
      where x.organization_id = ${organizationId} and x.uom = ${from} and y.uom = ${to} and coalesce(x.base_unit, x.uom) = coalesce(y.base_unit, y.uom) limit 1))`

/** How many base units one unit of a row is: one where it names no unit, or its material none; null where nothing tells. */
export const baseUnitsIn = (organizationId: number, { material, from, to }: UnitsAsked): Sql => sql`
  case when ${from} is null or ${to} is null or ${from} = ${to} then 1 else ${unitsIn(organizationId, { material, from, to })} end`
