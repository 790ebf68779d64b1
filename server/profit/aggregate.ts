import type { Caller } from '../authorize.ts'
import { AppError } from '../errors.ts'
import { counts } from '../engine/count-cache.ts'
import type { Tx } from '../store/database.ts'
import { raw, sql, type Sql } from '../store/sql.ts'

/** How the figures of a period are put together, over rows `e`. */
const ways: Readonly<Record<string, Sql>> = {
  sum: sql`sum(e.value)`,
  average: sql`avg(e.value)`,
  last: sql`(array_agg(e.value order by e.figure_date desc, e.id desc))[1]`,
  minimum: sql`min(e.value)`,
  maximum: sql`max(e.value)`,
}

const spans = new Set(['month', 'quarter', 'year'])
const steps: Readonly<Record<string, string>> = { month: '1 month', quarter: '3 months', year: '1 year' }

/** What became of imported figures: periods written, and those that stay because somebody maintains them. */
export interface Aggregated {
  readonly external_code: string
  readonly figures: number
  readonly written: number
  readonly kept: number
}

interface External {
  readonly external_code: string
  readonly analysis_level: string
  readonly driver: string
  readonly aggregation: string
  readonly period: string
  readonly factor: string
}

/**
 * Adds imported figures of whole periods up into the driver's figures. What was aggregated from the same source in these periods before
 * goes; what somebody maintains stays. WRONG_STATE where figures of one period are in several currencies.
 */
export async function aggregateExternal(
  tx: Tx,
  caller: Pick<Caller, 'organizationId' | 'userId'>,
  external: External,
  { from, to }: { readonly from: string | null; readonly to: string | null },
): Promise<Aggregated> {
  const { organizationId, userId } = caller
  const { external_code: code, analysis_level: level, driver, period } = external
  const way = ways[external.aggregation]
  if (!way || !spans.has(period)) throw new Error(`Figures are not aggregated by ${external.aggregation} and ${period}`)
  const start = (day: Sql): Sql => sql`date_trunc(${raw(`'${period}'`)}, ${day})::date`
  // Whole periods: a part of one would replace the figure of all of it.
  const within = (day: Sql): Sql => sql`
    (${from}::date is null or ${day} >= ${start(sql`${from}::date`)})
      and (${to}::date is null or ${day} < ${start(sql`${to}::date`)} + interval '${raw(steps[period]!)}')`
  const [mixed] = await tx.query<{ place: string; day: string }>(sql`
    select concat_ws(' · ', e.value_1, e.value_2, e.value_3) as place, ${start(sql`e.figure_date`)}::text as day
      from profit_external_data e where e.organization_id = ${organizationId} and e.external_code = ${code} and ${within(sql`e.figure_date`)}
     group by 1, 2 having count(distinct e.currency) > 1 order by 2, 1 limit 1`)
  if (mixed)
    throw new AppError('WRONG_STATE', {
      message: `${mixed.place} has figures in several currencies from ${mixed.day} on: each currency needs a source of its own.`,
    })
  await tx.query(sql`
    delete from profit_level_data d where d.organization_id = ${organizationId} and d.external_code = ${code} and d.origin = 'external' and ${within(sql`d.period_from`)}`)
  const [done] = await tx.query<{ figures: number; periods: number; written: number }>(sql`
    with added as (
      select e.value_1, e.value_2, e.value_3, ${start(sql`e.figure_date`)} as period_from, round(${way} * ${external.factor}::numeric, 6) as value,
             min(e.currency) as currency, count(*) as figures
        from profit_external_data e where e.organization_id = ${organizationId} and e.external_code = ${code} and ${within(sql`e.figure_date`)}
       group by 1, 2, 3, 4
    ), written as (
      insert into profit_level_data (organization_id, created_by, updated_by, analysis_level, driver, value_1, value_2, value_3, period_from, period_to, value, currency, origin, external_code, figures)
      select ${organizationId}, ${userId}, ${userId}, ${level}, ${driver}, a.value_1, a.value_2, a.value_3, a.period_from,
             (a.period_from + interval '${raw(steps[period]!)}' - interval '1 day')::date, a.value, a.currency, 'external', ${code}, a.figures
        from added a
       where not exists (
         select from profit_level_data d where d.organization_id = ${organizationId} and d.analysis_level = ${level} and d.driver = ${driver}
           and d.value_1 is not distinct from a.value_1 and d.value_2 is not distinct from a.value_2 and d.value_3 is not distinct from a.value_3
           and d.period_from < a.period_from + interval '${raw(steps[period]!)}' and d.period_to >= a.period_from
           and not (d.external_code is not distinct from ${code} and d.origin = 'external'))
      returning 1)
    select coalesce(sum(a.figures), 0)::int as figures, count(*)::int as periods, (select count(*) from written)::int as written from added a`)
  await tx.query(sql`
    update profit_external x set aggregated_at = now(), row_version = x.row_version + 1 where x.organization_id = ${organizationId} and x.external_code = ${code}`)
  tx.afterCommit(() => counts.forget('profit_level_data', organizationId))
  return { external_code: code, figures: done!.figures, written: done!.written, kept: done!.periods - done!.written }
}
