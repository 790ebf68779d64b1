import { Decimal } from 'decimal.js'

/** What a simulation changes, in percent; elasticity is by how much percent the volume moves for one percent of price. */
export interface SimulatedChange {
  readonly price: string
  readonly cost: string
  readonly volume: string
  readonly other: string
  readonly elasticity: string
}

export type DriverKind = 'price' | 'discount' | 'volume' | 'cost' | 'freight' | 'rebate' | 'other'

const factor = (percent: Decimal.Value): Decimal => new Decimal(percent).div(100).plus(1)

/** By what the drivers of each kind are multiplied. A volume is never less than none. */
export function changeFactors({
  price,
  cost,
  volume,
  other,
  elasticity,
}: SimulatedChange): Record<DriverKind, Decimal> {
  const p = factor(price)
  const moved = factor(volume).times(factor(new Decimal(price).times(elasticity)))
  const v = moved.isNegative() ? new Decimal(0) : moved
  return {
    price: p.times(v),
    discount: p.times(v),
    rebate: p.times(v),
    volume: v,
    cost: factor(cost).times(v),
    freight: factor(other).times(v),
    other: factor(other),
  }
}
