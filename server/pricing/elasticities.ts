import type { Elasticity } from '../domain/pricing/elasticity.ts'
import type { Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'
import { baseUnitsIn } from './unit-factor.ts'

interface FitRow {
  readonly material_number: string
  readonly periods: number
  readonly slope: number | null
  readonly spread: number
  readonly standard_error: number | null
  readonly explained: number | null
}

export interface ElasticityAsked {
  readonly materials: readonly string[]
  /** The months before this day's month. */
  readonly day: string
  readonly months: number
  readonly currency: string
  /** Behind a condition on sales lines `t`: those the caller sees. */
  readonly seen: Sql
}

/** How demand for materials, in base units, answered to the mean price of a month: log-log least squares over months with sales. */
export async function readElasticities(
  tx: Tx,
  organizationId: number,
  { materials, day, months, currency, seen }: ElasticityAsked,
): Promise<ReadonlyMap<string, Elasticity>> {
  const rows = await tx.query<FitRow>(sql`
    with grouped as (
      select t.material_number, date_trunc('month', t.billing_date) as month, sum(t.net_value) as net, sum(t.quantity * u.times) as quantity
        from sales_data t
        left join material m on m.organization_id = t.organization_id and m.material_number = t.material_number
       cross join lateral (select ${baseUnitsIn(organizationId, { material: sql`t.material_number`, from: sql`t.uom`, to: sql`m.base_uom` })} as times) u
       where t.organization_id = ${organizationId} and t.material_number = any(${[...materials]}::text[]) and t.transaction_type = 'Sale'
         and u.times is not null and t.currency = ${currency} and t.billing_date < date_trunc('month', ${day}::date)
         and t.billing_date >= date_trunc('month', ${day}::date) - ${months}::int * interval '1 month'${seen}
       group by 1, 2),
    priced as (select material_number, ln(net / quantity) as x, ln(quantity) as y from grouped where net > 0 and quantity > 0),
    fitted as (
      select material_number, count(*)::int as periods, regr_slope(y, x) as slope, regr_r2(y, x) as explained, regr_sxx(y, x) as sxx,
             regr_syy(y, x) as syy, regr_sxy(y, x) as sxy, max(x) - min(x) as spread
        from priced group by 1)
    select material_number, periods, case when spread > 0.000001 then slope end::float8 as slope, explained::float8 as explained, (exp(spread) - 1)::float8 as spread,
           case when periods > 2 and sxx > 0 then sqrt(greatest(0, syy - slope * sxy) / (periods - 2) / sxx) end::float8 as standard_error
      from fitted`)
  return new Map(
    rows.map(({ material_number: material, standard_error: standardError, ...fit }) => [
      material,
      { ...fit, standardError },
    ]),
  )
}

/** Nothing is known of a material that was never sold. */
export const unsold: Elasticity = { periods: 0, slope: null, spread: 0, standardError: null, explained: null }
