import { quotient } from '../calculation/precision.ts'
import { sumOf, type Amount } from '../domain/calculation/amount.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import type { Conversion } from './rates.ts'
import { baseUnitsIn } from './unit-factor.ts'

interface MarketRow {
  readonly material_number: string
  readonly price: string
  readonly currency: string
}

/**
 * The mean of the list prices competitors ask for a base unit of materials on a day, the newest of each competitor in each market;
 * materials without any, and prices of a unit that nothing converts, are left out.
 */
export async function readMarketPrices(
  tx: Tx,
  organizationId: number,
  materials: readonly string[],
  day: string,
  convert: Conversion,
): Promise<ReadonlyMap<string, Amount>> {
  const rows = await tx.query<MarketRow>(sql`
    select distinct on (t.material_number, t.competitor, t.market, t.price_type) t.material_number, t.currency,
           round(${quotient(sql`t.price`, sql`(t.per_quantity * u.times)`)}, 8)::text as price
      from market_price t
      join material m on m.organization_id = t.organization_id and m.material_number = t.material_number
     cross join lateral (select ${baseUnitsIn(organizationId, { material: sql`t.material_number`, from: sql`t.uom`, to: sql`m.base_uom` })} as times) u
     where t.organization_id = ${organizationId} and t.material_number = any(${[...materials]}::text[]) and t.price_type in ('list', 'street')
       and u.times is not null and t.valid_from <= ${day}::date and coalesce(t.valid_to, 'infinity') >= ${day}::date
     order by t.material_number, t.competitor, t.market, t.price_type, t.valid_from desc, t.price, t.id`)
  const found = new Map<string, Amount[]>()
  for (const { material_number: material, price, currency } of rows) {
    const converted = convert(price, currency)
    if (converted) found.set(material, [...(found.get(material) ?? []), converted])
  }
  return new Map([...found].map(([material, prices]) => [material, sumOf(prices).div(prices.length)]))
}
