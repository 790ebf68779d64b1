import { screenNamed } from '../engine/effective-screens.ts'
import { id, join, sql, type Sql } from '../store/sql.ts'
import type { Report, ReportContext } from './report.ts'

type Parameters = Readonly<Record<string, unknown>>

interface Way {
  readonly key: Sql
  readonly name: Sql
  /** Screen and field that the name is read from. */
  readonly named?: readonly [string, string]
}

const ways: Readonly<Record<string, Way>> = {
  promotion: { key: sql`s.promotion`, name: sql`string_agg(distinct s.scenario, ', ')` },
  product_line: { key: sql`s.product_line`, name: sql`max(s.line_name)`, named: ['product-line', 'description'] },
  country: { key: sql`s.country`, name: sql`null::text` },
  customer: { key: sql`s.customer_number`, name: sql`max(s.customer_name)`, named: ['customer', 'customer_name'] },
  material: {
    key: sql`s.material_number`,
    name: sql`max(s.material_description)`,
    named: ['material', 'material_description'],
  },
}

/** The columns of the result that say what a row is of, each by the criterion that fills it. */
const columns: Readonly<Record<string, string>> = {
  promotion: 'promotion',
  product_line: 'product_line',
  country: 'country',
  customer: 'customer_number',
  material: 'material_number',
}

const steps: Readonly<Record<string, string>> = { month: '1 month', quarter: '3 months', year: '1 year' }

const labels: Readonly<Record<string, Sql>> = {
  month: sql`'YYYY-MM'`,
  quarter: sql`'YYYY-"Q"Q'`,
  year: sql`'YYYY'`,
}

function plansWanted(parameters: Parameters, { organizationId, andSeen, screens }: ReportContext): Sql {
  const { plans, promotion, country, period_from: from, period_to: to } = parameters
  return join(
    [
      sql`t.organization_id = ${organizationId} ${andSeen(screenNamed(screens, 'costing')!)}`,
      plans === 'approved' ? sql`t.approval_status = 'approved'` : sql`t.approval_status <> 'rejected'`,
      ...(promotion ? [sql`lower(t.promotion) = lower(${promotion}::text)`] : []),
      ...(country ? [sql`(t.country is null or t.country = ${country}::text)`] : []),
      ...(from ? [sql`t.valid_to >= ${from}::date`] : []),
      ...(to ? [sql`t.valid_from <= ${to}::date`] : []),
    ],
    ' and ',
  )
}

const materialsWanted = ({ material, product_line: line }: Parameters): Sql =>
  join(
    [
      sql`true`,
      ...(material ? [sql`l.material_number = ${material}::text`] : []),
      ...(line ? [sql`l.product_line = ${line}::text`] : []),
    ],
    ' and ',
  )

/** The part of what is planned for all days of `s` that falls into its days from first_day to last_day. */
const spread = (whole: Sql, digits: number): Sql => sql`
  round(${whole} * (s.last_day - s.valid_from + 1) / (s.valid_to - s.valid_from + 1), ${digits}) -
  round(${whole} * (s.first_day - s.valid_from) / (s.valid_to - s.valid_from + 1), ${digits})`

/**
 * Planned promotions against what was sold, by period: units and cost of a plan are spread evenly over its days, and the lines sold of the
 * same material in the same days, to the customer and in the country of the plan where it names them, are its sales. A line sold under two
 * plans counts for each of them. Amounts of different currencies are never added up; only sales in the currency of a plan count for it.
 */
export const promotionTrends: Report = {
  reads: {
    costing: [
      'lines',
      'promotion',
      'scenario',
      'customer_number',
      'country',
      'fixed_cost',
      'valid_from',
      'valid_to',
      'approval_status',
    ],
    'sales-data': [
      'material_number',
      'customer_number',
      'country',
      'billing_date',
      'quantity',
      'net_value',
      'currency',
    ],
  },
  statement: (parameters, context) => {
    const by = String(parameters['grouped_by'])
    const { key, name, named } = ways[by]!
    const told = !named || context.mayRead(...named) ? name : sql`null::text`
    const unit = String(parameters['interval'])
    const label = labels[unit]!
    const step = sql`${steps[unit]!}::interval`
    const [from, to, onlyIn] = [
      parameters['period_from'] ?? null,
      parameters['period_to'] ?? null,
      parameters['country'] ?? null,
    ]
    const { organizationId } = context
    const keys = Object.entries(columns).map(
      ([way, column]) => sql`${way === by ? key : sql`null::text`} as ${id(column)}`,
    )
    return sql`
      with plans as (select t.* from costing t where ${plansWanted(parameters, context)}),
      lines as (
        select c.id, c.promotion, c.scenario, c.customer_number, coalesce(c.country, ${onlyIn}::text) as country, c.currency, c.valid_from, c.valid_to,
               l.material_number, m.material_description, m.product_line, coalesce(l.baseline_quantity, 0) as baseline, coalesce(l.planned_quantity, 0) as planned,
               coalesce(l.promotional_price, 0) as offer, coalesce(l.list_price, 0) - coalesce(l.promotional_price, 0) - coalesce(l.funding, 0) as given,
               coalesce(c.fixed_cost, 0) * case when sum(l.planned_quantity * l.promotional_price) over w > 0
                 then l.planned_quantity * l.promotional_price / sum(l.planned_quantity * l.promotional_price) over w else 1.0 / count(*) over w end as fixed
          from plans c
         cross join lateral jsonb_to_recordset(c.lines) as l (material_number text, baseline_quantity numeric, planned_quantity numeric,
               list_price numeric, promotional_price numeric, funding numeric)
          left join material m on m.organization_id = ${organizationId} and m.material_number = l.material_number
        window w as (partition by c.id)
      ),
      spans as (
        select l.*, u.start::date as start, (u.start + ${step})::date - 1 as last, d.name as customer_name, p.description as line_name,
               greatest(l.valid_from, u.start::date, ${from}::date) as first_day, least(l.valid_to, (u.start + ${step})::date - 1, ${to}::date) as last_day
          from (select l.* from lines l where ${materialsWanted(parameters)}) l
         cross join lateral generate_series(date_trunc(${unit}, l.valid_from::timestamp), l.valid_to::timestamp, ${step}) as u (start)
          left join lateral (select c.customer_name as name from customer c where c.organization_id = ${organizationId} and c.customer_number = l.customer_number) d on true
          left join product_line p on p.organization_id = ${organizationId} and p.product_line = l.product_line
      ),
      -- Rounded as sums from the first day on, so that the periods of a plan add up to it.
      shares as (
        select s.*, ${spread(sql`s.baseline`, 3)} as baseline_part, ${spread(sql`s.planned`, 3)} as planned_part,
               ${spread(sql`s.planned * s.offer`, 2)} as value_part, ${spread(sql`s.planned * s.given`, 2)} as given_part, ${spread(sql`s.fixed`, 2)} as fixed_part
          from spans s where s.first_day <= s.last_day
      ),
      sold as (
        select s.*, coalesce(a.quantity, 0) as sold_quantity, coalesce(a.net_value, 0) as sold_value
          from shares s
          left join lateral (
            select sum(t.quantity) as quantity, sum(t.net_value) as net_value from sales_data t
             where t.organization_id = ${organizationId} ${context.andSeen(screenNamed(context.screens, 'sales-data')!)}
               and t.material_number = s.material_number and t.billing_date between s.first_day and s.last_day and t.currency = s.currency
               and (s.customer_number is null or t.customer_number = s.customer_number) and (s.country is null or t.country = s.country)
          ) a on true
      )
      select to_char(s.start, ${label}) as period, ${key} as key, ${told} as name, s.currency, min(s.first_day) as period_from, max(s.last_day) as period_to,
             sum(s.baseline_part) as baseline_quantity, sum(s.planned_part) as planned_quantity, sum(s.sold_quantity) as actual_quantity,
             case when min(s.first_day) <= ${context.calendar.today}::date then round(100 * sum(s.sold_quantity) / nullif(sum(s.planned_part), 0), 2) end as reached_percent,
             sum(s.value_part) as planned_value, round(sum(s.sold_value), 2) as actual_value, sum(s.given_part + s.fixed_part) as planned_cost,
             round(sum(s.sold_quantity * s.given), 2) + sum(s.fixed_part) as actual_cost,
             ${join(keys, ', ')}
        from sold s group by s.start, ${key}, s.currency`
  },
}
