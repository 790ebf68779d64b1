import { Decimal } from 'decimal.js'

type Amount = string | number

/** One product at one place in two periods: quantities, and net sales and costs in the reporting currency at the rates of each period. */
export interface VarianceItem {
  /** The place that its buckets are added up for. */
  readonly key: string
  readonly quantity_a: Amount
  readonly net_a: Amount
  readonly cost_a: Amount
  readonly quantity_b: Amount
  readonly net_b: Amount
  readonly cost_b: Amount
  /** What one unit of the reporting currency at the rates of period a is at those of period b; 1 where the currency is the same. */
  readonly constant_rate: Amount
}

/** Why the margin of a place changed from period b to period a; the buckets add up to the difference of the margins. */
export interface VarianceBuckets {
  readonly margin_b: Decimal
  readonly price: Decimal
  readonly cost: Decimal
  readonly quantity: Decimal
  readonly mix: Decimal
  readonly new_products: Decimal
  readonly lost_products: Decimal
  readonly currency: Decimal
  readonly margin_a: Decimal
}

// The products of long quotients have to come back to what they were made of.
const Exact = Decimal.clone({ precision: 60 })

const zero = new Exact(0)
const nothing: VarianceBuckets = {
  margin_b: zero,
  price: zero,
  cost: zero,
  quantity: zero,
  mix: zero,
  new_products: zero,
  lost_products: zero,
  currency: zero,
  margin_a: zero,
}

const numbers = (item: VarianceItem) => {
  const of = (value: Amount): Decimal => new Exact(value)
  const rate = of(item.constant_rate)
  return {
    key: item.key,
    qa: of(item.quantity_a),
    qb: of(item.quantity_b),
    na: of(item.net_a).times(rate),
    ca: of(item.cost_a).times(rate),
    nb: of(item.net_b),
    cb: of(item.cost_b),
    margin_a: of(item.net_a).minus(of(item.cost_a)),
  }
}

type Item = ReturnType<typeof numbers>

const sum = (items: readonly Item[], of: (item: Item) => Decimal): Decimal =>
  items.reduce((total, item) => total.plus(of(item)), new Exact(0))

function bucketsOf(item: Item, all: { readonly a: Decimal; readonly b: Decimal }): VarianceBuckets {
  const { qa, qb, na, ca, nb, cb, margin_a } = item
  const margin_b = nb.minus(cb)
  const constant = na.minus(ca)
  const told = { ...nothing, margin_b, margin_a, currency: margin_a.minus(constant) }
  if (qa.isZero() && qb.isZero()) return { ...told, price: na.minus(nb), cost: cb.minus(ca) }
  if (qb.isZero()) return { ...told, new_products: constant.minus(margin_b) }
  if (qa.isZero()) return { ...told, lost_products: constant.minus(margin_b) }
  const price = na.minus(nb.div(qb).times(qa))
  const cost = cb.div(qb).times(qa).minus(ca)
  const unit = margin_b.div(qb)
  if (all.b.isZero()) return { ...told, price, cost, quantity: qa.minus(qb).times(unit) }
  const share = qb.div(all.b)
  return {
    ...told,
    price,
    cost,
    quantity: all.a.minus(all.b).times(share).times(unit),
    mix: qa.minus(all.a.times(share)).times(unit),
  }
}

/**
 * Takes the difference of two periods' margins apart, by place: price (Pa − Pb) Qa, cost −(Ca − Cb) Qa, quantity (ΣQa − ΣQb) × mix_b × m_b,
 * mix (Qa − ΣQa × mix_b) × m_b over the products sold in both; what was sold in one of them only, and what exchange rates made, stand by themselves.
 */
export function marginVariance(items: readonly VarianceItem[]): Map<string, VarianceBuckets> {
  const read = items.map(numbers)
  const both = read.filter(({ qa, qb }) => !qa.isZero() && !qb.isZero())
  const all = { a: sum(both, ({ qa }) => qa), b: sum(both, ({ qb }) => qb) }
  const places = new Map<string, VarianceBuckets>()
  for (const item of read) {
    const before = places.get(item.key) ?? nothing
    const own = bucketsOf(item, all)
    const names = Object.keys(nothing) as (keyof VarianceBuckets)[]
    places.set(
      item.key,
      Object.fromEntries(names.map((name) => [name, before[name].plus(own[name])])) as unknown as VarianceBuckets,
    )
  }
  return places
}
