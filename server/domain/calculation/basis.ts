import { type Amount } from './amount.ts'

export type Basis = 'gross' | 'net' | 'margin' | 'quantity' | 'weight'

/** One source line as far as amounts need it; values in the contract's currency, quantity in the contract's unit. */
export interface SourceLine {
  readonly gross: Amount
  readonly net: Amount
  readonly cost: Amount
  readonly quantity: Amount
  readonly weight: Amount
}

const bases: Readonly<Record<Basis, (line: SourceLine) => Amount>> = {
  gross: (line) => line.gross,
  net: (line) => line.net,
  margin: (line) => line.net.minus(line.cost),
  quantity: (line) => line.quantity,
  weight: (line) => line.weight,
}

/** What of a line counts: its gross, net or margin value, its quantity or its weight. */
export const basisOf = (line: SourceLine, basis: Basis): Amount => bases[basis](line)

/** Units of one unit: 1 case is 24 each. */
export interface UnitFactor {
  readonly from: string
  readonly to: string
  readonly factor: Amount
}

export type Converted = { readonly quantity: Amount } | { readonly error: string }

/** A quantity in another unit, by a factor of the material or its inverse; a missing factor is an error, never 1. */
export function inUnit(quantity: Amount, from: string, to: string, factors: readonly UnitFactor[]): Converted {
  if (from === to) return { quantity }
  const forth = factors.find((known) => known.from === from && known.to === to)
  if (forth) return { quantity: quantity.times(forth.factor) }
  const back = factors.find((known) => known.from === to && known.to === from)
  if (back && !back.factor.isZero()) return { quantity: quantity.div(back.factor) }
  return { error: `There is no factor from ${from} to ${to}.` }
}

/** Free goods of a quantity: so many free for each full multiple. */
export const freeGoods = (quantity: Amount, multiple: Amount, free: Amount): Amount =>
  quantity.div(multiple).floor().times(free)
