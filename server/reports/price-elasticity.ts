import { sql } from '../store/sql.ts'
import type { Report } from './report.ts'
import { linesWanted, nameOf, periodOf, salesFieldsRead, salesLines, writtenName } from './sales-lines.ts'

/**
 * How the quantity of each material answered to its price: the slope of log quantity on log price over the periods, the part
 * of the movement it explains, and mean price and quantity of a period. Materials with at least so many periods of sales; what was sold
 * counts those without a price as well, as its lines do.
 */
export const priceElasticity: Report = {
  reads: { 'sales-data': [...salesFieldsRead, 'net_value', 'quantity'] },
  source: salesLines,
  statement: (parameters, context) => {
    const period = periodOf(parameters['period'])
    return sql`
      with grouped as (
        select ${period.start} as start, t.material_number as key, ${writtenName('material_number')} as written,
               sum(t.net_value) as net_value, sum(t.quantity) as quantity
          from sales_data t where ${linesWanted(parameters, context.organizationId)} and t.transaction_type = 'Sale' group by 1, 2
      ), whole as (
        select key, max(written) as written, sum(net_value) as net_value from grouped group by 1
      ), fitted as (
        select key, count(*) as periods, sum(net_value) as net_value, sum(quantity) as quantity,
               regr_slope(ln(quantity), ln(net_value / quantity))::numeric as slope,
               regr_r2(ln(quantity), ln(net_value / quantity))::numeric as explained,
               stddev_samp(net_value / quantity) as movement
          from grouped where net_value > 0 and quantity > 0 group by 1
      )
      select f.key as material_number, ${nameOf('material_number', context, sql`f.key`, sql`w.written`)} as name, f.periods,
             round(f.net_value / f.quantity, 2) as price, round(100 * f.movement / (f.net_value / f.quantity), 2) as price_movement,
             round(f.quantity / f.periods, 3) as quantity, w.net_value, round(f.slope, 2) as elasticity, round(100 * f.explained, 2) as explained
        from fitted f join whole w on w.key is not distinct from f.key
       where f.periods >= ${parameters['least']}::int and f.slope is not null`
  },
}
