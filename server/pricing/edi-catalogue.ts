import type { Tx } from '../store/database.ts'
import type { CatalogueRow, MappedElement } from '../domain/edi/price-catalogue.ts'
import { sql } from '../store/sql.ts'

interface KeptElement extends Omit<MappedElement, 'field' | 'constant' | 'required'> {
  readonly source: 'field' | 'constant'
  readonly field?: string | null
  readonly constant?: string | null
  readonly required?: boolean | null
}

/** The elements of a mapping as its record keeps them. */
export const elementsOf = (kept: unknown): MappedElement[] =>
  (kept as readonly KeptElement[]).map(({ source, field, constant, required, ...one }) => ({
    ...one,
    field: source === 'field' ? (field ?? null) : null,
    constant: source === 'constant' ? (constant ?? null) : null,
    required: required === true,
  }))

/** A list as its header tells it; undefined where there is none of that name. */
export async function listForEdi(tx: Tx, organizationId: number, list: string): Promise<CatalogueRow | undefined> {
  const [row] = await tx.query<CatalogueRow>(sql`
    select price_list, description as list_description, currency, valid_from::text as list_from, valid_to::text as list_to
      from price_list_master where organization_id = ${organizationId} and price_list = ${list}`)
  return row
}

/** The prices of a list that hold on a day, what was approved while a change of it waits, in the order of materials and breaks; at most so many. */
export const pricesForEdi = (tx: Tx, organizationId: number, list: string, on: string, most: number) =>
  tx.query<CatalogueRow>(sql`
    select d.material_number, m.material_description, d.customer_number, d.uom, trim_scale(d.qty_from)::text as qty_from, trim_scale(e.price)::text as price,
           trim_scale(d.per_quantity)::text as per_quantity, d.currency, d.valid_from::text as valid_from, e.valid_to::text as valid_to
      from price_list_data d left join material m on m.organization_id = d.organization_id and m.material_number = d.material_number
     cross join lateral (
       select case when d.approval_status = 'approved' then d.price else d.price_in_force end as price,
              case when d.approval_status = 'approved' then d.valid_to else d.valid_to_in_force end as valid_to) e
     where d.organization_id = ${organizationId} and d.price_list = ${list} and e.price is not null
       and d.valid_from <= ${on}::date and coalesce(e.valid_to, 'infinity') >= ${on}::date
     order by d.material_number, d.customer_number nulls first, d.uom, d.qty_from, d.id limit ${most}`)
