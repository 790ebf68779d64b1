import { quotient } from '../calculation/precision.ts'
import { goesFirst, priceSteps, type PriceStep } from '../domain/pricing/choose-price.ts'
import { join, raw, sql, type Sql } from '../store/sql.ts'
import { unitsIn } from './unit-factor.ts'
import { holdsForBuyer, isForBuyer, keyNames, keysOf } from './price-keys.ts'

/** For what prices are wanted. */
export interface PricesAsked {
  readonly organizationId: number
  /**
   * A select of row_id (unique), material_number, customer_number, quantity, uom, currency, on_date, sales_organization,
   * distribution_channel and division. Without a customer only what holds for everybody is found; without a quantity one unit is
   * priced, without a unit the material's own; without a currency lists of any; without a sales area those the customer belongs to count.
   */
  readonly asked: Sql
  /** Further columns of the select, whose names are none of the answer's, that come back with each row. */
  readonly carry?: readonly string[]
  /** Only prices of this list, whether they are sold at or only known. */
  readonly only?: string | undefined
}

const stepColumns: Readonly<Record<PriceStep, string>> = {
  priority: 'priority',
  specificity: 'specificity',
  price: 'unit_price',
  newest: 'valid_from',
  first: 'id',
}

const order = raw(
  priceSteps.map((step) => `f.${stepColumns[step]} ${goesFirst[step] === 'least' ? 'asc' : 'desc'}`).join(', '),
)

// The step at which a price fell behind the winner of its row.
const lostBy = raw(
  `case ${priceSteps.map((step) => `when f.${stepColumns[step]} <> first_value(f.${stepColumns[step]}) over w then '${step}'`).join(' ')} end`,
)

const buyerColumns = raw([...keyNames, 'region'].map((name) => `k.${name}`).join(', '))

const reason = sql`
  case when r.next_list is null then 'The only price that holds'
       else case r.next_lost_by
         when 'priority' then format('Priority %s, %s has %s', r.priority, r.next_list, r.next_priority)
         when 'specificity' then format('Kept by %s keys, %s by %s', r.specificity, r.next_list, r.next_specificity)
         when 'price' then format('Lower than %s of %s', trim_scale(round(r.next_price, 4)), r.next_list)
         when 'newest' then format('Valid from %s, %s from %s', r.valid_from, r.next_list, r.next_from)
         else format('Entered before the same price of %s', r.next_list) end end`

const keyWords = join(
  keyNames.map((name) => raw(`case when f.${name} is not null then '${name}=' || f.${name} end`)),
  ', ',
)

/**
 * The price of every row that is asked for: approved, valid on the day, of an active list that holds for the buyer, at the highest break
 * that the quantity reaches; among lists by priority, number of keys, lowest price of a unit and newest validity. One select with a row for
 * each that was asked, in no order: row_id; price_id, price_list, price_list_name, price_type, price and per_quantity as they stand in the
 * list, price_uom, qty_from, price_currency, valid_from, valid_to, priority, specificity, keys; unit (the one that was priced) and
 * unit_price (of one of it); decided_by (a PriceStep or 'only'), reason in words, prices (how many held) and alternatives (up to ten that
 * were not taken, best first, as jsonb: price_id, price_list, unit_price, currency, priority, specificity, valid_from, lost_by). Without a
 * price all but row_id and unit are null. A price whose unit nothing converts into the one asked for is not taken.
 */
export function determinePrices({ organizationId, asked, only, carry = [] }: PricesAsked): Sql {
  const carried = raw(carry.map((name) => `b.${name},`).join(' '))
  return sql`
  with price_asked as materialized (${asked}),
  price_known as (
    select a.*, c.customer_group, c.class_of_trade, c.country, c.region, abs(coalesce(a.quantity, 1)) as units,
           coalesce(a.uom, m.base_uom) as unit
      from price_asked a
      left join customer c on c.organization_id = ${organizationId} and c.customer_number = a.customer_number
      left join material m on m.organization_id = ${organizationId} and m.material_number = a.material_number),
  price_buyer as materialized (select k.*, dense_rank() over (order by ${buyerColumns}) as buyer from price_known k),
  price_scope as materialized (
    select b.buyer, l.price_list, l.description, l.priority, l.price_type, l.valid_from, coalesce(l.valid_to, 'infinity') as valid_to
      from (select distinct on (k.buyer) k.buyer, ${buyerColumns} from price_buyer k) b
      join price_list_master l on l.organization_id = ${organizationId} and l.status = 'active'
     where ${holdsForBuyer(organizationId)}${only === undefined ? sql`` : sql` and l.price_list = ${only}`}),
  price_fit as (
    select b.row_id, d.id, d.price_list, s.description, s.priority, coalesce(e.price_type, s.price_type) as price_type, e.price, d.per_quantity,
           d.uom, d.qty_from, d.currency, d.valid_from, e.valid_to, ${keysOf('d')}, num_nonnulls(${keysOf('d')}) as specificity,
           round(${quotient(sql`e.price * k.times`, sql`d.per_quantity`)}, 12) as unit_price,
           row_number() over (partition by b.row_id, d.price_list, ${keysOf('d')}
             order by ${quotient(sql`d.qty_from`, sql`k.times`)} desc, d.uom = b.unit desc, d.valid_from desc, d.id desc) as step
      from price_buyer b
      join price_list_data d on d.organization_id = ${organizationId} and d.material_number = b.material_number
      join price_scope s on s.price_list = d.price_list and s.buyer = b.buyer
      cross join lateral (
        select case when d.approval_status = 'approved' then d.price else d.price_in_force end as price,
               case when d.approval_status = 'approved' then d.valid_to else d.valid_to_in_force end as valid_to,
               case when d.approval_status = 'approved' then d.price_type else d.price_type_in_force end as price_type) e
      left join price_type p on p.organization_id = ${organizationId} and p.price_type = coalesce(e.price_type, s.price_type)
      cross join lateral (
        select case when b.unit is null or d.uom = b.unit then 1
                    else ${unitsIn(organizationId, { material: sql`d.material_number`, from: sql`b.unit`, to: sql`d.uom` })} end as times) k
     where e.price is not null and k.times is not null and (coalesce(p.is_sold_at, true)${only === undefined ? sql`` : sql` or true`})
       and (b.currency is null or d.currency = b.currency)
       and d.valid_from <= b.on_date and coalesce(e.valid_to, 'infinity') >= b.on_date and s.valid_from <= b.on_date and s.valid_to >= b.on_date
       and d.qty_from <= b.units * k.times and ${isForBuyer(organizationId)}),
  price_ranked as (
    select f.*, row_number() over w as place, count(*) over (partition by f.row_id) as prices, ${lostBy} as lost_by,
           concat_ws(', ', ${keyWords}) as keys
      from price_fit f where f.step = 1 window w as (partition by f.row_id order by ${order})),
  price_told as (
    select o.*, lead(o.price_list) over v as next_list, lead(o.priority) over v as next_priority, lead(o.specificity) over v as next_specificity,
           lead(o.unit_price) over v as next_price, lead(o.valid_from) over v as next_from, lead(o.lost_by) over v as next_lost_by,
           jsonb_agg(jsonb_build_object('price_id', o.id, 'price_list', o.price_list, 'unit_price', trim_scale(round(o.unit_price, 6))::text,
             'currency', o.currency, 'priority', o.priority, 'specificity', o.specificity, 'valid_from', o.valid_from, 'lost_by', o.lost_by))
             over (v rows between 1 following and 10 following) as alternatives
      from price_ranked o where o.place <= 11 window v as (partition by o.row_id order by o.place))
  select b.row_id, ${carried} b.unit, r.id as price_id, r.price_list, r.description as price_list_name, r.price_type, r.price, r.per_quantity,
         r.uom as price_uom, r.qty_from, r.currency as price_currency, r.valid_from, r.valid_to, r.priority, r.specificity, r.keys,
         round(r.unit_price, 6) as unit_price, case when r.id is not null then coalesce(r.next_lost_by, 'only') end as decided_by,
         case when r.id is not null then ${reason} end as reason, r.prices, coalesce(r.alternatives, '[]') as alternatives
    from price_buyer b
    -- Every price is of a row that was asked for. A full join is never done row by row, which wrong guesses about what is worked out here
    -- lead to; and it stays one behind the offset, whatever is asked of its rows.
    full join (select t.* from price_told t where t.place = 1) r on r.row_id = b.row_id offset 0`
}
