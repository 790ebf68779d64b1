import { id, raw, sql } from '../store/sql.ts'
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

/** The n values of an attribute of the sales lines that weigh most by a measure; `share` is the part of the whole of all values. */
export const topNAttributes: Report = {
  reads: { 'sales-data': [...salesFieldsRead, 'net_value', 'quantity'] },
  source: salesLines,
  statement: (parameters, context) => {
    const { measure, n } = parameters
    const attribute = attributeOf(parameters['attribute'])
    const weight = raw(measure === 'quantity' ? 'quantity' : measure === 'lines' ? 'lines' : 'net_value')
    return sql`
      with grouped as (
        select ${id('t', attribute)} as key, ${writtenName(attribute)} as written,
               sum(t.net_value) as net_value, sum(t.quantity) as quantity, count(*) as lines
          from sales_data t where ${linesWanted(parameters, context.organizationId)} group by 1
      ), ranked as (
        select *, row_number() over (order by ${weight} desc nulls last, key) as rank,
               round(100 * ${weight} / nullif(sum(${weight}) over (), 0), 2) as share
          from grouped
      )
      select r.rank, r.key, ${nameOf(attribute, context, sql`r.key`, sql`r.written`)} as name, r.net_value, r.quantity, r.lines, r.share,
             ${drillColumns([attribute, sql`r.key`])}
        from ranked r where r.rank <= ${n}::int`
  },
}
