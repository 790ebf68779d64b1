import { sql } from '../store/sql.ts'
import type { Report } from './report.ts'
import { drillColumns, linesWanted, nameOf, salesFieldsRead, salesLines, writtenName } from './sales-lines.ts'

/** Net sales, cost and margin of each customer: of the lines that have a cost, the others are told beside them. */
export const customerMargin: Report = {
  reads: { 'sales-data': [...salesFieldsRead, 'net_value', 'cost_value', 'discount_value', 'quantity'] },
  source: salesLines,
  statement: (parameters, context) => sql`
    with grouped as (
      select t.customer_number as key, ${writtenName('customer_number')} as written, max(t.country) as country,
             coalesce(sum(t.net_value) filter (where t.cost_value is not null), 0) as net_value, coalesce(sum(t.cost_value), 0) as cost_value,
             coalesce(sum(t.discount_value) filter (where t.cost_value is not null), 0) as discount_value,
             coalesce(sum(t.quantity) filter (where t.cost_value is not null), 0) as quantity,
             count(*) filter (where t.cost_value is null) as uncosted_lines, coalesce(sum(t.net_value) filter (where t.cost_value is null), 0) as uncosted_value
        from sales_data t where ${linesWanted(parameters, context.organizationId)} group by 1
    )
    select g.key, ${nameOf('customer_number', context, sql`g.key`, sql`g.written`)} as name, g.country, g.quantity,
           g.discount_value, g.net_value, g.cost_value, g.uncosted_lines, g.uncosted_value, g.net_value - g.cost_value as margin,
           round(100 * (g.net_value - g.cost_value) / nullif(g.net_value, 0), 2) as margin_percent,
           ${drillColumns(['customer_number', sql`g.key`])}
      from grouped g`,
}
