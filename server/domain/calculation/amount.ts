import { Decimal } from 'decimal.js'

/** Exact decimals of 60 digits, rounded half away from zero; the arithmetic of every amount, rate and quantity. */
export const Amount = Decimal.clone({ precision: 60, rounding: Decimal.ROUND_HALF_UP, toExpNeg: -60, toExpPos: 60 })
export type Amount = Decimal

/** Reads a decimal as the database and the wire write it, such as '1250.5'. */
export const amount = (value: string | number | Amount): Amount => new Amount(value)

export const zero: Amount = amount(0)

/** `rate` percent of a basis: 5 of 90,000 is 4,500. */
export const percentOf = (basis: Amount, rate: Amount): Amount => basis.times(rate).div(100)

export const sumOf = (values: readonly Amount[]): Amount => values.reduce((sum, value) => sum.plus(value), zero)

// ISO 4217: the currencies whose minor unit is not a hundredth.
const withoutMinorUnit = new Set([
  'BIF',
  'CLP',
  'DJF',
  'GNF',
  'ISK',
  'JPY',
  'KMF',
  'KRW',
  'PYG',
  'RWF',
  'UGX',
  'UYI',
  'VND',
  'VUV',
  'XAF',
  'XOF',
  'XPF',
])
const ofThousandths = new Set(['BHD', 'IQD', 'JOD', 'KWD', 'LYD', 'OMR', 'TND'])

/** How many decimals the minor unit of a currency has. */
export function minorUnits(currency: string): number {
  if (withoutMinorUnit.has(currency)) return 0
  return ofThousandths.has(currency) ? 3 : 2
}

/** A sum as it is held against tiers: three thirds are one. */
export const summed = (values: readonly Amount[]): Amount => sumOf(values).toDecimalPlaces(16)

/**
 * An amount in the currency's minor unit, half away from zero; done once, at the line that is posted. A half that a division missed
 * by its last decimals, such as that of 10.815 dollars at 1.0815 the euro, is one.
 */
export const inMinorUnits = (value: Amount, currency: string): Amount =>
  value.toDecimalPlaces(12).toDecimalPlaces(minorUnits(currency))

/**
 * Splits an amount by weights into parts in the currency's minor unit that add up to the rounded whole; what rounding leaves
 * over goes to the part of the greatest weight, the last of equal ones. Throws when the weights add up to nothing.
 */
export function split(whole: Amount, weights: readonly Amount[], currency: string): Amount[] {
  const total = sumOf(weights)
  if (total.isZero()) throw new RangeError('Weights that add up to nothing split nothing')
  const parts = weights.map((weight) => inMinorUnits(whole.times(weight).div(total), currency))
  const heaviest = weights.reduce((best, weight, at) => (weight.gte(weights[best]!) ? at : best), 0)
  const residual = inMinorUnits(whole, currency).minus(sumOf(parts))
  return parts.map((part, at) => (at === heaviest ? part.plus(residual) : part))
}
