import { tiersOf, type ContractTerms, type RuleTerm } from '../calculation/terms.ts'
import type { HookContext } from '../engine/hooks.ts'
import type { Row } from '../engine/page.ts'
import { changedValues } from '../engine/write-check.ts'
import type { Issue } from '../errors.ts'
import { sql } from '../store/sql.ts'

type Values = Readonly<Record<string, unknown>>
type Terms = Pick<ContractTerms, 'contract_number' | 'currency' | 'rules' | 'tiers'>

// What each check asks of; where none of it changed, what stands there stays.
const about = {
  rule: ['contract_number', 'calculation_rule'],
  tier: ['contract_number', 'calculation_rule', 'exception_type', 'override_tier'],
  currency: ['contract_number', 'exception_type', 'override_amount', 'currency'],
  overlap: [
    'contract_number',
    'calculation_rule',
    'customer_number',
    'material_number',
    'product_group',
    'exception_type',
    'valid_from',
    'valid_to',
  ],
} as const

// Of those that put the same in the place of a contract's, one alone can count for a line or a period.
const alike: Readonly<Record<string, readonly string[]>> = {
  rate: ['rate', 'tier'],
  tier: ['rate', 'tier'],
  amount: ['amount', 'minimum'],
  minimum: ['amount', 'minimum'],
}

const isEmpty = (value: unknown): boolean => value === null || value === undefined || value === ''

const list = (numbers: readonly (number | string)[]): string => [...new Set(numbers)].join(', ')

function ruleIssues(next: Values, { contract_number: number, rules }: Terms, meant: readonly RuleTerm[]): Issue[] {
  if (meant.length > 0) return []
  const message = `Contract ${number} has no rule ${String(next['calculation_rule'])}; it has ${list(rules.map((rule) => rule.rule_no))}`
  return [{ path: ['calculation_rule'], code: 'reference', message }]
}

function tierIssues(next: Values, contract: Terms, meant: readonly RuleTerm[]): Issue[] {
  if (next['exception_type'] !== 'tier' || isEmpty(next['override_tier']) || meant.length === 0) return []
  const tiers = meant.flatMap((rule) =>
    tiersOf(contract, rule).flatMap(({ rate }, at) => (isEmpty(rate) ? [] : [at + 1])),
  )
  if (tiers.includes(Number(next['override_tier']))) return []
  const has = tiers.length > 0 ? `; tiers with a rate are ${list(tiers)}` : '; its rules have no tiers with a rate'
  const message = `Contract ${contract.contract_number} has no tier ${String(next['override_tier'])} to take the rate of${has}`
  return [{ path: ['override_tier'], code: 'reference', message }]
}

function currencyIssues(next: Values, { contract_number: number, currency }: Terms): Issue[] {
  const isAmount = next['exception_type'] === 'amount' || next['exception_type'] === 'minimum'
  // Nothing is nothing in every currency.
  const isNothing = isEmpty(next['override_amount']) || Number(next['override_amount']) === 0
  if (!isAmount || isNothing || next['currency'] === currency) return []
  const message = `Contract ${number} is reckoned in ${currency}: give the amount instead in ${currency}`
  return [{ path: ['currency'], code: 'invalid', message }]
}

async function overlapIssues({ tx, caller }: HookContext, next: Values, current: Row | null): Promise<Issue[]> {
  const kinds = alike[String(next['exception_type'])]
  if (!kinds || isEmpty(next['valid_from']) || isEmpty(next['valid_to'])) return []
  const [other] = await tx.query<{ exception_number: string }>(sql`
    select e.exception_number from incentive_override e
     where e.organization_id = ${caller.organizationId} and e.id is distinct from ${current?.id ?? null}::bigint and e.contract_number = ${next['contract_number']}::text
       and e.exception_type = any(${kinds}::text[]) and coalesce(e.calculation_rule, '') = ${next['calculation_rule'] ?? ''}::text
       and coalesce(e.customer_number, '') = ${next['customer_number'] ?? ''}::text and coalesce(e.material_number, '') = ${next['material_number'] ?? ''}::text
       and coalesce(e.product_group, '') = ${next['product_group'] ?? ''}::text
       and e.valid_from <= ${next['valid_to']}::date and e.valid_to >= ${next['valid_from']}::date
       and (e.approval_status <> 'rejected' or e.in_force is not null) and e.is_withdrawn is not true
     order by e.exception_number limit 1`)
  if (!other) return []
  const message = `${other.exception_number} says already what holds instead for the same rule, customer and materials on some of these days. End it before them, or choose other days.`
  return [{ path: ['valid_from'], code: 'overlap', message }]
}

/**
 * What is wrong with what an exception says of its contract: a rule or tier that it does not have, an amount in another currency, or
 * another exception that says something else for the same. A contract that does not exist yet cannot be asked.
 */
export async function exceptionIssues(context: HookContext, values: Values, current: Row | null): Promise<Issue[]> {
  const { tx, caller, screen } = context
  const changed = current ? changedValues(screen, current, values) : values
  const isAbout = (check: keyof typeof about): boolean => !current || about[check].some((name) => name in changed)
  if (!isAbout('tier') && !isAbout('currency') && !isAbout('overlap')) return []
  const next: Values = { ...current, ...values }
  const [contract] = await tx.query<Terms>(sql`
    select t.contract_number, t.currency, coalesce(t.rules, '[]') as rules, coalesce(t.tiers, '[]') as tiers from contract t
     where t.organization_id = ${caller.organizationId} and t.contract_number = ${next['contract_number'] ?? null}::text limit 1`)
  if (!contract) return []
  const rule = next['calculation_rule']
  const meant = contract.rules.filter(
    (one) => isEmpty(rule) || rule === String(one.rule_no) || rule === one.description,
  )
  return [
    ...(isAbout('rule') && !isEmpty(rule) ? ruleIssues(next, contract, meant) : []),
    ...(isAbout('tier') ? tierIssues(next, contract, meant) : []),
    ...(isAbout('currency') ? currencyIssues(next, contract) : []),
    ...(isAbout('overlap') && next['is_withdrawn'] !== true ? await overlapIssues(context, next, current) : []),
  ]
}

/** What is to be known about an exception that was saved: that it changes nothing as its contract is, or is not, there. */
export async function exceptionRemarks({ tx, caller }: HookContext, record: Row): Promise<Record<string, string>> {
  const [contract] = await tx.query<{ holds: boolean }>(sql`
    select t.valid_from <= ${record['valid_to'] as string}::date and t.valid_to >= ${record['valid_from'] as string}::date as holds from contract t
     where t.organization_id = ${caller.organizationId} and t.contract_number = ${record['contract_number'] as string}::text limit 1`)
  const number = String(record['contract_number'])
  if (!contract)
    return { contract_message: `There is no contract ${number}: until there is, the exception changes nothing.` }
  if (contract.holds) return {}
  return { contract_message: `Contract ${number} holds on none of these days, so the exception changes nothing.` }
}
