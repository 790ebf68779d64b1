import { levelAsked, placeName, places } from '../profit/levels.ts'
import {
  between,
  inBaseUnits,
  marginLines,
  marginReads,
  reportingCurrency,
  thirdCurrency,
  uncosted,
} from '../profit/margin-lines.ts'
import { join, raw, sql, type Sql } from '../store/sql.ts'
import type { Report, ReportContext } from './report.ts'

type Parameters = Readonly<Record<string, unknown>>

/**
 * Why margins changed from the first period to the second, as `told`: a row for each place of the level. Every product of a place is taken
 * apart by itself in base units, as in domain/profit/margin-variance.ts, a unit that nothing converts as a product of its own; what rounding leaves stands with the mix, else with what is new or lost.
 * Lines without a cost count for nothing of this, and are told beside it for both periods.
 */
async function varianceSql(parameters: Parameters, context: ReportContext): Promise<Sql> {
  const [level, third] = await Promise.all([levelAsked(context, parameters['analysis_level']), thirdCurrency(context)])
  const b = between(parameters['first_from'], parameters['first_to'])
  const a = between(parameters['billing_date_from'], parameters['billing_date_to'])
  const all = { ...parameters, billing_date_from: null, billing_date_to: null }
  const lines = marginLines(
    all,
    context,
    { level, third },
    {
      columns: sql`, ${b} as in_b, ${a} as in_a, u.units, u.odd`,
      joins: inBaseUnits(context.organizationId),
      where: sql`(${b} or ${a})`,
    },
  )
  return sql`
    with sales as (${lines}),
    lines as (select * from sales where not uncosted),
    rates as (
      select l.line_currency,
             coalesce((sum(l.net) filter (where l.in_b) / nullif(sum(l.local_net) filter (where l.in_b), 0))
               / nullif(sum(l.net) filter (where l.in_a) / nullif(sum(l.local_net) filter (where l.in_a), 0), 0), 1) as rate
        from lines l group by 1
    ),
    sold as (
      select l.value_1, l.value_2, l.value_3, l.material_number, l.line_currency, l.odd,
             coalesce(sum(l.units) filter (where l.in_b), 0) as qb, coalesce(sum(l.net) filter (where l.in_b), 0) as nb, coalesce(sum(l.cost) filter (where l.in_b), 0) as cb,
             coalesce(sum(l.units) filter (where l.in_a), 0) as qa, coalesce(sum(l.net) filter (where l.in_a), 0) as na, coalesce(sum(l.cost) filter (where l.in_a), 0) as ca
        from lines l group by 1, 2, 3, 4, 5, 6
    ),
    items as (
      select s.*, s.na * r.rate as kn, s.ca * r.rate as kc, s.qa <> 0 and s.qb <> 0 as is_both
        from sold s join rates r on r.line_currency is not distinct from s.line_currency
    ),
    everything as (select coalesce(sum(qa), 0) as a, coalesce(sum(qb), 0) as b from items where is_both),
    effects as (
      select i.*, i.na - i.ca as margin_a, i.nb - i.cb as margin_b, (i.na - i.ca) - (i.kn - i.kc) as currency,
             case when i.is_both then i.kn - i.nb * i.qa / i.qb when i.qa = 0 and i.qb = 0 then i.kn - i.nb else 0 end as price,
             case when i.is_both then i.cb * i.qa / i.qb - i.kc when i.qa = 0 and i.qb = 0 then i.cb - i.kc else 0 end as cost,
             case when not i.is_both then 0 when e.b = 0 then (i.qa - i.qb) * (i.nb - i.cb) / i.qb else (e.a - e.b) / e.b * (i.nb - i.cb) end as quantity,
             case when i.is_both and e.b <> 0 then (i.qa / i.qb - e.a / e.b) * (i.nb - i.cb) else 0 end as mix,
             case when i.qb = 0 and i.qa <> 0 then (i.kn - i.kc) - (i.nb - i.cb) else 0 end as new_products,
             case when i.qa = 0 and i.qb <> 0 then (i.kn - i.kc) - (i.nb - i.cb) else 0 end as lost_products
        from items i cross join everything e
    ),
    added as (
      select e.value_1, e.value_2, e.value_3, bool_or(e.is_both) as is_both, round(sum(e.margin_b), 2) as margin_b, round(sum(e.margin_a), 2) as margin_a,
             round(sum(e.price), 2) as price, round(sum(e.cost), 2) as cost, round(sum(e.quantity), 2) as quantity, round(sum(e.mix), 2) as mix,
             round(sum(e.new_products), 2) as new_products, round(sum(e.lost_products), 2) as lost_products, round(sum(e.currency), 2) as currency_effect,
             round(sum(e.nb), 2) as net_b, round(sum(e.na), 2) as net_a
        from effects e group by 1, 2, 3
    ),
    left_over as (
      select a.*, a.margin_a - a.margin_b - a.price - a.cost - a.quantity - a.mix - a.new_products - a.lost_products - a.currency_effect as rest from added a
    ),
    unknown as (select s.value_1, s.value_2, s.value_3, ${uncosted('s')} from sales s group by 1, 2, 3),
    told as (
      select u.value_1, u.value_2, u.value_3, ${placeName('u')} as place, ${reportingCurrency(parameters)}::text as currency, u.uncosted_lines, u.uncosted_value,
             l.margin_b as before, l.margin_a as margin, l.margin_a - l.margin_b as difference, l.price as price_effect, l.cost as cost_effect, l.quantity as quantity_effect,
             l.mix + case when l.is_both then l.rest else 0 end as mix_effect,
             l.new_products + case when not l.is_both and l.new_products <> 0 then l.rest else 0 end as new_products,
             l.lost_products + case when not l.is_both and l.new_products = 0 then l.rest else 0 end as lost_products, l.currency_effect,
             round(100 * l.margin_b / nullif(l.net_b, 0), 2) as before_percent, round(100 * l.margin_a / nullif(l.net_a, 0), 2) as margin_percent,
             l.net_b as net_before, l.net_a as net_value
        from unknown u left join left_over l on ${join(
          places.map((name) => sql`l.${raw(name)} is not distinct from u.${raw(name)}`),
          ' and ',
        )}
    )`
}

/** Why the margin of each place of a level changed. */
export const marginVarianceReport: Report = {
  reads: marginReads,
  statement: async (parameters, context) => sql`${await varianceSql(parameters, context)} select t.* from told t`,
}
