import type { Screen } from '#src/definition'
import { ruleIssues as issuesOfEligibility, type EligibilityRule } from '../engine/eligibility/rule-sql.ts'
import type { Issue } from '../errors.ts'
import { amount, type Amount } from '../domain/calculation/amount.ts'
import { ruleTermIssues } from './rule-term-issues.ts'
import { salesBasisIssues, type Bases } from './sales-bases.ts'

type Values = Readonly<Record<string, unknown>>

const rowsIn = (values: Values, name: string): readonly Values[] => (values[name] ?? []) as readonly Values[]

const invalid = (path: readonly (string | number)[], message: string): Issue => ({
  path: [...path],
  code: 'invalid',
  message,
})

function ruleIssues(rules: readonly Values[]): Issue[] {
  const seen = new Set<unknown>()
  return rules.flatMap((rule, at) => {
    const issues: Issue[] = []
    if (seen.has(rule['rule_no']))
      issues.push(invalid(['rules', at, 'rule_no'], `There are two rules ${String(rule['rule_no'])}`))
    seen.add(rule['rule_no'])
    issues.push(...ruleTermIssues(rule, at))
    const isBare = ['rate', 'fixed_amount'].every((name) => !decimal(rule[name]))
    if (rule['tier_mode'] === 'none' && rule['rate_type'] !== 'formula' && isBare)
      issues.push(invalid(['rules', at, 'rate'], 'Without tiers a rule has a rate or a fixed amount'))
    return issues
  })
}

const decimal = (value: unknown): Amount | null =>
  value === null || value === undefined || value === '' ? null : amount(value as string)

/** The tiers of each rule rise without gap or overlap; only the last may be without end. */
function tierIssues(rules: readonly Values[], tiers: readonly Values[]): Issue[] {
  const tiered = rules.filter((rule) => rule['tier_mode'] !== 'none')
  const known = new Set(rules.map((rule) => rule['rule_no']))
  const strange = tiers.flatMap((tier, at) =>
    known.has(tier['rule_no'])
      ? []
      : [invalid(['tiers', at, 'rule_no'], `There is no rule ${String(tier['rule_no'])}`)],
  )
  const missing = rules.flatMap((rule, at) =>
    tiered.includes(rule) && !tiers.some((tier) => tier['rule_no'] === rule['rule_no'])
      ? [invalid(['rules', at, 'tier_mode'], 'This rule has no tiers yet')]
      : [],
  )
  const broken = tiered.flatMap((rule) => {
    const own = tiers
      .map((tier, at) => ({ at, from: decimal(tier['from_value']), to: decimal(tier['to_value']) }))
      .filter(({ at, from }) => tiers[at]!['rule_no'] === rule['rule_no'] && from !== null)
      .toSorted((a, b) => a.from!.cmp(b.from!))
    return own.flatMap(({ at, from, to }, place): Issue[] => {
      const next = own[place + 1]
      // Its field refuses it by itself.
      if (to && to.lte(from!)) return []
      if (next && !to) return [invalid(['tiers', at, 'to_value'], 'Only the last tier is without end')]
      if (next && to && !to.eq(next.from!))
        return [invalid(['tiers', next.at, 'from_value'], `The tier before ends at ${to.toString()}`)]
      return []
    })
  })
  return [...strange, ...missing, ...broken]
}

function payeeIssues(payees: readonly Values[]): Issue[] {
  if (payees.length === 0) return []
  const total = payees.reduce((sum, payee) => sum.plus(decimal(payee['percent']) ?? 0), amount(0))
  const twice = payees.findIndex((payee, at) => payees.findIndex((other) => other['payee'] === payee['payee']) < at)
  return [
    ...(twice >= 0 ? [invalid(['payees', twice, 'payee'], 'This payee is there already')] : []),
    ...(total.eq(100)
      ? []
      : [invalid(['payees', payees.length - 1, 'percent'], `The shares add up to ${total.toString()}, not to 100`)]),
  ]
}

const eligibilityIssues = (terms: readonly Values[], screens: readonly Screen[]): Issue[] =>
  terms.flatMap((term, at) =>
    issuesOfEligibility({ ...term, values: [term] } as unknown as EligibilityRule, screens).map(
      ({ path, ...issue }) => ({
        ...issue,
        path: ['eligibility', at, ...path.slice(path[0] === 'values' ? 2 : 0)],
      }),
    ),
  )

/** What is wrong with the terms of a contract: gaps between tiers, shares that do not add up, attributes nobody knows, sales bases that are not for it. */
export const termIssues = (contract: Values, screens: readonly Screen[], bases: Bases): Issue[] => [
  ...ruleIssues(rowsIn(contract, 'rules')),
  ...salesBasisIssues(contract, bases),
  ...tierIssues(rowsIn(contract, 'rules'), rowsIn(contract, 'tiers')),
  ...payeeIssues(rowsIn(contract, 'payees')),
  ...eligibilityIssues(rowsIn(contract, 'eligibility'), screens),
]
