import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { join, raw, sql, type Sql } from '../store/sql.ts'

/** By what sales can be forecast, as historical sales and forecasts call it. */
export const levelNames = ['customer_number', 'material_number', 'product_line', 'country', 'sales_employee'] as const

export type LevelName = (typeof levelNames)[number]

/** A configuration, as it is kept. */
export interface ForecastLevel {
  readonly id: number
  readonly forecast_level: string
  readonly first_level: LevelName
  readonly second_level: LevelName | null
  readonly third_level: LevelName | null
  readonly measure: 'net_value' | 'quantity'
  readonly currency: string | null
  readonly period: 'week' | 'month' | 'quarter'
  readonly history_periods: number
  readonly periods_ahead: number
  readonly source: 'both' | 'sales' | 'historical'
  readonly method: string
  readonly alpha: string | null
  readonly beta: string | null
  readonly gamma: string | null
  readonly window: number | null
  readonly confidence: string
  readonly forecast_version: string
  readonly country: string | null
  readonly product_line: string | null
  readonly status: string
}

/** Which of the sales count, beside what the configuration says. */
export interface Narrowing {
  readonly customer?: string | null
  readonly material?: string | null
  readonly country?: string | null
}

export interface Period {
  readonly from: string
  readonly to: string
}

/** What was sold of something, period by period, from the first one on in which anything was. */
export interface Series {
  readonly keys: Readonly<Partial<Record<LevelName, string>>>
  readonly name: string
  /** One for each of the last periods of history. */
  readonly values: readonly number[]
}

/** The greatest number of forecasts that are computed at a time. */
const mostSeries = 2_000

const step = { week: '7 days', month: '1 month', quarter: '3 months' } as const

/** A configuration by its name; NOT_FOUND. */
export async function readLevel(tx: Tx, organizationId: number, name: string): Promise<ForecastLevel> {
  const [level] = await tx.query<ForecastLevel>(sql`
    select t.*, t.alpha::text as alpha, t.beta::text as beta, t.gamma::text as gamma from sales_forecast_level t
     where t.organization_id = ${organizationId} and t.forecast_level = ${name}`)
  if (!level) throw new AppError('NOT_FOUND', { message: `There is no forecast configuration ${name}.` })
  return level
}

/** The levels of a configuration, each once. */
export const levelsOf = ({ first_level: one, second_level: two, third_level: three }: ForecastLevel): LevelName[] =>
  [...new Set([one, two, three])].filter((name): name is LevelName => name !== null && levelNames.includes(name))

/** The periods of history that are over on a day, and those ahead, the one the day lies in being the first. */
export async function periodsOf(
  tx: Tx,
  { period, history_periods: back, periods_ahead: ahead }: ForecastLevel,
  day: string,
): Promise<{ readonly history: readonly Period[]; readonly ahead: readonly Period[] }> {
  const length = raw(`interval '${step[period]}'`)
  const now = sql`date_trunc(${period}, ${day}::date)::timestamp`
  const periods = await tx.query<Period>(sql`
    select to_char(p, 'YYYY-MM-DD') as "from", to_char(p + ${length} - interval '1 day', 'YYYY-MM-DD') as "to"
      from generate_series(${now} - ${back}::int * ${length}, ${now} + (${ahead}::int - 1) * ${length}, ${length}) p order by p`)
  return { history: periods.slice(0, back), ahead: periods.slice(back) }
}

/** Sales lines, and the historical sales of the time before the first of them, as one list of days and figures. */
function salesOf(organizationId: number, level: ForecastLevel, andSeen: Sql): Sql {
  const { measure, source, currency } = level
  const inCurrency = (alias: string) =>
    measure === 'net_value' ? sql` and ${raw(alias)}.currency is not distinct from ${currency}` : sql``
  const figure = raw(measure)
  const lines = sql`
    select t.customer_number, t.material_number, m.product_line, t.country, t.sales_employee, t.billing_date as day, t.${figure} as figure
      from sales_data t left join material m on m.organization_id = t.organization_id and m.material_number = t.material_number
     where t.organization_id = ${organizationId}${inCurrency('t')}${andSeen}`
  const before =
    source === 'both'
      ? sql` and h.period_from < coalesce((select min(s.billing_date) from sales_data s where s.organization_id = ${organizationId}), 'infinity')`
      : sql``
  const historical = sql`
    select h.customer_number, h.material_number, coalesce(h.product_line, m.product_line), h.country, h.sales_employee, h.period_from, h.${figure}
      from historical_sales h left join material m on m.organization_id = h.organization_id and m.material_number = h.material_number
     where h.organization_id = ${organizationId}${inCurrency('h')}${before}`
  if (source === 'sales') return lines
  return source === 'historical' ? historicalAlone(historical) : sql`${lines} union all ${historical}`
}

const historicalAlone = (historical: Sql): Sql =>
  sql`select x.* from (${historical}) x (customer_number, material_number, product_line, country, sales_employee, day, figure)`

/** The sales that forecasts of a configuration are made of, as `from … l where …`. */
export function salesReadSql(
  organizationId: number,
  level: ForecastLevel,
  history: readonly Period[],
  narrowing: Narrowing,
  andSeen: Sql,
): Sql {
  const [first, last] = [history[0]!, history.at(-1)!]
  const only = (name: LevelName, value: string | null | undefined) =>
    value ? sql` and l.${raw(name)} = ${value}` : sql``
  return sql`from (${salesOf(organizationId, level, andSeen)}) l
       where l.day between ${first.from}::date and ${last.to}::date${only('country', level.country)}${only('product_line', level.product_line)}
             ${only('country', narrowing.country)}${only('customer_number', narrowing.customer)}${only('material_number', narrowing.material)}`
}

/** What was sold in the periods of history, by the levels of the configuration; TOO_LARGE with more series than are computed at a time. */
export async function readSeries(
  tx: Tx,
  organizationId: number,
  level: ForecastLevel,
  history: readonly Period[],
  narrowing: Narrowing,
  andSeen: Sql = sql``,
): Promise<Series[]> {
  const levels = levelsOf(level)
  const columns = join(
    levels.map((name) => raw(`l.${name}`)),
    ', ',
  )
  const rows = await tx.query<Readonly<Record<string, unknown>> & { readonly figures: Record<string, string> }>(sql`
    with figures as materialized (
      select ${columns}, date_trunc(${level.period}, l.day)::date as period, sum(l.figure) as figure
        ${salesReadSql(organizationId, level, history, narrowing, andSeen)}
       group by ${columns}, period)
    select ${columns}, jsonb_object_agg(l.period, l.figure::text) as figures, sum(l.figure) as total
           ${levels.includes('customer_number') ? sql`, (select c.customer_name from customer c where c.organization_id = ${organizationId} and c.customer_number = l.customer_number) as customer_name` : sql``}
           ${levels.includes('material_number') ? sql`, (select m.material_description from material m where m.organization_id = ${organizationId} and m.material_number = l.material_number) as material_name` : sql``}
      from figures l group by ${columns} order by total desc, ${columns} limit ${mostSeries + 1}`)
  if (rows.length > mostSeries)
    throw new AppError('TOO_LARGE', {
      message: `At most ${mostSeries.toLocaleString('en-GB')} forecasts are computed at a time. Narrow the sales or leave a level out.`,
    })
  return rows.map((row) => {
    const values = history.map(({ from }) => Number(row.figures[from] ?? 0))
    const begins = values.findIndex((value) => value !== 0)
    const keys = Object.fromEntries(
      levels.flatMap((name) => (row[name] === null ? [] : [[name, String(row[name])]])),
    ) as Series['keys']
    const words: Partial<Record<LevelName, unknown>> = {
      customer_number: row['customer_name'],
      material_number: row['material_name'],
    }
    const name = levels.map((one) => [keys[one], words[one]].filter(Boolean).join(' ') || 'Without').join(' · ')
    return { keys, name, values: begins < 0 ? [] : values.slice(begins) }
  })
}
