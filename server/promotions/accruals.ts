import type { Caller } from '../authorize.ts'
import { counts } from '../engine/count-cache.ts'
import { amount, minorUnits, zero } from '../domain/calculation/amount.ts'
import { monthsOf, overSpans } from '../domain/promotions/plan-days.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { json, sql } from '../store/sql.ts'
import type { Scenario } from './scenario.ts'
import { say } from './talk.ts'

/** What is owed, or was posted, of one kind of cost in one month. */
interface Part {
  readonly country: string
  readonly product_line: string | null
  readonly cost_type: 'cash' | 'coverage' | 'finance'
  readonly period_from: string
  readonly period_to: string
  readonly amount: string
}

interface Standing extends Part {
  readonly scenario_number: string
  readonly last: string | null
  readonly currency: string
}

interface Entry extends Part {
  readonly scenario_number: string
  readonly posting_type: 'Accrual' | 'Accrual Reversal'
  readonly currency: string
  readonly reversal_of: string | null
  readonly reason: string
}

const keyOf = (part: Part): string =>
  JSON.stringify([part.country, part.product_line, part.cost_type, part.period_from, part.period_to])

async function owedParts(tx: Tx, organizationId: number, scenario: Scenario): Promise<Part[]> {
  const costs = await tx.query<Omit<Part, 'period_from' | 'period_to'>>(sql`
    select l.country, s.product_line, v.cost_type, sum(v.amount)::text as amount
      from promotion_scenario_line l
      left join promotion_sticker s on s.organization_id = l.organization_id and s.sticker_code = l.sticker_code
     cross join lateral (values ('cash', l.plan_cash), ('coverage', l.plan_coverage), ('finance', l.plan_finance)) v (cost_type, amount)
     where l.organization_id = ${organizationId} and l.scenario_number = ${scenario.scenario_number} and l.fault is null
     group by l.country, s.product_line, v.cost_type having sum(v.amount) <> 0
     order by l.country, s.product_line, v.cost_type`)
  const months = monthsOf(scenario.valid_from, scenario.valid_to)
  return costs.flatMap((cost) =>
    overSpans(amount(cost.amount), months, scenario.currency).map((part, at) => ({
      ...cost,
      period_from: months[at]!.from,
      period_to: months[at]!.to,
      amount: part.toFixed(),
    })),
  )
}

const standing = (tx: Tx, organizationId: number, numbers: readonly string[]): Promise<Standing[]> =>
  tx.query<Standing>(sql`
    select p.scenario_number, p.country, p.product_line, p.cost_type, p.period_from, p.period_to, p.currency, sum(p.amount)::text as amount,
           (array_agg(p.posting_number order by p.id desc) filter (where p.posting_type = 'Accrual'))[1] as last
      from promotion_posting p
     where p.organization_id = ${organizationId} and p.scenario_number = any(${[...numbers]}::text[])
     group by p.scenario_number, p.country, p.product_line, p.cost_type, p.period_from, p.period_to, p.currency having sum(p.amount) <> 0
     order by p.scenario_number, p.country, p.product_line, p.cost_type, p.period_from`)

/** Whether something that was posted of a scenario still stands. */
export const isPosted = async (tx: Tx, organizationId: number, scenarioNumber: string): Promise<boolean> =>
  (await standing(tx, organizationId, [scenarioNumber])).length > 0

export interface PostedCosts {
  /** Postings written now; none where everything was posted before. */
  readonly posted: number
  /** What they come to, in the currency of the scenario. */
  readonly amount: string
  readonly currency: string
}

/**
 * Posts what an approved scenario is expected to cost, month by month, less what was posted of it before, so that the same again posts nothing. What
 * was posted of a scenario that this one replaces is taken back by opposite rows in its own months. WRONG_STATE unless it is approved.
 */
export async function postScenario(
  context: { readonly tx: Tx; readonly caller: Caller },
  scenario: Scenario,
  postingDate: string,
): Promise<PostedCosts> {
  const { tx, caller } = context
  const { organizationId, userId, email } = caller
  const number = scenario.scenario_number
  if (scenario.status !== 'approved')
    throw new AppError('WRONG_STATE', { message: 'Only what every market approved is posted.' })
  const replaces = scenario.parent !== null && scenario.relation !== 'clone' ? [scenario.parent] : []
  const stood = await standing(tx, organizationId, [number, ...replaces])
  const own = new Map(stood.filter((one) => one.scenario_number === number).map((one) => [keyOf(one), one]))
  const owed = new Map((await owedParts(tx, organizationId, scenario)).map((part) => [keyOf(part), part]))
  const entries: Entry[] = [...new Set([...own.keys(), ...owed.keys()])].flatMap((key) => {
    const part = (owed.get(key) ?? own.get(key))!
    const due = amount(owed.get(key)?.amount ?? 0).minus(own.get(key)?.amount ?? 0)
    if (due.isZero()) return []
    const before = own.get(key)
    return [
      {
        ...part,
        scenario_number: number,
        posting_type: due.isNegative() ? ('Accrual Reversal' as const) : ('Accrual' as const),
        currency: scenario.currency,
        amount: due.toFixed(),
        reversal_of: due.isNegative() ? (before?.last ?? null) : null,
        reason: before ? 'The difference to what was posted before' : 'Planned cost of the month',
      },
    ]
  })
  const takenBack: Entry[] = stood
    .filter((one) => one.scenario_number !== number)
    .map(({ last, ...one }) => ({
      ...one,
      posting_type: 'Accrual Reversal',
      amount: amount(one.amount).negated().toFixed(),
      reversal_of: last,
      reason: `Replaced by ${number}`,
    }))
  const all = [...takenBack, ...entries]
  const sum = all.reduce((total, { amount: part }) => total.plus(part), zero).toFixed()
  if (all.length === 0) return { posted: 0, amount: sum, currency: scenario.currency }
  await tx.query(sql`
    insert into promotion_posting (organization_id, created_by, updated_by, posting_number, posting_type, scenario_number, country, product_line, cost_type,
           period_from, period_to, amount, currency, posting_date, reversal_of, reason, posted_by)
    select ${organizationId}, ${userId}, ${userId}, concat(${number}::text, '-', lpad((n.before + r.place)::text, 4, '0')), r.posting_type,
           r.scenario_number, r.country, r.product_line, r.cost_type, r.period_from, r.period_to, r.amount, r.currency, ${postingDate}::date,
           r.reversal_of, r.reason, ${email}
      from jsonb_to_recordset(${json(all.map((entry, at) => ({ ...entry, place: at + 1 })))}) as r (place bigint, posting_type text, scenario_number text, country text,
           product_line text, cost_type text, period_from date, period_to date, amount numeric, currency text, reversal_of text, reason text),
           (select count(*) as before from promotion_posting p where p.organization_id = ${organizationId} and p.posting_number like ${`${number}-%`}) n`)
  await say(
    context,
    number,
    'activity',
    `Posted ${all.length} accruals, ${amount(sum).toFixed(minorUnits(scenario.currency))} ${scenario.currency}`,
  )
  tx.afterCommit(() => counts.forget('promotion_posting', organizationId))
  return { posted: all.length, amount: sum, currency: scenario.currency }
}
