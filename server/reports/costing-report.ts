import { screenNamed } from '../engine/effective-screens.ts'
import { join, sql, type Sql } from '../store/sql.ts'
import type { Report, ReportContext } from './report.ts'

type Parameters = Readonly<Record<string, unknown>>

interface Way {
  readonly key: Sql
  readonly name: Sql
  /** Screen and field that the name is read from. */
  readonly named?: readonly [string, string]
}

const ways = {
  promotion: { key: sql`c.promotion`, name: sql`string_agg(distinct c.scenario, ', ')` },
  costing: { key: sql`c.costing_number`, name: sql`max(c.description)` },
  customer: { key: sql`c.customer_number`, name: sql`max(m.customer_name)`, named: ['customer', 'customer_name'] },
  material: {
    key: sql`l.material_number`,
    name: sql`max(p.material_description)`,
    named: ['material', 'material_description'],
  },
} satisfies Record<string, Way>

const wanted = (parameters: Parameters, { organizationId, andSeen, screens }: ReportContext): Sql => {
  const { approval_status: status, period_from: from, period_to: to, promotion, customer, material } = parameters
  return join(
    [
      sql`t.organization_id = ${organizationId} ${andSeen(screenNamed(screens, 'costing')!)}`,
      ...(status ? [sql`t.approval_status = ${status}::text`] : []),
      ...(from ? [sql`t.valid_to >= ${from}::date`] : []),
      ...(to ? [sql`t.valid_from <= ${to}::date`] : []),
      ...(promotion ? [sql`lower(t.promotion) = lower(${promotion}::text)`] : []),
      ...(customer ? [sql`t.customer_number = ${customer}::text`] : []),
      ...(material
        ? [sql`t.lines @> jsonb_build_array(jsonb_build_object('material_number', ${material}::text))`]
        : []),
    ],
    ' and ',
  )
}

const names: Readonly<Record<string, Sql>> = {
  customer: sql`left join customer m on m.organization_id = c.organization_id and m.customer_number = c.customer_number`,
  material: sql`left join material p on p.organization_id = c.organization_id and p.material_number = l.material_number`,
}

/**
 * What planned promotions cost and bring, added up by promotion, costing, customer or material. The fixed cost of a costing is shared out
 * over its materials by what they are to sell, evenly where nothing is to be sold, and to the cent. Amounts of different currencies are never added up.
 */
export const costingReport: Report = {
  reads: {
    costing: ['lines', 'promotion', 'customer_number', 'fixed_cost', 'valid_from', 'valid_to', 'approval_status'],
  },
  statement: (parameters, context) => {
    const by = String(parameters['grouped_by']) as keyof typeof ways
    const { key, name, named }: Way = ways[by]
    const told = !named || context.mayRead(...named) ? name : sql`null::text`
    const only =
      by === 'material' && parameters['material']
        ? sql`where l.material_number = ${parameters['material']}::text`
        : sql``
    return sql`
      with chosen as (select t.* from costing t where ${wanted(parameters, context)}),
      lines as (
        select c.id, l.material_number, coalesce(l.baseline_quantity, 0) as baseline, coalesce(l.planned_quantity, 0) as planned,
               coalesce(l.list_price, 0) as list, coalesce(l.promotional_price, 0) as offer, coalesce(l.unit_cost, 0) as cost, coalesce(l.funding, 0) as funding
          from chosen c cross join lateral jsonb_to_recordset(c.lines)
               as l (material_number text, baseline_quantity numeric, planned_quantity numeric, list_price numeric, promotional_price numeric, unit_cost numeric, funding numeric)
      ),
      portions as (
        select l.*, case when sum(l.planned * l.offer) over w = 0 then row_number() over o / count(*) over w::numeric
                         else sum(l.planned * l.offer) over o / sum(l.planned * l.offer) over w end as up_to
          from lines l window w as (partition by l.id), o as (partition by l.id order by l.material_number rows unbounded preceding)
      ),
      shared as (
        select l.*, round(c.fixed_cost * l.up_to, 2) - lag(round(c.fixed_cost * l.up_to, 2), 1, 0) over (partition by l.id order by l.material_number) as fixed
          from portions l join chosen c on c.id = l.id
      ),
      added as (
        select ${key} as key, ${told} as name, c.currency, count(distinct c.id) as costings, sum(l.baseline) as baseline_quantity, sum(l.planned) as planned_quantity,
               round(sum(l.planned * l.offer), 2) as planned_value, round(sum(l.planned * (l.list - l.offer)), 2) as price_reduction,
               round(sum(l.planned * l.funding), 2) as funded, round(sum(l.fixed), 2) as fixed_cost,
               round(sum((l.planned - l.baseline) * (l.list - l.cost)), 2) as incremental_margin
          from shared l join chosen c on c.id = l.id ${names[by] ?? sql``} ${only} group by 1, c.currency
      ),
      told as (
        select a.*, a.price_reduction + a.fixed_cost - a.funded as promotion_cost,
               a.incremental_margin - (a.price_reduction + a.fixed_cost - a.funded) as contribution from added a
      )
      select t.*, round(100 * (t.planned_quantity - t.baseline_quantity) / nullif(t.baseline_quantity, 0), 2) as uplift_percent,
             case when t.promotion_cost > 0 then round(100 * t.contribution / t.promotion_cost, 2) end as return_percent
        from told t`
  },
}
