import {
  croston,
  exponentialSmoothing,
  type Fitted,
  holt,
  holtWintersAdditive,
  holtWintersMultiplicative,
  type Method,
  movingAverage,
  seasonalNaive,
  type Wishes,
} from './methods.ts'

const methods = {
  moving_average: movingAverage,
  seasonal_naive: seasonalNaive,
  exponential_smoothing: exponentialSmoothing,
  holt,
  holt_winters_additive: holtWintersAdditive,
  holt_winters_multiplicative: holtWintersMultiplicative,
  croston,
} as const satisfies Readonly<Record<string, Method>>

export type MethodName = keyof typeof methods

/** Whether there is a method of that name; 'automatic' is none, it chooses one. */
export const isMethod = (name: string): name is MethodName => name in methods

export interface Asked {
  /** A method, or 'automatic' for the one that would have been best lately. */
  readonly method: MethodName | 'automatic'
  /** Periods of a season: twelve months, four quarters, 52 weeks. */
  readonly season: number
  /** How many periods ahead. */
  readonly periods: number
  /** How many standard deviations low and high lie off. */
  readonly deviations: number
  readonly wishes: Wishes
}

export interface Expected {
  readonly value: number
  readonly low: number
  readonly high: number
}

export interface Forecast {
  readonly method: MethodName
  readonly ahead: readonly Expected[]
  /** What the method expected of the periods that are over, one ahead. */
  readonly fitted: readonly number[]
  /** Its mean absolute error by that of saying what was a season (or a period) ago, in the periods held back; null with too few of them. */
  readonly mase: number | null
  readonly smoothing: Readonly<Record<string, number>>
}

// Held back in turn: what a method says of the two periods after each is compared with what came.
const origins = [6, 4, 2]

/** The mean error of always saying what was a season ago, or the period before where there is no season yet. */
function naiveError(series: readonly number[], season: number): number {
  const lag = series.length > 2 * season ? season : 1
  let sum = 0
  for (let at = lag; at < series.length; at += 1) sum += Math.abs(series[at]! - series[at - lag]!)
  return sum / (series.length - lag)
}

/** Mean absolute scaled error of a method over the periods held back; null where it cannot be told. */
function scaledError(method: Method, series: readonly number[], season: number, wishes: Wishes): number | null {
  const scale = naiveError(series, season)
  const errors: number[] = []
  for (const back of origins) {
    const known = series.slice(0, -back)
    const fit = known.length < 4 ? null : method(known, season, wishes)
    if (!fit) continue
    for (const [at, value] of fit.ahead(2).entries()) errors.push(Math.abs(series[known.length + at]! - value))
  }
  if (errors.length === 0) return null
  const error = errors.reduce((sum, one) => sum + one, 0) / errors.length
  return scale > 0 ? error / scale : error === 0 ? 0 : null
}

function choose({ season, wishes }: Asked, series: readonly number[]): MethodName {
  let chosen: MethodName = 'exponential_smoothing'
  let least = Number.POSITIVE_INFINITY
  const gaps = series.filter((value) => value === 0).length / series.length
  for (const [name, method] of Object.entries(methods) as [MethodName, Method][]) {
    // Made for demand with gaps; elsewhere it only repeats smoothing.
    if (name === 'croston' && gaps < 0.25) continue
    const error = scaledError(method, series, season, wishes)
    if (error !== null && error < least) [chosen, least] = [name, error]
  }
  return chosen
}

/** How far off the method was, as a standard deviation of one period. */
function spreadOf(series: readonly number[], { expected }: Fitted): number {
  const errors = series.map((value, at) => value - expected[at]!).filter((error) => !Number.isNaN(error))
  if (errors.length < 2) return 0
  return Math.sqrt(errors.reduce((sum, error) => sum + error * error, 0) / errors.length)
}

/**
 * Forecasts a series, oldest first and without gaps in time. Where the method that was asked for cannot be used (too few periods, values
 * that are not above zero), smoothing is; null with fewer than three periods. Nothing below zero is expected of what never was.
 */
export function forecast(series: readonly number[], asked: Asked): Forecast | null {
  if (series.length < 3) return null
  const wanted = asked.method === 'automatic' ? choose(asked, series) : asked.method
  const { season, periods, deviations, wishes } = asked
  const own = methods[wanted](series, season, wishes)
  const method: MethodName = own ? wanted : 'exponential_smoothing'
  const fit = own ?? exponentialSmoothing(series, season, wishes)
  if (!fit) return null
  const floor = series.every((value) => value >= 0) ? 0 : Number.NEGATIVE_INFINITY
  const spread = spreadOf(series, fit)
  const ahead = fit.ahead(periods).map((value, at) => {
    const off = deviations * spread * fit.growth(at + 1)
    return { value: Math.max(floor, value), low: Math.max(floor, value - off), high: Math.max(floor, value + off) }
  })
  return {
    method,
    ahead,
    fitted: fit.expected,
    mase: scaledError(methods[method], series, season, wishes),
    smoothing: fit.smoothing,
  }
}
