import { amount, percentOf, split, sumOf, type Amount } from '../calculation/amount.ts'

const day = 86_400_000
const at = (iso: string): number => Date.parse(`${iso}T00:00:00Z`)
const isoOf = (time: number): string => new Date(time).toISOString().slice(0, 10)

/** How many days a span has, both ends counted. */
export const daysOf = (from: string, to: string): number => Math.round((at(to) - at(from)) / day) + 1

/** The day so many days before another one. */
export const dayBefore = (iso: string, days: number): string => isoOf(at(iso) - days * day)

export interface Span {
  readonly from: string
  readonly to: string
}

/** The calendar months that a span reaches, each cut to it. */
export function monthsOf(from: string, to: string): Span[] {
  const spans: Span[] = []
  for (let start = from; start <= to;) {
    const [year, month] = start.split('-').map(Number) as [number, number]
    const next = isoOf(Date.UTC(year, month, 1))
    const last = isoOf(at(next) - day)
    spans.push({ from: start, to: last < to ? last : to })
    start = next
  }
  return spans
}

/** An amount over spans by their days, in minor units that add up to the whole. */
export const overSpans = (whole: Amount, spans: readonly Span[], currency: string): Amount[] =>
  split(
    whole,
    spans.map(({ from, to }) => amount(daysOf(from, to))),
    currency,
  )

/** Whole units where they were whole, thousandths otherwise. */
const digitsOf = (units: Amount): number => (units.isInteger() ? 0 : 3)

/** The units of a plan that lasts longer or shorter than it did: by its days, whole ones where they were whole. */
export function stretched(volume: string, days: number, nextDays: number): string {
  const units = amount(volume)
  return units.times(nextDays).div(days).toDecimalPlaces(digitsOf(units)).toFixed()
}

/**
 * Units by shares (percentages): whole ones where the units are whole, thousandths otherwise. Shares of a hundred add up to the units; what rounding
 * leaves goes to the largest share, and what no share takes stays out.
 */
export function byShares(volume: string, shares: readonly string[]): string[] {
  const whole = amount(volume)
  const digits = digitsOf(whole)
  const parts = shares.map((share) => percentOf(whole, amount(share)).toDecimalPlaces(digits))
  if (!sumOf(shares.map(amount)).eq(100)) return parts.map((part) => part.toFixed())
  const heaviest = shares.reduce((best, share, place) => (amount(share).gte(shares[best]!) ? place : best), 0)
  const residual = whole.toDecimalPlaces(3).minus(sumOf(parts))
  return parts.map((part, place) => (place === heaviest ? part.plus(residual) : part).toFixed())
}

/** The same day a year before; the last of February where that year has no such day. */
export function yearBefore(iso: string): string {
  const [year, month, date] = iso.split('-').map(Number) as [number, number, number]
  const last = new Date(Date.UTC(year - 1, month, 0)).getUTCDate()
  return isoOf(Date.UTC(year - 1, month - 1, Math.min(date, last)))
}
