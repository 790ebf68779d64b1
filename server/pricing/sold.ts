import { amount, type Amount } from '../domain/calculation/amount.ts'
import type { Sold } from '../domain/pricing/adjust-price.ts'
import type { Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'
import { isForBuyer, keysOf } from './price-keys.ts'

interface SoldRow {
  readonly key: string
  readonly quantity: string
  readonly net: string
  readonly cost: string
}

export interface SoldAsked {
  readonly materials: readonly string[]
  /** The last of twelve months. */
  readonly day: string
  readonly currency: string
  readonly seen: Sql
}

const linesWanted = (organizationId: number, { materials, day, currency, seen }: SoldAsked): Sql => sql`
  t.organization_id = ${organizationId} and t.material_number = any(${[...materials]}::text[]) and t.transaction_type in ('Sale', 'Return')
   and t.currency = ${currency} and t.billing_date <= ${day}::date and t.billing_date > ${day}::date - interval '12 months'${seen}`

const figures = sql`sum(s.quantity)::text as quantity, sum(s.net_value)::text as net, sum(s.cost)::text as cost`
const values = sql`t.quantity, t.net_value, coalesce(t.cost_value, t.quantity * m.standard_cost, 0) as cost`

const byKey = (rows: readonly SoldRow[]): ReadonlyMap<string, Sold> =>
  new Map(
    rows.map(({ key, quantity, net, cost }) => [
      key,
      { quantity: amount(quantity), net: amount(net), cost: amount(cost) },
    ]),
  )

/** What was sold of each material in twelve months, less what came back. */
export const soldByMaterial = async (tx: Tx, organizationId: number, asked: SoldAsked) =>
  byKey(
    await tx.query<SoldRow>(sql`
      select s.material_number as key, ${figures}
        from (select t.material_number, ${values}
                from sales_data t left join material m on m.organization_id = t.organization_id and m.material_number = t.material_number
               where ${linesWanted(organizationId, asked)}) s where s.quantity is not null and s.net_value is not null group by 1`),
  )

/**
 * What was sold in twelve months by the row of a price list that would price it on the day; by the id of the row. Within a list the row with
 * the most keys counts, of those the one of the highest break that the quantity reaches. Breaks in another unit than the sale's are not reached.
 */
export async function soldByPrice(tx: Tx, organizationId: number, list: string, asked: SoldAsked) {
  return byKey(
    await tx.query<SoldRow>(sql`
      with b as materialized (
        select t.id, t.material_number, t.customer_number, t.uom, t.sales_organization, t.distribution_channel, t.division, c.customer_group,
               c.class_of_trade, c.country, ${values}
          from sales_data t left join material m on m.organization_id = t.organization_id and m.material_number = t.material_number
          left join customer c on c.organization_id = t.organization_id and c.customer_number = t.customer_number
         where ${linesWanted(organizationId, asked)} and t.quantity is not null and t.net_value is not null),
      s as (
        select distinct on (b.id) d.id as price_id, b.quantity, b.net_value, b.cost
          from b join price_list_data d on d.organization_id = ${organizationId} and d.price_list = ${list} and d.material_number = b.material_number
         where d.valid_from <= ${asked.day}::date
           and case when d.approval_status = 'approved' then coalesce(d.valid_to, 'infinity') >= ${asked.day}::date
                    else d.price_in_force is not null and coalesce(d.valid_to_in_force, 'infinity') >= ${asked.day}::date end
           and (d.qty_from = 0 or d.uom = b.uom and d.qty_from <= abs(b.quantity)) and ${isForBuyer(organizationId)}
         order by b.id, num_nonnulls(${keysOf('d')}) desc, d.qty_from desc, d.price, d.valid_from desc, d.id desc)
      select s.price_id::text as key, ${figures} from s group by 1`),
  )
}

export const nothingSold: Sold = { quantity: amount(0), net: amount(0), cost: amount(0) }

/** Margin over revenue in percent; null without revenue. */
export const marginShare = ({ net, cost }: { readonly net: Amount; readonly cost: Amount }): string | null =>
  net.isZero() ? null : net.minus(cost).times(100).div(net).toDecimalPlaces(2).toFixed()
