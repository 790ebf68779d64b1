import { amount, inMinorUnits, percentOf, sumOf, zero, type Amount } from '../calculation/amount.ts'
import { convertAmount, type Rate } from '../currency/convert-amount.ts'

/** What is offered where, and what is expected of it; decimals as the wire writes them, amounts of one unit in the line's currency. */
export interface PlanLine {
  readonly line_no: number
  readonly sticker_code: string | null
  readonly country: string
  readonly territory: string | null
  readonly material_number: string | null
  readonly group_code: string | null
  readonly baseline_volume: string | null
  readonly volume: string | null
  readonly financed_percent: string | null
  readonly list_price: string | null
  readonly support_per_unit: string | null
  readonly coverage_per_unit: string | null
  /** Of what is financed. */
  readonly buydown_percent: string | null
  readonly currency: string
}

/** The three parts of what a line costs, and their sum. */
export interface Cost {
  readonly cash: Amount
  readonly coverage: Amount
  readonly finance: Amount
  readonly total: Amount
}

const number = (value: string | null): Amount => (value === null || value === '' ? zero : amount(value))

const costOf = (cash: Amount, coverage: Amount, finance: Amount): Cost => ({
  cash,
  coverage,
  finance,
  total: cash.plus(coverage).plus(finance),
})

/**
 * What a line costs in its own currency: units × cash support, units × coverage, and financed units × buydown, which is a percentage of the
 * list price. Each part is rounded once to the minor unit, and the total is their sum.
 */
export function lineCost(line: PlanLine): Cost {
  const volume = number(line.volume)
  const support = number(line.support_per_unit)
  const financed = percentOf(volume, number(line.financed_percent))
  const buydown = percentOf(number(line.list_price), number(line.buydown_percent))
  const rounded = (value: Amount): Amount => inMinorUnits(value, line.currency)
  return costOf(
    rounded(volume.times(support)),
    rounded(volume.times(number(line.coverage_per_unit))),
    rounded(financed.times(buydown)),
  )
}

/** The rates of a plan: one for the whole of it, through the plan's own currency where there is none between two. */
export interface PlanRates {
  readonly rates: readonly Rate[]
  readonly reference: string | null
}

// Rates of a plan hold for all of it.
const anyDay = '9999-12-31'

/** An amount at the rates of the plan, in the minor unit of the other currency; null where there is no rate. */
export const atPlanRates = (value: Amount, from: string, to: string, { rates, reference }: PlanRates): Amount | null =>
  convertAmount(value, from, to, anyDay, reference, rates)?.amount ?? null

/** A cost in the currency of the scenario, part by part, so that the parts add up there too; null without a rate. */
export function planCost(cost: Cost, from: string, to: string, rates: PlanRates): Cost | null {
  const [cash, coverage, finance] = [cost.cash, cost.coverage, cost.finance].map((part) =>
    atPlanRates(part, from, to, rates),
  )
  return cash && coverage && finance ? costOf(cash, coverage, finance) : null
}

/** Costs added up, part by part. */
export const addedUp = (costs: readonly Cost[]): Cost =>
  costOf(
    sumOf(costs.map(({ cash }) => cash)),
    sumOf(costs.map(({ coverage }) => coverage)),
    sumOf(costs.map(({ finance }) => finance)),
  )

/** Costs added up by what `key` says of each, in the order in which keys come first. */
export function costsBy<T>(
  entries: readonly T[],
  key: (entry: T) => string,
  cost: (entry: T) => Cost,
): ReadonlyMap<string, Cost> {
  const groups = new Map<string, Cost[]>()
  for (const entry of entries) {
    const name = key(entry)
    const group = groups.get(name)
    if (group) group.push(cost(entry))
    else groups.set(name, [cost(entry)])
  }
  return new Map([...groups].map(([name, costs]) => [name, addedUp(costs)]))
}
