import { amount, minorUnits, type Amount } from '../domain/calculation/amount.ts'
import { adjustedPrice, type Adjustment } from '../domain/pricing/adjust-price.ts'
import { priceFormula } from '../domain/pricing/facts.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { ids, sql } from '../store/sql.ts'
import { endingOf } from './ending.ts'
import { readMarketPrices } from './market-prices.ts'
import { keyNames } from './price-keys.ts'
import { conversionTo } from './rates.ts'
import { readMaterials, type MaterialFacts } from './read-facts.ts'
import { readFormulas } from './read-procedure.ts'

type Values = Readonly<Record<string, unknown>>

const mostMaterials = 5_000

/** A price that is in force on a day, of a list or of the material itself, and what it becomes. */
export interface AdjustedPrice {
  /** The row of the list; null for the list price of the material. */
  readonly id: string | null
  readonly material: MaterialFacts
  readonly row: Values
  readonly old: Amount
  readonly next: Amount | null
  readonly market: Amount | null
  readonly cost: Amount | null
}

const text = (value: unknown): string | null =>
  value === undefined || value === null || value === '' ? null : String(value)

/** How the terms of an adjustment change prices; VALIDATION where they name a formula that is not there. */
async function adjustmentOf(tx: Tx, organizationId: number, terms: Values): Promise<Adjustment> {
  const { method } = terms
  if (method !== 'formula')
    return { method: method === 'amount' ? 'amount' : 'percent', value: amount(text(terms['value']) ?? '0') }
  const name = text(terms['formula']) ?? ''
  const expression = (await readFormulas(tx, organizationId, [name])).get(name)
  if (expression) return { method: 'formula', formula: priceFormula(expression) }
  const message = `There is no active calculation formula ${name}`
  throw new AppError('VALIDATION', { issues: [{ path: ['formula'], code: 'unknown', message }] })
}

/** The approved prices of a list that hold on a day, with all that tells them from each other. */
const pricesOf = (tx: Tx, organizationId: number, list: string, materials: readonly string[], day: string) =>
  tx.query<Record<string, string | null>>(sql`
    select d.id::text, d.material_number, ${ids(keyNames)}, d.uom, d.qty_from::text, d.currency, d.price_type, d.valid_from::text, d.per_quantity::text,
           case when d.approval_status = 'approved' then d.price else d.price_in_force end::text as price,
           case when d.approval_status = 'approved' then d.valid_to else d.valid_to_in_force end::text as valid_to
      from price_list_data d
     where d.organization_id = ${organizationId} and d.price_list = ${list} and d.material_number = any(${[...materials]}::text[])
       and d.valid_from <= ${day}::date
       and case when d.approval_status = 'approved' then coalesce(d.valid_to, 'infinity') >= ${day}::date
                else d.price_in_force is not null and coalesce(d.valid_to_in_force, 'infinity') >= ${day}::date end
     order by d.material_number, d.qty_from, d.id`)

/** The prices that an adjustment is about on a day, with what they become; of the list it names, else the list prices of materials. */
export async function adjustedPrices(
  tx: Tx,
  organizationId: number,
  terms: Values,
  { day, currency }: { readonly day: string; readonly currency: string },
): Promise<AdjustedPrice[]> {
  const adjustment = await adjustmentOf(tx, organizationId, terms)
  const wanted = {
    materials: (terms['materials'] as string[] | null | undefined) ?? [],
    productLine: text(terms['product_line']),
  }
  const materials = await readMaterials(tx, organizationId, wanted, mostMaterials)
  const numbers = [...materials.keys()]
  const convert = await conversionTo(tx, organizationId, currency, day)
  const market = await readMarketPrices(tx, organizationId, numbers, day, convert)
  const list = text(terms['price_list'])
  const rows = list
    ? await pricesOf(tx, organizationId, list, numbers, day)
    : numbers.map((number) => ({
        id: null,
        material_number: number,
        price: materials.get(number)!.list_price,
        currency: materials.get(number)!.currency,
        uom: materials.get(number)!.uom,
      }))
  const rounding = { ending: endingOf(terms), decimals: minorUnits(currency) }
  return rows.flatMap((row) => {
    const number = row.material_number!
    const material = materials.get(number)!
    const old = convert(row.price, row.currency)
    if (!old || old.lte(0)) return []
    const cost = convert(material.standard_cost, material.currency)
    const own = market.get(number) ?? null
    const facts = {
      ...material.facts,
      cost: cost?.toFixed() ?? null,
      market_price: own?.toFixed() ?? null,
      list_price: convert(material.list_price, material.currency)?.toFixed() ?? null,
      currency,
      price_date: day,
    }
    return [
      { id: row.id, material, row, old, next: adjustedPrice(old, adjustment, rounding, facts), market: own, cost },
    ]
  })
}
