import type { Screen } from '#src/definition'
import { saveForecast } from '#server/forecast/save.ts'
import type { Tx } from '#server/store/database.ts'
import type { DemoMasters, Row } from './masters.ts'
import { createRandom } from './random.ts'

/** How sales go through the months of a year. */
const seasons = [0.86, 0.84, 0.97, 1, 1.04, 1.06, 0.9, 0.82, 1.08, 1.15, 1.2, 1.08]

const level = (more: Row): Row => ({
  measure: 'net_value',
  currency: 'EUR',
  period: 'month',
  history_periods: 48,
  periods_ahead: 6,
  source: 'both',
  method: 'automatic',
  confidence: '80',
  forecast_version: 'CURRENT',
  status: 'active',
  ...more,
})

const levels: readonly Row[] = [
  level({ forecast_level: 'LINES', description: 'Product lines by month', first_level: 'product_line' }),
  level({
    forecast_level: 'MARKETS',
    description: 'Product lines by country, Holt-Winters',
    first_level: 'country',
    second_level: 'product_line',
    method: 'holt_winters_additive',
    forecast_version: 'MARKETS',
  }),
  level({
    forecast_level: 'CUSTOMERS',
    description: 'Customers by quarter',
    first_level: 'customer_number',
    period: 'quarter',
    history_periods: 8,
    periods_ahead: 4,
    source: 'sales',
    method: 'exponential_smoothing',
    forecast_version: 'CUSTOMERS',
  }),
]

const monthEnd = (year: number, month: number): string => new Date(Date.UTC(year, month, 0)).toISOString().slice(0, 10)

/** Configurations of forecasts, the sales of the two years before the sales lines begin, and what people expect of the large customers. */
export function makeForecasting(
  seed: number,
  { customers, materials }: DemoMasters,
  sales: readonly Row[],
): Readonly<Record<string, readonly Row[]>> {
  const random = createRandom(seed)
  const lineOf = new Map(materials.map((one) => [one['material_number'], String(one['product_line'])]))
  const sold = new Map<string, number>()
  for (const line of sales) {
    const key = `${lineOf.get(line['material_number'])}\t${String(line['country'])}`
    sold.set(key, (sold.get(key) ?? 0) + Number(line['net_value']) / 22)
  }
  const historical = [...sold].flatMap(([key, usual]) => {
    const [line, country] = key.split('\t')
    return Array.from({ length: 24 }, (_, at) => {
      const [year, month] = [2023 + Math.floor(at / 12), (at % 12) + 1]
      const value = usual * seasons[at % 12]! * (0.84 + at * 0.006) * (0.97 + random.whole(0, 6) / 100)
      return {
        product_line: line,
        country,
        period_from: `${year}-${String(month).padStart(2, '0')}-01`,
        period_to: monthEnd(year, month),
        net_value: value.toFixed(2),
        quantity: String(Math.round(value / 14)),
        uom: 'EA',
        currency: 'EUR',
        source_system: 'Old ledger',
      }
    })
  })
  const entered = customers.slice(0, 10).flatMap((customer) =>
    [1, 2, 3].map((month) => ({
      forecast_version: 'CURRENT',
      customer_number: customer['customer_number'],
      period_from: `2027-${String(month).padStart(2, '0')}-01`,
      period_to: monthEnd(2027, month),
      net_value: String(random.whole(30, 160) * 100),
      uom: 'EA',
      currency: 'EUR',
      growth: String(random.whole(-4, 9)),
      origin: 'manual',
      notes: 'As agreed in the yearly talk',
    })),
  )
  return { 'sales-forecast-level': levels, 'historical-sales': historical, 'sales-forecast': entered }
}

/** Computes what the demo shows as computed: product lines, and product lines by country. */
export async function computeDemo(
  tx: Tx,
  screens: readonly Screen[],
  caller: { readonly organizationId: number; readonly userId: number },
): Promise<void> {
  for (const level of ['LINES', 'MARKETS']) await saveForecast(tx, screens, caller, { level, day: '2026-11-02' })
}
