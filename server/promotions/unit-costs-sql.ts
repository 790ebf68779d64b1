import { sql, type Sql } from '../store/sql.ts'
import { lineOf } from './planned-for.ts'

/** What is paid back each month of one unit of money; `rate` in percent of a year. */
const monthlyPart = (rate: Sql, months: Sql): Sql =>
  sql`case when ${rate} = 0 then 1.0 / ${months} else (${rate} / 1200) / (1 - power(1 + ${rate}::numeric(30, 20) / 1200, -${months}::numeric)) end`

/** `buydownPercent` of the domain, over columns: percent of what is financed, six digits. */
export const buydownSql = (standard: Sql, offered: Sql, months: Sql): Sql =>
  sql`case when ${offered} >= ${standard} then 0 else round(100 * (1 - (${monthlyPart(offered, months)}) / (${monthlyPart(standard, months)})), 6) end`

const holdsOn = (table: Sql, day: Sql): Sql =>
  sql`${table}.valid_from <= ${day} and coalesce(${table}.valid_to, 'infinity') >= ${day}`

/** The materials `m` that a sticker `s` reaches on a day: mapped to its line, or of it and meant for promotions; of its group of the mapping and its custom group. */
export const reaches = (day: Sql): Sql => sql`
  m.organization_id = s.organization_id and m.status = 'active' and ${lineOf(day)} = s.product_line
  and (m.promotion_relevant or exists (
    select from promotion_mapping o where o.organization_id = m.organization_id and o.material_number = m.material_number and ${holdsOn(sql`o`, day)}))
  and (s.sticker_group is null or exists (
    select from promotion_mapping g where g.organization_id = m.organization_id and g.material_number = m.material_number
       and g.sticker_group = s.sticker_group and ${holdsOn(sql`g`, day)}))
  and (s.custom_group is null or exists (
    select from custom_group c where c.organization_id = m.organization_id and c.group_code = s.custom_group
       and c.materials @> jsonb_build_array(jsonb_build_object('material_number', m.material_number))))`

/** The planning default of a sticker `s` that fits best; nothing where none fits. */
const defaultOf = (column: Sql): Sql => sql`(
  select ${column} from promotion_default d
   where d.organization_id = s.organization_id and d.status = 'active' and ${column} is not null
     and (d.product_line is null or d.product_line = s.product_line) and (d.country is null or d.country = s.country)
     and (d.sticker_type is null or d.sticker_type = s.sticker_type)
   order by (d.product_line is not null)::int + (d.country is not null)::int + (d.sticker_type is not null)::int desc,
            d.product_line nulls last, d.country nulls last limit 1)`

/** Units of a hundred that take the financing: as the sticker says, else the planning defaults, else the plan of the day. */
const financedShare = (day: Sql): Sql => sql`coalesce(s.financed_percent, ${defaultOf(sql`d.financed_percent`)},
  (select p.default_financed_percent from global_promotion p
    where p.organization_id = s.organization_id and ${day} between p.valid_from and p.valid_to order by p.plan_type limit 1), 0)`

/**
 * What one unit of each material costs us under each of the stickers that `which` finds on rows `s`, on a day (null: the first of the
 * sticker). Amounts in the currency of the sticker, four digits; `problem` says what is missing, and the figures that need it are null; `warning` says which rules of the market it does not
 * keep: that of the margin only where `seesCosts`, since it tells of what a unit costs us.
 */
export const unitCosts = (organizationId: number, which: Sql, on: string | null, seesCosts: boolean): Sql => sql`
  with stickers as (
    select s.*, coalesce(${on}::date, s.valid_from) as day from promotion_sticker s where s.organization_id = ${organizationId} and ${which}
  ),
  lines as (
    select s.sticker_code, s.sticker_name, s.sticker_type, s.product_line, s.country, s.currency, s.day, s.promo_rate, s.term_months, s.coverage_months,
           m.material_number, m.material_description, p.list_price, p.dealer_cost, p.standard_cost, p.currency as price_currency, k.max_support_percent, k.min_margin_percent,
           case when s.sticker_type in ('cash_support', 'package') then coalesce(s.cash_support, 0) else 0 end as cash_support,
           case when s.sticker_type not in ('extended_coverage', 'package') then 0 else coalesce(s.coverage_cost, v.cost_per_unit) end as coverage_cost,
           case when s.sticker_type not in ('interest_buydown', 'package') then 0 else coalesce(f.buydown_cost_percent, r.percent) end as buydown_percent,
           case when s.sticker_type in ('interest_buydown', 'package') then ${financedShare(sql`s.day`)} else 0 end as financed_percent
      from stickers s
      join material m on ${reaches(sql`s.day`)}
      left join promotion_material_price p on p.organization_id = s.organization_id and p.material_number = m.material_number
                and p.country = s.country and ${holdsOn(sql`p`, sql`s.day`)}
      left join promotion_config k on k.organization_id = s.organization_id and k.product_line = s.product_line and k.country = s.country
                and ${holdsOn(sql`k`, sql`s.day`)}
      left join lateral (
        select c.cost_per_unit from coverage_cost_mapping c
         where c.organization_id = s.organization_id and c.coverage_type = s.coverage_type and c.term_months = s.coverage_months
           and c.currency = s.currency and (c.product_line is null or c.product_line = s.product_line)
           and (c.material_number is null or c.material_number = m.material_number)
           and (c.country is null or c.country = s.country) and ${holdsOn(sql`c`, sql`s.day`)}
         order by c.material_number nulls last, c.product_line nulls last, c.country nulls last limit 1
      ) v on true
      left join promotion_finance_cost f on f.organization_id = s.organization_id and f.sticker_code = s.sticker_code
                and f.currency = s.currency and f.term_months = s.term_months and ${holdsOn(sql`f`, sql`s.day`)}
      left join lateral (
        select ${buydownSql(sql`n.standard_rate`, sql`s.promo_rate`, sql`s.term_months`)} as percent from standard_finance_cost n
         where n.organization_id = s.organization_id and n.country = s.country and n.currency = s.currency and n.term_months = s.term_months
           and (n.product_line is null or n.product_line = s.product_line) and ${holdsOn(sql`n`, sql`s.day`)}
         order by n.product_line nulls last limit 1
      ) r on true
  ),
  priced as (
    select l.*, case when l.price_currency = l.currency then l.list_price end as price from lines l
  ),
  reckoned as (
    select l.*, round(case when l.buydown_percent = 0 then 0 else l.price * l.buydown_percent / 100 end, 4) as finance_cost,
           round(case when l.buydown_percent = 0 or l.financed_percent = 0 then 0 else l.price * l.buydown_percent / 100 * l.financed_percent / 100 end, 4) as finance_cost_per_unit
      from priced l
  ),
  summed as (
    select r.*, r.cash_support + r.coverage_cost + r.finance_cost_per_unit as cost_per_unit, coalesce(r.dealer_cost, r.price) as sold_for from reckoned r
  )
  select c.sticker_code, c.sticker_name, c.sticker_type, c.product_line, c.country, c.currency, c.day as "on", c.material_number, c.material_description,
         c.price as list_price, case when c.price_currency = c.currency then c.dealer_cost end as dealer_cost, c.cash_support, c.coverage_cost,
         c.buydown_percent, c.financed_percent, c.finance_cost, c.finance_cost_per_unit,
         c.cost_per_unit, round(100 * c.cost_per_unit / nullif(c.price, 0), 4) as percent_of_list,
         nullif(concat_ws('; ',
           case when c.list_price is null then 'no price in ' || c.country
                when c.price is null then 'its price is in ' || c.price_currency end,
           case when c.coverage_cost is null then 'no coverage cost over ' || c.coverage_months || ' months' end,
           case when c.buydown_percent is null then 'no finance cost over ' || c.term_months || ' months' end), '') as problem,
         nullif(concat_ws('; ',
           case when c.cash_support > c.price * c.max_support_percent / 100
                then 'cash support above ' || trim_scale(c.max_support_percent) || ' % of the list price' end,
           case when ${seesCosts} and c.price is not null and c.sold_for - c.standard_cost - c.cost_per_unit < c.sold_for * c.min_margin_percent / 100
                then 'less than ' || trim_scale(c.min_margin_percent) || ' % margin is left' end), '') as warning
    from summed c`

/** The same by sticker: averages over its materials, and how many of them lack something. */
export const stickerCosts = (organizationId: number, which: Sql, on: string | null, seesCosts: boolean): Sql => sql`
  select u.sticker_code, min(u.sticker_name) as sticker_name, min(u.sticker_type) as sticker_type, min(u.product_line) as product_line,
         min(u.country) as country, min(u.currency) as currency, min(u."on") as "on", count(*) as materials, count(u.problem) as incomplete, count(u.warning) as warnings,
         round(avg(u.list_price), 4) as list_price, round(avg(u.cash_support), 4) as cash_support, round(avg(u.coverage_cost), 4) as coverage_cost,
         round(avg(u.buydown_percent), 6) as buydown_percent, round(avg(u.financed_percent), 6) as financed_percent,
         round(avg(u.finance_cost_per_unit), 4) as finance_cost_per_unit, round(avg(u.cost_per_unit), 4) as cost_per_unit,
         min(u.cost_per_unit) as lowest_cost, max(u.cost_per_unit) as highest_cost,
         round(100 * avg(u.cost_per_unit) / nullif(avg(u.list_price) filter (where u.cost_per_unit is not null), 0), 4) as percent_of_list
    from (${unitCosts(organizationId, which, on, seesCosts)}) u group by u.sticker_code`
