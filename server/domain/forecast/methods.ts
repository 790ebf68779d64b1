/** A method fitted to a series: what it says of the periods to come, and how far off it was on those it knows. */
export interface Fitted {
  /** What it expected of every period it knows, one ahead; NaN while it had nothing to go by. */
  readonly expected: readonly number[]
  /** What it says of the next periods, from the first one on. */
  readonly ahead: (periods: number) => number[]
  /** By how much uncertainty grows until the h-th period ahead (from 1 on): the factor of the spread of one period. */
  readonly growth: (h: number) => number
  /** The smoothing it was fitted with, for the words about it. */
  readonly smoothing: Readonly<Record<string, number>>
}

/** What somebody wants of a method; what is not given is fitted. */
export interface Wishes {
  readonly alpha?: number | undefined
  readonly beta?: number | undefined
  readonly gamma?: number | undefined
  /** Periods of a moving average; three unless given. */
  readonly window?: number | undefined
}

/** Fits itself to a series (oldest first) with so many periods a season; null where it cannot be used. */
export type Method = (series: readonly number[], season: number, wishes: Wishes) => Fitted | null

const steps = [0.05, 0.1, 0.2, 0.3, 0.5, 0.7, 0.9]

const given = (value: number | undefined): readonly number[] => (value === undefined ? steps : [value])

/** Sum of the squared errors of what was expected. */
function squares(series: readonly number[], expected: readonly number[]): number {
  let sum = 0
  for (const [at, value] of series.entries()) {
    const error = value - expected[at]!
    if (!Number.isNaN(error)) sum += error * error
  }
  return sum
}

/** The fit with the least squared errors. */
function best(series: readonly number[], fits: Iterable<Fitted>): Fitted | null {
  let found: Fitted | null = null
  let least = Number.POSITIVE_INFINITY
  for (const fit of fits) {
    const sum = squares(series, fit.expected)
    if (sum < least) [found, least] = [fit, sum]
  }
  return found
}

const mean = (values: readonly number[]): number => values.reduce((sum, value) => sum + value, 0) / values.length

/** How uncertainty grows by the weights that each passed error has in what is expected. */
const growing =
  (weight: (j: number) => number) =>
  (h: number): number => {
    let variance = 1
    for (let j = 1; j < h; j += 1) variance += weight(j) ** 2
    return Math.sqrt(variance)
  }

/** The mean of the last periods. */
export const movingAverage: Method = (series, _season, { window = 3 }) => {
  if (series.length < window) return null
  const expected = series.map((_, at) => (at < window ? Number.NaN : mean(series.slice(at - window, at))))
  const level = mean(series.slice(-window))
  return {
    expected,
    ahead: (periods) => Array.from({ length: periods }, () => level),
    growth: () => Math.sqrt(1 + 1 / window),
    smoothing: { window },
  }
}

/** What was a season ago. */
export const seasonalNaive: Method = (series, season) => {
  if (series.length <= season) return null
  return {
    expected: series.map((_, at) => (at < season ? Number.NaN : series[at - season]!)),
    ahead: (periods) => Array.from({ length: periods }, (_, at) => series[series.length - season + (at % season)]!),
    growth: (h) => Math.sqrt(Math.floor((h - 1) / season) + 1),
    smoothing: {},
  }
}

function* levels(series: readonly number[], alphas: readonly number[]): Generator<Fitted> {
  for (const alpha of alphas) {
    let level = series[0]!
    const expected = series.map((value, at) => {
      if (at === 0) return Number.NaN
      const before = level
      level += alpha * (value - level)
      return before
    })
    const last = level
    yield {
      expected,
      ahead: (periods) => Array.from({ length: periods }, () => last),
      growth: growing(() => alpha),
      smoothing: { alpha },
    }
  }
}

/** Simple exponential smoothing, beginning with the first value. */
export const exponentialSmoothing: Method = (series, _season, { alpha }) =>
  series.length < 3 ? null : best(series, levels(series, given(alpha)))

function* trends(series: readonly number[], wishes: Wishes): Generator<Fitted> {
  for (const alpha of given(wishes.alpha))
    for (const beta of given(wishes.beta)) {
      let level = series[0]!
      let trend = (series[3]! - level) / 3
      const expected = series.map((value, at) => {
        if (at === 0) return Number.NaN
        const before = level + trend
        const next = before + alpha * (value - before)
        trend += beta * (next - level - trend)
        level = next
        return before
      })
      const [last, slope] = [level, trend]
      yield {
        expected,
        ahead: (periods) => Array.from({ length: periods }, (_, at) => last + (at + 1) * slope),
        growth: growing((j) => alpha * (1 + j * beta)),
        smoothing: { alpha, beta },
      }
    }
}

/** Exponential smoothing with a trend, which begins as the mean step of the first four values. */
export const holt: Method = (series, _season, wishes) =>
  series.length < 4 ? null : best(series, trends(series, wishes))

interface Start {
  readonly level: number
  readonly trend: number
  readonly seasons: readonly number[]
}

/** A line through the means of the first two seasons, and how far each period of a season lies off it, over all whole seasons. */
function startOf(series: readonly number[], season: number, multiplicative: boolean): Start {
  const first = mean(series.slice(0, season))
  const trend = (mean(series.slice(season, 2 * season)) - first) / season
  const level = first - (trend * (season + 1)) / 2
  const whole = Math.floor(series.length / season)
  const seasons = Array.from({ length: season }, (_, place) =>
    mean(
      Array.from({ length: whole }, (_none, year) => {
        const at = year * season + place
        const line = level + (at + 1) * trend
        return multiplicative ? series[at]! / line : series[at]! - line
      }),
    ),
  )
  return { level, trend, seasons }
}

function* seasonal(
  series: readonly number[],
  season: number,
  wishes: Wishes,
  multiplicative: boolean,
): Generator<Fitted> {
  const start = startOf(series, season, multiplicative)
  if (multiplicative && !start.seasons.every((factor) => Number.isFinite(factor) && factor > 0)) return
  const on = (line: number, factor: number): number => (multiplicative ? line * factor : line + factor)
  const off = (value: number, part: number): number => (multiplicative ? value / part : value - part)
  for (const alpha of given(wishes.alpha))
    for (const beta of given(wishes.beta))
      for (const gamma of given(wishes.gamma)) {
        let { level, trend } = start
        const seasons = [...start.seasons]
        const expected = series.map((value, at) => {
          const factor = seasons[at % season]!
          const line = level + trend
          const next = line + alpha * (off(value, factor) - line)
          seasons[at % season] = factor + gamma * (off(value, line) - factor)
          trend += beta * (next - level - trend)
          level = next
          return on(line, factor)
        })
        const [last, slope] = [level, trend]
        yield {
          expected,
          ahead: (periods) =>
            Array.from({ length: periods }, (_, at) =>
              on(last + (at + 1) * slope, seasons[(series.length + at) % season]!),
            ),
          growth: growing((j) => alpha * (1 + j * beta) + (j % season === 0 ? gamma * (1 - alpha) : 0)),
          smoothing: { alpha, beta, gamma },
        }
      }
}

/** Level, trend and seasons that are added; from two whole seasons on. */
export const holtWintersAdditive: Method = (series, season, wishes) =>
  season < 2 || series.length < 2 * season ? null : best(series, seasonal(series, season, wishes, false))

/** Level, trend and seasons that multiply; for values above zero. */
export const holtWintersMultiplicative: Method = (series, season, wishes) =>
  season < 2 || series.length < 2 * season || series.some((value) => value <= 0)
    ? null
    : best(series, seasonal(series, season, wishes, true))

/** How much is asked for, and how often, smoothed apart (Croston), less the bias that has (Syntetos and Boylan). */
export const croston: Method = (series, _season, { alpha = 0.1 }) => {
  const first = series.findIndex((value) => value > 0)
  if (first < 0 || series.filter((value) => value > 0).length < 2) return null
  let size = series[first]!
  let gap = first + 1
  let since = 0
  const rate = (): number => ((1 - alpha / 2) * size) / gap
  const expected = series.map((value, at) => {
    if (at <= first) return Number.NaN
    const before = rate()
    since += 1
    if (value > 0) {
      size += alpha * (value - size)
      gap += alpha * (since - gap)
      since = 0
    }
    return before
  })
  const last = rate()
  return {
    expected,
    ahead: (periods) => Array.from({ length: periods }, () => last),
    growth: growing(() => alpha),
    smoothing: { alpha },
  }
}
