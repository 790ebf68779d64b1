import { join, sql, type Sql } from '../store/sql.ts'
import type { Prepared } from './prepared.ts'
import { countedNames } from './rule-bases.ts'
import { appliedRules, nameBases } from './rule-rows.ts'
import { toldNumber } from './told-number.ts'

// One value as a column of rows that are kept: PostgreSQL expects far too few of them, and joins would go row by row.
const once = sql`generate_series(1, (select 1))`

/** What stands for a whole period, for the part of it that the contract covers. */
type OfPeriod = (value: Sql) => Sql

/** The target of a row: the rule's own, else what targets say for its days, customer and material. */
const target = (organizationId: number, ofPeriod: OfPeriod): Sql => sql`
  coalesce(${ofPeriod(sql`r.benchmark_value`)}, (
    select sum(case when r.qualifier_basis in ('quantity', 'weight', 'volume') then t.target_quantity else t.target_value end)
      from target_data t
     where t.organization_id = ${organizationId} and t.contract_number = r.contract_number
       and t.period_from >= m.period_from and t.period_to <= m.period_to
       and (m.customer_number is null or t.customer_number = m.customer_number)
       and (m.material_number is null or t.material_number = m.material_number)))`

const either = <T>(of: (one: T) => boolean, all: readonly T[]): 'all' | 'some' | 'none' =>
  all.every(of) ? 'all' : all.some(of) ? 'some' : 'none'

/** Where a value stands in a tier: most calculations have one convention, and it is looked up for every row. */
function within(bounds: 'all' | 'some' | 'none', scale: Sql): Sql {
  const upper = sql`v.level > x.low${scale} and v.level <= x.high${scale}`
  const lower = sql`v.level >= x.low${scale} and v.level < x.high${scale}`
  if (bounds === 'all') return upper
  return bounds === 'none' ? lower : sql`case r.bound when 'upper' then ${upper} else ${lower} end`
}

/**
 * The tier each row stands in. `level` is what is looked up in the tiers, which a target stretches (`scale`); `meter` shares what is
 * paid on (`paid_on`) among them; `note` tells what they were held against. What is less than nothing stands in a tier that begins at
 * nothing. What no rule asks for (targets, parts of periods, expected ends) is not written: it would be worked out row by row.
 */
export function reachedSql(prepared: Prepared): Sql {
  const { window, around, kind } = prepared
  const rules = appliedRules(prepared).map(({ rule }) => rule)
  const hasTarget = rules.some((rule) => rule.benchmark === 'target')
  const isHeld = rules.some((rule) => rule.benchmark && rule.benchmark !== 'none')
  const prorates = rules.some((rule) => rule.prorate)
  const expects = kind === 'Accrual' && rules.some((rule) => rule.accrue_on === 'expected')
  const ofPeriod: OfPeriod = (value) => (prorates ? sql`${value} * f.part / f.whole` : value)
  const held = isHeld
    ? sql`
      select case when r.benchmark in ('prior_period', 'fixed') then case when h.against <> 0 then (e.meter - h.against) * 100 / h.against end
                  when r.benchmark = 'target' then case when h.against > 0 then e.meter end else e.meter end as level,
             case when r.benchmark = 'target' then h.against * 0.01 else 1 end as scale,
             case when r.benchmark in ('prior_period', 'fixed') then w.paid_on else e.meter end as meter, w.paid_on,
             case when r.benchmark = 'none' then null
                  when coalesce(h.against, 0) = 0 then case r.benchmark when 'target' then 'there is no target' else 'there is no value to grow from' end
                  when r.benchmark = 'target' then concat(trim_scale(round(e.meter * 100 / h.against, 2)), ' % of the target ', ${toldNumber(sql`h.against`)})
                  else concat(trim_scale(round((e.meter - h.against) * 100 / h.against, 2)), ' % more than ', ${toldNumber(sql`h.against`)}) end as note
        from (select case r.benchmark when 'prior_period' then m.prior when 'fixed' then ${ofPeriod(sql`r.benchmark_value`)}
                     when 'target' then ${hasTarget ? target(around.organizationId, ofPeriod) : sql`null::numeric`} end as against) h
       cross join lateral (select m.benefit - m.excepted
                - case when r.growth_pays = 'increment' and r.benchmark = 'prior_period' then m.prior_benefit * e.gone / e.days
                       when r.growth_pays = 'increment' and r.benchmark = 'fixed' then h.against * e.gone / e.days else 0 end as paid_on) w`
    : sql`select e.meter as level, 1 as scale, e.meter as meter, m.benefit - m.excepted as paid_on, null::text as note`
  const part = prorates
    ? sql`
       select case when r.prorate and m.days_of is not null then (m.period_to - m.period_from + 1)::numeric else 1 end as part,
              case when r.prorate and m.days_of is not null then m.days_of::numeric else 1 end as whole`
    : sql`select 1::numeric as part, 1::numeric as whole`
  const expected = expects
    ? sql`
       select case when g.days = 1 then m.qualifier else m.qualifier * g.days / g.gone end as meter, g.days, g.gone from (
         select case when g.expects then (m.period_to - m.period_from + 1)::numeric else 1 end as days,
                case when g.expects then (${window.to}::date - m.period_from + 1)::numeric else 1 end as gone
           from (select r.expects and m.period_to > ${window.to}::date and m.period_from <= ${window.to}::date as expects) g) g`
    : sql`select m.qualifier as meter, 1::numeric as days, 1::numeric as gone`
  const notes = [
    ...(isHeld ? [sql`v.note`] : []),
    ...(expects
      ? [sql`case when r.expects and e.meter <> m.qualifier then concat('expected ', ${toldNumber(sql`e.meter`)}) end`]
      : []),
    ...(prorates
      ? [sql`case when r.prorate and f.part <> f.whole then concat(f.part, ' of ', f.whole, ' days') end`]
      : []),
  ]
  const names = countedNames(nameBases(prepared))
  const told = nameBases(prepared)
    ? sql`${names.benefit} as benefit_basis, ${names.qualifier} as qualifier_basis`
    : sql`r.benefit_basis, r.qualifier_basis`
  return sql`
    select m.*, r.contract_number, r.contract_version, r.partner_number, r.description, r.rate_type, ${told}, r.tier_mode,
           r.accrual_rate, r.currency, r.digits, r.over_by, r.begun_by, r.settled_to, r.due_days, v.meter, v.paid_on, v.scale, f.part, f.whole,
           ${ofPeriod(sql`r.min_amount`)} as min_amount, ${ofPeriod(sql`r.max_amount`)} as max_amount,
           ${notes.length > 0 ? sql`concat_ws('; ', ${join(notes, ', ')})` : sql`''::text`} as note,
           x.tier_no as reached, x.rate as reached_rate,
           case when x.flat_amount <> 0 then ${ofPeriod(sql`x.flat_amount`)} else 0 end as reached_flat, ${once} as reached_once
      from measured m join rule r on r.contract = m.contract and r.rule_no = m.rule_no
     cross join lateral (${part}) f
     cross join lateral (${expected}) e
     cross join lateral (${held}) v
      left join tier x on x.contract = m.contract and x.rule_no = m.rule_no
       and ${within(
         either((rule) => rule.bound === 'upper', rules),
         hasTarget ? sql` * v.scale` : sql``,
       )}`
}
