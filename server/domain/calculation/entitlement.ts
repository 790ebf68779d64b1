import { withinLimits } from './adjust.ts'
import { type Amount, sumOf, zero } from './amount.ts'
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
  /** The part of the period that is over where tiers are those expected at its end, as days of days. */
  readonly gone?: { readonly days: number; readonly of: number }
  /** Paid instead of what the tiers give. */
  readonly accrualRate?: Amount
}

/** What a rule comes to before limits: what grows with what it is paid on (`linear`), and what does not. */
export interface Earned {
  readonly linear: Amount
  readonly flat: Amount
  readonly paidOn: Amount
}

interface Held {
  readonly bands: readonly Band[]
  readonly paidOn: Amount
}

const part = (value: Amount, of: EntitlementTerms['covered']): Amount => (of ? value.times(of.days).div(of.of) : value)

function held(measure: Measure, terms: EntitlementTerms, { kind, value, pays }: Benchmark): Held {
  const { qualifier, benefit, worth } = measure
  const against = kind === 'prior_period' ? measure.prior : part(value ?? zero, terms.covered)
  if (kind === 'target') {
    if (against.lte(0)) return { bands: [], paidOn: benefit }
    const tiers = terms.tiers.map((tier) => ({
      ...tier,
      from: tier.from.times(against).div(100),
      to: tier.to === null ? null : tier.to.times(against).div(100),
    }))
    return { bands: bandsOf(qualifier, benefit, { ...terms, tiers }, worth), paidOn: benefit }
  }
  const less = part(kind === 'prior_period' ? measure.priorBenefit : against, terms.gone)
  const paidOn = pays === 'whole' ? benefit : benefit.minus(less)
  if (against.isZero()) return { bands: [], paidOn }
  if (terms.mode === 'none') return { bands: bandsOf(paidOn, paidOn, terms, worth), paidOn }
  const growth = qualifier.minus(against).times(100).div(against)
  // Who shrank did not grow by nothing: the tier that begins at nothing is for growth.
  const reached = terms.tiers.findLastIndex(({ from }) =>
    terms.bound === 'upper' ? growth.gt(from) : growth.gte(from),
  )
  if (reached < 0) return { bands: [], paidOn }
  return {
    bands: bandsOf(paidOn, paidOn, { ...terms, mode: 'none', tiers: [terms.tiers[reached]!] }, worth),
    paidOn,
  }
}

/** What a rule comes to for a measure: expectation, benchmark, tiers and fixed amounts by days; without limits, not rounded yet. */
export function earned(measure: Measure, terms: EntitlementTerms): Earned {
  const { gone, accrualRate } = terms
  const expected = gone ? { ...measure, qualifier: measure.qualifier.times(gone.of).div(gone.days) } : measure
  const prorated = {
    ...terms,
    tiers: terms.tiers.map((tier) =>
      tier.flatAmount ? { ...tier, flatAmount: part(tier.flatAmount, terms.covered) } : tier,
    ),
  }
  const { bands, paidOn } = terms.benchmark
    ? held(expected, prorated, terms.benchmark)
    : { bands: bandsOf(expected.qualifier, measure.benefit, prorated, measure.worth), paidOn: measure.benefit }
  if (accrualRate)
    return { linear: paidOn.times(accrualRate).times(terms.kind === 'percent' ? '0.01' : 1), flat: zero, paidOn }
  const flat = sumOf(bands.map((band) => band.flat))
  return { linear: amountOf(bands).minus(flat), flat, paidOn }
}

/** Cap and floor of a rule after its rate, for the days that the contract covers. */
export const limited = (value: Amount, { min, max, covered }: EntitlementTerms): Amount =>
  withinLimits(value, {
    ...(min ? { min: part(min, covered) } : {}),
    ...(max ? { max: part(max, covered) } : {}),
  })
