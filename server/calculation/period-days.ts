import { join, json, sql, type Sql } from '../store/sql.ts'
import { daysNeeded, isFiscal } from './periods.ts'
import type { Prepared } from './prepared.ts'
import type { Calculation } from './rule-rows.ts'
import { calendarOf, spansOf, type Surroundings } from './surroundings.ts'
import type { ContractTerms, RuleTerm } from './terms.ts'

const calendar = (kinds: readonly string[]): Sql => sql`
  select d.day, k.kind,
         case when k.kind = 'invoice' then d.day else date_trunc(k.step, d.day::timestamp)::date end as period_from,
         case when k.kind = 'invoice' then d.day else (date_trunc(k.step, d.day::timestamp) + k.length)::date - 1 end as period_to
    from day d
   cross join (select kind, case when kind in ('month', 'quarter', 'year') then kind end as step,
                      case kind when 'month' then interval '1 month' when 'quarter' then interval '3 months' else interval '1 year' end as length
                 from unnest(${kinds}::text[]) kind) k`

/**
 * What a rule's periods are told apart by: their kind, and for those of a fiscal calendar the one that the contract's application follows.
 */
const kindOf = (
  { application_type: application }: ContractTerms,
  { evaluation_period: period }: RuleTerm,
  around: Surroundings,
) => (isFiscal(period) ? `${period} ${calendarOf(around, application)}` : period)

/** The number that each kind of period of a calculation goes by, from 0 on. */
export function kindNumbers({ contracts, around }: Calculation): {
  readonly all: ReadonlyMap<string, number>
  readonly of: (contract: ContractTerms, rule: RuleTerm) => number
} {
  const kinds = new Set(contracts.flatMap((contract) => contract.rules.map((rule) => kindOf(contract, rule, around))))
  const all = new Map([...kinds].map((kind, no) => [kind, no]))
  return { all, of: (contract, rule) => all.get(kindOf(contract, rule, around))! }
}

/** Days that lie in no fiscal year that is defined are counted by the calendar, up to where one that is defined begins or ends. */
const fiscal = (kinds: readonly string[], around: Surroundings): Sql => {
  const periods = [...new Set(kinds.map((kind) => kind.slice(kind.indexOf(' ') + 1)))].flatMap((calendar) =>
    spansOf(around, calendar).map((span) => ({ ...span, kind: `${span.kind} ${calendar}` })),
  )
  const known = sql`jsonb_to_recordset(${json(periods)}) as p(kind text, period_from date, period_to date)`
  return sql`
  select d.day, k.kind,
         coalesce(p.period_from, greatest(date_trunc(k.step, d.day::timestamp)::date,
           (select max(p.period_to) + 1 from ${known} where p.kind = k.kind and p.period_to < d.day))) as period_from,
         coalesce(p.period_to, least((date_trunc(k.step, d.day::timestamp) + k.length)::date - 1,
           (select min(p.period_from) - 1 from ${known} where p.kind = k.kind and p.period_from > d.day))) as period_to
    from day d
   cross join (select kind, case split_part(kind, ' ', 1) when 'fiscal_period' then 'month' when 'fiscal_quarter' then 'quarter' else 'year' end as step,
                      case split_part(kind, ' ', 1) when 'fiscal_period' then interval '1 month' when 'fiscal_quarter' then interval '3 months' else interval '1 year' end as length
                 from unnest(${kinds}::text[]) kind) k
    left join ${known} on p.kind = k.kind and d.day between p.period_from and p.period_to`
}

/**
 * A day and a kind of period as one number. Joined by both apart, the rules would be thought to find few periods by their kind
 * alone, and each be joined with every day before a line is looked at.
 */
export const slotSql = (day: Sql, kindNo: Sql): Sql => sql`(${day} - '2000-01-01'::date) * 64 + ${kindNo}`

/**
 * The period of each kind that a day belongs to, for the days of the lines: slot, counted_on, period_from, period_to, is_prior. A day of
 * the year before belongs to the period it is compared with as well. One that spans the whole validity has no ends of its own.
 */
export function periodDays(prepared: Prepared): Sql {
  const { around, contracts, window, reaches } = prepared
  const rules = contracts.flatMap((contract) => contract.rules)
  const { all } = kindNumbers(prepared)
  const kinds = [...all.keys()]
  const days = contracts.map((contract, no) => daysNeeded(contract, reaches[no]!))
  const from = [window.from, ...days.map((day) => day.from)].toSorted()[0]!
  const to = [window.to, ...days.map((day) => day.to)].toSorted().at(-1)!
  const [own, usual] = [kinds.filter((kind) => kind.includes(' ')), kinds.filter((kind) => !kind.includes(' '))]
  const parts = [...(usual.length > 0 ? [calendar(usual)] : []), ...(own.length > 0 ? [fiscal(own, around)] : [])]
  const known = parts.length > 0 ? join(parts, ' union all ') : calendar([])
  const kindNo = sql`(${json(Object.fromEntries(all))} ->> k.kind)::int`
  const compared = rules.some((rule) => rule.benchmark === 'prior_period')
  return sql`
    with day as materialized (select g::date as day from generate_series(${from}::timestamp, ${to}::timestamp, interval '1 day') g),
         known as materialized (${known})
    select ${slotSql(sql`k.day`, kindNo)} as slot, k.day as counted_on, k.period_from, k.period_to, false as is_prior from known k
    ${
      compared
        ? sql`union all
    select ${slotSql(sql`d.day`, kindNo)}, k.day, k.period_from, k.period_to, true from day d join known k on k.day = (d.day + interval '1 year')::date`
        : sql``
    }`
}
