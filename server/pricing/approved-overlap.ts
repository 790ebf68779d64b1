import type { Tx } from '../store/database.ts'
import { join, raw, sql } from '../store/sql.ts'
import { keyNames } from './price-keys.ts'

const same = join(
  keyNames.map((name) => raw(`o.${name} is not distinct from d.${name}`)),
  ' and ',
)

/** What stands against approving a price. */
interface ApprovedPrice {
  readonly price_list: string
  readonly valid_from: string
  readonly valid_to: string | null
}

/**
 * An approved price of the same list with the same keys, unit and break on some of the same days; null for none. The list is locked until
 * the transaction ends, so that of two prices approved at the same moment one sees the other.
 */
export async function approvedOverlap(tx: Tx, organizationId: number, priceId: number): Promise<ApprovedPrice | null> {
  await tx.query(sql`
    select from price_list_master l join price_list_data d on d.organization_id = l.organization_id and d.price_list = l.price_list
     where l.organization_id = ${organizationId} and d.id = ${priceId} for no key update of l`)
  const [found] = await tx.query<ApprovedPrice>(sql`
    select o.price_list, o.valid_from::text, case when o.approval_status = 'approved' then o.valid_to else o.valid_to_in_force end::text as valid_to
      from price_list_data d
      join price_list_data o on o.organization_id = d.organization_id and o.price_list = d.price_list and o.material_number = d.material_number
       and o.id <> d.id and o.uom = d.uom and o.qty_from = d.qty_from and ${same}
     where d.organization_id = ${organizationId} and d.id = ${priceId} and (o.approval_status = 'approved' or o.price_in_force is not null)
       and o.valid_from <= coalesce(d.valid_to, 'infinity')
       and coalesce(case when o.approval_status = 'approved' then o.valid_to else o.valid_to_in_force end, 'infinity') >= d.valid_from
     order by o.valid_from limit 1`)
  return found ?? null
}
