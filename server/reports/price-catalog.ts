import { determinePrices } from '../pricing/determine-price.ts'
import { baseUnitsIn } from '../pricing/unit-factor.ts'
import { sql } from '../store/sql.ts'
import type { Report } from './report.ts'

const decisionWords = sql`case o.value ->> 'lost_by' when 'priority' then 'priority' when 'specificity' then 'less specific' when 'price' then 'higher'
  when 'newest' then 'older' else 'entered later' end`

// What of a row that is asked for is told beside its price.
const carried = [
  'customer_number',
  'customer_name',
  'buyer_country',
  'material_number',
  'material_description',
  'product_line',
  'quantity',
  'list_price',
  'list_currency',
  'base_uom',
]

/**
 * What each material costs a buyer on a day, across lists, and why: of one customer, of those of a group or a country, or of everybody, for
 * whom only prices without conditions hold. Beside it what cost off the invoice takes away, where its rate is known for that day:
 * what is planned counts by the rules alone, and an amount for a unit as often as the unit has base units.
 */
export const priceCatalog: Report = {
  reads: {
    'price-list-data': [
      'price_list',
      'material_number',
      'customer_number',
      'price',
      'qty_from',
      'valid_from',
      'valid_to',
    ],
    'price-list-master': ['price_list', 'priority', 'status'],
    material: ['material_number', 'material_description', 'product_line', 'list_price', 'status'],
    customer: ['customer_number', 'customer_name', 'customer_group', 'country'],
    'off-invoice-cost': ['cost_type', 'rate', 'basis', 'period_from', 'period_to'],
    'off-invoice-config': ['cost_type', 'in_pocket', 'default_rate'],
  },
  statement: (parameters, { organizationId, mayRead }) => {
    const { on_date: day, quantity, uom, currency, customer, customer_group: group, country } = parameters
    const { material, product_line: line, price_list: list, shown } = parameters
    const isForBuyers = [customer, group, country].some((one) => one !== undefined && one !== null && one !== '')
    const buyers = isForBuyers
      ? sql`
        select c.customer_number, c.customer_name, c.country, c.currency from customer c
         where c.organization_id = ${organizationId}
           and (${customer ?? null}::text is null or c.customer_number = ${customer ?? null}::text)
           and (${group ?? null}::text is null or c.customer_group = ${group ?? null}::text)
           and (${country ?? null}::text is null or c.country = ${country ?? null}::text)`
      : sql`select null::text as customer_number, null::text as customer_name, null::text as country, null::text as currency`
    const listPrice = mayRead('material', 'list_price')
      ? sql`case when p.list_currency = p.price_currency and p.unit = p.base_uom then p.list_price end`
      : sql`null::numeric`
    return sql`
      with buyers as (${buyers}),
      kinds as (
        select k.cost_type, k.in_pocket, k.default_rate from off_invoice_config k
         where k.organization_id = ${organizationId} and k.status = 'active' and k.valid_from <= ${day}::date and coalesce(k.valid_to, 'infinity') >= ${day}::date),
      wanted as (
        select row_number() over () as row_id, m.material_number, m.material_description, m.product_line, m.list_price, m.currency as list_currency,
               m.base_uom, b.customer_number, b.customer_name, b.country as buyer_country, ${quantity ?? '1'}::numeric as quantity, ${uom ?? null}::text as uom,
               coalesce(${currency ?? null}::text, b.currency) as currency
          from material m cross join buyers b
         where m.organization_id = ${organizationId} and m.status = 'active'
           and (${shown}::text <> 'priced' or exists (select from price_list_data d where d.organization_id = ${organizationId} and d.material_number = m.material_number))
           and (${material ?? null}::text is null or m.material_number = ${material ?? null}::text)
           and (${line ?? null}::text is null or m.product_line = ${line ?? null}::text)),
      priced as (
        select p.customer_number, p.customer_name, p.buyer_country as country, p.material_number, p.material_description, p.product_line, p.quantity, p.unit as uom,
               p.unit_price as price, p.price_currency as currency, ${listPrice} as list_price, p.price_list, p.price_list_name, p.price_type, p.qty_from,
               p.price_uom, p.valid_from, p.valid_to, p.decided_by, p.reason, p.keys, p.prices, p.price_id,
               (select string_agg(concat(o.value ->> 'price_list', ' ', o.value ->> 'unit_price', ' (', ${decisionWords}, ')'), E'\n' order by o.ordinality)
                  from jsonb_array_elements(p.alternatives) with ordinality o) as alternatives
          from (${determinePrices({
            organizationId,
            asked: sql`
              select w.*, ${day}::date as on_date, null::text as sales_organization, null::text as distribution_channel, null::text as division from wanted w`,
            carry: carried,
          })}) p)
      select t.*, round(100 * (t.list_price - t.price) / nullif(t.list_price, 0), 2) as discount_percent,
             case when t.price is not null then round(t.price * t.quantity, 2) end as amount, ${day}::date as on_date,
             o.taken as off_invoice, t.price - o.taken as pocket_price
        from priced t
        left join material home on home.organization_id = ${organizationId} and home.material_number = t.material_number
       cross join lateral (
          select ${baseUnitsIn(organizationId, { material: sql`t.material_number`, from: sql`t.uom`, to: sql`home.base_uom` })} as times) n
        left join lateral (
          select round(t.price * coalesce(sum(case when c.cost_type is null then k.default_rate else c.share end), 0) / 100 + coalesce(sum(c.each), 0) * n.times,
                       greatest(2, scale(trim_scale(t.price)))) as taken
            from (select c.cost_type, coalesce(sum(c.rate) filter (where c.basis <> 'quantity'), 0) as share, coalesce(sum(c.rate) filter (where c.basis = 'quantity'), 0) as each
                    from off_invoice_cost c
                   where c.organization_id = ${organizationId} and c.rate is not null and c.status = 'actual' and c.currency = t.currency and ${day}::date between c.period_from and c.period_to
                     and coalesce(c.customer_number = t.customer_number, c.customer_number is null)
                     and coalesce(c.material_number = t.material_number, c.material_number is null)
                     and coalesce(c.product_line = t.product_line, c.product_line is null) and coalesce(c.country = t.country, c.country is null)
                   group by c.cost_type) c
            full join kinds k on k.cost_type = c.cost_type
           where coalesce(k.in_pocket, true)) o on true
       where (${list ?? null}::text is null or t.price_list = ${list ?? null}::text)
         and case ${shown}::text when 'priced' then t.price is not null when 'missing' then t.price is null else true end`
  },
}
