import { amount } from '../domain/calculation/amount.ts'
import type { Found } from '../domain/pricing/step.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { determinePrices } from './determine-price.ts'
import type { PriceTerms, WantedPrice } from './price-lines.ts'
import type { Conversion } from './rates.ts'

interface ListedRow {
  readonly row_id: number
  readonly unit_price: string | null
  readonly price_currency: string | null
  readonly price_list: string | null
  readonly reason: string | null
}

/** What price lists say of every line, by its place: whichever list holds for the buyer, or the one that is named. */
export async function readListedPrices(
  tx: Tx,
  organizationId: number,
  lines: readonly WantedPrice[],
  { day }: PriceTerms,
  { convert, only }: { readonly convert: Conversion; readonly only: string | null },
): Promise<ReadonlyMap<WantedPrice, Found>> {
  const wanted = {
    materials: lines.map(({ material }) => material.facts['material_number'] ?? null),
    customers: lines.map(({ customer }) => customer?.facts['customer_number'] ?? null),
    quantities: lines.map(({ quantity }) => quantity),
    units: lines.map(({ unit }) => unit?.uom ?? null),
  }
  const asked = sql`
    select w.place::int - 1 as row_id, w.material_number, w.customer_number, w.quantity, w.uom, null::text as currency,
           ${day}::date as on_date, null::text as sales_organization, null::text as distribution_channel, null::text as division
      from unnest(${wanted.materials}::text[], ${wanted.customers}::text[], ${wanted.quantities}::numeric[], ${wanted.units}::text[])
           with ordinality as w (material_number, customer_number, quantity, uom, place)`
  const rows = await tx.query<ListedRow>(sql`
    select p.row_id, p.unit_price::text, p.price_currency, p.price_list, p.reason
      from (${determinePrices({ organizationId, asked, only: only ?? undefined })}) p where p.unit_price is not null`)
  return new Map(
    rows.flatMap((row) => {
      const value = convert(row.unit_price, row.price_currency)
      const source = `${row.price_list}: ${row.reason}`
      return value ? [[lines[row.row_id]!, { kind: 'amount', value: amount(value), source }] as const] : []
    }),
  )
}
