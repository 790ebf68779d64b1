import { type Amount } from '../calculation/amount.ts'

/** To which prices a price is rounded: multiples of a unit plus an ending, such as 1 and 0.99 for 4.99, 5.99 … */
export interface PriceEnding {
  readonly mode: 'nearest' | 'up' | 'down'
  /** Above zero. */
  readonly unit: Amount
  /** At least zero and less than the unit. */
  readonly ending: Amount
}

/** The price of the wanted ending nearest to, not below or not above a price; never zero or less for a price above zero. */
export function roundedPrice(price: Amount, { mode, unit, ending }: PriceEnding): Amount {
  const places = price.minus(ending).div(unit).toDecimalPlaces(12)
  const whole = mode === 'up' ? places.ceil() : mode === 'down' ? places.floor() : places.toDecimalPlaces(0)
  const rounded = whole.times(unit).plus(ending)
  return rounded.gt(0) || price.lte(0) ? rounded : rounded.plus(unit)
}
