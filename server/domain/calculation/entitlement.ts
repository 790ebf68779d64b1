import { withinLimits } from './adjust.ts'
import { type Amount, zero } from './amount.ts'
import { amountOf, type Band, bandsOf, type TierTerms } from './tiers.ts'

/** What the lines of one rule, period and level come to; `prior` and what is paid on of the year before. */
export interface Measure {
  readonly qualifier: Amount
  readonly benefit: Amount
  /** What a difference of prices is taken from, else nothing. */
  readonly worth: Amount
  readonly prior: Amount
  readonly priorBenefit: Amount
}

/** What a value is held against; tiers are in percent of it then. */
export interface Benchmark {
  readonly kind: 'prior_period' | 'fixed' | 'target'
  /** Of 'fixed' and 'target'. */
  readonly value?: Amount
  readonly pays: 'whole' | 'increment'
}

export interface EntitlementTerms extends TierTerms {
  readonly benchmark?: Benchmark
  readonly min?: Amount
  readonly max?: Amount
  /** The part of the period that the contract covers, as days of days; fixed amounts, limits and targets are for it alone. */
  readonly covered?: { readonly days: number; readonly of: number }
}

const bandsHeld = (measure: Measure, terms: EntitlementTerms, { kind, value, pays }: Benchmark): Band[] => {
  const against = kind === 'prior_period' ? measure.prior : part(value ?? zero, terms)
  if (kind === 'target') {
    if (against.lte(0)) return []
    const tiers = terms.tiers.map((tier) => ({
      ...tier,
      from: tier.from.times(against).div(100),
      to: tier.to === null ? null : tier.to.times(against).div(100),
    }))
    return bandsOf(measure.qualifier, measure.benefit, { ...terms, tiers }, measure.worth)
  }
  const less = kind === 'prior_period' ? measure.priorBenefit : against
  const paidOn = pays === 'whole' ? measure.benefit : measure.benefit.minus(less)
  if (against.isZero()) return []
  if (terms.mode === 'none') return bandsOf(paidOn, paidOn, terms, measure.worth)
  const growth = measure.qualifier.minus(against).times(100).div(against)
  // Who shrank did not grow by nothing: the tier that begins at nothing is for growth.
  const reached = terms.tiers.findLastIndex(({ from }) =>
    terms.bound === 'upper' ? growth.gt(from) : growth.gte(from),
  )
  if (reached < 0) return []
  return bandsOf(paidOn, paidOn, { ...terms, mode: 'none', tiers: [terms.tiers[reached]!] }, measure.worth)
}

function part(value: Amount, { covered }: EntitlementTerms): Amount {
  return covered ? value.times(covered.days).div(covered.of) : value
}

/** What a rule comes to for a measure: benchmark, tiers, fixed amounts by days, then cap and floor; not rounded yet. */
export function entitlement(measure: Measure, terms: EntitlementTerms): Amount {
  const prorated = {
    ...terms,
    tiers: terms.tiers.map((tier) => (tier.flatAmount ? { ...tier, flatAmount: part(tier.flatAmount, terms) } : tier)),
  }
  const bands = terms.benchmark
    ? bandsHeld(measure, prorated, terms.benchmark)
    : bandsOf(measure.qualifier, measure.benefit, prorated, measure.worth)
  return withinLimits(amountOf(bands), {
    ...(terms.min ? { min: part(terms.min, terms) } : {}),
    ...(terms.max ? { max: part(terms.max, terms) } : {}),
  })
}
