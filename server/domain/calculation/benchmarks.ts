import { type Amount, percentOf } from './amount.ts'
import { bandsOf, type Band, type TierTerms } from './tiers.ts'

export type GrowthOutcome =
  | { readonly percent: Amount; readonly bands: readonly Band[] }
  | { readonly percent: null; readonly bands: readonly []; readonly message: string }

/** Growth over the same period before: its percentage chooses the tier, which pays on the whole or on the increment. Without a prior value nothing is paid. */
export function growth(current: Amount, prior: Amount, pays: 'whole' | 'increment', terms: TierTerms): GrowthOutcome {
  if (prior.isZero())
    return { percent: null, bands: [], message: 'There is no value of the prior period to grow from.' }
  const percent = current.minus(prior).div(prior).times(100)
  // Who shrank did not grow by nothing: the tier that begins at nothing is for growth.
  if (percent.lt(terms.tiers[0]?.from ?? 0)) return { percent, bands: [] }
  const benefit = pays === 'whole' ? current : current.minus(prior)
  return { percent, bands: bandsOf(percent, benefit, { ...terms, mode: 'retro' }) }
}

/** Attainment of a quota: tiers in percent of the target, paid on what was reached. Throws for a target that is not above nothing. */
export function quota(actual: Amount, target: Amount, terms: TierTerms): { percent: Amount; bands: Band[] } {
  if (target.lte(0)) throw new RangeError('A quota is above nothing')
  const tiers = terms.tiers.map((tier) => ({
    ...tier,
    from: percentOf(target, tier.from),
    to: tier.to === null ? null : percentOf(target, tier.to),
  }))
  return { percent: actual.div(target).times(100), bands: bandsOf(actual, actual, { ...terms, tiers }) }
}
