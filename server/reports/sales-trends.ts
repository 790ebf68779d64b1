import { id, sql } from '../store/sql.ts'
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

/** Sales by period of the calendar, split by an attribute if asked; beside each the same key's value of the period before. */
export const salesTrends: Report = {
  reads: { 'sales-data': [...salesFieldsRead, 'net_value', 'quantity'] },
  source: salesLines,
  statement: (parameters, context) => {
    const split = parameters['attribute'] ? attributeOf(parameters['attribute']) : undefined
    const period = periodOf(parameters['period'])
    return sql`
      with grouped as (
        select ${period.start} as start, ${split ? id('t', split) : sql`null::text`} as key,
               ${split ? writtenName(split) : sql`null::text`} as written,
               sum(t.net_value) as net_value, sum(t.quantity) as quantity, count(*) as lines,
               count(distinct t.billing_doc_number) as documents
          from sales_data t where ${linesWanted(parameters, context.organizationId)} group by 1, 2
      )
      select ${period.label(sql`g.start`)} as period, g.key,
             ${split ? nameOf(split, context, sql`g.key`, sql`g.written`) : sql`'All sales'`} as name,
             g.net_value, g.quantity, g.lines, g.documents, p.net_value as before, g.net_value - p.net_value as change,
             round(100 * (g.net_value - p.net_value) / nullif(p.net_value, 0), 2) as change_percent,
             ${daysOf(period, sql`g.start`, parameters)},
             ${split ? drillColumns([split, sql`g.key`]) : drillColumns()}
        from grouped g
        left join grouped p on p.start = ${period.previous(sql`g.start`)} and p.key is not distinct from g.key`
  },
}
