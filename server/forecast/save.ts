import { fieldTypes, type Screen } from '#src/definition'
import type { Caller } from '../authorize.ts'
import { screenNamed } from '../engine/effective-screens.ts'
import type { Tx } from '../store/database.ts'
import { id, json, raw, sql } from '../store/sql.ts'
import { askedOf, computeAll } from './compute.ts'
import { keepForecasts, lockVersion } from './keep.ts'
import { levelNames, periodsOf, readLevel, readSeries } from './series.ts'

export interface Saved {
  readonly version: string
  readonly periods: number
  readonly computed: number
  /** Of which there is too little history. */
  readonly without: number
  readonly written: number
  /** Figures that stay, because somebody entered them. */
  readonly left: number
}

/** Computes the forecast of a configuration as of a day and keeps it: what people entered there stays, what was computed there before goes. */
export async function saveForecast(
  tx: Tx,
  screens: readonly Screen[],
  caller: Pick<Caller, 'organizationId' | 'userId'>,
  asked: { readonly level: string; readonly day: string },
  onProgress: (done: number, total: number) => void = () => {},
): Promise<Saved> {
  const { organizationId } = caller
  const level = await readLevel(tx, organizationId, asked.level)
  const { forecast_version: version, measure } = level
  await lockVersion(tx, organizationId, version)
  const { history, ahead } = await periodsOf(tx, level, asked.day)
  const series = await readSeries(tx, organizationId, level, history, {})
  const computed = await computeAll(series, askedOf(level), (done) => onProgress(done, series.length))
  const rows = computed.flatMap(({ series: { keys }, forecast: { ahead: expected, method } }) =>
    ahead.map(({ from, to }, at) => {
      const { value, low, high } = expected[at]!
      return {
        forecast_version: version,
        ...keys,
        period_from: from,
        period_to: to,
        [measure]: value.toFixed(measure === 'quantity' ? 3 : 4),
        currency: level.currency,
        low: low.toFixed(4),
        high: high.toFixed(4),
        origin: 'computed',
        method,
        forecast_level: level.forecast_level,
      }
    }),
  )
  const names = [
    'forecast_version',
    ...levelNames,
    'period_from',
    'period_to',
    measure,
    'currency',
    'low',
    'high',
    'origin',
    'method',
    'forecast_level',
  ]
  const { fields } = screenNamed(screens, 'sales-forecast')!
  const typed = fields
    .filter(({ name }) => names.includes(name))
    .map((field) => `${id(field.name).sql} ${fieldTypes[field.type].sql(field)}`)
  const before = sql`t.forecast_version = ${version} and t.forecast_level = ${level.forecast_level} and t.origin = 'computed'`
  const written = await keepForecasts(
    tx,
    caller,
    before,
    names,
    sql`jsonb_to_recordset(${json(rows)}) as x (${raw(typed.join(', '))})`,
  )
  await tx.query(sql`
    update sales_forecast_level t set computed_at = now(), computed_series = ${computed.length}, row_version = t.row_version + 1
     where t.organization_id = ${organizationId} and t.id = ${level.id}`)
  return {
    version,
    periods: ahead.length,
    computed: computed.length,
    without: series.length - computed.length,
    written,
    left: rows.length - written,
  }
}
