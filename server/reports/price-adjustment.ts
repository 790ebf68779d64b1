import { amount, inMinorUnits, type Amount } from '../domain/calculation/amount.ts'
import { impactOf } from '../domain/pricing/adjust-price.ts'
import { whyNot } from '../domain/pricing/elasticity.ts'
import { screenNamed } from '../engine/effective-screens.ts'
import { adjustedPrices, type AdjustedPrice } from '../pricing/adjusted-prices.ts'
import { readElasticities, unsold } from '../pricing/elasticities.ts'
import { readSettings } from '../pricing/settings.ts'
import { marginShare, nothingSold, soldByMaterial, soldByPrice } from '../pricing/sold.ts'
import { json, sql } from '../store/sql.ts'
import type { Report } from './report.ts'

const text = (value: Amount | null): string | null => value?.toFixed() ?? null

const percentOf = (next: Amount | null, old: Amount | null): string | null =>
  next && old && !old.isZero() ? next.minus(old).times(100).div(old).toDecimalPlaces(2).toFixed() : null

const named = ({ row, material }: AdjustedPrice) => ({
  material_number: material.facts['material_number'],
  name: material.name,
  product_line: material.product_line,
  price_list: null as string | null,
  customer_number: row['customer_number'] ?? null,
  customer_group: row['customer_group'] ?? null,
  qty_from: row['qty_from'] ?? null,
  uom: row['uom'] ?? null,
})

/** What other prices would have come to over the quantities of the last twelve months, the answer of demand included where it is known. */
export const priceAdjustmentSimulation: Report = {
  reads: {
    material: ['list_price', 'standard_cost'],
    'price-list-data': ['price'],
    'sales-data': ['billing_date', 'net_value', 'quantity', 'cost_value', 'material_number', 'customer_number'],
    'market-price': ['price'],
  },
  statement: async (parameters, context) => {
    const { organizationId } = context
    const day = String(parameters['price_date'])
    const currency = String(parameters['currency'])
    const list = (parameters['price_list'] as string | null | undefined) ?? null
    const passedOn = amount(String(parameters['pass_through'] ?? '100'))
    const seen = context.andSeen(screenNamed(context.screens, 'sales-data')!)
    const rows = await context.read(async (tx) => {
      const settings = await readSettings(tx, organizationId)
      const prices = await adjustedPrices(tx, organizationId, parameters, { day, currency })
      const materials = [...new Set(prices.map(({ material }) => material.facts['material_number']!))]
      const costs = new Map(prices.map(({ material, cost }) => [material.facts['material_number']!, cost]))
      const asked = { materials, day, currency, seen, unitCost: (material: string) => costs.get(material) ?? null }
      const sold = list
        ? await soldByPrice(tx, organizationId, list, asked)
        : await soldByMaterial(tx, organizationId, asked)
      const fits =
        parameters['with_elasticity'] === true
          ? await readElasticities(tx, organizationId, { ...asked, months: settings.elasticity_months })
          : new Map<string, never>()
      return prices.map((one) => {
        const material = one.material.facts['material_number']!
        const fit = fits.get(material) ?? unsold
        const isKnown = whyNot(fit, settings.elasticity_least) === null && fit.slope! < 0
        const before = sold.get(one.id ?? material) ?? nothingSold
        const money = (value: Amount) => inMinorUnits(value, currency).toFixed()
        const row = {
          ...named(one),
          price_list: list,
          old_price: text(one.old),
          new_price: text(one.next),
          change: one.next && text(one.next.minus(one.old)),
          change_percent: percentOf(one.next, one.old),
          market_price: one.market?.toDecimalPlaces(2).toFixed() ?? null,
          against_market: percentOf(one.next, one.market),
          quantity: text(before.quantity.div(one.unit).toDecimalPlaces(3)),
          revenue: money(before.net),
          margin: money(before.net.minus(before.cost)),
          margin_percent: marginShare(before),
          elasticity: isKnown ? fit.slope!.toFixed(2) : null,
        }
        if (!one.next) return { ...row, error: 'Nothing would be left of the price, or its formula has no value' }
        const after = impactOf(before, one.next.div(one.old), { slope: isKnown ? fit.slope : null, passedOn })
        return {
          ...row,
          new_quantity: after.quantity.div(one.unit).toDecimalPlaces(3).toFixed(),
          new_revenue: money(after.net),
          revenue_impact: money(after.revenueImpact),
          new_margin: money(after.net.minus(after.cost)),
          margin_impact: money(after.marginImpact),
          new_margin_percent: marginShare(after),
        }
      })
    })
    return sql`
      select x.*, ${currency}::text as currency from jsonb_to_recordset(${json(rows)}) as x (
        material_number text, name text, product_line text, price_list text, customer_number text, customer_group text, qty_from numeric, uom text,
        old_price numeric, new_price numeric, change numeric, change_percent numeric, market_price numeric, against_market numeric,
        quantity numeric, new_quantity numeric, revenue numeric, new_revenue numeric, revenue_impact numeric, margin numeric, new_margin numeric,
        margin_impact numeric, margin_percent numeric, new_margin_percent numeric, elasticity numeric, error text)`
  },
}
