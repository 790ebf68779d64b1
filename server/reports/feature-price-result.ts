import { amount, percentOf, sumOf, type Amount } from '../domain/calculation/amount.ts'
import { roundedPrice } from '../domain/pricing/rounding.ts'
import { AppError } from '../errors.ts'
import { endingOf } from '../pricing/ending.ts'
import { pricedFeatures, readFeatures, type FeatureRow } from '../pricing/features.ts'
import { readMarketPrices } from '../pricing/market-prices.ts'
import { conversionTo } from '../pricing/rates.ts'
import { readMaterials, type MaterialFacts } from '../pricing/read-facts.ts'
import { json, sql } from '../store/sql.ts'
import type { Report } from './report.ts'

const mostMaterials = 5_000
const decimals = 2

interface Bases {
  readonly list: Amount | null
  readonly market: Amount | null
  readonly cost: Amount | null
}

const problems: Readonly<Record<string, string>> = {
  list_price: 'The material has no list price',
  market_price: 'No competitor is known to sell it',
  cost: 'The material has no standard cost',
}

function baseOf(by: string, { list, market, cost }: Bases, markup: string): Amount | null {
  if (by === 'market_price') return market?.toDecimalPlaces(decimals) ?? null
  if (by === 'list_price') return list
  return cost && cost.plus(percentOf(cost, amount(markup))).toDecimalPlaces(decimals)
}

const share = (of: Amount, by: Amount | null): string | null =>
  by && !by.isZero() ? of.minus(by).times(100).div(by).toDecimalPlaces(2).toFixed() : null

const worthWords = (features: readonly FeatureRow[], parts: readonly Amount[]): string =>
  features.map((one, at) => `${one.feature_name} ${one.feature_value} ${signed(parts[at]!)}`).join(', ')

const signed = (value: Amount): string => `${value.lt(0) ? '−' : '+'}${value.abs().toFixed(decimals)}`

/** What products cost by their features: a base price and what each feature is worth, beside the list price and competitors. */
export const featurePriceResult: Report = {
  reads: {
    material: ['list_price'],
    'product-feature-price': ['adjustment'],
    'market-price': ['price'],
  },
  statement: async (parameters, context) => {
    const day = String(parameters['price_date'])
    const by = String(parameters['base'])
    const ending = endingOf(parameters)
    if (by === 'cost' && !context.mayRead('material', 'standard_cost'))
      throw new AppError('FIELD_DENIED', {
        message: 'You may not see the costs of materials; choose another base price.',
      })
    const rows = await context.read(async (tx) => {
      const { organizationId } = context
      const wanted = {
        materials: (parameters['materials'] as string[] | null | undefined) ?? [],
        productLine: (parameters['product_line'] as string | null | undefined) ?? null,
      }
      const materials = await readMaterials(tx, organizationId, wanted, mostMaterials)
      const numbers = [...materials.keys()]
      const convert = await conversionTo(tx, organizationId, String(parameters['currency']), day)
      const features = await readFeatures(tx, organizationId, {
        materials: numbers,
        day,
        withOptions: parameters['with_options'] === true,
      })
      const market = await readMarketPrices(tx, organizationId, numbers, day, convert)
      const shown = numbers.filter((number) => features.has(number) || wanted.materials.length > 0)
      return shown.map((number) => {
        const material = materials.get(number)!
        const own = features.get(number) ?? []
        const bases = {
          list: convert(material.list_price, material.currency),
          market: market.get(number) ?? null,
          cost: convert(material.standard_cost, material.currency),
        }
        const row = { ...aboutOf(number, material), feature_count: own.length, ...against(bases) }
        const base = baseOf(by, bases, String(parameters['markup'] ?? '0'))
        if (!base) return { ...row, error: problems[by] }
        const priced = pricedFeatures(base, own, convert, decimals)
        if (!priced) return { ...row, error: 'There is no rate into this currency' }
        const price = ending ? roundedPrice(priced.price, ending) : priced.price
        return {
          ...row,
          features: worthWords(own, priced.parts) || null,
          base_price: base.toFixed(),
          premiums: sumOf(priced.parts.filter((part) => part.gt(0))).toFixed(),
          discounts: sumOf(priced.parts.filter((part) => part.lt(0))).toFixed(),
          feature_price: price.toFixed(),
          difference: bases.list && price.minus(bases.list).toFixed(),
          difference_percent: share(price, bases.list),
          against_market: share(price, bases.market),
        }
      })
    })
    const currency = String(parameters['currency'])
    return sql`
      select x.*, ${currency}::text as currency from jsonb_to_recordset(${json(rows)}) as x (
        material_number text, name text, product_line text, feature_count integer, features text, base_price numeric, premiums numeric,
        discounts numeric, feature_price numeric, list_price numeric, difference numeric, difference_percent numeric, market_price numeric,
        against_market numeric, error text)`
  },
}

const aboutOf = (number: string, { name, product_line }: MaterialFacts) => ({
  material_number: number,
  name,
  product_line,
})

const against = ({ list, market }: Bases) => ({
  list_price: list?.toFixed() ?? null,
  market_price: market?.toDecimalPlaces(decimals).toFixed() ?? null,
})
