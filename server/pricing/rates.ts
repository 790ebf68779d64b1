import { amount, type Amount } from '../domain/calculation/amount.ts'
import { convertAmount, type Rate } from '../domain/currency/convert-amount.ts'
import { referenceCurrency } from '../engine/configuration-keys.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

/** An amount in the currency prices are made in, exact; null where there is no rate for it. */
export type Conversion = (value: string | null, currency: string | null) => Amount | null

/** How amounts of any currency become one of `to` on a day, by average rates. */
export async function conversionTo(tx: Tx, organizationId: number, to: string, day: string): Promise<Conversion> {
  const reference = await referenceCurrency(tx, organizationId)
  const rates = await tx.query<Rate>(sql`
    select distinct on (from_currency, to_currency) from_currency, to_currency, valid_from::text, rate::text, per_units from currency_rate
     where organization_id = ${organizationId} and rate_type = 'average' and valid_from <= ${day}::date
     order by from_currency, to_currency, valid_from desc`)
  const factors = new Map<string, Amount | null>()
  const factorOf = (from: string): Amount | null => {
    if (!factors.has(from)) factors.set(from, convertAmount(amount(1), from, to, day, reference, rates)?.factor ?? null)
    return factors.get(from)!
  }
  return (value, currency) => {
    if (value === null) return null
    const factor = factorOf(currency ?? to)
    return factor && amount(value).times(factor).toDecimalPlaces(8)
  }
}
