import { id, join, sql, type Sql } from '../store/sql.ts'
import { basisSql, formulasOf } from './basis-sql.ts'
import { slotSql } from './period-days.ts'
import { summed } from './precision.ts'
import { lackingOf } from './faults-sql.ts'
import type { Prepared } from './prepared.ts'
import { countedNames, isLeftSql, type Counted } from './rule-bases.ts'
import { appliedRules, countedIn, exceptionRows, nameBases } from './rule-rows.ts'
import type { RuleTerm } from './terms.ts'
import { toldNumber } from './told-number.ts'

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
  const rules = countedIn(prepared)
  const names = countedNames(nameBases(prepared))
  const priced = rules.flatMap(({ worth }) => worth ?? [])
  const basis = (name: Sql, named: readonly Counted[]): Sql => basisSql(name, named, formulas, around.screens)
  const [tier, paid] = [rules.map(({ qualifier }) => qualifier), rules.map(({ benefit }) => benefit)]
  const worth =
    priced.length > 0
      ? sql`case when r.worth_basis is not null then ${basis(names.worth, priced)} else 0 end`
      : sql`0::numeric`
  return sql`${basis(names.qualifier, tier)} as qualifier, ${basis(names.benefit, paid)} as benefit, ${worth} as worth`
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

// The same as a column of rows that are kept, which costs less than to join it, taken for ten: enough for a hash, and not so many that rows are sorted to be joined.
const onceOfTen = sql`unnest(array(select 1))`

/**
 * Lines added up for each rule, period and level: what chooses the tier (`qualifier`), what is paid on (`benefit`), both of a year
 * before where a rule compares, what a difference of prices is taken from (`worth`), and what exceptions pay on how much.
 *
 * What a line counts is worked out before it is grouped, so that each is worked out once and what is grouped is narrow.
 */
export function measuredSql(prepared: Prepared): Sql {
  const compares = comparesIn(prepared)
  const areNamed = nameBases(prepared)
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
          select k.*, ${lackingOf(areNamed)} as lacking
            from (
              select r.contract, r.rule_no, greatest(p.period_from, r.valid_from) as period_from, least(p.period_to, r.valid_to) as period_to,
                     p.period_to - p.period_from + 1 as days_of, ${compares ? sql`p.is_prior,` : sql``} ${excepted ? sql`o.rate,` : sql``}
                     ${join([...own.map(({ name, value }) => sql`${value!} as ${id(name)},`), sql``], ' ')}
                     ${countsSql(prepared)}, l.exchange, l.currency as line_currency, l.contract_currency, l.billing_date, l.cost_value,
                     l.material_number as line_material, l.uom as line_uom, r.uom, r.benefit_basis, r.qualifier_basis, r.worth_basis${areNamed ? sql`, r.benefit_name, r.qualifier_name, r.basis_uom` : sql``}
                ${countedSql(prepared, sql`line`, excepted ? exceptionOfLine(excepted) : sql``)} offset 0) k offset 0) k
       group by ${keys}
       ${compares ? sql`having count(*) filter (where not k.is_prior) > 0` : sql``}) added`
}

/** What a sales basis leaves out of what a rule is paid on, it has in common with no other rule. */
function paidOnSql(prepared: Prepared): Sql {
  if (!nameBases(prepared)) return sql``
  const paid = countedIn(prepared).map(({ benefit }) => benefit)
  return sql`and not ${isLeftSql(countedNames(true).benefit, paid)}`
}

/** The lines behind the rows `measured` of rules that see each other: contract, rule_no, id, no (of the row), benefit, exchange. */
export function memberSql(prepared: Prepared): Sql {
  return sql`
    select k.contract, k.rule_no, k.id, m.no, k.benefit, k.exchange
      from (
        select r.contract, r.rule_no, l.id, b.benefit, l.exchange, greatest(p.period_from, r.valid_from) as period_from, ${keyIn(prepared)} as key
          ${countedSql(prepared, sql`line`, sql`cross join lateral (select ${countsSql(prepared)}) b`)}
           and r.is_paired and b.qualifier is not null and b.benefit is not null and b.worth is not null ${comparesIn(prepared) ? sql`and not p.is_prior` : sql``} ${paidOnSql(prepared)}) k
      join (select m.no, m.contract, m.rule_no, m.period_from, ${keyOfRow} as key from measured m) m
        on m.contract = k.contract and m.rule_no = k.rule_no and m.period_from = k.period_from and m.key = k.key ${many}`
}

/** What the rows `measured` of contracts that yield left to others, told: no (of the row), note. */
export function leftSql(prepared: Prepared): Sql {
  return sql`
    select m.no, string_agg(concat(k.lines, case k.lines when 1 then ' line' else ' lines' end, ' of ', ${toldNumber(sql`k.benefit`)}, ' left to ', k.taker),
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
