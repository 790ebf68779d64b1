import { minorUnits } from '../domain/calculation/amount.ts'
import { json, sql, type Sql } from '../store/sql.ts'
import { linesSql } from './lines-sql.ts'
import { daysNeeded, isInterim, type Window } from './periods.ts'
import type { Surroundings } from './surroundings.ts'
import { tiersOf, type ContractTerms, type PostingKind, type RuleTerm, type TierTerm } from './terms.ts'

export interface Calculation {
  readonly around: Surroundings
  readonly contracts: readonly ContractTerms[]
  /** Periods that share a day with it are reckoned, each as a whole. */
  readonly window: Window
  readonly kind: PostingKind
}

const appliesTo = (rule: RuleTerm, kind: PostingKind): boolean => rule.rule_type === 'Both' || rule.rule_type === kind

const rulesOf = ({ contracts, kind }: Calculation) =>
  contracts.flatMap((contract, no) =>
    contract.rules
      .filter((rule) => appliesTo(rule, kind))
      .map((rule) => ({
        ...rule,
        contract: no,
        contract_number: contract.contract_number,
        contract_version: contract.row_version,
        valid_from: contract.valid_from,
        valid_to: contract.valid_to,
        currency: contract.currency,
        digits: minorUnits(contract.currency),
        // What is paid by the unit is paid on units.
        benefit_basis: rule.rate_type === 'amount_per_unit' ? 'quantity' : rule.benefit_basis,
        accrual_rate: kind === 'Accrual' ? rule.accrual_rate : null,
        is_running: kind === 'Accrual' || isInterim(contract.payment_frequency, rule.evaluation_period),
      })),
  )

/** Tiers with the ends a value is looked up by: all there is without tiers, and what is less than nothing where they begin at nothing. */
const withEnds = ({ tier_mode: mode }: RuleTerm, tiers: readonly TierTerm[]) =>
  tiers.map((tier, at) => ({
    ...tier,
    tier_no: at + 1,
    low: mode === 'none' || (at === 0 && Number(tier.from_value) <= 0) ? '-Infinity' : tier.from_value,
    high: mode === 'none' ? 'Infinity' : (tiers[at + 1]?.from_value ?? 'Infinity'),
  }))

const tierRows = ({ contracts, kind }: Calculation) =>
  contracts.flatMap((contract, no) =>
    contract.rules
      .filter((rule) => appliesTo(rule, kind))
      .flatMap((rule) => withEnds(rule, tiersOf(contract, rule)).map((tier) => ({ ...tier, contract: no }))),
  )

const payeeRows = ({ contracts }: Calculation) =>
  contracts.flatMap((contract, no) => {
    const payees = contract.payees.length > 0 ? contract.payees : [{ payee: contract.partner_number, percent: '100' }]
    return payees.map((payee, place) => ({ ...payee, contract: no, place }))
  })

const rules = (calculation: Calculation): Sql => sql`
  select * from jsonb_to_recordset(${json(rulesOf(calculation))}) as r(
    contract int, contract_number text, contract_version int, valid_from date, valid_to date, currency text, digits int, rule_no int,
    description text, rate_type text, benefit_basis text, tier_mode text, qualifier_basis text, bound text, evaluation_period text,
    aggregation_level text, uom text, accrual_rate numeric, min_amount numeric, max_amount numeric, is_running boolean)`

// A unit of a material as so many (n) base units for so many (d) of it.
const unit = (name: Sql): Sql => sql`(
  select u.numerator as n, u.denominator as d from material_uom u
   where u.organization_id = l.organization_id and u.material_number = l.material_number and u.uom = ${name}
  union all
  select 1, 1 from material m
   where m.organization_id = l.organization_id and m.material_number = l.material_number and m.base_uom = ${name} limit 1)`

/** The quantity of a line in the rule's unit; null where a factor is missing, never the quantity as it is. */
const quantity = sql`
  case when r.uom is null or l.uom = r.uom then l.quantity
       else (select l.quantity * a.n * b.d / (a.d * b.n) from ${unit(sql`l.uom`)} a, ${unit(sql`r.uom`)} b) end`

const basis = (name: Sql): Sql =>
  sql`case ${name} when 'net' then l.net when 'gross' then l.gross when 'margin' then l.margin else ${quantity} end`

/** Lines added up for each rule, period and level: what chooses the tier (`qualifier`) and what is paid on (`benefit`). */
const measured = ({ window }: Calculation): Sql => sql`
  select added.*, row_number() over () as no from (
    select r.contract, r.rule_no, greatest(p.period_from, r.valid_from) as period_from, least(p.period_to, r.valid_to) as period_to,
           case when r.evaluation_period = 'invoice' then l.billing_doc_number end as document,
           case when r.aggregation_level in ('customer', 'customer_material') then l.customer_number end as customer_number,
           case when r.aggregation_level in ('material', 'customer_material') then l.material_number end as material_number,
           count(*) as lines, count(*) filter (where b.qualifier is null or b.benefit is null) as faulty,
           coalesce(sum(b.qualifier) filter (where b.benefit is not null), 0) as qualifier,
           coalesce(sum(b.benefit) filter (where b.qualifier is not null), 0) as benefit
      from line l join rule r on r.contract = l.contract
      join period p on p.kind = r.evaluation_period and p.day = l.billing_date
     cross join lateral (select ${basis(sql`r.qualifier_basis`)} as qualifier, ${basis(sql`r.benefit_basis`)} as benefit) b
     where greatest(p.period_from, r.valid_from) <= ${window.to}::date and least(p.period_to, r.valid_to) >= ${window.from}::date
     group by 1, 2, 3, 4, 5, 6, 7) added`

/** The period of each kind that a day belongs to, for the days of the lines; one that spans the whole validity has no ends of its own. */
const periodDays = ({ contracts, window }: Calculation): Sql => {
  const kinds = [...new Set(contracts.flatMap(({ rules }) => rules.map((rule) => rule.evaluation_period)))]
  const days = contracts.map((contract) => daysNeeded(contract, window))
  const from = [window.from, ...days.map((day) => day.from)].toSorted()[0]!
  const to = [window.to, ...days.map((day) => day.to)].toSorted().at(-1)!
  return sql`
    select d.day, k.kind, case when k.kind = 'invoice' then d.day else date_trunc(k.step, d.day::timestamp)::date end as period_from,
           case when k.kind = 'invoice' then d.day else (date_trunc(k.step, d.day::timestamp) + k.length)::date - 1 end as period_to
      from (select g::date as day from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') g) d
     cross join (select kind, case when kind in ('month', 'quarter', 'year') then kind end as step,
                        case kind when 'month' then interval '1 month' when 'quarter' then interval '3 months' else interval '1 year' end as length
                   from unnest(${kinds}::text[]) kind) k`
}

// The tier a value stands in; what is less than nothing stands in a tier that begins at nothing.
const reached = sql`
  select m.*, r.contract_number, r.contract_version, r.description, r.rate_type, r.benefit_basis, r.qualifier_basis, r.tier_mode,
         r.accrual_rate, r.min_amount, r.max_amount, r.currency, r.digits, r.is_running, x.tier_no as reached, x.rate as reached_rate
    from measured m join rule r on r.contract = m.contract and r.rule_no = m.rule_no
    left join tier x on x.contract = m.contract and x.rule_no = m.rule_no
     and case r.bound when 'upper' then m.qualifier > x.low and m.qualifier <= x.high
              else m.qualifier >= x.low and m.qualifier < x.high end`

/** What each tier pays, and on what part of the benefit. */
const banded = sql`
  select paid.*, paid.basis * case paid.rate_type when 'percent' then paid.rate * 0.01 when 'amount_per_unit' then paid.rate else 0 end
           + paid.flat as amount
    from (
      select part.no, part.tier_no, part.rate_type, coalesce(part.rate, 0) as rate, coalesce(part.flat_amount, 0) as flat,
             case when part.qualifier = part.benefit or part.qualifier = 0 then part.part
                  when part.part = part.qualifier then part.benefit
                  else (part.benefit * part.part)::numeric(60, 20) / part.qualifier end as basis
        from (
          select m.no, m.qualifier, m.benefit, m.rate_type, x.tier_no, x.rate, x.flat_amount,
                 case when m.tier_mode in ('none', 'retro', 'total') or m.qualifier <= 0 then m.qualifier
                      else case when x.tier_no = m.reached or x.to_value is null then m.qualifier else x.to_value end
                           - case m.tier_mode when 'marginal' then x.from_value else 0 end end as part
            from reached m join tier x on x.contract = m.contract and x.rule_no = m.rule_no
             and case when m.tier_mode in ('none', 'retro') or m.qualifier <= 0 then x.tier_no = m.reached else x.tier_no <= m.reached end
        ) part
    ) paid`

const plain = (value: Sql): Sql => sql`trim_scale(round(${value}, 4))`

/** What a rule pays for a period before it is split: cap and floor after the rate; rounded once, half away from zero. */
const entitled = sql`
  select m.*, coalesce(m.accrual_rate, m.reached_rate) as rate, round(case when f.amount > m.max_amount then m.max_amount when f.amount < m.min_amount then m.min_amount else f.amount end,
           m.digits) as whole,
         concat_ws('; ',
           concat(m.lines, case m.lines when 1 then ' line, ' else ' lines, ' end, m.qualifier_basis, ' ', ${plain(sql`m.qualifier`)}),
           case when m.reached is null then 'below the first tier' end,
           case when m.accrual_rate is not null then concat('accrued at ', trim_scale(m.accrual_rate))
                else b.bands end,
           case when f.amount > m.max_amount then concat('at most ', trim_scale(m.max_amount))
                when f.amount < m.min_amount then concat('at least ', trim_scale(m.min_amount)) end) as explanation
    from reached m
    left join (
      select b.no, sum(b.amount) as amount, string_agg(concat(
               case when b.rate_type = 'fixed_amount' then 'tier ' else concat(${plain(sql`b.basis`)}, ' × ', trim_scale(b.rate),
                 case b.rate_type when 'percent' then ' %' else '' end, ' in tier ') end, b.tier_no,
               case when b.flat <> 0 then concat(' + ', trim_scale(b.flat)) else '' end, ' = ', ${plain(sql`b.amount`)}), ', ' order by b.tier_no) as bands
        from banded b group by b.no) b on b.no = m.no
   cross join lateral (
     select case when m.accrual_rate is null then coalesce(b.amount, 0)
                 else m.benefit * m.accrual_rate * case m.rate_type when 'percent' then 0.01 else 1 end end as amount) f`

/** Shares in the currency's minor unit; what rounding leaves over goes to the greatest, the last of equal ones. */
const shared = sql`
  select e.*, p.payee, round(e.whole * p.percent / p.total, e.digits)
           + case when p.is_greatest then e.whole - sum(round(e.whole * p.percent / p.total, e.digits)) over (partition by e.no) else 0 end as amount
    from entitled e
    join (select p.*, sum(p.percent) over same as total,
                 row_number() over (partition by p.contract order by p.percent desc, p.place desc) = 1 as is_greatest
            from payee p window same as (partition by p.contract)) p on p.contract = e.contract`

/** Lines, rules, tiers, payees, and what each rule reached in each period: what every statement here begins with. */
const commonParts = (calculation: Calculation): Sql => sql`
       line as (${linesSql(calculation.contracts, calculation.window, calculation.around)}),
       rule as (${rules(calculation)}),
       tier as (select * from jsonb_to_recordset(${json(tierRows(calculation))}) as x(
         contract int, rule_no int, tier_no int, from_value numeric, to_value numeric, low numeric, high numeric, rate numeric, flat_amount numeric)),
       payee as (select * from jsonb_to_recordset(${json(payeeRows(calculation))}) as x(
         contract int, payee text, percent numeric, place int)),
       period as (${periodDays(calculation)}),
       measured as materialized (${measured(calculation)}),
       reached as materialized (${reached})`

/**
 * One statement that reckons what contracts owe, a row for each rule, period, level and payee: contract_number, contract_version,
 * rule_no, description, payee, period_from, period_to, document, customer_number, material_number, lines, faulty (lines a rate, a
 * cost or a factor is missing for, which are in no sum), qualifier, benefit, tier, rate, amount, currency, explanation, is_due
 * (accruals, and payments of periods that are over by the end of the window or that are settled while they run).
 */
export const amountsSql = (calculation: Calculation): Sql => sql`
  with ${commonParts(calculation)},
       banded as (${banded}),
       entitled as (${entitled})
  select s.contract_number, s.contract_version, s.rule_no, s.description, s.payee, s.period_from, s.period_to, s.document, s.customer_number,
         s.material_number, s.lines, s.faulty, s.qualifier, s.benefit, s.reached as tier, s.rate, s.amount, s.currency, s.explanation,
         s.is_running or s.period_to <= ${calculation.window.to}::date as is_due
    from (${shared}) s`

/** The sales lines behind the rules of a calculation, each with what it adds to `qualifier` and `benefit`; null where something is missing. */
export const sourcesSql = (calculation: Calculation): Sql => sql`
  with line as (${linesSql(calculation.contracts, calculation.window, calculation.around)}),
       rule as (${rules(calculation)})
  select l.*, r.rule_no, ${basis(sql`r.qualifier_basis`)} as qualifier, ${basis(sql`r.benefit_basis`)} as benefit
    from line l join rule r on r.contract = l.contract`

/**
 * What reaching the next tier would bring, a row for each rule, period and level that has a tier above: contract_number, rule_no,
 * period_from, period_to, customer_number, material_number, qualifier, tier, earned, next_from, gap, at_bound (what the value at the
 * next bound earns, the benefit growing as the qualifier), uplift, uplift_per_unit, currency.
 */
export const nextTierSql = (calculation: Calculation): Sql => sql`
  with ${commonParts(calculation)},
       banded as (${banded}),
       entitled as (${entitled}),
       bound as (
         select e.*, n.from_value as next_from, n.from_value - e.qualifier as gap,
                (select sum(coalesce(x.flat_amount, 0) + case when e.qualifier = e.benefit or e.qualifier = 0 then 1 else e.benefit / e.qualifier end
                          * case e.rate_type when 'percent' then coalesce(x.rate, 0) * 0.01 when 'amount_per_unit' then coalesce(x.rate, 0) else 0 end
                          * case when e.tier_mode in ('retro', 'total') then n.from_value
                                 when e.tier_mode = 'marginal' then case when x.tier_no = n.tier_no then 0 else x.to_value - x.from_value end
                                 else case when x.tier_no = n.tier_no then n.from_value else x.to_value end end)
                   from tier x where x.contract = e.contract and x.rule_no = e.rule_no
                    and case when e.tier_mode = 'retro' then x.tier_no = n.tier_no else x.tier_no <= n.tier_no end) as gross
           from entitled e
           join tier n on n.contract = e.contract and n.rule_no = e.rule_no and n.tier_no = coalesce(e.reached, 0) + 1
          where e.tier_mode <> 'none'
       ), limited as (
         select b.*, round(case when b.gross > b.max_amount then b.max_amount when b.gross < b.min_amount then b.min_amount else b.gross end,
                           b.digits) as at_bound
           from bound b)
  select l.contract_number, l.rule_no, l.period_from, l.period_to, l.customer_number, l.material_number, l.qualifier, l.reached as tier,
         l.whole as earned, l.next_from, l.gap, l.at_bound, l.at_bound - l.whole as uplift,
         round((l.at_bound - l.whole) / nullif(l.gap, 0), 6) as uplift_per_unit, l.currency
    from limited l`
