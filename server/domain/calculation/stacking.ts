import { type Amount, percentOf } from './amount.ts'

/**
 * How one of several rules on the same basis sees the others. additive: on the whole basis; cascade: on what those before left;
 * reduce: on the whole basis, and those behind get less; exclude and net_of_prior: on what those before left, taking nothing from those behind.
 */
export type StackMode = 'additive' | 'cascade' | 'reduce' | 'exclude' | 'net_of_prior'

const modes: Readonly<Record<StackMode, { readonly reduced: boolean; readonly reduces: boolean }>> = {
  additive: { reduced: false, reduces: false },
  cascade: { reduced: true, reduces: true },
  reduce: { reduced: false, reduces: true },
  exclude: { reduced: true, reduces: false },
  net_of_prior: { reduced: true, reduces: false },
}

/** Whether a rule pays on what those before left. */
export const isReduced = (mode: string): boolean => mode in modes && modes[mode as StackMode].reduced

/** Whether a rule leaves less for those behind. */
export const reduces = (mode: string): boolean => mode in modes && modes[mode as StackMode].reduces

export interface Stacked {
  /** In percent. */
  readonly rate: Amount
  readonly mode: StackMode
}

export interface StackedAmount {
  readonly basis: Amount
  readonly amount: Amount
}

/** What rules pay on one basis in the order of their sequence, each with the basis that was left for it; `taken` has reduced the basis already. */
export function stack(basis: Amount, rules: readonly Stacked[], taken?: Amount): StackedAmount[] {
  let left = taken ? basis.minus(taken) : basis
  return rules.map(({ rate, mode }) => {
    const own = isReduced(mode) ? left : basis
    const paid = percentOf(own, rate)
    if (reduces(mode)) left = left.minus(paid)
    return { basis: own, amount: paid }
  })
}
