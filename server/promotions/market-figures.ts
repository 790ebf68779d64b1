import { amount, sumOf, zero, type Amount } from '../domain/calculation/amount.ts'
import {
  budgetRuleFor,
  countedCost,
  judgeBudget,
  type BudgetFinding,
  type BudgetRule,
} from '../domain/promotions/budget-check.ts'
import type { JudgedLine } from '../domain/promotions/judge-plan.ts'
import { addedUp, atPlanRates } from '../domain/promotions/plan-lines.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import type { Surroundings } from './plan-surroundings.ts'
import type { Scenario } from './scenario.ts'

/** What a scenario costs in one country, against what may be spent there; amounts in the currency of the scenario. */
export interface MarketFigures {
  readonly country: string
  readonly lines: number
  readonly volume: string
  readonly cash: string
  readonly coverage: string
  readonly finance: string
  readonly cost: string
  /** Which part of it counts against the budget, and how much that is. */
  readonly counts: BudgetRule['counts']
  readonly counted: string
  /** Of its product lines in the plan; null where none is given. */
  readonly budget: string | null
  /** What other scenarios of the plan spend of it. */
  readonly committed: string
  /** What is left of the budget with this scenario; below nought where it is not enough. */
  readonly left: string | null
}

export interface MarketsJudged {
  readonly markets: readonly MarketFigures[]
  readonly findings: readonly BudgetFinding[]
}

interface Other {
  readonly country: string
  readonly currency: string
  readonly status: string
  readonly total: string
  readonly cash: string
  readonly coverage: string
  readonly finance: string
}

// A scenario that this one is going to replace does not count beside it, nor one that is going to replace this.
const othersSql = (organizationId: number, scenario: Scenario, { year }: Surroundings) => sql`
  select l.country, o.currency, o.status, coalesce(sum(l.plan_cost), 0)::text as total, coalesce(sum(l.plan_cash), 0)::text as cash,
         coalesce(sum(l.plan_coverage), 0)::text as coverage, coalesce(sum(l.plan_finance), 0)::text as finance
    from promotion_scenario o
    join promotion_scenario_line l on l.organization_id = o.organization_id and l.scenario_number = o.scenario_number
    left join promotion_sticker s on s.organization_id = l.organization_id and s.sticker_code = l.sticker_code
   where o.organization_id = ${organizationId} and o.status <> 'archived' and o.scenario_number <> ${scenario.scenario_number}
     and o.valid_from between ${year!.valid_from}::date and ${year!.valid_to}::date
     and s.product_line = any(${[...scenario.product_lines]}::text[]) and l.country = any(${[...scenario.countries]}::text[])
     and (${scenario.relation}::text is null or ${scenario.relation} = 'clone' or o.scenario_number is distinct from ${scenario.parent}::text)
     and (o.relation is null or o.relation = 'clone' or o.parent is distinct from ${scenario.scenario_number})
   group by l.country, o.currency, o.status`

const rulesOf = (tx: Pick<Tx, 'query'>, organizationId: number): Promise<BudgetRule[]> =>
  tx.query<BudgetRule>(sql`
    select b.product_line, b.country, b.counts, b.basis, b.budget_check, b.warn_percent, b.tolerance_percent
      from budget_config b where b.organization_id = ${organizationId} and b.status = 'active'`)

/** Cost, budget and what is left of it in each country of the market, in its order, and what is to be said of them. */
export async function marketFigures(
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  scenario: Scenario,
  around: Surroundings,
  lines: readonly JudgedLine[],
): Promise<MarketsJudged> {
  const { year, rates } = around
  const others = year ? await tx.query<Other>(othersSql(organizationId, scenario, around)) : []
  const rules = await rulesOf(tx, organizationId)
  const inPlan = (value: string, from: string): Amount | null =>
    atPlanRates(amount(value), from, scenario.currency, rates)
  const judged = scenario.countries.map((country) => {
    const rule = budgetRuleFor(rules, scenario.product_line, country)
    const own = lines.filter(({ line }) => line.country === country)
    const cost = addedUp(own.flatMap(({ planned }) => planned ?? []))
    const counted = countedCost(rule, cost)
    const budgets = (year?.budgets ?? [])
      .filter((one) => one.country === country && scenario.product_lines.includes(one.product_line))
      .flatMap((one) => inPlan(String(one.amount), year!.currency) ?? [])
    const budget = budgets.length > 0 ? sumOf(budgets) : null
    const committed = sumOf(
      others
        .filter((one) => one.country === country && (rule.basis === 'all' || one.status === 'approved'))
        .map((one) => inPlan(one[rule.counts], one.currency) ?? zero),
    )
    const finding = year
      ? judgeBudget(rule, { country, currency: scenario.currency, budget, counted, committed })
      : null
    const figures: MarketFigures = {
      country,
      lines: own.length,
      volume: sumOf(own.map(({ line, fault }) => (fault === null ? amount(line.volume ?? 0) : zero))).toFixed(),
      cash: cost.cash.toFixed(),
      coverage: cost.coverage.toFixed(),
      finance: cost.finance.toFixed(),
      cost: cost.total.toFixed(),
      counts: rule.counts,
      counted: counted.toFixed(),
      budget: budget?.toFixed() ?? null,
      committed: committed.toFixed(),
      left: budget ? budget.minus(committed).minus(counted).toFixed() : null,
    }
    return { figures, finding }
  })
  return { markets: judged.map(({ figures }) => figures), findings: judged.flatMap(({ finding }) => finding ?? []) }
}
