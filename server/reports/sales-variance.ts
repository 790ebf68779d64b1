import { id, join, sql } from '../store/sql.ts'
import type { Report } from './report.ts'
import {
  attributeOf,
  betweenDates,
  drillColumns,
  linesWanted,
  nameOf,
  salesFieldsRead,
  writtenName,
} from './sales-lines.ts'

/**
 * Two periods side by side by an attribute. The difference is taken apart into what came from quantity (at the price of the
 * first period) and what came from price; a key sold in one of them only counts as quantity.
 */
export const salesVariance: Report = {
  reads: { 'sales-data': [...salesFieldsRead, 'net_value', 'quantity'] },
  source: (parameters, context) => {
    const { first, second, wanted } = linesOf(parameters, context)
    return sql`from sales_data t where ${wanted} and (${first} or ${second})`
  },
  statement: (parameters, context) => {
    const attribute = attributeOf(parameters['attribute'])
    const { first, second, wanted } = linesOf(parameters, context)
    return sql`
      with grouped as (
        select ${id('t', attribute)} as key, ${writtenName(attribute)} as written,
               coalesce(sum(t.net_value) filter (where ${first}), 0) as before,
               coalesce(sum(t.net_value) filter (where ${second}), 0) as net_value,
               coalesce(sum(t.quantity) filter (where ${first}), 0) as quantity_before,
               coalesce(sum(t.quantity) filter (where ${second}), 0) as quantity
          from sales_data t where ${wanted} and (${first} or ${second}) group by 1
      ), effects as (
        select *, net_value - before as difference,
               case when quantity_before > 0 and quantity > 0
                    then round((quantity - quantity_before) * before / quantity_before, 2) else net_value - before end as quantity_effect
          from grouped
      )
      select e.key, ${nameOf(attribute, context, sql`e.key`, sql`e.written`)} as name, e.before, e.net_value, e.difference,
             round(100 * e.difference / nullif(e.before, 0), 2) as difference_percent, e.quantity_effect,
             e.difference - e.quantity_effect as price_effect, e.quantity_before, e.quantity,
             ${drillColumns([attribute, sql`e.key`])}
        from effects e`
  },
}

function linesOf(
  parameters: Parameters<Report['statement']>[0],
  { organizationId }: Parameters<Report['statement']>[1],
) {
  const within = (from: unknown, to: unknown) => sql`(${join(betweenDates(from, to), ' and ')})`
  return {
    first: within(parameters['first_from'], parameters['first_to']),
    second: within(parameters['billing_date_from'], parameters['billing_date_to']),
    wanted: linesWanted({ ...parameters, billing_date_from: null, billing_date_to: null }, organizationId),
  }
}
