import { percentOf, sumOf, zero, type Amount } from '../calculation/amount.ts'

/** What a feature of a product is worth: an amount of a unit, or a percent of its base price; negative for a discount. */
export interface FeatureValue {
  readonly kind: 'amount' | 'percent'
  readonly value: Amount
}

export interface FeaturePrice {
  /** What each feature comes to, rounded, in the order given. */
  readonly parts: readonly Amount[]
  readonly features: Amount
  /** Base and features, never below zero. */
  readonly price: Amount
}

/** The price of a product by its features: its base price and what each of them adds or takes away. */
export function featurePrice(base: Amount, values: readonly FeatureValue[], decimals: number): FeaturePrice {
  const parts = values.map(({ kind, value }) =>
    (kind === 'percent' ? percentOf(base, value) : value).toDecimalPlaces(decimals),
  )
  const features = sumOf(parts)
  const price = base.plus(features)
  return { parts, features, price: price.lt(0) ? zero : price }
}
