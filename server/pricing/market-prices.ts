import { sumOf, type Amount } from '../domain/calculation/amount.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import type { Conversion } from './rates.ts'

interface MarketRow {
  readonly material_number: string
  readonly price: string
  readonly currency: string
}

/** The mean of the list prices competitors ask for materials on a day, one each competitor; materials without any are left out. */
export async function readMarketPrices(
  tx: Tx,
  organizationId: number,
  materials: readonly string[],
  day: string,
  convert: Conversion,
): Promise<ReadonlyMap<string, Amount>> {
  const rows = await tx.query<MarketRow>(sql`
    select t.material_number, round(t.price / t.per_quantity, 8)::text as price, t.currency from market_price t
     where t.organization_id = ${organizationId} and t.material_number = any(${[...materials]}::text[]) and t.price_type in ('list', 'street')
       and t.valid_from <= ${day}::date and coalesce(t.valid_to, 'infinity') >= ${day}::date`)
  const found = new Map<string, Amount[]>()
  for (const { material_number: material, price, currency } of rows) {
    const converted = convert(price, currency)
    if (converted) found.set(material, [...(found.get(material) ?? []), converted])
  }
  return new Map([...found].map(([material, prices]) => [material, sumOf(prices).div(prices.length)]))
}
