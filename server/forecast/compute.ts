import { setImmediate as breathe } from 'node:timers/promises'
import { type Asked, forecast, type Forecast, isMethod } from '../domain/forecast/forecast.ts'
import type { ForecastLevel, Series } from './series.ts'

/** Periods of a season, by how long a period is. */
const seasons = { week: 52, month: 12, quarter: 4 } as const

/** Standard deviations within which so many of a hundred lie. */
const deviations: Readonly<Record<string, number>> = { 80: 1.2816, 90: 1.6449, 95: 1.96 }

const wished = (text: string | null): number | undefined => (text === null ? undefined : Number(text))

/** What a configuration asks of every series. */
export const askedOf = (level: ForecastLevel): Asked => ({
  method: isMethod(level.method) ? level.method : 'automatic',
  season: seasons[level.period],
  periods: level.periods_ahead,
  deviations: deviations[level.confidence] ?? deviations[80]!,
  wishes: {
    alpha: wished(level.alpha),
    beta: wished(level.beta),
    gamma: wished(level.gamma),
    window: level.window ?? undefined,
  },
})

/** A series with its forecast. */
export interface Computed {
  readonly series: Series
  readonly forecast: Forecast
}

/** Forecasts every series that has enough of a past, letting others have their turn in between. */
export async function computeAll(
  series: readonly Series[],
  asked: Asked,
  onProgress: (done: number) => void = () => {},
): Promise<Computed[]> {
  const computed: Computed[] = []
  for (const [at, one] of series.entries()) {
    const found = forecast(one.values, asked)
    if (found) computed.push({ series: one, forecast: found })
    if (at % 10 === 9) {
      onProgress(at + 1)
      await breathe()
    }
  }
  return computed
}
