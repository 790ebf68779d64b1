import { quotient } from '../calculation/precision.ts'
import { sql, type Sql } from '../store/sql.ts'

interface Counted {
  readonly organizationId: number
  readonly material: Sql
  readonly quantity: Sql
  readonly uom: Sql
}

/** A quantity of a material in its base unit; null where the factor is missing, never the quantity as it is. */
export const inBaseUnit = ({ organizationId, material, quantity, uom }: Counted): Sql => sql`
  (select case when m.base_uom = ${uom} then ${quantity}
               else (select ${quotient(sql`${quantity} * u.numerator`, sql`u.denominator`)} from material_uom u
                      where u.organization_id = ${organizationId} and u.material_number = ${material} and u.uom = ${uom}) end
     from material m where m.organization_id = ${organizationId} and m.material_number = ${material})`
