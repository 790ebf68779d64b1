import { amount, type Amount } from '../calculation/amount.ts'

/** How a quantity answered to its price: log-log least squares over periods. */
export interface Elasticity {
  readonly periods: number
  /** Percent the quantity changes when the price rises by one; null at a constant price. */
  readonly slope: number | null
  /** By how much the highest price was above the lowest: 0.1 for ten percent. */
  readonly spread: number
  readonly standardError: number | null
  /** R², 0 to 1. */
  readonly explained: number | null
}

/** Fewer periods than this say nothing. */
export const leastPeriods = 8

/** A price that moved by less than this says nothing of how demand answers to it. */
const leastSpread = 0.05

/** Demand that answers more than this to a price was moved by something else. */
const mostElastic = -10

/** Why an elasticity is not to be relied on, in words; null when it is. */
export function whyNot({ periods, slope, spread }: Elasticity, least = leastPeriods): string | null {
  if (periods === 0) return 'Nothing was sold'
  if (periods < least) return `Sold in ${periods} periods, ${least} are needed`
  if (slope === null) return 'The price never changed'
  if (spread < leastSpread) return `The price moved by ${(spread * 100).toFixed(1)} % only`
  return slope < mostElastic ? 'More than prices moved demand: the elasticity is beyond minus ten' : null
}

/** Why there is no best price, in words; null where there is one. */
export function whyNoOptimum(fit: Elasticity, cost: Amount | null, least = leastPeriods): string | null {
  const refused = whyNot(fit, least)
  if (refused) return refused
  if (cost === null || cost.lte(0)) return 'No cost is known'
  return fit.slope! < -1 ? null : 'Demand hardly answers to the price, so that a higher price always earns more'
}

/** The price of the greatest margin where demand has a constant elasticity below minus one: cost · ε / (1 + ε). */
export function optimalPrice(cost: Amount, slope: number): Amount {
  if (slope >= -1) throw new RangeError('There is no best price at an elasticity of minus one or more')
  const elasticity = amount(slope)
  return cost.times(elasticity).div(elasticity.plus(1))
}

/** The quantity at another price where demand has a constant elasticity; the same quantity where none is known. */
export function quantityAt(quantity: Amount, before: Amount, after: Amount, slope: number | null): Amount {
  if (slope === null || before.lte(0) || after.lte(0)) return quantity
  // What a power of decimals costs is more than a forecast of demand is worth.
  const factor = (after.toNumber() / before.toNumber()) ** slope
  return Number.isFinite(factor) ? quantity.times(amount(factor)) : quantity
}
