import { amount, type Amount } from '../domain/calculation/amount.ts'
import type { Sold } from '../domain/pricing/adjust-price.ts'
import type { Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'
import { determinePrices } from './determine-price.ts'

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

const linesOf = (organizationId: number, { materials, day, currency, seen }: SoldAsked): Sql => sql`
  from sales_data t left join material m on m.organization_id = t.organization_id and m.material_number = t.material_number
 where t.organization_id = ${organizationId} and t.material_number = any(${[...materials]}::text[]) and t.transaction_type in ('Sale', 'Return')
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
        from (select t.material_number, ${values} ${linesOf(organizationId, asked)}) s where s.quantity is not null and s.net_value is not null group by 1`),
  )

/** What was sold in twelve months by the row of a price list that would price it on the day; by the id of the row. */
export async function soldByPrice(tx: Tx, organizationId: number, list: string, asked: SoldAsked) {
  const lines = sql`
    select t.id as row_id, t.material_number, t.customer_number, abs(t.quantity) as quantity, t.uom, null::text as currency, ${asked.day}::date as on_date,
           t.sales_organization, t.distribution_channel, t.division ${linesOf(organizationId, asked)}`
  return byKey(
    await tx.query<SoldRow>(sql`
      select p.price_id::text as key, ${figures}
        from (${determinePrices({ organizationId, asked: lines, only: list })}) p
        join (select t.id, ${values} ${linesOf(organizationId, asked)}) s on s.id = p.row_id
       where p.price_id is not null and s.quantity is not null and s.net_value is not null group by 1`),
  )
}

export const nothingSold: Sold = { quantity: amount(0), net: amount(0), cost: amount(0) }

/** Margin over revenue in percent; null without revenue. */
export const marginShare = ({ net, cost }: { readonly net: Amount; readonly cost: Amount }): string | null =>
  net.isZero() ? null : net.minus(cost).times(100).div(net).toDecimalPlaces(2).toFixed()
