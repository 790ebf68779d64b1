import { amount, inMinorUnits, type Amount } from '../domain/calculation/amount.ts'
import { optimalPrice, quantityAt, whyNoOptimum, type Elasticity } from '../domain/pricing/elasticity.ts'
import { roundedPrice } from '../domain/pricing/rounding.ts'
import { screenNamed } from '../engine/effective-screens.ts'
import { readElasticities, unsold } from '../pricing/elasticities.ts'
import { endingOf } from '../pricing/ending.ts'
import { conversionTo } from '../pricing/rates.ts'
import { readMaterials, type MaterialFacts } from '../pricing/read-facts.ts'
import { readSettings } from '../pricing/settings.ts'
import { nothingSold, soldByMaterial } from '../pricing/sold.ts'
import { json, sql } from '../store/sql.ts'
import type { Report } from './report.ts'

const mostMaterials = 5_000

/** An answer of demand this many standard errors off says that there is one. */
const certain = 2

const isUncertain = ({ slope, standardError }: Elasticity): boolean =>
  slope !== null && (standardError === null || Math.abs(slope) < certain * standardError)

const within = (price: Amount, now: Amount, most: Amount): Amount => {
  const [low, high] = [now.times(amount(100).minus(most)).div(100), now.times(amount(100).plus(most)).div(100)]
  return price.lt(low) ? low : price.gt(high) ? high : price
}

/** The price at which each material earned most, by how demand answered to prices; where there is none it says why. */
export const priceOptimization: Report = {
  reads: {
    material: ['list_price', 'standard_cost'],
    'sales-data': ['billing_date', 'net_value', 'quantity', 'cost_value', 'material_number'],
  },
  statement: async (parameters, context) => {
    const { organizationId } = context
    const day = String(parameters['price_date'])
    const currency = String(parameters['currency'])
    const most = amount(String(parameters['most_change']))
    const ending = endingOf(parameters)
    const seen = context.andSeen(screenNamed(context.screens, 'sales-data')!)
    const rows = await context.read(async (tx) => {
      const settings = await readSettings(tx, organizationId)
      const wanted = {
        materials: (parameters['materials'] as string[] | null | undefined) ?? [],
        productLine: (parameters['product_line'] as string | null | undefined) ?? null,
      }
      const materials = await readMaterials(tx, organizationId, wanted, mostMaterials)
      const convert = await conversionTo(tx, organizationId, currency, day)
      const costOf = ({ standard_cost: cost, currency: own }: MaterialFacts) => convert(cost, own)
      const unitCost = (number: string) => costOf(materials.get(number)!)
      const asked = { materials: [...materials.keys()], day, currency, seen, unitCost }
      const fits = await readElasticities(tx, organizationId, { ...asked, months: settings.elasticity_months })
      const sold = await soldByMaterial(tx, organizationId, asked)
      return [...materials].flatMap(([number, material]): object[] => {
        const fit = fits.get(number) ?? unsold
        const { quantity, net } = sold.get(number) ?? nothingSold
        const cost = costOf(material)
        const row = {
          material_number: number,
          name: material.name,
          product_line: material.product_line,
          periods: fit.periods,
          elasticity: fit.slope?.toFixed(2) ?? null,
          standard_error: fit.standardError?.toFixed(2) ?? null,
          explained: fit.explained === null ? null : (fit.explained * 100).toFixed(2),
          quantity: quantity.toFixed(),
          unit_cost: cost?.toFixed() ?? null,
        }
        const now = quantity.gt(0) && net.gt(0) ? net.div(quantity).toDecimalPlaces(2) : null
        const refused =
          whyNoOptimum(fit, cost, settings.elasticity_least) ??
          (isUncertain(fit) ? 'The answer of demand is uncertain' : null) ??
          (now ? null : 'Nothing was sold in twelve months')
        if (refused)
          return parameters['only_found'] === true ? [] : [{ ...row, price: now?.toFixed() ?? null, refused }]
        const best = optimalPrice(cost!, fit.slope!)
        const bounded = within(best, now!, most)
        const proposed = ending ? roundedPrice(bounded, ending) : bounded.toDecimalPlaces(2)
        const next = quantityAt(quantity, now!, proposed, fit.slope)
        const margin = net.minus(cost!.times(quantity))
        const earned = proposed.minus(cost!).times(next)
        const money = (value: Amount) => inMinorUnits(value, currency).toFixed()
        return [
          {
            ...row,
            price: now!.toFixed(),
            optimal_price: best.toDecimalPlaces(2).toFixed(),
            proposed_price: proposed.toFixed(),
            change_percent: proposed.minus(now!).times(100).div(now!).toDecimalPlaces(2).toFixed(),
            new_quantity: next.toDecimalPlaces(3).toFixed(),
            margin: money(margin),
            new_margin: money(earned),
            gain: money(earned.minus(margin)),
          },
        ]
      })
    })
    return sql`
      select x.*, ${currency}::text as currency from jsonb_to_recordset(${json(rows)}) as x (
        material_number text, name text, product_line text, periods integer, elasticity numeric, standard_error numeric, explained numeric,
        quantity numeric, unit_cost numeric, price numeric, optimal_price numeric, proposed_price numeric, change_percent numeric,
        new_quantity numeric, margin numeric, new_margin numeric, gain numeric, refused text)`
  },
}
