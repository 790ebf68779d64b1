import { inMinorUnits, sumOf, zero, type Amount } from '../calculation/amount.ts'

/** What is planned of a material or a group in a country, over all stickers and territories; amounts in the currency of the scenario. */
export interface PlannedGoods {
  readonly country: string
  readonly material_number: string | null
  readonly group_code: string | null
  readonly units: Amount
  readonly sales: Amount
  /** What the promotion of it costs. */
  readonly cost: Amount
  /** Of it coverage and financing, which no price shows. */
  readonly beside: Amount
  /** What the promotion of one unit costs, and of it coverage and financing; not rounded. */
  readonly costPerUnit: Amount
  readonly besidePerUnit: Amount
  /** What the planned units cost to make or buy; null where that is not known or not shown. */
  readonly goodsCost: Amount | null
}

/** What was sold of a material in a country; amounts in the currency of the scenario. */
export interface SoldGoods {
  readonly country: string
  readonly material_number: string
  readonly units: Amount
  readonly sales: Amount
  readonly goodsCost: Amount | null
}

/** A figure as it was planned, as it is planned up to the day, as it is, and how far that is from the second. */
export interface Compared {
  readonly plan: Amount
  readonly due: Amount
  readonly actual: Amount
  readonly difference: Amount
}

export interface ActualFigures {
  readonly units: Compared
  readonly sales: Compared
  readonly cost: Compared
  /** Sales less what they cost and less coverage and financing; null where costs are not known or not shown. */
  readonly margin: Compared | null
}

export interface ActualRow extends ActualFigures {
  readonly country: string
  readonly material_number: string | null
  readonly group_code: string | null
}

export interface Elapsed {
  /** Days of the promotion, and how many of them have begun. */
  readonly days: number
  readonly passed: number
  readonly currency: string
}

const none: SoldGoods = { country: '', material_number: '', units: zero, sales: zero, goodsCost: null }

const added = (a: SoldGoods, b: SoldGoods): SoldGoods => ({
  ...b,
  units: a.units.plus(b.units),
  sales: a.sales.plus(b.sales),
  goodsCost: a === none ? b.goodsCost : a.goodsCost && b.goodsCost && a.goodsCost.plus(b.goodsCost),
})

function compared(plan: Amount, actual: Amount, round: (value: Amount) => Amount, { days, passed }: Elapsed): Compared {
  const due = passed >= days ? plan : round(plan.times(passed).div(days))
  return { plan, due, actual, difference: actual.minus(due) }
}

/** Where the sales of a material in a country count: the material itself where it is planned, else the first group that holds it. */
function placesOf(goods: readonly PlannedGoods[], members: ReadonlyMap<string, ReadonlySet<string>>) {
  const own = new Map<string, PlannedGoods>()
  const groups = new Map<string, PlannedGoods[]>()
  for (const one of goods) {
    if (one.material_number !== null) own.set(JSON.stringify([one.country, one.material_number]), one)
    else groups.set(one.country, [...(groups.get(one.country) ?? []), one])
  }
  return ({ country, material_number: material }: SoldGoods): PlannedGoods | undefined =>
    own.get(JSON.stringify([country, material])) ??
    groups.get(country)?.find(({ group_code: group }) => group !== null && members.get(group)?.has(material))
}

/**
 * Holds what was sold against what was planned, one row a material or group in a country; every sale counts once. The plan is spread evenly over its
 * days, units to the thousandth and money to the minor unit. What was sold costs the promotion what its units cost by the plan.
 */
export function planActuals(
  goods: readonly PlannedGoods[],
  sold: readonly SoldGoods[],
  members: ReadonlyMap<string, ReadonlySet<string>>,
  elapsed: Elapsed,
): ActualRow[] {
  const place = placesOf(goods, members)
  const sales = new Map<PlannedGoods, SoldGoods>()
  for (const one of sold) {
    const of = place(one)
    if (of) sales.set(of, added(sales.get(of) ?? none, one))
  }
  const money = (value: Amount): Amount => inMinorUnits(value, elapsed.currency)
  return goods.map((plan) => {
    const actual = sales.get(plan) ?? none
    const knowsCost = plan.goodsCost !== null && (actual === none || actual.goodsCost !== null)
    const beside = money(actual.units.times(plan.besidePerUnit))
    return {
      country: plan.country,
      material_number: plan.material_number,
      group_code: plan.group_code,
      units: compared(plan.units, actual.units, (value) => value.toDecimalPlaces(3), elapsed),
      sales: compared(plan.sales, actual.sales, money, elapsed),
      cost: compared(plan.cost, money(actual.units.times(plan.costPerUnit)), money, elapsed),
      margin: knowsCost
        ? compared(
            plan.sales.minus(plan.goodsCost).minus(plan.beside),
            actual.sales.minus(actual.goodsCost ?? zero).minus(beside),
            money,
            elapsed,
          )
        : null,
    }
  })
}

const addedUp = (figures: readonly Compared[]): Compared => ({
  plan: sumOf(figures.map(({ plan }) => plan)),
  due: sumOf(figures.map(({ due }) => due)),
  actual: sumOf(figures.map(({ actual }) => actual)),
  difference: sumOf(figures.map(({ difference }) => difference)),
})

/** Rows added up; the margin is that of the rows that know theirs, null where none does. */
export function actualTotals(rows: readonly ActualFigures[]): ActualFigures {
  const margins = rows.flatMap(({ margin }) => margin ?? [])
  return {
    units: addedUp(rows.map(({ units }) => units)),
    sales: addedUp(rows.map(({ sales }) => sales)),
    cost: addedUp(rows.map(({ cost }) => cost)),
    margin: margins.length > 0 ? addedUp(margins) : null,
  }
}
