import { amount, type Amount } from '../calculation/amount.ts'

/** A unit that is some of another: a tonne is 1000 of KG. */
export interface UnitOfOther {
  readonly uom: string
  readonly base_unit: string | null
  readonly factor: string | null
}

/** A unit of one material: `numerator` base units make `denominator` of it. */
export interface UnitOfMaterial {
  readonly uom: string
  readonly numerator: string
  readonly denominator: string
}

/** What is known about units. */
export interface UnitFacts {
  /** The unit a material is kept in; null where the conversion is of no material. */
  readonly base: string | null
  readonly own: readonly UnitOfMaterial[]
  readonly general: readonly UnitOfOther[]
}

/** One step of a conversion: `times` of `to` are `per` of `from`. */
export interface UnitStep {
  readonly from: string
  readonly to: string
  readonly times: Amount
  readonly per: Amount
}

export interface Converted {
  readonly quantity: Amount
  /** In the order in which they were taken; none where both units are the same. */
  readonly steps: readonly UnitStep[]
}

function stepsOf({ base, own, general }: UnitFacts): UnitStep[] {
  const one = amount(1)
  const steps = [
    ...(base === null
      ? []
      : own.map(({ uom, numerator, denominator }) => ({
          from: uom,
          to: base,
          times: amount(numerator),
          per: amount(denominator),
        }))),
    ...general.flatMap(({ uom, base_unit, factor }) =>
      base_unit === null || factor === null || base_unit === uom
        ? []
        : [{ from: uom, to: base_unit, times: amount(factor), per: one }],
    ),
  ]
  return steps.filter(({ times, per }) => times.gt(0) && per.gt(0))
}

const back = ({ from, to, times, per }: UnitStep): UnitStep => ({ from: to, to: from, times: per, per: times })

/**
 * A quantity in another unit over the fewest steps there are, those of the material before those that hold in general; exact
 * but for one division at the end (60 digits). null where no steps lead from one unit to the other.
 */
export function convertQuantity(quantity: Amount, from: string, to: string, facts: UnitFacts): Converted | null {
  if (from === to) return { quantity, steps: [] }
  const edges = stepsOf(facts)
  const all = [...edges, ...edges.map(back)]
  const ways = new Map<string, readonly UnitStep[]>([[from, []]])
  const queue = [from]
  for (let unit = queue.shift(); unit !== undefined; unit = queue.shift()) {
    for (const step of all) {
      if (step.from !== unit || ways.has(step.to)) continue
      const steps = [...ways.get(unit)!, step]
      if (step.to === to) return { quantity: worked(quantity, steps), steps }
      ways.set(step.to, steps)
      queue.push(step.to)
    }
  }
  return null
}

function worked(quantity: Amount, steps: readonly UnitStep[]): Amount {
  const times = steps.reduce((product, step) => product.times(step.times), quantity)
  const per = steps.reduce((product, step) => product.times(step.per), amount(1))
  return times.div(per)
}
