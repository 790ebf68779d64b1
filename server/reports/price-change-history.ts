import { determinePrices } from '../pricing/determine-price.ts'
import { keyNames, keysOf } from '../pricing/price-keys.ts'
import { unitsIn } from '../pricing/unit-factor.ts'
import { quotient } from '../calculation/precision.ts'
import { join, raw, sql } from '../store/sql.ts'
import type { Report } from './report.ts'

const keyWords = join(
  keyNames.map((name) => raw(`e.${name}`)),
  ', ',
)

/**
 * Every change of an approved price: what it was for the same key, unit and break of the list before, what it became, from which day on, who
 * decided it and when. A price that was approved several times changed with each approval; one that follows another changed with its first
 * day. Its effect is what the quantity of the twelve months before would have cost more or less: of those sales and returns in its currency
 * whose price it is on its first day, as prices are determined, so that who buys cheaper elsewhere does not count.
 */
export const priceChangeHistory: Report = {
  reads: {
    'price-list-data': [
      'price_list',
      'material_number',
      'customer_number',
      'price',
      'qty_from',
      'valid_from',
      'valid_to',
      'decided_by',
    ],
    'price-list-master': ['price_list', 'priority'],
    'sales-data': ['material_number', 'customer_number', 'billing_date', 'quantity', 'uom', 'currency'],
    material: ['material_number', 'material_description', 'product_line'],
    customer: ['customer_number', 'customer_name'],
  },
  statement: (parameters, { organizationId, calendar }) => {
    const inUnits = sql`case when b.unit = t.uom then 1
      else ${unitsIn(organizationId, { material: sql`b.material_number`, from: sql`b.unit`, to: sql`t.uom` })} end`
    const { changed_from: from, changed_to: to, price_list: list, material, customer, product_line: line } = parameters
    const { direction, least } = parameters
    const today = calendar.today
    return sql`
      with approvals as (
        select a.record_number, a.amount, a.decided_by, a.decided_at, row_number() over (partition by a.record_number order by a.decided_at, a.id) as turn
          from approval_decision a
         where a.organization_id = ${organizationId} and a.screen = 'price-list-data' and a.status_after = 'approved' and a.amount is not null),
      events as (
        select d.id, d.price_list, d.material_number, ${keysOf('d')}, d.uom, d.qty_from, d.per_quantity, d.currency, d.reason, d.valid_from, d.valid_to,
               case when coalesce(a.turn, 1) = 1 then d.valid_from else greatest(d.valid_from, a.decided_at::date) end as effective_from,
               coalesce(a.amount, case when d.approval_status = 'approved' then d.price else d.price_in_force end) as price,
               coalesce(a.decided_by, d.decided_by) as decided_by, coalesce(a.decided_at, d.decided_at) as decided_at
          from price_list_data d left join approvals a on a.record_number = d.id
         where d.organization_id = ${organizationId} and (a.record_number is not null or d.approval_status = 'approved' or d.price_in_force is not null)
           and (${list ?? null}::text is null or d.price_list = ${list ?? null}::text)
           and (${material ?? null}::text is null or d.material_number = ${material ?? null}::text)
           and (${customer ?? null}::text is null or d.customer_number = ${customer ?? null}::text)),
      changes as (
        select e.*, round(${quotient(sql`e.price`, sql`e.per_quantity`)}, 6) as new_price,
               round(lag(${quotient(sql`e.price`, sql`e.per_quantity`)}) over w, 6) as old_price, lag(e.currency) over w as old_currency
          from events e
        window w as (partition by e.price_list, e.material_number, ${keyWords}, e.uom, e.qty_from order by e.effective_from, e.decided_at nulls first, e.id)),
      chosen as (
        select c.*, c.new_price - c.old_price as change, round(100 * (c.new_price - c.old_price) / nullif(c.old_price, 0), 2) as change_percent,
               least(c.effective_from, ${today}::date) as until
          from changes c
         where c.old_price is not null and c.old_price <> c.new_price and c.old_currency = c.currency
           and c.effective_from between coalesce(${from ?? null}::date, '-infinity') and coalesce(${to ?? null}::date, 'infinity')
           and case ${direction ?? null}::text when 'up' then c.new_price > c.old_price when 'down' then c.new_price < c.old_price else true end),
      sold as materialized (
        select x.material_number, x.customer_number, x.quantity, coalesce(x.uom, m.base_uom) as uom, x.currency, x.sales_organization, x.distribution_channel,
               x.division, n.on_date, sum(x.quantity) as sold
          from (select distinct c.material_number, c.effective_from as on_date, c.until, c.currency from chosen c) n
          join sales_data x on x.organization_id = ${organizationId} and x.material_number = n.material_number and x.currency = n.currency
           and x.transaction_type in ('Sale', 'Return') and x.billing_date >= n.until - interval '12 months' and x.billing_date < n.until
          left join material m on m.organization_id = ${organizationId} and m.material_number = x.material_number
         group by 1, 2, 3, 4, 5, 6, 7, 8, 9),
      wanted as materialized (select row_number() over () as row_id, w.* from sold w),
      bought as materialized (
        select p.price_id, p.on_date, p.material_number, p.unit, p.sold
          from (${determinePrices({ organizationId, asked: sql`select * from wanted`, carry: ['on_date', 'material_number', 'sold'] })}) p
         where p.price_id is not null)
      select t.effective_from, t.price_list, t.material_number, m.material_description, m.product_line, t.customer_number, k.customer_name,
             t.customer_group, t.class_of_trade, t.country, t.uom, t.qty_from, t.currency, t.old_price, t.new_price, t.change, t.change_percent,
             s.quantity, round(s.quantity * t.change, 2) as impact, coalesce(u.name, t.decided_by) as decided_by, t.decided_at, t.reason, t.id as price_id,
             (t.until - interval '12 months')::date as sold_from, t.until - 1 as sold_to
        from chosen t
        left join material m on m.organization_id = ${organizationId} and m.material_number = t.material_number
        left join customer k on k.organization_id = ${organizationId} and k.customer_number = t.customer_number
        left join app_user u on u.organization_id = ${organizationId} and u.email = t.decided_by
        cross join lateral (
          select coalesce(sum(b.sold * ${inUnits}), 0) as quantity
            from bought b where b.price_id = t.id and b.on_date = t.effective_from) s
       where (${line ?? null}::text is null or m.product_line = ${line ?? null}::text)
         and (${least ?? null}::numeric is null or abs(t.change_percent) >= ${least ?? null}::numeric)`
  },
}
