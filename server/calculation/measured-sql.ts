import { id, join, sql, type Sql } from '../store/sql.ts'
import { basisSql, formulasOf } from './basis-sql.ts'
import { slotSql } from './period-days.ts'
import { summed } from './precision.ts'
import { lackingSql } from './faults-sql.ts'
import type { Prepared } from './prepared.ts'
import { appliedRules, exceptionRows, paidOn } from './rule-rows.ts'
import type { RuleTerm } from './terms.ts'

/** The exception that holds for a line `l` and a rule `r`: that of one customer before that of all, then in their order. */
const exceptionOfLine = (rows: Sql): Sql => sql`
  left join lateral (
    select o.rate from (${rows}) o
     where o.contract = r.contract and o.rule_no = r.rule_no and (o.customer_number is null or o.customer_number = l.customer_number)
       and (o.material_numbers is null or l.material_number = any(o.material_numbers)) and l.billing_date between o.valid_from and o.valid_to
     order by o.customer_number is null, o.material_numbers is null, o.place limit 1) o on true`

/** What of a line `l` counts for the rule `r`: for the tier (`qualifier`), to be paid on (`benefit`), and as a price (`worth`). */
function countsSql(prepared: Prepared): Sql {
  const { contracts, around } = prepared
  const formulas = formulasOf(contracts)
  const rules = appliedRules(prepared).map(({ rule }) => rule)
  const priced = rules.filter((rule) => rule.rate_type === 'price_difference').map((rule) => rule.benefit_basis)
  const basis = (name: Sql, named: readonly string[]): Sql => basisSql(name, named, formulas, around.screens)
  const [tier, paid] = [rules.map((rule) => rule.qualifier_basis), rules.map(paidOn)]
  const worth =
    priced.length > 0
      ? sql`case when r.worth_basis is not null then ${basis(sql`r.worth_basis`, priced)} else 0 end`
      : sql`0::numeric`
  return sql`${basis(sql`r.qualifier_basis`, tier)} as qualifier, ${basis(sql`r.benefit_basis`, paid)} as benefit, ${worth} as worth`
}

/** The lines `l` of each rule `r` in each period `p`; the periods that are reckoned of its contract. */
function countedSql(prepared: Prepared, lines: Sql, more: Sql = sql``): Sql {
  const { window, reaches } = prepared
  const isWider = reaches.some((reach) => reach !== window)
  const [from, to] = isWider
    ? [sql`r.reach_from`, sql`r.reach_to`]
    : [sql`${window.from}::date`, sql`${window.to}::date`]
  return sql`
        from ${lines} l join rule r on r.contract = l.contract
        join period p on p.slot = ${slotSql(sql`l.billing_date`, sql`r.kind_no`)}
        ${more}
       where greatest(p.period_from, r.valid_from) <= ${to} and least(p.period_to, r.valid_to) >= ${from}
         ${comparesIn(prepared) ? sql`and p.counted_on between r.valid_from and r.valid_to and (not p.is_prior or r.benchmark = 'prior_period')` : sql``}`
}

const comparesIn = ({ contracts }: Prepared): boolean =>
  contracts.some((contract) => contract.rules.some((rule) => rule.benchmark === 'prior_period'))

interface Level {
  readonly name: string
  readonly value: Sql
  /** What of it counts for a rule. */
  readonly of: (rule: RuleTerm) => boolean
  readonly when: Sql
}

// What a line is added up for.
const levels: readonly Level[] = [
  {
    name: 'document',
    value: sql`l.billing_doc_number`,
    of: (rule) => rule.evaluation_period === 'invoice',
    when: sql`r.evaluation_period = 'invoice'`,
  },
  {
    name: 'customer_number',
    value: sql`l.customer_number`,
    of: (rule) => rule.aggregation_level === 'customer' || rule.aggregation_level === 'customer_material',
    when: sql`r.aggregation_level in ('customer', 'customer_material')`,
  },
  {
    name: 'material_number',
    value: sql`l.material_number`,
    of: (rule) => rule.aggregation_level === 'material' || rule.aggregation_level === 'customer_material',
    when: sql`r.aggregation_level in ('material', 'customer_material')`,
  },
]

/** The levels that rules add up for: what none asks for is not looked at line by line. */
function levelsIn(prepared: Prepared): { readonly name: string; readonly value: Sql | null }[] {
  const rules = appliedRules(prepared).map(({ rule }) => rule)
  return levels.map(({ name, value, of, when }) => ({
    name,
    value: rules.every(of) ? value : rules.some(of) ? sql`case when ${when} then ${value} end` : null,
  }))
}

/** The levels of a row as one key to join by: what is joined by what may be null is compared row by row. */
const keyIn = (prepared: Prepared): Sql =>
  sql`concat(${join(
    levelsIn(prepared).map(({ value }) => value ?? sql`null`),
    `, '|', `,
  )})`

const keyOfRow = sql`concat(m.document, '|', m.customer_number, '|', m.material_number)`

// One row that PostgreSQL takes for thousands: it expects far too few from groups of expressions, and joins would go row by row.
export const many = sql`cross join jsonb_array_elements('[1]'::jsonb) hundred cross join jsonb_array_elements('[1]'::jsonb) thousands`

// The same as a column of rows that are kept, which costs less than to join it.
const once = sql`generate_series(1, (select 1))`

// The same taken for ten: enough for a hash, and not so many that rows are sorted to be joined.
const onceOfTen = sql`unnest(array(select 1))`

/**
 * Lines added up for each rule, period and level: what chooses the tier (`qualifier`), what is paid on (`benefit`), both of a year
 * before where a rule compares, what a difference of prices is taken from (`worth`), and what exceptions pay on how much.
 *
 * What a line counts is worked out before it is grouped, so that each is worked out once and what is grouped is narrow.
 */
export function measuredSql(prepared: Prepared): Sql {
  const compares = comparesIn(prepared)
  const excepted = exceptionRows(prepared, ['rate', 'tier'])
  const mine = compares ? sql`filter (where not k.is_prior)` : sql``
  const counts = compares ? sql`not k.is_prior and` : sql``
  const before = (value: Sql): Sql =>
    compares ? summed(sql`coalesce(sum(${value}) filter (where k.is_prior), 0)`) : sql`0::numeric`
  const all = levelsIn(prepared)
  const own = all.filter(({ value }) => value !== null)
  const keys = join(
    ['contract', 'rule_no', 'period_from', 'period_to', ...own.map(({ name }) => name)].map((name) => id('k', name)),
    ', ',
  )
  return sql`
    select added.*, row_number() over () as no, ${onceOfTen} as measured_once from (
      select k.contract, k.rule_no, k.period_from, k.period_to,
             ${join(
               all.map(({ name, value }) => (value ? id('k', name) : sql`null::text as ${id(name)}`)),
               ', ',
             )},
             min(k.days_of) as days_of,
             count(*) ${mine} as lines, count(k.lacking) ${mine} as faulty, array_agg(k.lacking) filter (where ${counts} k.lacking is not null) as lacking,
             ${summed(sql`coalesce(sum(k.qualifier) filter (where ${counts} k.lacking is null), 0)`)} as qualifier,
             ${summed(sql`coalesce(sum(k.benefit) filter (where ${counts} k.lacking is null), 0)`)} as benefit,
             ${summed(sql`coalesce(sum(k.worth) ${mine}, 0)`)} as worth, ${before(sql`k.qualifier`)} as prior, ${before(sql`k.benefit`)} as prior_benefit,
             ${excepted ? summed(sql`coalesce(sum(k.benefit) filter (where ${counts} k.rate is not null), 0)`) : sql`0::numeric`} as excepted,
             ${excepted ? summed(sql`coalesce(sum(k.benefit * k.rate) filter (where ${counts} k.rate is not null), 0)`) : sql`0::numeric`} as excepted_paid
        from (
          select k.*, ${lackingSql} as lacking
            from (
              select r.contract, r.rule_no, greatest(p.period_from, r.valid_from) as period_from, least(p.period_to, r.valid_to) as period_to,
                     p.period_to - p.period_from + 1 as days_of, ${compares ? sql`p.is_prior,` : sql``} ${excepted ? sql`o.rate,` : sql``}
                     ${join([...own.map(({ name, value }) => sql`${value!} as ${id(name)},`), sql``], ' ')}
                     ${countsSql(prepared)}, l.exchange, l.currency as line_currency, l.contract_currency, l.billing_date, l.cost_value,
                     l.material_number as line_material, l.uom as line_uom, r.uom, r.benefit_basis, r.qualifier_basis, r.worth_basis
                ${countedSql(prepared, sql`line`, excepted ? exceptionOfLine(excepted) : sql``)} offset 0) k offset 0) k
       group by ${keys}
       ${compares ? sql`having count(*) filter (where not k.is_prior) > 0` : sql``}) added`
}

/** The lines behind the rows `measured` of rules that see each other: contract, rule_no, id, no (of the row), benefit, exchange. */
export function memberSql(prepared: Prepared): Sql {
  return sql`
    select k.contract, k.rule_no, k.id, m.no, k.benefit, k.exchange
      from (
        select r.contract, r.rule_no, l.id, b.benefit, l.exchange, greatest(p.period_from, r.valid_from) as period_from, ${keyIn(prepared)} as key
          ${countedSql(prepared, sql`line`, sql`cross join lateral (select ${countsSql(prepared)}) b`)}
           and r.is_paired and b.qualifier is not null and b.benefit is not null and b.worth is not null ${comparesIn(prepared) ? sql`and not p.is_prior` : sql``}) k
      join (select m.no, m.contract, m.rule_no, m.period_from, ${keyOfRow} as key from measured m) m
        on m.contract = k.contract and m.rule_no = k.rule_no and m.period_from = k.period_from and m.key = k.key ${many}`
}

/** What the rows `measured` of contracts that yield left to others, told: no (of the row), note. */
export function leftSql(prepared: Prepared): Sql {
  return sql`
    select m.no, string_agg(concat(k.lines, case k.lines when 1 then ' line' else ' lines' end, ' of ', trim_scale(round(k.benefit, 4)), ' left to ', k.taker),
             ', ' order by k.taker) as note
      from (
        select r.contract, r.rule_no, greatest(p.period_from, r.valid_from) as period_from, ${keyIn(prepared)} as key,
               l.taker, count(*) as lines, coalesce(sum(b.benefit), 0) as benefit
          ${countedSql(prepared, sql`left_line`, sql`cross join lateral (select ${countsSql(prepared)}) b`)} ${comparesIn(prepared) ? sql`and not p.is_prior` : sql``}
         group by 1, 2, 3, 4, 5) k
      join (select m.no, m.contract, m.rule_no, m.period_from, ${keyOfRow} as key from measured m) m
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
