import { keepForecasts, lockVersion } from '../forecast/keep.ts'
import { AppError } from '../errors.ts'
import { ids, sql } from '../store/sql.ts'
import type { Command } from './command.ts'

const names = [
  'forecast_version',
  'customer_number',
  'material_number',
  'period_from',
  'period_to',
  'quantity',
  'uom',
  'net_value',
  'currency',
  'growth',
  'origin',
]

/**
 * Copies sales, month by month, customer and material, as the forecast of so many months later. What was copied into these months of the
 * version before goes; what was entered or computed stays. Of lines in several
 * units or currencies those with the greatest value count, since they cannot be added up. NOT_FOUND where nothing was sold.
 */
export const copySales: Command = async ({ tx, caller, parameters }) => {
  const { organizationId } = caller
  const asked = (name: string) => (parameters[name] as string | null | undefined) ?? null
  const version = String(parameters['forecast_version'])
  const months = Number(parameters['months_ahead'])
  const growth = asked('growth') ?? '0'
  const [from, to] = [asked('billing_date_from'), asked('billing_date_to')]
  await lockVersion(tx, organizationId, version)
  const sold = sql`
    t.organization_id = ${organizationId} and t.customer_number is not null
      and (${from}::date is null or ${to}::date is null or t.billing_date between ${from}::date and ${to}::date)
      and (${asked('customer_number')}::text is null or t.customer_number = ${asked('customer_number')})
      and (${asked('material_number')}::text is null or t.material_number = ${asked('material_number')})
      and (${asked('country')}::text is null or t.country = ${asked('country')})`
  const [span] = await tx.query<{ first: string | null; last: string | null }>(sql`
    select (date_trunc('month', min(t.billing_date)) + make_interval(months => ${months}::int))::date::text as first,
           (date_trunc('month', max(t.billing_date)) + make_interval(months => ${months}::int))::date::text as last from sales_data t where ${sold}`)
  if (!span?.first) throw new AppError('NOT_FOUND', { message: 'There are no such sales.' })
  const before = sql`
    t.forecast_version = ${version} and t.origin = 'copied' and t.period_from between ${span.first}::date and ${span.last}::date
      and (${asked('customer_number')}::text is null or t.customer_number = ${asked('customer_number')})
      and (${asked('material_number')}::text is null or t.material_number = ${asked('material_number')})`
  const rows = sql`(
    select ${version}::text, s.customer_number, s.material_number, s.month, (s.month + interval '1 month' - interval '1 day')::date,
           round(s.quantity * (1 + ${growth}::numeric / 100), 3), s.uom, round(s.net_value * (1 + ${growth}::numeric / 100), 4), s.currency, ${growth}::numeric, 'copied'
      from (
        select distinct on (t.customer_number, t.material_number, month) t.customer_number, t.material_number,
               (date_trunc('month', t.billing_date) + make_interval(months => ${months}::int))::date as month,
               t.uom, t.currency, sum(t.quantity) as quantity, sum(t.net_value) as net_value
          from sales_data t where ${sold}
         group by t.customer_number, t.material_number, month, t.uom, t.currency
         order by t.customer_number, t.material_number, month, net_value desc) s) x (${ids(names)})`
  const done = await keepForecasts(tx, caller, before, names, rows)
  return { done, skipped: [], failed: [], given: [] }
}
