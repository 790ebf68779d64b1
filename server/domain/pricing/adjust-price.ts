import { evaluateExpression } from '#src/definition/expression/evaluate.ts'
import type { Expression } from '#src/definition/expression/ast.ts'
import { plainText } from '#src/definition/field-types/field-type.ts'
import { amount, percentOf, type Amount } from '../calculation/amount.ts'
import { roundedPrice, type PriceEnding } from './rounding.ts'

/** How prices are raised or lowered: by a percent, by an amount, or by what a formula makes of the old price. */
export type Adjustment =
  | { readonly method: 'percent'; readonly value: Amount }
  | { readonly method: 'amount'; readonly value: Amount }
  | { readonly method: 'formula'; readonly formula: Expression }

/** The new price in place of an old one, rounded to an ending or to `decimals`; null where a formula has no value or nothing would be left. */
export function adjustedPrice(
  old: Amount,
  adjustment: Adjustment,
  { ending, decimals }: { readonly ending: PriceEnding | null; readonly decimals: number },
  facts: Readonly<Record<string, string | null>> = {},
): Amount | null {
  const exact = exactPrice(old, adjustment, facts)
  if (exact === null || exact.lte(0)) return null
  const price = ending ? roundedPrice(exact, ending) : exact.toDecimalPlaces(decimals)
  return price.lte(0) ? null : price
}

function exactPrice(
  old: Amount,
  adjustment: Adjustment,
  facts: Readonly<Record<string, string | null>>,
): Amount | null {
  if (adjustment.method === 'percent') return old.plus(percentOf(old, adjustment.value))
  if (adjustment.method === 'amount') return old.plus(adjustment.value)
  const price = old.toFixed()
  const cells = (name: string) => (name === 'running' || name === 'original' ? price : (facts[name] ?? null))
  const value = evaluateExpression(adjustment.formula, cells, plainText)
  return typeof value === 'string' && /^-?\d+(\.\d+)?$/.test(value) ? amount(value) : null
}

/** What was sold at the old price. */
export interface Sold {
  readonly quantity: Amount
  readonly net: Amount
  readonly cost: Amount
}

/** What would be sold at a new one. */
export interface Impact extends Sold {
  readonly revenueImpact: Amount
  readonly marginImpact: Amount
}

/**
 * What a change of list prices comes to over what was sold: net prices follow by `passedOn` percent of it, and the quantity answers by the
 * elasticity where one is known. Sums are exact.
 */
export function impactOf(
  { quantity, net, cost }: Sold,
  ratio: Amount,
  { slope, passedOn }: { readonly slope: number | null; readonly passedOn: Amount },
): Impact {
  const price = ratio.minus(1).times(passedOn).div(100).plus(1)
  const answer = slope === null || price.lte(0) ? amount(1) : amount(price.toNumber() ** slope)
  const next = { quantity: quantity.times(answer), net: net.times(price).times(answer), cost: cost.times(answer) }
  return {
    ...next,
    revenueImpact: next.net.minus(net),
    marginImpact: next.net.minus(next.cost).minus(net.minus(cost)),
  }
}
