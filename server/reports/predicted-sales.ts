import { askedOf, computeAll, type Computed } from '../forecast/compute.ts'
import { levelNames, type Period, periodsOf, readLevel, readSeries, salesReadSql } from '../forecast/series.ts'
import { screenNamed } from '../engine/effective-screens.ts'
import type { Tx } from '../store/database.ts'
import { json, sql, type Sql } from '../store/sql.ts'
import type { Report, ReportContext } from './report.ts'

const amount = (value: number): string | null => (Number.isFinite(value) ? value.toFixed(2) : null)

/** A row a period: what was sold and what the method made of it, then what is to come. */
function rowsOf({ series, forecast }: Computed, history: readonly Period[], ahead: readonly Period[]) {
  const { method, mase, smoothing } = forecast
  const how = Object.entries(smoothing)
    .map(([name, value]) => `${name} ${value}`)
    .join(', ')
  const every = { series: series.name, ...series.keys, method, error: mase?.toFixed(2) ?? null, smoothing: how || null }
  const known = history.slice(history.length - series.values.length)
  return [
    ...known.map(({ from, to }, at) => ({
      ...every,
      period_from: from,
      period_to: to,
      actual: amount(series.values[at]!),
      fitted: amount(forecast.fitted[at]!),
    })),
    ...ahead.map(({ from, to }, at) => {
      const { value, low, high } = forecast.ahead[at]!
      return {
        ...every,
        period_from: from,
        period_to: to,
        expected: amount(value),
        low: amount(low),
        high: amount(high),
      }
    }),
  ]
}

type Parameters = Readonly<Record<string, unknown>>

const textOf = (parameters: Parameters, name: string) => (parameters[name] as string | null | undefined) ?? null

/** The configuration with what the criteria put in its place, its periods, and which sales count. */
async function askedLevel(tx: Tx, parameters: Parameters, { organizationId, screens, andSeen }: ReportContext) {
  const asked = (name: string) => textOf(parameters, name)
  const kept = await readLevel(tx, organizationId, String(parameters['forecast_level']))
  const level = {
    ...kept,
    method: asked('method') ?? kept.method,
    periods_ahead: Number(parameters['periods_ahead'] ?? kept.periods_ahead),
  }
  return {
    level,
    ...(await periodsOf(tx, level, String(parameters['as_of']))),
    narrowing: { customer: asked('customer'), material: asked('material'), country: asked('country') },
    seen: andSeen(screenNamed(screens, 'sales-data')!),
  }
}

/** Sales as they went, and as a method says they go on. */
export const predictedSales: Report = {
  reads: {
    'sales-data': [
      'billing_date',
      'net_value',
      'quantity',
      'customer_number',
      'material_number',
      'country',
      'sales_employee',
    ],
    'historical-sales': ['period_from', 'net_value', 'quantity', ...levelNames],
    material: ['product_line'],
    'sales-forecast-level': ['forecast_level'],
  },
  source: (parameters, context): Promise<Sql> =>
    context.read(async (tx) => {
      const { level, history, narrowing, seen } = await askedLevel(tx, parameters, context)
      return salesReadSql(context.organizationId, level, history, narrowing, seen)
    }),
  statement: async (parameters, context) => {
    const { series, level, history, ahead } = await context.read(async (tx) => {
      const asked = await askedLevel(tx, parameters, context)
      const { level, history, narrowing, seen } = asked
      return { ...asked, series: await readSeries(tx, context.organizationId, level, history, narrowing, seen) }
    })
    const computed = await computeAll(series, askedOf(level))
    const rows = computed.flatMap((one) => rowsOf(one, textOf(parameters, 'shown') === 'ahead' ? [] : history, ahead))
    return sql`
      select x.* from jsonb_to_recordset(${json(rows)}) as x (
        period_from date, period_to date, series text, customer_number text, material_number text, product_line text, country text, sales_employee text,
        actual numeric, expected numeric, fitted numeric, low numeric, high numeric, method text, error numeric, smoothing text)`
  },
}
