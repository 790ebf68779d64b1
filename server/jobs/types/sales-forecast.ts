import { booksDay } from '../../caller-day.ts'
import { saveForecast } from '../../forecast/save.ts'
import type { JobType } from '../job-type.ts'
import type { JobServices } from '../services.ts'

/** Computes the forecast of a configuration and keeps it as a version. */
export const salesForecast =
  ({ screens }: JobServices): JobType =>
  async ({ tx, run, caller, signal, progress, log }) => {
    const asked = { level: String(run.body['forecast_level']), day: String(run.body['as_of'] ?? booksDay(caller)) }
    const saved = await saveForecast(tx, screens, caller, asked, (done, total) => {
      signal.throwIfAborted()
      progress('Computing forecasts', done, total)
    })
    const { computed, periods, version, without, written, left } = saved
    if (without > 0) log('info', `${without} have fewer than three periods of history and no forecast.`)
    const kept = left > 0 ? `; ${left} figures that were entered stay as they are` : ''
    return {
      message: `Forecasting is saved. ${computed} forecasts of ${periods} periods as ${version}${kept}.`,
      inserted: written,
      ...(left > 0 ? { unchanged: left } : {}),
    }
  }
