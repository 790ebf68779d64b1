import { amount, type Amount } from '../calculation/amount.ts'

type Values = Readonly<Record<string, unknown>>

/** Something about a rule that is allowed, but most likely not meant. */
export interface RuleWarning {
  readonly path: readonly (string | number)[]
  readonly message: string
}

const decimal = (value: unknown): Amount | null =>
  value === null || value === undefined || value === '' ? null : amount(String(value))

const is = (value: unknown): boolean => decimal(value) !== null

/** What looks odd about a rule, by what it is for and how it pays. Pure. */
function warningsOf(
  rule: Values,
  at: number,
  tiers: readonly { readonly tier: Values; readonly at: number }[],
): RuleWarning[] {
  const of = (name: string, message: string): RuleWarning => ({ path: ['rules', at, name], message })
  const rates = [
    ...(is(rule['rate']) ? [{ path: ['rules', at, 'rate'] as const, rate: decimal(rule['rate'])! }] : []),
    ...tiers.flatMap(({ tier, at: place }) =>
      is(tier['rate']) ? [{ path: ['tiers', place, 'rate'] as const, rate: decimal(tier['rate'])! }] : [],
    ),
  ]
  const method = rule['rate_type'] ?? 'percent'
  const isTiered = (rule['tier_mode'] ?? 'none') !== 'none'
  const falling = tiers.slice(1).filter(({ tier }, place) => {
    const [before, rate] = [decimal(tiers[place]!.tier['rate']), decimal(tier['rate'])]
    return before !== null && rate !== null && rate.lt(before)
  })
  return [
    ...(method === 'percent'
      ? rates
          .filter(({ rate }) => rate.abs().gt(100))
          .map(({ path, rate }) => ({
            path: [...path],
            message: `${rate.toString()} percent is more than the whole basis`,
          }))
      : []),
    ...(method === 'amount_per_unit' && !rule['uom'] && rule['benefit_basis'] !== 'sales_basis'
      ? [of('uom', 'Without a unit every line counts in the unit it was sold in')]
      : []),
    ...(method === 'fixed_amount' && !is(rule['fixed_amount']) && !tiers.some(({ tier }) => is(tier['flat_amount']))
      ? [of('fixed_amount', 'A fixed amount is paid, and none is given')]
      : []),
    ...(method === 'fixed_amount' && rates.length > 0
      ? [of('rate', 'A fixed amount is paid, so the rates say nothing')]
      : []),
    ...(method === 'fixed_amount' && ['marginal', 'rolling'].includes(String(rule['tier_mode']))
      ? [of('tier_mode', 'A fixed amount has no share in the bands below')]
      : []),
    ...(rule['rule_type'] === 'Payment' && is(rule['accrual_rate'])
      ? [of('accrual_rate', 'This rule is for payments only, so nothing is accrued by it')]
      : []),
    ...(isTiered && is(rule['rate']) ? [of('rate', 'The tiers decide, so this rate says nothing')] : []),
    ...falling.map(({ at: place }) => ({
      path: ['tiers', place, 'rate'],
      message: 'This tier pays less than the one before',
    })),
  ]
}

/** What looks odd about rules and their tiers; nothing that keeps a contract from being saved. Pure. */
export const ruleWarnings = (rules: readonly Values[], tiers: readonly Values[]): RuleWarning[] =>
  rules.flatMap((rule, at) => {
    const own = tiers
      .map((tier, place) => ({ tier, at: place }))
      .filter(({ tier }) => tier['rule_no'] === rule['rule_no'])
      .toSorted((a, b) => Number(a.tier['from_value'] ?? 0) - Number(b.tier['from_value'] ?? 0))
    return warningsOf(rule, at, own)
  })
