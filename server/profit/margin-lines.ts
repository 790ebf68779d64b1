import { exchange } from '../calculation/lines-sql.ts'
import { referenceCurrency } from '../engine/configuration-keys.ts'
import type { ReportContext } from '../reports/report.ts'
import { betweenDates, linesWanted, salesFieldsRead } from '../reports/sales-lines.ts'
import { baseUnitsIn } from '../pricing/unit-factor.ts'
import { id, join, raw, sql, type Sql } from '../store/sql.ts'
import { levelReads, valuesAsked, valuesOf, type Level } from './levels.ts'

type Parameters = Readonly<Record<string, unknown>>

/** What results over margins read. */
export const marginReads: Readonly<Record<string, readonly string[]>> = {
  'sales-data': [...salesFieldsRead, 'quantity', 'gross_value', 'net_value', 'cost_value', 'currency'],
  ...levelReads,
}

/** The currency that a result is in. */
export const reportingCurrency = (parameters: Parameters): string => String(parameters['currency'] ?? 'EUR')

/** The currency through which others are converted where there is no rate between them. */
export const thirdCurrency = ({ read, organizationId }: ReportContext): Promise<string> =>
  read((tx) => referenceCurrency(tx, organizationId))

const inCurrency = (name: 'gross_value' | 'net_value' | 'cost_value'): Sql => sql`${id('t', name)} * r.rate`

/** What a query over lines adds to them: columns, joins and conditions over the line `t`, its customer `c`, its material `m` and its rate `r`. */
interface Added {
  readonly columns?: Sql
  readonly joins?: Sql
  readonly where?: Sql
}

/** What the lines are of, and how they are converted. */
export interface LinesOf {
  readonly level: Level | null
  readonly third: string
}

/**
 * The sales lines that are asked for with their level's values, as a query: document, day, partners, quantity, and gross, net and cost in
 * the reporting currency at the average rate of their day; `local_net` is in their own. Lines without a rate are left out, as they cannot be added up.
 * Of a line without a cost, which is none of nothing, `cost` is null: it has no margin, and `uncosted` tells it from the others.
 */
export function marginLines(
  parameters: Parameters,
  { organizationId }: Pick<ReportContext, 'organizationId'>,
  { level, third }: LinesOf,
  { columns = sql``, joins = sql``, where = sql`true` }: Added = {},
): Sql {
  const values = level ? valuesAsked(level, parameters) : []
  return sql`
    select t.id, t.billing_doc_number, t.billing_doc_line, t.billing_date, t.customer_number, t.material_number, t.currency as line_currency,
           coalesce(t.quantity, 0) as quantity, coalesce(${inCurrency('gross_value')}, ${inCurrency('net_value')}, 0) as gross,
           coalesce(${inCurrency('net_value')}, 0) as net, ${inCurrency('cost_value')} as cost, t.cost_value is null as uncosted, coalesce(t.net_value, 0) as local_net
           ${level ? sql`, ${valuesOf(level)}` : sql``} ${columns}
      from (select s.*, ${reportingCurrency(parameters)}::text as contract_currency, 'average'::text as exchange_type from sales_data s) t
     cross join lateral (select ${exchange(third)} as rate offset 0) r
      left join customer c on c.organization_id = t.organization_id and c.customer_number = t.customer_number
      left join material m on m.organization_id = t.organization_id and m.material_number = t.material_number
      ${joins}
     where ${join([linesWanted(parameters, organizationId), ...values], ' and ')} and r.rate is not null and ${where}`
}

/** What of a group of lines `alias` has no cost and so no margin: how many they are, and their net value. */
export const uncosted = (alias: string): Sql => sql`
  count(*) filter (where ${raw(alias)}.uncosted) as uncosted_lines, coalesce(round(sum(${raw(alias)}.net) filter (where ${raw(alias)}.uncosted), 2), 0) as uncosted_value`

/** A join behind lines that gives them `u.units`, their quantity in base units, and `u.odd`, their unit where nothing converts it. */
export const inBaseUnits = (organizationId: number): Sql => sql`
  cross join lateral (select ${baseUnitsIn(organizationId, { material: sql`t.material_number`, from: sql`t.uom`, to: sql`m.base_uom` })} as times) w
  cross join lateral (select coalesce(t.quantity * w.times, t.quantity, 0) as units, case when w.times is null then t.uom end as odd) u`

/** Lines within two days, either of which may be open. */
export const between = (from: unknown, to: unknown): Sql => {
  const ends = betweenDates(from, to)
  return ends.length > 0 ? sql`(${join(ends, ' and ')})` : sql`true`
}
