import { setImmediate as breathe } from 'node:timers/promises'
import { amount, type Amount } from '../domain/calculation/amount.ts'
import { runProcedure } from '../domain/pricing/run-procedure.ts'
import type { Found, Step, Waterfall } from '../domain/pricing/step.ts'
import type { Tx } from '../store/database.ts'
import { readCustomerRebates } from './customer-rebates.ts'
import { pricedFeatures, readFeatures } from './features.ts'
import { readListedPrices } from './listed-prices.ts'
import { readMarketPrices } from './market-prices.ts'
import { conversionTo } from './rates.ts'
import type { CustomerFacts, MaterialFacts } from './read-facts.ts'
import type { Procedure, StepRow } from './read-procedure.ts'
import type { PricedUnit } from './read-units.ts'
import { readServedCosts } from './served-costs.ts'

/** A price that is wanted: of a material, for a customer or anybody, in a quantity of its base unit or of the unit that is named. */
export interface WantedPrice {
  readonly material: MaterialFacts
  readonly customer: CustomerFacts | null
  readonly quantity: string
  readonly unit?: PricedUnit
  /** Of a quote. */
  readonly lineNumber?: number
  /** Steps of its own beside those of the procedure, such as a discount that was agreed. */
  readonly ownSteps?: readonly Step[]
}

export interface PriceTerms {
  readonly day: string
  readonly currency: string
  /** Lookups whose value is not for whoever asks. */
  readonly hidden?: readonly string[]
}

export interface PricedLine {
  readonly wanted: WantedPrice
  readonly waterfall: Waterfall
}

/** What of a procedure prices depend on. */
type Worked = Pick<Procedure, 'steps' | 'rows' | 'decimals'>

/** Finds what the lookups of a step stand for. */
type Finder = (wanted: WantedPrice, row: StepRow) => Found | null

/** Prices every line by a procedure, letting others have their turn in between. */
export async function priceLines(
  tx: Tx,
  organizationId: number,
  procedure: Worked,
  lines: readonly WantedPrice[],
  terms: PriceTerms,
): Promise<PricedLine[]> {
  const known = await readKnown(tx, organizationId, procedure, lines, terms)
  const priced: PricedLine[] = []
  for (const [at, wanted] of lines.entries()) {
    const { material, customer, quantity, ownSteps = [] } = wanted
    const units = wanted.unit?.times ?? amount(1)
    const found = new Map<number, Found>()
    for (const [row, find] of known.finders) {
      const value = find(wanted, row)
      if (value) found.set(row.sequence, value)
    }
    const number = material.facts['material_number']!
    const facts = {
      ...material.facts,
      ...customer?.facts,
      quantity: units.times(quantity).toFixed(),
      price_date: terms.day,
      currency: terms.currency,
      list_price: known.listPrice(material)?.toFixed() ?? null,
      market_price: known.market.get(number)?.toFixed() ?? null,
    }
    const waterfall = runProcedure([...procedure.steps, ...ownSteps], {
      facts,
      found,
      cost: known.cost(material)?.times(units) ?? null,
      decimals: procedure.decimals,
      units,
    })
    priced.push({ wanted, waterfall })
    if (at % 200 === 199) await breathe()
  }
  return priced
}

const ofUnit = (found: Found | null, { unit }: WantedPrice): Found | null =>
  found?.kind === 'amount' && unit ? { ...found, value: found.value.times(unit.times).toDecimalPlaces(12) } : found

async function readKnown(
  tx: Tx,
  organizationId: number,
  procedure: Worked,
  lines: readonly WantedPrice[],
  { day, currency, hidden = [] }: PriceTerms,
) {
  const convert = await conversionTo(tx, organizationId, currency, day)
  const numbers = [...new Set(lines.map(({ material }) => material.facts['material_number']!))]
  const market = await readMarketPrices(tx, organizationId, numbers, day, convert)
  const listPrice = (material: MaterialFacts) => convert(material.list_price, material.currency)
  const cost = (material: MaterialFacts) => convert(material.standard_cost, material.currency)
  const asks = (name: string): boolean => procedure.rows.some(({ lookup }) => lookup?.startsWith(name))
  const features = asks('feature_value')
    ? await readFeatures(tx, organizationId, { materials: numbers, day, withOptions: false })
    : new Map<string, never>()
  const served = asks('off_invoice') ? await readServedCosts(tx, organizationId, day, convert) : () => null
  const buyers = lines.flatMap(({ customer }) => customer?.facts['customer_number'] ?? [])
  const rebates = asks('rebates')
    ? await readCustomerRebates(tx, organizationId, [...new Set(buyers)], { day, currency })
    : new Map<string, never>()
  const listed = new Map<string | null, ReadonlyMap<WantedPrice, Found>>()
  for (const { lookup, price_list: list = null } of procedure.rows)
    if (lookup === 'price_list' && !listed.has(list))
      listed.set(list, await readListedPrices(tx, organizationId, lines, { day, currency }, { convert, only: list }))
  const simple = (value: Amount | null | undefined, source: string): Found | null =>
    value ? { kind: 'amount', value, source } : null
  const servedBy = ({ material, customer }: WantedPrice) => ({
    customer_number: customer?.facts['customer_number'] ?? null,
    material_number: material.facts['material_number']!,
    product_line: material.product_line,
    country: customer?.facts['country'] ?? null,
  })
  const lookups: Readonly<Record<string, Finder>> = {
    rebates: ({ customer }) => rebates.get(customer?.facts['customer_number'] ?? '') ?? null,
    price_list: (wanted, row) => listed.get(row.price_list ?? null)?.get(wanted) ?? null,
    material_list_price: ({ material }) => simple(listPrice(material), 'List price of the material'),
    standard_cost: ({ material }) => simple(cost(material), 'Standard cost'),
    market_price: ({ material }) => simple(market.get(material.facts['material_number']!), 'Competitors'),
    off_invoice_percent: (wanted) => served('percent', servedBy(wanted)),
    off_invoice_amount: (wanted) => served('amount', servedBy(wanted)),
    feature_value: ({ material }) => {
      const base = listPrice(material)
      const own = features.get(material.facts['material_number']!)
      const worth = base && own && pricedFeatures(base, own, convert, procedure.decimals)
      return worth ? { kind: 'amount', value: worth.features, source: `${worth.parts.length} features` } : null
    },
  }
  const finders = procedure.rows.flatMap((row: StepRow): (readonly [StepRow, Finder])[] => {
    const find =
      row.calc_type === 'lookup' && !hidden.includes(row.lookup ?? '') ? lookups[row.lookup ?? ''] : undefined
    if (!find) return []
    // Lists are asked for the price of the unit; all else is known of a base unit.
    return [[row, row.lookup === 'price_list' ? find : (wanted, one) => ofUnit(find(wanted, one), wanted)]]
  })
  return { convert, market, listPrice, cost, finders }
}
