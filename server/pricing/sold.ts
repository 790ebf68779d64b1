import { amount, type Amount } from '../domain/calculation/amount.ts'
import type { Sold } from '../domain/pricing/adjust-price.ts'
import type { Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'
import { holdsForBuyer, isForBuyer, keysOf } from './price-keys.ts'
import { baseUnitsIn } from './unit-factor.ts'

interface SoldRow {
  readonly key: string
  readonly material_number: string
  readonly quantity: string
  readonly net: string
  readonly cost: string
  /** The quantity of lines that say nothing of their cost. */
  readonly uncosted: string
}

export interface SoldAsked {
  readonly materials: readonly string[]
  /** The last of twelve months. */
  readonly day: string
  readonly currency: string
  readonly seen: Sql
  /** What a base unit of a material costs where a line does not say; null where nothing does. */
  readonly unitCost: (material: string) => Amount | null
}

const linesWanted = (organizationId: number, { materials, day, currency, seen }: SoldAsked): Sql => sql`
  t.organization_id = ${organizationId} and t.material_number = any(${[...materials]}::text[]) and t.transaction_type in ('Sale', 'Return')
   and t.currency = ${currency} and t.billing_date <= ${day}::date and t.billing_date > ${day}::date - interval '12 months'${seen}`

const figures = sql`sum(s.quantity)::text as quantity, sum(s.net_value)::text as net, coalesce(sum(s.cost_value), 0)::text as cost,
  coalesce(sum(s.quantity) filter (where s.cost_value is null), 0)::text as uncosted`

/** Lines with their quantity in base units; those in a unit that nothing converts are left out, as they cannot be added up. */
const linesOf = (organizationId: number, asked: SoldAsked): Sql => sql`
  select t.id, t.material_number, t.customer_number, t.uom, t.sales_organization, t.distribution_channel, t.division, t.quantity * u.times as quantity,
         t.net_value, t.cost_value
    from sales_data t left join material m on m.organization_id = t.organization_id and m.material_number = t.material_number
   cross join lateral (select ${baseUnitsIn(organizationId, { material: sql`t.material_number`, from: sql`t.uom`, to: sql`m.base_uom` })} as times) u
   where ${linesWanted(organizationId, asked)} and t.quantity is not null and t.net_value is not null and u.times is not null`

const byKey = (rows: readonly SoldRow[], { unitCost }: SoldAsked): ReadonlyMap<string, Sold> =>
  new Map(
    rows.map(({ key, material_number: material, quantity, net, cost, uncosted }) => [
      key,
      {
        quantity: amount(quantity),
        net: amount(net),
        cost: amount(cost).plus((unitCost(material) ?? amount(0)).times(uncosted)),
      },
    ]),
  )

/** What was sold of each material in twelve months, less what came back; quantities are of base units. */
export const soldByMaterial = async (tx: Tx, organizationId: number, asked: SoldAsked) =>
  byKey(
    await tx.query<SoldRow>(sql`
      select s.material_number as key, s.material_number, ${figures} from (${linesOf(organizationId, asked)}) s group by 1`),
    asked,
  )

/**
 * What was sold in twelve months by the row of a price list that would price it on the day, to those the list holds for; by the id of the row.
 * Quantities are of base units. Within a list the row with the most keys counts, of those the one of the highest break that the quantity
 * reaches, whatever unit either is in.
 */
export async function soldByPrice(tx: Tx, organizationId: number, list: string, asked: SoldAsked) {
  return byKey(
    await tx.query<SoldRow>(sql`
      with b as materialized (
        select x.*, c.customer_group, c.class_of_trade, c.country, c.region
          from (${linesOf(organizationId, asked)}) x
          left join customer c on c.organization_id = ${organizationId} and c.customer_number = x.customer_number),
      priced as materialized (
        select d.*, d.qty_from * ${baseUnitsIn(organizationId, { material: sql`d.material_number`, from: sql`d.uom`, to: sql`m.base_uom` })} as reached_at
          from price_list_data d left join material m on m.organization_id = d.organization_id and m.material_number = d.material_number
         where d.organization_id = ${organizationId} and d.price_list = ${list} and d.material_number = any(${[...asked.materials]}::text[])
           and d.valid_from <= ${asked.day}::date
           and case when d.approval_status = 'approved' then coalesce(d.valid_to, 'infinity') >= ${asked.day}::date
                    else d.price_in_force is not null and coalesce(d.valid_to_in_force, 'infinity') >= ${asked.day}::date end),
      s as (
        select distinct on (b.id) d.id as price_id, b.material_number, b.quantity, b.net_value, b.cost_value
          from b join priced d on d.material_number = b.material_number
          join price_list_master l on l.organization_id = ${organizationId} and l.price_list = d.price_list
         where d.reached_at <= abs(b.quantity) and ${holdsForBuyer(organizationId)} and ${isForBuyer(organizationId)}
         order by b.id, num_nonnulls(${keysOf('d')}) desc, d.reached_at desc, coalesce(d.uom = b.uom, false) desc, d.price, d.valid_from desc, d.id desc)
      select s.price_id::text as key, s.material_number, ${figures} from s group by 1, 2`),
    asked,
  )
}

export const nothingSold: Sold = { quantity: amount(0), net: amount(0), cost: amount(0) }

/** Margin over revenue in percent; null without revenue. */
export const marginShare = ({ net, cost }: { readonly net: Amount; readonly cost: Amount }): string | null =>
  net.isZero() ? null : net.minus(cost).times(100).div(net).toDecimalPlaces(2).toFixed()
