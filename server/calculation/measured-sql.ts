import { sql, type Sql } from '../store/sql.ts'
import { basisSql, formulasOf } from './basis-sql.ts'
import { summed } from './precision.ts'
import { lackingSql } from './faults-sql.ts'
import type { Prepared } from './prepared.ts'
import { exceptionRows } from './rule-rows.ts'

/** The exception that holds for a line `l` and a rule `r`: that of one customer before that of all, then in their order. */
const exceptionOfLine = (rows: Sql): Sql => sql`
  left join lateral (
    select o.rate from (${rows}) o
     where o.contract = r.contract and o.rule_no = r.rule_no and (o.customer_number is null or o.customer_number = l.customer_number)
       and (o.material_numbers is null or l.material_number = any(o.material_numbers)) and l.billing_date between o.valid_from and o.valid_to
     order by o.customer_number is null, o.material_numbers is null, o.place limit 1) o on true`

/** The lines `l` of each rule `r` in each period `p`, with what of each counts (`b`); the periods that are reckoned of its contract. */
function countedSql(prepared: Prepared, more: Sql, lines: Sql = sql`line`): Sql {
  const { window, contracts, around, reaches } = prepared
  const formulas = formulasOf(contracts)
  const basis = (name: Sql): Sql => basisSql(name, formulas, around.screens)
  const rules = contracts.flatMap((contract) => contract.rules)
  const worth = rules.some((rule) => rule.rate_type === 'price_difference')
    ? sql`case when r.worth_basis is not null then ${basis(sql`r.worth_basis`)} else 0 end`
    : sql`0::numeric`
  const isWider = reaches.some((reach) => reach !== window)
  const [from, to] = isWider
    ? [sql`r.reach_from`, sql`r.reach_to`]
    : [sql`${window.from}::date`, sql`${window.to}::date`]
  return sql`
        from ${lines} l join rule r on r.contract = l.contract
        join period p on p.kind = r.evaluation_period and p.day = l.billing_date
       cross join lateral (select ${basis(sql`r.qualifier_basis`)} as qualifier, ${basis(sql`r.benefit_basis`)} as benefit, ${worth} as worth) b
       ${more}
       where greatest(p.period_from, r.valid_from) <= ${to} and least(p.period_to, r.valid_to) >= ${from}
         ${comparesIn(prepared) ? sql`and p.counted_on between r.valid_from and r.valid_to and (not p.is_prior or r.benchmark = 'prior_period')` : sql``}`
}

const comparesIn = ({ contracts }: Prepared): boolean =>
  contracts.some((contract) => contract.rules.some((rule) => rule.benchmark === 'prior_period'))

// What a line is added up for.
const document = sql`case when r.evaluation_period = 'invoice' then l.billing_doc_number end`
const customer = sql`case when r.aggregation_level in ('customer', 'customer_material') then l.customer_number end`
const material = sql`case when r.aggregation_level in ('material', 'customer_material') then l.material_number end`

// One row that PostgreSQL takes for thousands: it expects far too few from groups of expressions, and joins would go row by row.
export const many = sql`cross join jsonb_array_elements('[1]'::jsonb) hundred cross join jsonb_array_elements('[1]'::jsonb) thousands`

// The same as a column of rows that are kept, which costs less than to join it.
const once = sql`generate_series(1, (select 1))`

/**
 * Lines added up for each rule, period and level: what chooses the tier (`qualifier`), what is paid on (`benefit`), both of a year
 * before where a rule compares, what a difference of prices is taken from (`worth`), and what exceptions pay on how much.
 */
export function measuredSql(prepared: Prepared): Sql {
  const compares = comparesIn(prepared)
  const excepted = exceptionRows(prepared, ['rate', 'tier'])
  const mine = compares ? sql`filter (where not p.is_prior)` : sql``
  const counts = compares ? sql`not p.is_prior and` : sql``
  const before = (value: Sql): Sql =>
    compares ? summed(sql`coalesce(sum(${value}) filter (where p.is_prior), 0)`) : sql`0::numeric`
  return sql`
    select added.*, row_number() over () as no, ${once} as measured_once from (
      select r.contract, r.rule_no, greatest(p.period_from, r.valid_from) as period_from, least(p.period_to, r.valid_to) as period_to,
             ${document} as document, ${customer} as customer_number, ${material} as material_number,
             min(p.period_to - p.period_from + 1) as days_of,
             count(*) ${mine} as lines, count(*) filter (where ${counts} (b.qualifier is null or b.benefit is null or b.worth is null)) as faulty,
             array_agg(${lackingSql}) filter (where ${counts} (b.qualifier is null or b.benefit is null or b.worth is null)) as lacking,
             ${summed(sql`coalesce(sum(b.qualifier) filter (where ${counts} b.benefit is not null and b.worth is not null), 0)`)} as qualifier,
             ${summed(sql`coalesce(sum(b.benefit) filter (where ${counts} b.qualifier is not null and b.worth is not null), 0)`)} as benefit,
             ${summed(sql`coalesce(sum(b.worth) ${mine}, 0)`)} as worth, ${before(sql`b.qualifier`)} as prior, ${before(sql`b.benefit`)} as prior_benefit,
             ${excepted ? summed(sql`coalesce(sum(b.benefit) filter (where ${counts} o.rate is not null), 0)`) : sql`0::numeric`} as excepted,
             ${excepted ? summed(sql`coalesce(sum(b.benefit * o.rate) filter (where ${counts} o.rate is not null), 0)`) : sql`0::numeric`} as excepted_paid
        ${countedSql(prepared, excepted ? exceptionOfLine(excepted) : sql``)}
       group by 1, 2, 3, 4, 5, 6, 7
       ${compares ? sql`having count(*) filter (where not p.is_prior) > 0` : sql``}) added`
}

/** The lines behind the rows `measured` of rules that see each other: contract, rule_no, id, no (of the row), benefit, exchange. */
export function memberSql(prepared: Prepared): Sql {
  // One key to join by: what is joined by what may be null is compared row by row.
  return sql`
    select k.contract, k.rule_no, k.id, m.no, k.benefit, k.exchange
      from (
        select r.contract, r.rule_no, l.id, b.benefit, l.exchange, greatest(p.period_from, r.valid_from) as period_from,
               concat(${document}, '|', ${customer}, '|', ${material}) as key
          ${countedSql(prepared, sql``)}
           and r.is_paired and b.qualifier is not null and b.benefit is not null and b.worth is not null ${comparesIn(prepared) ? sql`and not p.is_prior` : sql``}) k
      join (select m.no, m.contract, m.rule_no, m.period_from, concat(m.document, '|', m.customer_number, '|', m.material_number) as key from measured m) m
        on m.contract = k.contract and m.rule_no = k.rule_no and m.period_from = k.period_from and m.key = k.key ${many}`
}

/** What the rows `measured` of contracts that yield left to others, told: no (of the row), note. */
export function leftSql(prepared: Prepared): Sql {
  return sql`
    select m.no, string_agg(concat(k.lines, case k.lines when 1 then ' line' else ' lines' end, ' of ', trim_scale(round(k.benefit, 4)), ' left to ', k.taker),
             ', ' order by k.taker) as note
      from (
        select r.contract, r.rule_no, greatest(p.period_from, r.valid_from) as period_from,
               concat(${document}, '|', ${customer}, '|', ${material}) as key, l.taker, count(*) as lines, coalesce(sum(b.benefit), 0) as benefit
          ${countedSql(prepared, sql``, sql`left_line`)} ${comparesIn(prepared) ? sql`and not p.is_prior` : sql``}
         group by 1, 2, 3, 4, 5) k
      join (select m.no, m.contract, m.rule_no, m.period_from, concat(m.document, '|', m.customer_number, '|', m.material_number) as key from measured m) m
        on m.contract = k.contract and m.rule_no = k.rule_no and m.period_from = k.period_from and m.key = k.key
     group by m.no`
}

/** The target of a row: the rule's own, else what targets say for its days, customer and material. */
const target = (organizationId: number): Sql => sql`
  coalesce(r.benchmark_value * f.part / f.whole, (
    select sum(case when r.qualifier_basis in ('quantity', 'weight', 'volume') then t.target_quantity else t.target_value end)
      from target_data t
     where t.organization_id = ${organizationId} and t.contract_number = r.contract_number
       and t.period_from >= m.period_from and t.period_to <= m.period_to
       and (m.customer_number is null or t.customer_number = m.customer_number)
       and (m.material_number is null or t.material_number = m.material_number)))`

/**
 * The tier each row stands in. `level` is what is looked up in the tiers, which a target stretches (`scale`); `meter` shares what is
 * paid on (`paid_on`) among them; `note` tells what they were held against. What is less than nothing stands in a tier that begins at nothing.
 */
export function reachedSql({ window, contracts, around }: Prepared): Sql {
  const rules = contracts.flatMap((contract) => contract.rules)
  const hasTarget = rules.some((rule) => rule.benchmark === 'target')
  const isHeld = rules.some((rule) => rule.benchmark && rule.benchmark !== 'none')
  const held = isHeld
    ? sql`
      select case when r.benchmark in ('prior_period', 'fixed') then case when h.against <> 0 then (e.meter - h.against) * 100 / h.against end
                  when r.benchmark = 'target' then case when h.against > 0 then e.meter end else e.meter end as level,
             case when r.benchmark = 'target' then h.against * 0.01 else 1 end as scale,
             case when r.benchmark in ('prior_period', 'fixed') then w.paid_on else e.meter end as meter, w.paid_on,
             case when r.benchmark = 'none' then null
                  when coalesce(h.against, 0) = 0 then case r.benchmark when 'target' then 'there is no target' else 'there is no value to grow from' end
                  when r.benchmark = 'target' then concat(trim_scale(round(e.meter * 100 / h.against, 2)), ' % of the target ', trim_scale(round(h.against, 4)))
                  else concat(trim_scale(round((e.meter - h.against) * 100 / h.against, 2)), ' % more than ', trim_scale(round(h.against, 4))) end as note
        from (select case r.benchmark when 'prior_period' then m.prior when 'fixed' then r.benchmark_value * f.part / f.whole
                     when 'target' then ${hasTarget ? target(around.organizationId) : sql`null::numeric`} end as against) h
       cross join lateral (select m.benefit - m.excepted
                - case when r.growth_pays = 'increment' and r.benchmark = 'prior_period' then m.prior_benefit * e.gone / e.days
                       when r.growth_pays = 'increment' and r.benchmark = 'fixed' then h.against * e.gone / e.days else 0 end as paid_on) w`
    : sql`select e.meter as level, 1 as scale, e.meter as meter, m.benefit - m.excepted as paid_on, null::text as note`
  return sql`
    select m.*, r.contract_number, r.contract_version, r.partner_number, r.description, r.rate_type, r.benefit_basis, r.qualifier_basis, r.tier_mode,
           r.accrual_rate, r.currency, r.digits, r.is_running, v.meter, v.paid_on, v.scale, f.part, f.whole,
           r.min_amount * f.part / f.whole as min_amount, r.max_amount * f.part / f.whole as max_amount,
           concat_ws('; ', v.note, case when r.expects and e.meter <> m.qualifier then concat('expected ', trim_scale(round(e.meter, 4))) end,
                     case when r.prorate and f.part <> f.whole then concat(f.part, ' of ', f.whole, ' days') end) as note,
           x.tier_no as reached, x.rate as reached_rate, ${once} as reached_once
      from measured m join rule r on r.contract = m.contract and r.rule_no = m.rule_no
     cross join lateral (
       select case when r.prorate and m.days_of is not null then (m.period_to - m.period_from + 1)::numeric else 1 end as part,
              case when r.prorate and m.days_of is not null then m.days_of::numeric else 1 end as whole) f
     cross join lateral (
       select case when g.expects then (m.period_to - m.period_from + 1)::numeric else 1 end as days,
              case when g.expects then (${window.to}::date - m.period_from + 1)::numeric else 1 end as gone
         from (select r.expects and m.period_to > ${window.to}::date and m.period_from <= ${window.to}::date as expects) g) g
     cross join lateral (select case when g.days = 1 then m.qualifier else m.qualifier * g.days / g.gone end as meter, g.days, g.gone) e
     cross join lateral (${held}) v
      left join tier x on x.contract = m.contract and x.rule_no = m.rule_no
       and case r.bound when 'upper' then v.level > x.low * v.scale and v.level <= x.high * v.scale
                else v.level >= x.low * v.scale and v.level < x.high * v.scale end`
}
