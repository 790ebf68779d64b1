import { id, sql } from '../store/sql.ts'
import { quartile } from './quartiles.ts'
import type { Report } from './report.ts'
import {
  attributeOf,
  daysOf,
  drillColumns,
  linesWanted,
  nameOf,
  periodOf,
  salesFieldsRead,
  salesLines,
  writtenName,
} from './sales-lines.ts'

/**
 * Prices of a unit as they were sold, period by period: list and net price weighted by quantity, the lowest, the middle and the highest,
 * and beside them what the market asked for the same materials. Returns and lines without a quantity have no price.
 */
export const priceAnalytics: Report = {
  reads: {
    'sales-data': [...salesFieldsRead, 'quantity', 'gross_value', 'net_value', 'uom', 'currency'],
    'market-price': ['material_number', 'price', 'per_quantity', 'currency', 'valid_from', 'valid_to'],
  },
  source: salesLines,
  statement: (parameters, context) => {
    const split = parameters['attribute'] ? attributeOf(parameters['attribute']) : undefined
    const period = periodOf(parameters['period'])
    const { organizationId } = context
    return sql`
      with sold as (
        select t.*, ${period.start} as start, ${split ? id('t', split) : sql`null::text`} as key
          from sales_data t
         where ${linesWanted(parameters, organizationId)} and t.quantity > 0 and t.net_value is not null),
      placed as (
        select s.*, row_number() over (partition by s.start, s.key, s.currency, s.uom order by s.net_value / s.quantity) as place,
               count(*) over (partition by s.start, s.key, s.currency, s.uom) as of_lines from sold s),
      grouped as (
        select t.start, t.key, t.currency, t.uom, ${split ? writtenName(split) : sql`null::text`} as written, count(*) as lines, sum(t.quantity) as quantity,
               sum(coalesce(t.gross_value, t.net_value)) as gross_value, sum(t.net_value) as net_value,
               min(t.net_value / t.quantity) as lowest, max(t.net_value / t.quantity) as highest,
               ${quartile(2, { value: sql`(t.net_value / t.quantity)`, place: sql`t.place`, count: sql`t.of_lines` }, 4)} as middle,
               count(distinct t.material_number) as materials
          from placed t group by t.start, t.key, t.currency, t.uom),
      -- The market's price of the mix that was sold, over the lines whose material has one.
      market as (
        select s.start, s.key, s.currency, s.uom, sum(s.quantity * m.price) / sum(s.quantity) as price, sum(s.quantity) as quantity,
               sum(s.net_value) / sum(s.quantity) as net_price
          from sold s
         cross join lateral (
           select avg(p.price / p.per_quantity) as price from market_price p
            where p.organization_id = ${organizationId} and p.material_number = s.material_number and p.currency = s.currency
              and coalesce(p.uom, s.uom) = s.uom and p.valid_from <= s.billing_date and coalesce(p.valid_to, 'infinity') >= s.billing_date) m
         where m.price is not null group by s.start, s.key, s.currency, s.uom)
      select ${period.label(sql`g.start`)} as period, g.key,
             ${split ? nameOf(split, context, sql`g.key`, sql`g.written`) : sql`'All sales'`} as name, g.uom, g.currency,
             round(g.gross_value / g.quantity, 4) as list_price, round(g.net_value / g.quantity, 4) as net_price,
             round((g.gross_value - g.net_value) / g.quantity, 4) as discount, g.gross_value, g.net_value, g.gross_value - g.net_value as discount_value,
             round(100 * (g.gross_value - g.net_value) / nullif(g.gross_value, 0), 2) as discount_percent,
             round(g.lowest, 4) as lowest, g.middle, round(g.highest, 4) as highest, case when m.quantity = g.quantity then round(m.price, 4) end as market_price,
             round(100 * (m.net_price - m.price) / nullif(m.price, 0), 2) as against_market, g.quantity, g.lines, g.materials,
             case when g.currency is null then 'currency' end as currency_absent, case when g.uom is null then 'uom' end as uom_absent,
             ${daysOf(period, sql`g.start`, parameters)}, ${split ? drillColumns([split, sql`g.key`]) : drillColumns()}
        from grouped g
        left join market m on m.start = g.start and m.key is not distinct from g.key and m.currency is not distinct from g.currency
         and m.uom is not distinct from g.uom`
  },
}
