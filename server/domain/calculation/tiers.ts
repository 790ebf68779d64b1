import { type Amount, percentOf, sumOf, zero } from './amount.ts'

/** From `from` to `to` (null: without end), `rate` in percent or per unit and an amount that is paid once. */
export interface Tier {
  readonly from: Amount
  readonly to: Amount | null
  readonly rate?: Amount
  readonly flatAmount?: Amount
}

/**
 * What the tiers pay on. retro: the reached rate on all; marginal: each band its own rate; rolling: each reached rate on all up to
 * the end of its tier; total: each reached rate on all; none: the first tier's rate on all, reached or not.
 */
export type TierMode = 'none' | 'retro' | 'marginal' | 'rolling' | 'total'

/** At which end a tier takes its bound in: at the lower one unless a rule says otherwise. */
export type Bound = 'lower' | 'upper'

/** price_difference: what something is worth less the rate for each unit; formula: what is paid on, as it is. */
export type RateKind = 'percent' | 'amount_per_unit' | 'price_difference' | 'formula'

export interface TierTerms {
  /** In rising order, without gaps or overlaps. */
  readonly tiers: readonly Tier[]
  readonly mode: TierMode
  readonly kind: RateKind
  readonly bound?: Bound
}

/** What one tier pays, and on what; `tier` is its index. */
export interface Band {
  readonly tier: number
  readonly basis: Amount
  readonly rate: Amount
  /** What of the amount is paid once, whatever the basis. */
  readonly flat: Amount
  readonly amount: Amount
}

const paidBy: Readonly<Record<RateKind, (basis: Amount, rate: Amount, worth: Amount) => Amount>> = {
  percent: percentOf,
  amount_per_unit: (basis, rate) => basis.times(rate),
  price_difference: (basis, rate, worth) => worth.minus(basis.times(rate)),
  formula: (basis) => basis,
}

/** The index of the tier that a value stands in; null below the first one. What is less than nothing stands in a tier that begins at nothing. */
export function reachedTier(value: Amount, tiers: readonly Tier[], bound: Bound = 'lower'): number | null {
  const reached = tiers.findLastIndex(({ from }) => (bound === 'lower' ? value.gte(from) : value.gt(from)))
  if (reached >= 0) return reached
  return tiers[0]?.from.lte(0) ? 0 : null
}

/**
 * What each tier pays where `qualifier` chooses the tiers and `benefit` is paid on; bands of a marginal rule share the benefit as
 * they share the qualifier, and so they share what differences of prices are taken from (`worth`).
 */
export function bandsOf(
  qualifier: Amount,
  benefit: Amount,
  { tiers, mode, kind, bound = 'lower' }: TierTerms,
  worth: Amount = zero,
): Band[] {
  const reached = mode === 'none' ? 0 : reachedTier(qualifier, tiers, bound)
  if (reached === null || tiers.length === 0) return []
  const band = (tier: number, part: Amount): Band => {
    const { rate = zero, flatAmount = zero } = tiers[tier]!
    const isWhole = part.eq(qualifier)
    const basis = isWhole ? benefit : qualifier.eq(benefit) ? part : benefit.times(part).div(qualifier)
    const share = isWhole ? worth : worth.times(part).div(qualifier)
    const paid = paidBy[kind](basis, rate, share)
    return { tier, basis, rate, flat: flatAmount, amount: paid.plus(flatAmount) }
  }
  if (mode === 'none' || mode === 'retro' || qualifier.lte(0)) return [band(reached, qualifier)]
  return tiers.slice(0, reached + 1).map((_, tier) => band(tier, partOf(qualifier, tiers, tier, reached, mode)))
}

function partOf(value: Amount, tiers: readonly Tier[], tier: number, reached: number, mode: TierMode): Amount {
  if (mode === 'total') return value
  const { from, to } = tiers[tier]!
  const end = tier === reached || to === null ? value : to
  return mode === 'rolling' ? end : end.minus(from)
}

export const amountOf = (bands: readonly Band[]): Amount => sumOf(bands.map((band) => band.amount))

export interface NextTier {
  readonly tier: number
  readonly earned: Amount
  /** What is missing until the next tier. */
  readonly gap: Amount
  /** What would be paid at its bound, and how much more that is. */
  readonly atBound: Amount
  readonly uplift: Amount
  readonly upliftPerUnit: Amount
}

/** What reaching the next tier would bring; null where there is none above. */
export function nextTier(value: Amount, terms: TierTerms): NextTier | null {
  const reached = reachedTier(value, terms.tiers, terms.bound)
  const tier = reached === null ? 0 : reached + 1
  const next = terms.tiers[tier]
  if (!next) return null
  const earned = amountOf(bandsOf(value, value, terms))
  const atBound = amountOf(bandsOf(next.from, next.from, { ...terms, bound: 'lower' }))
  const gap = next.from.minus(value)
  const uplift = atBound.minus(earned)
  return { tier, earned, gap, atBound, uplift, upliftPerUnit: gap.isZero() ? uplift : uplift.div(gap) }
}
