import { amount, percentOf } from '../domain/calculation/amount.ts'
import type { TierMode } from '../domain/calculation/tiers.ts'
import { tiersOf, type ContractTerms, type RuleTerm, type TierTerm } from './terms.ts'

/** What is tried on the rules of a contract; numbers as exact text, absent where nothing is tried. */
export interface Overlay {
  /** Only this rule; every one without. */
  readonly rule_no?: number | null
  /** Only the rate of this tier, counted from 1; that of every one without. */
  readonly tier?: number | null
  /** How `rate_value` is meant: as the new rate, as points more, or as percent more. */
  readonly rate_change?: 'set' | 'points' | 'percent' | null
  readonly rate_value?: string | null
  readonly tier_mode?: TierMode | null
  /** Percent by which the tiers begin later, earlier where negative. */
  readonly threshold_percent?: string | null
  /** One tier more: where it begins, and its rate. */
  readonly new_tier_from?: string | null
  readonly new_tier_rate?: string | null
  readonly min_amount?: string | null
  readonly max_amount?: string | null
}

const isGiven = <Value>(value: Value | null | undefined): value is Value => value !== null && value !== undefined

/** Whether anything is tried at all. */
export const isOverlaying = (overlay: Overlay): boolean =>
  (isGiven(overlay.rate_change) && isGiven(overlay.rate_value)) ||
  [overlay.tier_mode, overlay.threshold_percent, overlay.new_tier_from, overlay.min_amount, overlay.max_amount].some(
    isGiven,
  )

/** A rate, or a fixed amount, as it would be; never less than nothing. */
function changed(rate: string | null | undefined, { rate_change: change, rate_value: value }: Overlay): string | null {
  if (!isGiven(rate) || !isGiven(change) || !isGiven(value)) return rate ?? null
  const present = amount(rate)
  const next = {
    set: () => amount(value),
    points: () => present.plus(amount(value)),
    percent: () => present.plus(percentOf(present, amount(value))),
  }[change]()
  return next.isNegative() ? '0' : next.toString()
}

// A tier that begins at nothing goes on beginning there.
const moved = (threshold: string, { threshold_percent: percent }: Overlay): string =>
  isGiven(percent)
    ? amount(threshold)
        .plus(percentOf(amount(threshold), amount(percent)))
        .toString()
    : threshold

function overlaidTiers(contract: ContractTerms, rule: RuleTerm, overlay: Overlay): TierTerm[] {
  const present = tiersOf(contract, { ...rule, tier_mode: overlay.tier_mode ?? rule.tier_mode })
  const isFixed = rule.rate_type === 'fixed_amount'
  const tiers = present.map((tier, at) => {
    const isMeant = !isGiven(overlay.tier) || overlay.tier === at + 1
    return {
      ...tier,
      from_value: moved(tier.from_value, overlay),
      rate: isMeant && !isFixed ? changed(tier.rate, overlay) : (tier.rate ?? null),
      flat_amount: isMeant && isFixed ? changed(tier.flat_amount, overlay) : (tier.flat_amount ?? null),
    }
  })
  if (!isGiven(overlay.new_tier_from)) return joined(tiers)
  const more = {
    rule_no: rule.rule_no,
    from_value: overlay.new_tier_from,
    rate: isFixed ? null : (overlay.new_tier_rate ?? null),
    flat_amount: isFixed ? (overlay.new_tier_rate ?? null) : null,
  }
  return joined([...tiers.filter(({ from_value: from }) => !amount(from).equals(more.from_value)), more])
}

/** Tiers in rising order, each ending where the next begins. */
function joined(tiers: readonly Omit<TierTerm, 'to_value'>[]): TierTerm[] {
  const rising = tiers.toSorted((a, b) => amount(a.from_value).comparedTo(b.from_value))
  return rising.map((tier, at) => ({ ...tier, to_value: rising[at + 1]?.from_value ?? null }))
}

/**
 * A contract as it would be with what is tried: the same terms, other rates, tiers and limits. Rules that are not meant stay as they
 * are, and so does the contract itself, of which nothing is written.
 */
export function overlaid(contract: ContractTerms, overlay: Overlay): ContractTerms {
  const isMeant = ({ rule_no: no }: RuleTerm): boolean => !isGiven(overlay.rule_no) || overlay.rule_no === no
  const meant = contract.rules.filter(isMeant)
  const untouched = contract.tiers.filter(({ rule_no: no }) => !meant.some((rule) => rule.rule_no === no))
  return {
    ...contract,
    rules: contract.rules.map((rule) => {
      if (!isMeant(rule)) return rule
      const [first] = overlaidTiers(contract, rule, { ...overlay, new_tier_from: null })
      return {
        ...rule,
        tier_mode:
          overlay.tier_mode ?? (isGiven(overlay.new_tier_from) && rule.tier_mode === 'none' ? 'retro' : rule.tier_mode),
        rate: first?.rate ?? rule.rate ?? null,
        fixed_amount: first?.flat_amount ?? rule.fixed_amount ?? null,
        min_amount: overlay.min_amount ?? rule.min_amount ?? null,
        max_amount: overlay.max_amount ?? rule.max_amount ?? null,
      }
    }),
    tiers: [...untouched, ...meant.flatMap((rule) => overlaidTiers(contract, rule, overlay))],
  }
}
