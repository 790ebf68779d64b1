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

/** Periods whose sales lie further from what is usual for the same key than so many standard deviations; keys with three periods at least. */
export const anomalies: Report = {
  reads: { 'sales-data': [...salesFieldsRead, 'net_value', 'quantity'] },
  source: salesLines,
  statement: (parameters, context) => {
    const attribute = attributeOf(parameters['attribute'])
    const period = periodOf(parameters['period'])
    return sql`
      with grouped as (
        select ${period.start} as start, ${id('t', attribute)} as key, ${writtenName(attribute)} as written,
               sum(t.net_value) as net_value, count(*) as lines
          from sales_data t where ${linesWanted(parameters, context.organizationId)} group by 1, 2
      ), judged as (
        select *, avg(net_value) over same as usual, stddev_samp(net_value) over same as spread, count(*) over same as periods
          from grouped window same as (partition by key)
      )
      select ${period.label(sql`j.start`)} as period, j.key, ${nameOf(attribute, context, sql`j.key`, sql`j.written`)} as name,
             j.net_value, round(j.usual, 2) as usual, round(j.net_value - j.usual, 2) as difference,
             round((j.net_value - j.usual) / j.spread, 2) as score, j.lines,
             ${daysOf(period, sql`j.start`, parameters)}, ${drillColumns([attribute, sql`j.key`])}
        from judged j
       where j.periods >= 3 and j.spread > 0 and abs(j.net_value - j.usual) >= ${parameters['threshold']}::numeric * j.spread`
  },
}
