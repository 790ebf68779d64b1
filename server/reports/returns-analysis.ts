import { id, sql } from '../store/sql.ts'
import type { Report } from './report.ts'
import {
  attributeOf,
  drillColumns,
  linesWanted,
  nameOf,
  salesFieldsRead,
  salesLines,
  writtenName,
} from './sales-lines.ts'

/** What was sold and what of it came back, by an attribute; returned amounts are positive. */
export const returnsAnalysis: Report = {
  reads: { 'sales-data': [...salesFieldsRead, 'net_value', 'quantity'] },
  source: salesLines,
  statement: (parameters, context) => {
    const attribute = attributeOf(parameters['attribute'])
    return sql`
      with grouped as (
        select ${id('t', attribute)} as key, ${writtenName(attribute)} as written,
               coalesce(sum(t.net_value) filter (where t.transaction_type <> 'Return'), 0) as sold_value,
               coalesce(-sum(t.net_value) filter (where t.transaction_type = 'Return'), 0) as returned_value,
               coalesce(sum(t.quantity) filter (where t.transaction_type <> 'Return'), 0) as sold_quantity,
               coalesce(-sum(t.quantity) filter (where t.transaction_type = 'Return'), 0) as returned_quantity,
               count(*) filter (where t.transaction_type = 'Return') as lines
          from sales_data t where ${linesWanted(parameters, context.organizationId)} group by 1
      )
      select g.key, ${nameOf(attribute, context, sql`g.key`, sql`g.written`)} as name, g.sold_value, g.returned_value,
             round(100 * g.returned_value / nullif(g.sold_value, 0), 2) as return_rate, g.sold_quantity, g.returned_quantity, g.lines,
             ${drillColumns([attribute, sql`g.key`])}
        from grouped g where g.lines > 0`
  },
}
