import { amount, sumOf, zero } from '../domain/calculation/amount.ts'
import type { JudgedLine } from '../domain/promotions/judge-plan.ts'
import { addedUp, atPlanRates, type Cost } from '../domain/promotions/plan-lines.ts'
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
  /** Of its product lines in the plan; null where none is given. */
  readonly budget: string | null
  /** What other approved scenarios of the plan spend of it. */
  readonly committed: string
  /** What is left of the budget with this scenario; below nought where it is not enough. */
  readonly left: string | null
}

const written = ({ cash, coverage, finance, total }: Cost) => ({
  cash: cash.toFixed(),
  coverage: coverage.toFixed(),
  finance: finance.toFixed(),
  cost: total.toFixed(),
})

interface Committed {
  readonly country: string
  readonly currency: string
  readonly cost: string
}

// A scenario that this one is going to replace does not count beside it.
const committedSql = (organizationId: number, scenario: Scenario, { year }: Surroundings) => sql`
  select l.country, o.currency, sum(l.plan_cost)::text as cost
    from promotion_scenario o
    join promotion_scenario_line l on l.organization_id = o.organization_id and l.scenario_number = o.scenario_number
    left join promotion_sticker s on s.organization_id = l.organization_id and s.sticker_code = l.sticker_code
   where o.organization_id = ${organizationId} and o.status = 'approved' and o.scenario_number <> ${scenario.scenario_number}
     and o.valid_from between ${year!.valid_from}::date and ${year!.valid_to}::date
     and s.product_line = any(${[...scenario.product_lines]}::text[]) and l.country = any(${[...scenario.countries]}::text[])
     and (${scenario.relation}::text is null or ${scenario.relation} = 'clone' or o.scenario_number is distinct from ${scenario.parent}::text)
   group by l.country, o.currency`

/** Cost, budget and what is left of it in each country of the market, in its order. */
export async function marketFigures(
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  scenario: Scenario,
  around: Surroundings,
  lines: readonly JudgedLine[],
): Promise<MarketFigures[]> {
  const { year, rates } = around
  const others = year ? await tx.query<Committed>(committedSql(organizationId, scenario, around)) : []
  const inPlan = (value: string, from: string) => atPlanRates(amount(value), from, scenario.currency, rates)
  return scenario.countries.map((country) => {
    const own = lines.filter(({ line }) => line.country === country)
    const cost = addedUp(own.flatMap(({ planned }) => planned ?? []))
    const budgets = (year?.budgets ?? []).filter(
      (one) => one.country === country && scenario.product_lines.includes(one.product_line),
    )
    const parts = budgets.map((one) => inPlan(String(one.amount), year!.currency))
    const budget =
      budgets.length > 0 && parts.every((part) => part !== null) ? sumOf(parts as (typeof cost.total)[]) : null
    const committed = sumOf(
      others.filter((one) => one.country === country).map((one) => inPlan(one.cost, one.currency) ?? zero),
    )
    return {
      country,
      lines: own.length,
      volume: sumOf(own.map(({ line, fault }) => (fault === null ? amount(line.volume ?? 0) : zero))).toFixed(),
      ...written(cost),
      budget: budget?.toFixed() ?? null,
      committed: committed.toFixed(),
      left: budget ? budget.minus(committed).minus(cost.total).toFixed() : null,
    }
  })
}
