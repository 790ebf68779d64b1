import { join, json, raw, sql, type Sql } from '../store/sql.ts'
import type { Calculation } from './rule-rows.ts'
import type { RuleTerm } from './terms.ts'

const isStacked = (rule: RuleTerm): boolean => Boolean(rule.stack_group)

/** Rules of a group in the order of their sequence; the place of each by contract and rule number. */
function placesOf({ contracts, kind }: Calculation) {
  return contracts.flatMap(({ rules }, contract) =>
    rules
      .filter((rule) => isStacked(rule) && (rule.rule_type === 'Both' || rule.rule_type === kind))
      .toSorted((a, b) => (a.sequence ?? a.rule_no) - (b.sequence ?? b.rule_no) || a.rule_no - b.rule_no)
      .map((rule, at) => ({
        contract,
        rule_no: rule.rule_no,
        place: at + 1,
        stack_group: rule.stack_group!,
        stack_mode: rule.stack_mode ?? 'additive',
      })),
  )
}

const limited = (value: Sql): Sql =>
  sql`case when ${value} > e.max_amount then e.max_amount when ${value} < e.min_amount then e.min_amount else ${value} end`

/** What rules of a group before took from what `e` is paid on: those of the same days, customer and material, or within them. */
const taken = (before: Sql): Sql => sql`
  select e.no, sum(p.amount) as amount
    from earned e join (${before}) p on p.contract = e.contract and p.stack_group = e.stack_group and p.place < e.place
     and p.period_from >= e.period_from and p.period_to <= e.period_to and (e.document is null or p.document = e.document)
     and (e.customer_number is null or p.customer_number = e.customer_number) and (e.material_number is null or p.material_number = e.material_number)
   where p.stack_mode in ('cascade', 'reduce') group by e.no`

/**
 * The amounts of rules that see each other, from the rows `owing` (no, linear, flat, …), as rows of `no`, `amount` and `note`; null
 * where no rule does. Each place in the order is a step, since what is left depends on the steps before.
 */
export function stackedSql(calculation: Calculation): { readonly parts: Sql; readonly rows: Sql } | null {
  const places = placesOf(calculation)
  if (places.length === 0) return null
  const rows = sql`select * from jsonb_to_recordset(${json(places)}) as s(contract int, rule_no int, place int, stack_group text, stack_mode text)`
  const steps = Array.from({ length: Math.max(...places.map(({ place }) => place)) }, (_, at) => at + 1)
  const step = (place: number): Sql => raw(`step${place}`)
  const parts = steps.map((place) => {
    const earlier = steps.filter((one) => one < place)
    const before =
      earlier.length === 0
        ? sql`select * from earned where false`
        : join(
            earlier.map((one) => sql`select * from ${step(one)}`),
            ' union all ',
          )
    const worked = sql`case when e.paid_on = 0 or t.amount is null then e.linear else (e.linear * (e.paid_on - t.amount))::numeric(60, 20) / e.paid_on end + e.flat`
    const source =
      earlier.length === 0
        ? sql`earned e cross join (select null::numeric as amount) t`
        : sql`earned e left join (${taken(before)}) t on t.no = e.no and e.stack_mode in ('cascade', 'exclude', 'net_of_prior')`
    return sql`${step(place)} as materialized (
      select e.no, e.contract, e.stack_group, e.stack_mode, e.place, e.period_from, e.period_to, e.document, e.customer_number, e.material_number,
             e.linear, e.paid_on, e.flat, e.max_amount, e.min_amount, t.amount as less, ${limited(worked)} as amount
        from ${source} where e.place = ${place}::int)`
  })
  const all = join(
    steps.map((place) => sql`select * from ${step(place)}`),
    ' union all ',
  )
  return {
    parts: sql`
      , earned as materialized (
        select o.no, o.contract, s.stack_group, s.stack_mode, s.place, o.period_from, o.period_to, o.document, o.customer_number, o.material_number,
               o.linear, o.paid_on, o.flat, o.max_amount, o.min_amount, null::numeric as less, 0::numeric as amount
          from owing o join (${rows}) s on s.contract = o.contract and s.rule_no = o.rule_no
      ), ${join(parts, ', ')}`,
    rows: sql`
      select a.no, case when a.stack_mode = 'exclusive' and a.best > 1 then 0 else a.amount end as amount,
             concat_ws('; ', case when a.less <> 0 then concat('after ', trim_scale(round(a.less, 4)), ' of rules before') end,
                       case when a.stack_mode = 'exclusive' and a.best > 1 then 'another rule pays more' end) as note
        from (select s.*, row_number() over (partition by s.contract, s.stack_group, s.stack_mode = 'exclusive', s.period_from, s.period_to, s.document,
                       s.customer_number, s.material_number order by s.amount desc, s.place) as best
                from (${all}) s) a`,
  }
}
