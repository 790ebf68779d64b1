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

/** Sales by two attributes at once: value, quantity, discount and the part of the whole of each pair. */
export const salesAnalysis: Report = {
  reads: { 'sales-data': [...salesFieldsRead, 'net_value', 'gross_value', 'discount_value', 'quantity'] },
  source: salesLines,
  statement: (parameters, context) => {
    const first = attributeOf(parameters['attribute'])
    const second = attributeOf(parameters['second'])
    return sql`
      with grouped as (
        select ${id('t', first)} as key, ${id('t', second)} as second_key, ${writtenName(first)} as written, ${writtenName(second)} as second_written,
               sum(t.gross_value) as gross_value, sum(t.discount_value) as discount_value, sum(t.net_value) as net_value,
               sum(t.quantity) as quantity, count(*) as lines
          from sales_data t where ${linesWanted(parameters, context.organizationId)} group by 1, 2
      )
      select g.key, ${nameOf(first, context, sql`g.key`, sql`g.written`)} as name, g.second_key,
             ${nameOf(second, context, sql`g.second_key`, sql`g.second_written`)} as second_name,
             g.gross_value, g.discount_value, round(100 * g.discount_value / nullif(g.gross_value, 0), 2) as discount_percent,
             g.net_value, g.quantity, g.lines, round(100 * g.net_value / nullif(sum(g.net_value) over (), 0), 2) as share,
             ${drillColumns([first, sql`g.key`], [second, sql`g.second_key`])}
        from grouped g`
  },
}
