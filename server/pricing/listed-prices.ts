import { amount } from '../domain/calculation/amount.ts'
import type { Found } from '../domain/pricing/step.ts'
import type { Tx } from '../store/database.ts'
import { json, sql } from '../store/sql.ts'
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

/** The database knows nothing of how many rows are asked for, and takes more than so many at a time one by one. */
const atATime = 400

/** What price lists say of every line, by its place: whichever list holds for the buyer, or the one that is named. */
export async function readListedPrices(
  tx: Tx,
  organizationId: number,
  lines: readonly WantedPrice[],
  { day }: PriceTerms,
  { convert, only }: { readonly convert: Conversion; readonly only: string | null },
): Promise<ReadonlyMap<WantedPrice, Found>> {
  const wanted = lines.map(({ material, customer, quantity, unit }, at) => ({
    row_id: at,
    material_number: material.facts['material_number'],
    customer_number: customer?.facts['customer_number'] ?? null,
    quantity,
    uom: unit?.uom ?? null,
  }))
  const rows: ListedRow[] = []
  for (let from = 0; from < wanted.length; from += atATime) {
    const asked = sql`
      select w.row_id, w.material_number, w.customer_number, w.quantity, w.uom, null::text as currency, ${day}::date as on_date,
             null::text as sales_organization, null::text as distribution_channel, null::text as division
        from jsonb_to_recordset(${json(wanted.slice(from, from + atATime))}) as w (row_id integer, material_number text, customer_number text, quantity numeric, uom text)`
    const part = await tx.query<ListedRow>(sql`
      select p.row_id, p.unit_price::text, p.price_currency, p.price_list, p.reason
        from (${determinePrices({ organizationId, asked, only: only ?? undefined })}) p where p.unit_price is not null`)
    rows.push(...part)
  }
  return new Map(
    rows.flatMap((row) => {
      const value = convert(row.unit_price, row.price_currency)
      const source = `${row.price_list}: ${row.reason}`
      return value ? [[lines[row.row_id]!, { kind: 'amount', value: amount(value), source }] as const] : []
    }),
  )
}
