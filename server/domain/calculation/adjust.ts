import { type Amount } from './amount.ts'

export interface Limits {
  readonly min?: Amount
  readonly max?: Amount
}

/** Cap and floor, after the rate and before the split; without a floor a negative amount stays negative. */
export function withinLimits(value: Amount, { min, max }: Limits): Amount {
  if (max && value.gt(max)) return max
  return min && value.lt(min) ? min : value
}

/** A range of days, both included, as YYYY-MM-DD; null has no end. */
export interface Days {
  readonly from: string
  readonly to: string | null
}

const dayNumber = (day: string): number => Date.parse(`${day}T00:00:00Z`) / 86_400_000

/** How many days two ranges share. */
export function overlap(a: Days, b: Days): number {
  const from = Math.max(dayNumber(a.from), dayNumber(b.from))
  const to = Math.min(a.to === null ? Infinity : dayNumber(a.to), b.to === null ? Infinity : dayNumber(b.to))
  return Math.max(0, to - from + 1)
}

/** The part of an amount of a whole period that falls into a validity, by days. Throws for a period without end. */
export function prorated(value: Amount, period: Days, validity: Days): Amount {
  const days = overlap(period, period)
  if (!Number.isFinite(days) || days === 0) throw new RangeError('A period to prorate over begins and ends')
  return value.times(overlap(period, validity)).div(days)
}
