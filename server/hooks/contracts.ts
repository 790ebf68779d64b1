import type { Screen } from '#src/definition'
import { ruleIssues as issuesOfEligibility, type EligibilityRule } from '../engine/eligibility/rule-sql.ts'
import type { RecordHooks } from '../engine/hooks.ts'
import type { Issue } from '../errors.ts'
import { AppError } from '../errors.ts'
import type { SessionServices } from '../session/services.ts'
import { sql } from '../store/sql.ts'
import { amount, type Amount } from '../domain/calculation/amount.ts'

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
    const [least, most] = [decimal(rule['min_amount']), decimal(rule['max_amount'])]
    if (least && most && least.gt(most))
      issues.push(invalid(['rules', at, 'max_amount'], 'The most is less than the least'))
    const isBare = ['rate', 'fixed_amount'].every((name) => !decimal(rule[name]))
    if (rule['tier_mode'] === 'none' && isBare)
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
      if (to && to.lte(from!)) return [invalid(['tiers', at, 'to_value'], 'A tier ends behind where it begins')]
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

/** Contracts: tiers without gaps, shares that add up, and no change of what was posted under another currency. */
export const contractHooks = ({ screens }: Pick<SessionServices, 'screens'>): Record<'contract', RecordHooks> => ({
  contract: {
    beforeWrite: async (_context, values, current) => {
      const next: Values = { ...current, ...values }
      values['partner_number'] = next[`partner_${String(next['partner_type'])}`] ?? null
      return [
        ...ruleIssues(rowsIn(next, 'rules')),
        ...tierIssues(rowsIn(next, 'rules'), rowsIn(next, 'tiers')),
        ...payeeIssues(rowsIn(next, 'payees')),
        ...eligibilityIssues(rowsIn(next, 'eligibility'), screens),
      ]
    },
    beforeDelete: async ({ tx, caller }, records) => {
      const numbers = records.map((record) => String(record['contract_number']))
      const [posted] = await tx.query<{ contract_number: string }>(sql`
        select contract_number from financial_posting
         where organization_id = ${caller.organizationId} and contract_number = any(${numbers}::text[]) limit 1`)
      if (posted)
        throw new AppError('WRONG_STATE', {
          message: `${posted.contract_number} has postings and stays; set it to Terminated instead.`,
        })
    },
  },
})
