import { join, sql, type Sql } from '../store/sql.ts'
import type { Report } from './report.ts'
import { salesFieldsRead } from './sales-lines.ts'

const targetsWanted = (parameters: Readonly<Record<string, unknown>>, organizationId: number): Sql => {
  const {
    target_type: type,
    customer,
    sales_employee: employee,
    contract,
    period_from: from,
    period_to: to,
  } = parameters
  return join(
    [
      sql`t.organization_id = ${organizationId}`,
      ...(from ? [sql`t.period_to >= ${from}::date`] : []),
      ...(to ? [sql`t.period_from <= ${to}::date`] : []),
      ...(type ? [sql`t.target_type = ${type}::text`] : []),
      ...(customer ? [sql`t.customer_number = ${customer}::text`] : []),
      ...(employee ? [sql`t.sales_employee = ${employee}::text`] : []),
      ...(contract ? [sql`t.contract_number = ${contract}::text`] : []),
    ],
    ' and ',
  )
}

// The sales lines `s` that a target `t` speaks of; a contract `c` stands for its customer.
const spokenOf = sql`
  s.organization_id = t.organization_id and s.billing_date between t.period_from and t.period_to
  and (coalesce(t.customer_number, c.partner_number) is null or s.customer_number = coalesce(t.customer_number, c.partner_number))
  and (t.material_number is null or s.material_number = t.material_number)
  and (t.sales_employee is null or s.sales_employee = t.sales_employee)
  and (t.territory is null or s.territory = t.territory)
  and (t.country is null or s.country = t.country)`

const targets = sql`target_data t
            left join contract c on c.organization_id = t.organization_id and c.contract_number = t.contract_number and c.partner_type = 'customer'`

/** Targets beside the sales they speak of, how far they are, and where they end if it goes on like this. */
export const targetReport: Report = {
  reads: {
    'target-data': [
      'target_number',
      'description',
      'target_type',
      'period_from',
      'period_to',
      'customer_number',
      'material_number',
      'sales_employee',
      'territory',
      'country',
      'contract_number',
      'target_value',
      'target_quantity',
      'uom',
      'currency',
    ],
    'sales-data': [...salesFieldsRead, 'net_value', 'quantity', 'uom', 'currency'],
  },
  source: (parameters, { organizationId }) =>
    sql`from ${targets} join sales_data s on ${spokenOf} where ${targetsWanted(parameters, organizationId)}`,
  statement: (parameters, { organizationId, calendar }) => {
    const { today } = calendar
    const wanted = targetsWanted(parameters, organizationId)
    return sql`
      select r.*, coalesce(r.value_attained, r.quantity_attained) as attainment,
             case when coalesce(r.value_attained, r.quantity_attained) >= 100 then 'reached'
                  when r.period_to < ${today}::date then 'missed'
                  when r.period_from > ${today}::date then 'coming'
                  when coalesce(r.value_attained, r.quantity_attained, 0) >= r.elapsed then 'on_track' else 'behind' end as state
        from (
          select t.target_number, t.description, t.target_type, t.period_from, t.period_to, t.customer_number, t.material_number, t.sales_employee,
                 t.territory, t.country, t.contract_number, t.target_value, t.target_quantity, t.currency, t.uom,
                 case when t.target_value is not null then s.net_value end as actual_value,
                 case when t.target_quantity is not null then s.quantity end as actual_quantity,
                 t.target_value - s.net_value as missing_value, s.lines, s.other_lines,
                 round(100 * s.net_value / nullif(t.target_value, 0), 2) as value_attained,
                 round(100 * s.quantity / nullif(t.target_quantity, 0), 2) as quantity_attained,
                 round(100.0 * greatest(0, least(${today}::date, t.period_to) - t.period_from + 1) / (t.period_to - t.period_from + 1), 2) as elapsed,
                 case when t.period_from > ${today}::date then null
                      else round(s.net_value * (t.period_to - t.period_from + 1) / (least(${today}::date, t.period_to) - t.period_from + 1), 2) end as expected_value
            from ${targets}
           cross join lateral (
             select coalesce(sum(s.net_value) filter (where coalesce(s.currency, t.currency) is not distinct from t.currency), 0) as net_value,
                    coalesce(sum(s.quantity) filter (where t.uom is null or s.uom = t.uom), 0) as quantity, count(*) as lines,
                    count(*) filter (where case when t.target_value is not null then coalesce(s.currency, t.currency) is distinct from t.currency
                                           else t.uom is not null and s.uom is distinct from t.uom end) as other_lines
               from sales_data s
              where ${spokenOf}) s
           where ${wanted}) r`
  },
}
