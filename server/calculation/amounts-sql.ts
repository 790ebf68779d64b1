import { id, join, sql, type Sql } from '../store/sql.ts'
import { banded, bandsIn, explanationSql, oneBandLinear, severalBands, toldColumns } from './bands-sql.ts'
import { basisSql, formulasOf } from './basis-sql.ts'
import { faultSql } from './faults-sql.ts'
import { lineParts } from './lines-sql.ts'
import { leftSql, measuredSql } from './measured-sql.ts'
import { periodDays } from './period-days.ts'
import { rounded } from './precision.ts'
import { prepared, type Prepared } from './prepared.ts'
import { reachedSql } from './reached-sql.ts'
import { countedNames, leftOutSql, type Counted } from './rule-bases.ts'
import {
  countedIn,
  exceptionRows,
  foreignExceptionRows,
  nameBases,
  payeeRows,
  ruleRows,
  tierRows,
  type Calculation,
} from './rule-rows.ts'
import { limitedSql, stackedSql } from './stacked-sql.ts'
import { toldNumber } from './told-number.ts'

export type { Calculation } from './rule-rows.ts'

// What an exception's rate is: by the unit, a price, or percent.
const exceptedPaid = sql`m.excepted_paid * case m.rate_type when 'amount_per_unit' then 1 when 'price_difference' then -1 else 0.01 end`

const isOfRow = sql`
  o.contract = m.contract and o.rule_no = m.rule_no and o.valid_from <= m.period_to and o.valid_to >= m.period_from
       and (o.customer_number is null or o.customer_number = coalesce(m.customer_number, m.partner_number))
       and (o.material_numbers is null or m.material_number = any(o.material_numbers))`

const exceptionOfRow = (rows: Sql): Sql => sql`
  left join lateral (
    select o.amount, o.kind from (${rows}) o
     where ${isOfRow}
     order by o.customer_number is null, o.place limit 1) x on true`

const foreignOfRow = (rows: Sql): Sql => sql`
  (select string_agg(concat('the exception of ', ${toldNumber(sql`o.amount`)}, ' ', o.currency, ' is left out, the contract is in ', m.currency), '; ' order by o.place)
     from (${rows}) o where ${isOfRow})`

/**
 * What a rule comes to before limits: what grows with its basis (`linear`) and what does not (`flat`), with the tiers told where there
 * are several; its least amount (`least`), and the amount that an exception fixes (`fixed`).
 */
function owing(calculation: Calculation): Sql {
  const excepted = exceptionRows(calculation, ['amount', 'minimum'])
  const foreign = foreignExceptionRows(calculation)
  const of = bandsIn(calculation)
  const linear = {
    one: oneBandLinear(sql`m`),
    several: sql`coalesce(b.linear, 0)`,
    both: sql`case when m.tier_mode in ('none', 'retro') then ${oneBandLinear(sql`m`)} else coalesce(b.linear, 0) end`,
  }[of]
  const flat = {
    one: sql`m.reached_flat`,
    several: sql`coalesce(b.flat, 0)`,
    both: sql`case when m.tier_mode in ('none', 'retro') then m.reached_flat else coalesce(b.flat, 0) end`,
  }[of]
  return sql`
  select m.*, case when m.accrual_rate is null then ${linear}
                   else m.paid_on * m.accrual_rate * case m.rate_type when 'percent' then 0.01 else 1 end end
              + ${exceptedPaid} as linear, ${exceptedPaid} as excepted_owing,
         case when m.accrual_rate is null then ${flat} else 0 end as flat, ${of === 'one' ? sql`null::text` : sql`b.bands`} as bands,
         ${excepted ? sql`case when x.kind = 'minimum' then x.amount else m.min_amount end` : sql`m.min_amount`} as least,
         ${excepted ? sql`case when x.kind = 'amount' then x.amount end` : sql`null::numeric`} as fixed
         ${foreign ? sql`, ${foreignOfRow(foreign)} as left_out` : sql``}
    from reached m
    ${of === 'one' ? sql`` : sql`left join (${severalBands}) b on b.no = m.no`}
    ${excepted ? exceptionOfRow(excepted) : sql``}`
}

// What the tier is reached by is told at the beginning.
const paidByBasis = sql`
  case when e.benefit_basis like '%sales basis %' and e.benefit_basis <> e.qualifier_basis then concat('paid on ', e.benefit_basis) end`

/** What a rule pays for a period before it is split: cap and floor after the rate; rounded once, half away from zero. */
function entitled(stacked: Sql | null, whole: Prepared): Sql {
  const yields = whole.yielding.length > 0
  const others = [
    ...(stacked ? [sql`nullif(k.note, '')`] : []),
    ...(yields ? [sql`g.note`] : []),
    ...(foreignExceptionRows(whole) ? [sql`e.left_out`] : []),
    ...(nameBases(whole) ? [paidByBasis] : []),
  ]
  return sql`
    select e.*, coalesce(e.accrual_rate, e.reached_rate) as rate, ${rounded(sql`l.amount`, sql`e.digits`)} as entire,
           ${others.length > 0 ? sql`nullif(concat_ws('; ', ${join(others, ', ')}), '')` : sql`null::text`} as others,
           f.amount as before_limits,
           case when e.fixed is not null then 'by exception' when f.amount > e.max_amount then 'at most' when f.amount < e.least then 'at least' end as limited,
           case when e.fixed is not null then e.fixed when f.amount > e.max_amount then e.max_amount when f.amount < e.least then e.least end as limit_of
      from owing e
      ${stacked ? sql`left join (${stacked}) k on k.no = e.no` : sql``}
      ${yields ? sql`left join (${leftSql(whole)}) g on g.no = e.no` : sql``}
     cross join lateral (select ${stacked ? sql`coalesce(k.raw, e.linear + e.flat)` : sql`e.linear + e.flat`} as amount) f
     cross join lateral (select ${stacked ? sql`coalesce(k.amount, ${limitedSql(sql`f.amount`)})` : limitedSql(sql`f.amount`)} as amount) l`
}

/** Shares in the currency's minor unit; what rounding leaves over goes to the greatest, the last of equal ones. */
const shared = (asked: Sql, { contracts }: Prepared): Sql =>
  contracts.every(({ payees }) => payees.length < 2)
    ? sql`select e.*, p.payee, e.entire as amount from entitled e join payee p on p.contract = e.contract where ${asked}`
    : sql`
  select e.*, p.payee, round(e.entire * p.percent / p.total, e.digits)
           + case when p.is_greatest then e.entire - sum(round(e.entire * p.percent / p.total, e.digits)) over (partition by e.no) else 0 end as amount
    from entitled e
    join (select p.*, sum(p.percent) over same as total,
                 row_number() over (partition by p.contract order by p.percent desc, p.place desc) = 1 as is_greatest
            from payee p window same as (partition by p.contract)) p on p.contract = e.contract
   where ${asked}`

/** Lines, rules, tiers, payees, and what each rule reached in each period: what every statement here begins with. */
const commonParts = (whole: Prepared): Sql => {
  const stacked = stackedSql(whole)
  return sql`
       ${lineParts(whole, formulasOf(whole.contracts).columns)},
       rule as (${ruleRows(whole)}),
       tier as (${tierRows(whole)}),
       payee as (${payeeRows(whole)}),
       period as (${periodDays(whole)}),
       measured as materialized (${measuredSql(whole)}),
       reached as ${bandsIn(whole) === 'one' ? sql`` : sql`materialized`} (${reachedSql(whole)}),
       ${bandsIn(whole) === 'one' ? sql`` : sql`banded as (${banded}),`}
       owing as ${stacked ? sql`materialized` : sql``} (${owing(whole)})${stacked?.parts ?? sql``},
       entitled as (${entitled(stacked?.rows ?? null, whole)})`
}

/** The rows `e` of what was asked for: others are there to be seen by it. */
const askedFor = ({ asked, contracts, window, reaches }: Prepared): Sql =>
  asked === contracts.length && reaches.every((reach) => reach === window)
    ? sql`true`
    : sql`e.contract < ${asked}::int and e.period_from <= ${window.to}::date and e.period_to >= ${window.from}::date`

/** What the rows of `amountRowsSql` are told by, as it comes along with them. */
export const toldBy = join(
  toldColumns.map((name) => id('a', name)),
  ', ',
)

const isDue = sql`(s.over_by is null or s.period_to <= s.over_by) and (s.begun_by is null or s.period_from <= s.begun_by)`

/**
 * The rows of `amountsSql` without what is told about them, which is as much work again: for those who show some of them only. They have
 * the columns of `explanationSql` instead.
 */
export function amountRowsSql(calculation: Calculation): Sql {
  const whole = prepared(calculation)
  const told = join(
    toldColumns.map((name) => id('s', name)),
    ', ',
  )
  return sql`
  with ${commonParts(whole)}
  select s.contract_number, s.contract_version, s.rule_no, s.description, s.payee, s.period_from, s.period_to, s.document, s.customer_number,
         s.material_number, s.lines, s.faulty, ${faultSql} as fault, s.qualifier, s.benefit, s.reached as tier, s.rate, s.amount, s.currency,
         ${isDue} as is_due, coalesce(s.settled_to, s.period_to) + s.due_days as due_on, ${told}
    from (${shared(askedFor(whole), whole)}) s`
}

/**
 * One statement that reckons what contracts owe, a row for each rule, period, level and payee: contract_number, contract_version,
 * rule_no, description, payee, period_from, period_to, document, customer_number, material_number, lines, faulty (lines a rate, a
 * cost or a factor is missing for, which are in no sum), fault (which that are, in words), qualifier, benefit, tier, rate, amount, currency, explanation, is_due
 * (whether a run posts it, as `dueDays` says), due_on (the day on which it is to be paid).
 */
export const amountsSql = (calculation: Calculation): Sql => sql`
  select s.contract_number, s.contract_version, s.rule_no, s.description, s.payee, s.period_from, s.period_to, s.document, s.customer_number,
         s.material_number, s.lines, s.faulty, s.fault, s.qualifier, s.benefit, s.tier, s.rate, s.amount, s.currency,
         ${explanationSql(sql`s`)} as explanation, s.is_due, s.due_on
    from (${amountRowsSql(calculation)}) s`

/**
 * The sales lines behind the rules of a calculation, each with what it adds to `qualifier` and `benefit`, null where something is missing,
 * and why a sales basis leaves it out (`left_out`).
 */
export function sourcesSql(calculation: Calculation): Sql {
  const whole = prepared(calculation)
  const formulas = formulasOf(whole.contracts)
  const areNamed = nameBases(whole)
  const names = countedNames(areNamed)
  const rules = countedIn(whole)
  const [tier, paid] = [rules.map(({ qualifier }) => qualifier), rules.map(({ benefit }) => benefit)]
  const basis = (name: Sql, named: readonly Counted[]): Sql => basisSql(name, named, formulas, whole.around.screens)
  return sql`
    with ${lineParts(whole, formulas.columns)},
         rule as (${ruleRows(whole)})
    select l.*, r.rule_no, ${basis(names.qualifier, tier)} as qualifier, ${basis(names.benefit, paid)} as benefit,
           ${areNamed ? leftOutSql(tier, paid) : sql`null::text`} as left_out
      from line l join rule r on r.contract = l.contract and l.billing_date between r.valid_from and r.valid_to
     where l.contract < ${whole.asked}::int`
}

/** The lines that the contracts of a calculation speak of, as `from …`: one row a contract and line. */
export function linesFromSql(calculation: Calculation): Sql {
  return sql`from (with ${lineParts(prepared(calculation), [])} select l.contract, l.id from line l) t`
}

/**
 * What reaching the next tier would bring, a row for each rule, period and level that has a tier above: contract_number, rule_no,
 * period_from, period_to, customer_number, material_number, qualifier, tier, earned, next_from, gap, at_bound (what the value at the
 * next bound earns: the benefit growing as the qualifier, exceptions staying on what they are on, and rules before taking as great a
 * part), uplift, uplift_per_unit, currency.
 */
export function nextTierSql(calculation: Calculation): Sql {
  const whole = prepared(calculation)
  return sql`
  with ${commonParts(whole)},
       bound as (
         select e.*, n.from_value as next_from, n.from_value - e.qualifier as gap,
                v.left_over * (e.excepted_owing + (select sum(coalesce(x.flat_amount, 0) * e.part / e.whole + (e.paid_on + v.more) / n.from_value
                          * case e.rate_type when 'percent' then coalesce(x.rate, 0) * 0.01 when 'amount_per_unit' then coalesce(x.rate, 0) else 0 end
                          * case when e.tier_mode in ('retro', 'total') then n.from_value
                                 when e.tier_mode = 'marginal' then case when x.tier_no = n.tier_no then 0 else x.to_value - x.from_value end
                                 else case when x.tier_no = n.tier_no then n.from_value else x.to_value end end)
                   from tier x where x.contract = e.contract and x.rule_no = e.rule_no
                    and case when e.tier_mode = 'retro' then x.tier_no = n.tier_no else x.tier_no <= n.tier_no end)) as gross
           from entitled e
           join tier n on n.contract = e.contract and n.rule_no = e.rule_no and n.tier_no = coalesce(e.reached, 0) + 1
          cross join lateral (
            select (n.from_value - e.qualifier) * case when e.qualifier = e.benefit or e.qualifier = 0 then 1 else e.benefit / e.qualifier end as more,
                   case when e.linear + e.flat <> 0 then e.before_limits / (e.linear + e.flat) else 1 end as left_over) v
          where e.tier_mode <> 'none' and n.from_value > 0 and e.rate_type in ('percent', 'amount_per_unit', 'fixed_amount') and e.accrual_rate is null
            and e.scale = 1 and e.note = '' and ${askedFor(whole)}
       ), limited as (
         select e.*, round(${limitedSql(sql`e.gross`)}, e.digits) as at_bound from bound e)
  select l.contract_number, l.rule_no, l.period_from, l.period_to, l.customer_number, l.material_number, l.qualifier, l.reached as tier,
         l.entire as earned, l.next_from, l.gap, l.at_bound, l.at_bound - l.entire as uplift,
         round((l.at_bound - l.entire) / nullif(l.gap, 0), 6) as uplift_per_unit, l.currency
    from limited l`
}
