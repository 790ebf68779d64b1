import { join, json, raw, sql, type Sql } from '../store/sql.ts'
import { many, memberSql } from './measured-sql.ts'
import type { Prepared } from './prepared.ts'
import { toldNumber } from './told-number.ts'

/** What stays of an amount of the row `e`: an exception's amount, else what is within its limits. */
export const limitedSql = (value: Sql): Sql => sql`
  coalesce(e.fixed, case when ${value} > e.max_amount then e.max_amount when ${value} < e.least then e.least else ${value} end)`

/**
 * The lines that a row before (`prior`) and a row behind it have in common: whether they are all of the row before, in the same
 * currency, and what of its basis they are, in the currency of the row behind.
 */
const commonSql = ({ pairs }: Prepared): Sql => sql`
  select c.* from (select a.no as prior, b.no, count(*) as lines, bool_and(b.exchange = a.exchange) as is_same,
         sum(case when b.exchange = a.exchange then a.benefit else a.benefit * b.exchange / nullif(a.exchange, 0) end) as benefit
    from jsonb_to_recordset(${json(pairs)}) as q(contract int, rule_no int, before_contract int, before_rule int)
    join member a on a.contract = q.before_contract and a.rule_no = q.before_rule
    join member b on b.contract = q.contract and b.rule_no = q.rule_no and b.id = a.id
   group by a.no, b.no) c ${many}`

const earnedSql = ({ steps }: Prepared): Sql => sql`
  select o.no, s.step, s.place, s.exclusive, o.period_from, o.period_to, o.document, o.customer_number, o.material_number,
         o.linear, o.flat, o.paid_on, o.max_amount, o.least, o.fixed, o.benefit, o.lines - o.faulty as lines
    from owing o join jsonb_to_recordset(${json(steps)}) as s(contract int, rule_no int, step int, place int, exclusive text)
      on s.contract = o.contract and s.rule_no = o.rule_no`

const name = (step: number): Sql => raw(`step${step}`)

const union = (steps: readonly number[]): Sql =>
  join(
    steps.map((step) => sql`select s.* from ${name(step)} s ${many}`),
    ' union all ',
  )

/** What rows before took from what rows of a step are paid on: their amount, or its part on the lines they have in common. */
const takenSql = (earlier: readonly number[]): Sql => sql`
  select c.no, sum(case when c.is_same and c.lines = p.lines then p.amount
                        else coalesce((p.amount * c.benefit)::numeric(60, 20) / nullif(p.benefit, 0), 0) end) as amount
    from common c join (${union(earlier)}) p on p.no = c.prior group by c.no`

function stepSql(step: number): Sql {
  const taken =
    step === 1 ? sql`select null::bigint as no, null::numeric as amount where false` : takenSql(earlierOf(step))
  return sql`${name(step)} as materialized (
    select w.no, w.less, w.raw, w.lines, w.benefit, w.is_less, case when w.is_less then 0 else w.amount end as amount
      from (
        select w.*, w.exclusive is not null and row_number() over (
                 partition by w.exclusive, w.period_from, w.period_to, w.document, w.customer_number, w.material_number
                 order by w.amount desc, w.place) > 1 as is_less
          from (
            select e.*, t.amount as less, v.raw, ${limitedSql(sql`v.raw`)} as amount
              from earned e left join (${taken}) t on t.no = e.no
             cross join lateral (
               select case when e.paid_on = 0 or coalesce(t.amount, 0) = 0 then e.linear
                           else (e.linear * (e.paid_on - t.amount))::numeric(60, 20) / e.paid_on end + e.flat as raw) v
             where e.step = ${step}::int) w) w)`
}

const earlierOf = (step: number): number[] => Array.from({ length: step - 1 }, (_, at) => at + 1)

/**
 * The amounts of rules that see each other, from the rows `owing`, as rows of `no`, `raw` (before limits), `amount` and `note`; null
 * where no rule does. Each place in the order is a step, since what is left depends on the amounts before.
 */
export function stackedSql(prepared: Prepared): { readonly parts: Sql; readonly rows: Sql } | null {
  if (prepared.steps.length === 0) return null
  const last = Math.max(...prepared.steps.map(({ step }) => step))
  const steps = earlierOf(last + 1)
  const lines =
    last > 1
      ? sql`, member as materialized (${memberSql(prepared)}), common as materialized (${commonSql(prepared)})`
      : sql``
  return {
    parts: sql`${lines}, earned as materialized (${earnedSql(prepared)}), ${join(steps.map(stepSql), ', ')}`,
    rows: sql`
      select a.no, a.raw, a.amount, concat_ws('; ',
               case when a.less <> 0 then concat('after ', ${toldNumber(sql`a.less`)}, ' of rules before') end,
               case when a.is_less then 'another rule pays more' end) as note
        from (${union(steps)}) a`,
  }
}
