import { amount, zero, type Amount } from '../domain/calculation/amount.ts'
import { atPlanRates, type PlanLine, type PlanRates } from '../domain/promotions/plan-lines.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'
import { costingFigures, type CostingFigures, type CostingLine } from './costing-figures.ts'
import type { WorkedPlan } from './plan.ts'
import type { Scenario } from './scenario.ts'

export interface ScenarioCosting {
  readonly lines: readonly (CostingLine & { readonly material_number: string })[]
  /** Coverage and buydown, which no price shows. */
  readonly other_cost: string
  readonly figures: CostingFigures
  /** Lines that are not part of it, and why. */
  readonly left_out: readonly { readonly line_no: number; readonly reason: string }[]
}

const unitCosts = (tx: Pick<Tx, 'query'>, organizationId: number, scenario: Scenario, materials: readonly string[]) =>
  tx.query<{ material_number: string; cost: string | null; currency: string | null }>(sql`
    select m.material_number, m.standard_cost::text as cost, m.currency from material m
     where m.organization_id = ${organizationId} and m.material_number = any(${[...materials]}::text[])`)

interface Sum {
  baseline: Amount
  planned: Amount
  list: Amount
  offer: Amount
}

/**
 * What a costing says of a scenario: units without and with it, the price reduction that the support is, and what the units more bring. Materials that
 * several lines plan are one line of it, at the prices that their planned units pay on average. Amounts in the currency of the scenario.
 */
export async function costingOf(
  tx: Pick<Tx, 'query'>,
  organizationId: number,
  scenario: Scenario,
  plan: WorkedPlan,
  rates: PlanRates,
): Promise<ScenarioCosting> {
  const materials = [...new Set(plan.lines.flatMap((line) => line.material_number ?? []))]
  const costs = new Map(
    (await unitCosts(tx, organizationId, scenario, materials)).map((one) => [one.material_number, one]),
  )
  const inScenario = (value: string, currency: string): Amount | null =>
    currency === scenario.currency ? amount(value) : atPlanRates(amount(value), currency, scenario.currency, rates)
  const left: { line_no: number; reason: string }[] = []
  const sums = new Map<string, Sum>()
  const reasonOf = (line: PlanLine & { readonly fault: string | null }): string | null => {
    if (line.fault !== null) return line.fault
    if (line.material_number === null) return 'A custom group has no cost of its own'
    if (line.list_price === null) return 'It has no list price'
    const known = costs.get(line.material_number)
    if (!known?.cost) return `${line.material_number} has no standard cost`
    return inScenario(known.cost, known.currency ?? scenario.currency) === null
      ? `No rate from ${known.currency}`
      : null
  }
  for (const line of plan.lines) {
    const reason = reasonOf(line)
    if (reason !== null) {
      left.push({ line_no: line.line_no, reason })
      continue
    }
    const planned = amount(line.volume ?? 0)
    const list = inScenario(line.list_price!, line.currency) ?? zero
    const offer = list.minus(inScenario(line.support_per_unit ?? '0', line.currency) ?? zero)
    const before = sums.get(line.material_number!) ?? { baseline: zero, planned: zero, list: zero, offer: zero }
    sums.set(line.material_number!, {
      baseline: before.baseline.plus(line.baseline_volume ?? 0),
      planned: before.planned.plus(planned),
      list: before.list.plus(list.times(planned)),
      offer: before.offer.plus(offer.times(planned)),
    })
  }
  const lines = [...sums].flatMap(([material, { baseline, planned, list, offer }]) => {
    if (planned.isZero()) return []
    const known = costs.get(material)!
    return [
      {
        material_number: material,
        baseline_quantity: baseline.toFixed(),
        planned_quantity: planned.toFixed(),
        list_price: list.div(planned).toDecimalPlaces(4).toFixed(),
        promotional_price: offer.div(planned).toDecimalPlaces(4).toFixed(),
        unit_cost: inScenario(known.cost!, known.currency ?? scenario.currency)!
          .toDecimalPlaces(4)
          .toFixed(),
      },
    ]
  })
  const other = amount(plan.totals.coverage).plus(plan.totals.finance).toFixed()
  return { lines, other_cost: other, figures: costingFigures(lines, [other]), left_out: left }
}
