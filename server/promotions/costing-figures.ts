import { Decimal } from 'decimal.js'

type Amount = string | number | null | undefined

/** A material of a promotion: units without and with it, and amounts of one unit. */
export interface CostingLine {
  readonly baseline_quantity?: Amount
  readonly planned_quantity?: Amount
  readonly list_price?: Amount
  readonly promotional_price?: Amount
  readonly unit_cost?: Amount
  readonly funding?: Amount
}

/** Amounts in the currency of the costing, two digits; percentages with two, null where there is nothing to compare with. */
export interface CostingFigures {
  readonly uplift_percent: string | null
  readonly planned_value: string
  readonly price_reduction: string
  readonly funded: string
  readonly fixed_cost: string
  readonly promotion_cost: string
  readonly incremental_margin: string
  readonly contribution: string
  readonly return_percent: string | null
}

// What is no number is told at its field; the figures do without it.
const isNumber = /^-?\d+([.]\d+)?$/

const number = (value: Amount): Decimal => new Decimal(isNumber.test(String(value)) ? String(value) : 0)

const sum = (parts: readonly Decimal[]): Decimal => parts.reduce((total, part) => total.plus(part), new Decimal(0))

const money = (value: Decimal): Decimal => value.toDecimalPlaces(2, Decimal.ROUND_HALF_UP)

const percentOf = (part: Decimal, whole: Decimal): string | null =>
  whole.isZero() ? null : part.times(100).div(whole).toDecimalPlaces(2, Decimal.ROUND_HALF_UP).toFixed()

/**
 * What a promotion costs and brings. The lower price is given away on every unit sold, not only on those that are more; the units more
 * bring their margin at list price: less the cost that is the margin with the promotion over the margin without it. Sums are rounded once
 * each, half up, and what follows is worked out of the rounded ones, so that the figures of a costing add up as they are shown.
 */
export function costingFigures(lines: readonly CostingLine[], fixed: readonly Amount[]): CostingFigures {
  const of = (work: (line: Record<keyof CostingLine, Decimal>) => Decimal): Decimal =>
    sum(
      lines.map((line) =>
        work({
          baseline_quantity: number(line.baseline_quantity),
          planned_quantity: number(line.planned_quantity),
          list_price: number(line.list_price),
          promotional_price: number(line.promotional_price),
          unit_cost: number(line.unit_cost),
          funding: number(line.funding),
        }),
      ),
    )
  const baseline = of((line) => line.baseline_quantity)
  const more = of((line) => line.planned_quantity.minus(line.baseline_quantity))
  const reduction = money(of((line) => line.planned_quantity.times(line.list_price.minus(line.promotional_price))))
  const funded = money(of((line) => line.planned_quantity.times(line.funding)))
  const fixedCost = money(sum(fixed.map(number)))
  const cost = reduction.plus(fixedCost).minus(funded)
  const margin = money(
    of((line) => line.planned_quantity.minus(line.baseline_quantity).times(line.list_price.minus(line.unit_cost))),
  )
  const contribution = margin.minus(cost)
  return {
    uplift_percent: percentOf(more, baseline),
    planned_value: money(of((line) => line.planned_quantity.times(line.promotional_price))).toFixed(2),
    price_reduction: reduction.toFixed(2),
    funded: funded.toFixed(2),
    fixed_cost: fixedCost.toFixed(2),
    promotion_cost: cost.toFixed(2),
    incremental_margin: margin.toFixed(2),
    contribution: contribution.toFixed(2),
    return_percent: cost.isPositive() ? percentOf(contribution, cost) : null,
  }
}
