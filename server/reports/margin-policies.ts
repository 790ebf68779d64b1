import { levelAsked, placeName, places, readLevels } from '../profit/levels.ts'
import { marginLines, marginReads, reportingCurrency, thirdCurrency, uncosted } from '../profit/margin-lines.ts'
import { policyFor } from '../profit/policies.ts'
import { id, sql, type Sql } from '../store/sql.ts'
import { quartile } from './quartiles.ts'
import type { Report } from './report.ts'

const reads = {
  ...marginReads,
  'margin-policy': ['policy', 'analysis_level', 'value_1', 'value_2', 'value_3', 'floor_margin', 'target_margin'],
}

/** Which lines are shown: returns and what was given away have no margin of their own, and stand only among all. */
const linesShown: Readonly<Record<string, Sql>> = { all: sql`true`, sold: sql`t.quantity > 0 and t.net_value > 0` }

/** Which of the judged lines are shown; those without a cost stand among all that should have met their policy, as nobody knows whether they did. */
const judgementsShown: Readonly<Record<string, Sql>> = {
  all: sql`true`,
  sold: sql`true`,
  target: sql`(t.judgement in ('floor', 'target') or t.judgement = 'uncosted' and t.policy is not null)`,
  floor: sql`(t.judgement = 'floor' or t.judgement = 'uncosted' and t.policy is not null)`,
  uncosted: sql`t.judgement = 'uncosted'`,
}

/** Sold lines against the margin policy that holds for each: how far below its floor or target it is, and what it would have had to cost. */
export const marginPolicyExceptions: Report = {
  reads,
  statement: async (parameters, context) => {
    const levels = await readLevels(context, parameters['analysis_level'])
    const level = parameters['analysis_level'] ? await levelAsked(context, parameters['analysis_level']) : null
    const { shown, policy } = parameters
    const lines = marginLines(
      parameters,
      context,
      { level, third: await thirdCurrency(context) },
      {
        columns: sql`, t.customer_name, t.material_description, p.policy, p.floor_margin, p.target_margin`,
        joins: policyFor(levels, {
          organizationId: context.organizationId,
          day: sql`t.billing_date`,
          valueAt: (one, at) => one.attributes[at]?.value,
        }),
        where: linesShown[String(shown)] ?? sql`t.quantity > 0`,
      },
    )
    return sql`
      with lines as (${lines}),
      judged as (
        select l.*, l.net - l.cost as margin, case when l.net > 0 then 100 * (l.net - l.cost) / l.net end as exact from lines l
      ),
      told as (
        select j.billing_doc_number, j.billing_doc_line, j.billing_date, j.customer_number, j.customer_name, j.material_number, j.material_description,
               ${level ? placeName('j') : sql`null::text`} as place, j.policy, j.floor_margin, j.target_margin, j.quantity, case when not j.uncosted then round(j.net, 2) end as net_value, round(j.cost, 2) as cost_value,
               j.uncosted::int as uncosted_lines, case when j.uncosted then round(j.net, 2) else 0.00 end as uncosted_value,
               round(j.margin, 2) as margin, round(j.exact, 2) as margin_percent, ${reportingCurrency(parameters)}::text as currency,
               case when j.quantity <= 0 then 'return' when j.uncosted then 'uncosted' when j.policy is null then 'none' when coalesce(j.exact, -100) < j.floor_margin then 'floor'
                    when coalesce(j.exact, -100) < j.target_margin then 'target' else 'met' end as judgement,
               case when j.quantity > 0 and not j.uncosted and coalesce(j.exact, -100) < j.target_margin and j.target_margin < 100
                    then round(greatest(j.cost / (1 - j.target_margin / 100) - j.net, 0), 2) end as missing_value
          from judged j
      )
      select t.* from told t
       where ${judgementsShown[String(shown)] ?? judgementsShown['floor']!}
         ${policy ? sql`and t.policy = ${policy as string}::text` : sql``}`
  },
}

const ranked = { value: sql`l.percent`, place: sql`l.rank`, count: sql`l.of_lines` }

/** The middle margin of the sold lines of each place of a level, how far they spread, and the policy that holds there at the end. */
export const medianMargin: Report = {
  reads,
  statement: async (parameters, context) => {
    const level = await levelAsked(context, parameters['analysis_level'])
    const lines = marginLines(
      parameters,
      context,
      { level, third: await thirdCurrency(context) },
      {
        where: sql`t.quantity > 0 and t.net_value > 0`,
      },
    )
    return sql`
      with lines as (${lines}),
      -- Without a cost there is no margin: such a line stands nowhere among the others.
      margins as (select l.*, 100 * (l.net - l.cost) / l.net as percent from lines l),
      placed as (
        select m.*, case when not m.uncosted then row_number() over (partition by m.value_1, m.value_2, m.value_3 order by m.percent nulls last) end as rank,
               case when not m.uncosted then count(m.percent) over (partition by m.value_1, m.value_2, m.value_3) end as of_lines from margins m),
      grouped as (
        select l.value_1, l.value_2, l.value_3, count(l.percent) as lines, count(distinct l.customer_number) filter (where not l.uncosted) as customers,
               coalesce(sum(l.net) filter (where not l.uncosted), 0) as net, coalesce(sum(l.net - l.cost), 0) as margin, ${uncosted('l')},
               max(l.billing_date) as last_day,
               ${quartile(1, ranked, 2)} as lower_quartile, ${quartile(2, ranked, 2)} as median_margin, ${quartile(3, ranked, 2)} as upper_quartile
          from placed l group by 1, 2, 3
      ),
      bound as (
        select g.*, p.policy, p.floor_margin, p.target_margin
          from grouped g ${policyFor([level], {
            organizationId: context.organizationId,
            day: sql`g.last_day`,
            valueAt: (one, at) => (one.attributes[at] ? sql`${id('g', places[at]!)}` : undefined),
          })}
      )
      select b.value_1, b.value_2, b.value_3, ${placeName('b')} as place, ${reportingCurrency(parameters)}::text as currency, b.lines, b.customers, b.uncosted_lines, b.uncosted_value,
             round(b.net, 2) as net_value, round(b.margin, 2) as margin, round(100 * b.margin / nullif(b.net, 0), 2) as margin_percent,
             b.lower_quartile, b.median_margin, b.upper_quartile,
             b.policy, b.floor_margin, b.target_margin, coalesce(n.below, 0) as below_floor, round(100.0 * coalesce(n.below, 0) / nullif(b.lines, 0), 2) as below_percent
        from bound b
        left join lateral (
          select count(*) as below from margins l
           where l.value_1 is not distinct from b.value_1 and l.value_2 is not distinct from b.value_2 and l.value_3 is not distinct from b.value_3
             and l.percent < b.floor_margin) n on true`
  },
}
