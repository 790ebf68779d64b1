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
import { baseUnitsIn } from './unit-factor.ts'

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
  /** What competitors ask for as much as the price is of. */
  readonly market: Amount | null
  /** Base units in one unit of the price. */
  readonly unit: Amount
  /** What a base unit costs. */
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
           round(${baseUnitsIn(organizationId, { material: sql`d.material_number`, from: sql`d.uom`, to: sql`m.base_uom` })}, 12)::text as units,
           case when d.approval_status = 'approved' then d.price else d.price_in_force end::text as price,
           case when d.approval_status = 'approved' then d.valid_to else d.valid_to_in_force end::text as valid_to
      from price_list_data d left join material m on m.organization_id = d.organization_id and m.material_number = d.material_number
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
    priceList: text(terms['price_list']),
  }
  const materials = await readMaterials(tx, organizationId, wanted, mostMaterials)
  const numbers = [...materials.keys()]
  const convert = await conversionTo(tx, organizationId, currency, day)
  const market = await readMarketPrices(tx, organizationId, numbers, day, convert)
  const list = wanted.priceList
  const rows: readonly Readonly<Record<string, string | null>>[] = list
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
    const number = row['material_number']!
    const material = materials.get(number)!
    const old = convert(row['price'] ?? null, row['currency'] ?? null)
    if (!old || old.lte(0)) return []
    const cost = convert(material.standard_cost, material.currency)
    // A price may be of a case, or of a hundred: what it is held against is of as much.
    const known = row['units'] === undefined ? '1' : row['units']
    const unit = amount(known ?? '1')
    const times = known === null ? null : unit.times(row['per_quantity'] ?? '1')
    const ofAsMuch = (value: Amount | null | undefined): Amount | null =>
      value && times ? value.times(times).toDecimalPlaces(8) : null
    const own = ofAsMuch(market.get(number))
    const facts = {
      ...material.facts,
      cost: ofAsMuch(cost)?.toFixed() ?? null,
      market_price: own?.toFixed() ?? null,
      list_price: ofAsMuch(convert(material.list_price, material.currency))?.toFixed() ?? null,
      currency,
      price_date: day,
    }
    return [
      {
        id: row['id'] ?? null,
        material,
        row,
        old,
        next: adjustedPrice(old, adjustment, rounding, facts),
        market: own,
        unit,
        cost,
      },
    ]
  })
}
