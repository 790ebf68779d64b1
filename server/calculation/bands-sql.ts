import { sql, type Sql } from '../store/sql.ts'
import { toldNumber } from './told-number.ts'
import { appliedRules, tierModeOf, type Calculation } from './rule-rows.ts'

const isSingle = (mode: string): boolean => mode === 'none' || mode === 'retro'

/** Whether the rules of a calculation pay by the tier reached alone, by several tiers together, or some by this and some by that. */
export function bandsIn(calculation: Calculation): 'one' | 'several' | 'both' {
  const modes = [...new Set(appliedRules(calculation).map(({ rule }) => tierModeOf(rule)))]
  if (modes.every(isSingle)) return 'one'
  return modes.some(isSingle) ? 'both' : 'several'
}

/** What the tier reached pays on all of the basis, of the row of this alias; nothing below the first tier. */
export const oneBandLinear = (row: Sql): Sql => sql`
  case when ${row}.reached is null then 0
       else case ${row}.rate_type when 'percent' then ${row}.paid_on * coalesce(${row}.reached_rate, 0) * 0.01
                 when 'amount_per_unit' then ${row}.paid_on * coalesce(${row}.reached_rate, 0)
                 when 'price_difference' then ${row}.worth - ${row}.paid_on * coalesce(${row}.reached_rate, 0)
                 when 'formula' then ${row}.paid_on else 0 end end`

/** What each tier pays, and on what part of the benefit, where several pay. */
export const banded = sql`
  select paid.*, case paid.rate_type when 'percent' then paid.basis * paid.rate * 0.01 when 'amount_per_unit' then paid.basis * paid.rate
                   when 'price_difference' then paid.worth_part - paid.basis * paid.rate when 'formula' then paid.basis else 0 end as linear
    from (
      select part.no, part.tier_no, part.rate_type, coalesce(part.rate, 0) as rate, coalesce(part.flat_amount, 0) * part.part_of / part.whole as flat,
             case when part.part = part.meter then part.paid_on
                  when part.meter = part.paid_on then part.part
                  else (part.paid_on * part.part)::numeric(60, 20) / part.meter end as basis,
             case when part.worth = 0 then 0 when part.part = part.meter then part.worth
                  else (part.worth * part.part)::numeric(60, 20) / part.meter end as worth_part
        from (
          select m.no, m.meter, m.paid_on, m.worth, m.rate_type, m.part as part_of, m.whole, x.tier_no, x.rate, x.flat_amount,
                 case when m.tier_mode = 'total' or m.meter <= 0 then m.meter
                      else case when x.tier_no = m.reached or x.to_value is null then m.meter else x.to_value * m.scale end
                           - case m.tier_mode when 'marginal' then x.from_value * m.scale else 0 end end as part
            from reached m join tier x on x.contract = m.contract and x.rule_no = m.rule_no
             and case when m.meter <= 0 then x.tier_no = m.reached else x.tier_no <= m.reached end
           where m.tier_mode not in ('none', 'retro')
        ) part
    ) paid`

interface Band {
  readonly type: Sql
  readonly tier: Sql
  readonly basis: Sql
  readonly worth: Sql
  readonly rate: Sql
  readonly flat: Sql
  readonly linear: Sql
}

/** What a tier pays, as it is told. */
const bandText = ({ type, tier, basis, worth, rate, flat, linear }: Band): Sql => sql`concat(
               case ${type} when 'fixed_amount' then 'tier ' when 'formula' then concat(${toldNumber(basis)}, ' by formula in tier ')
                 when 'price_difference' then concat(${toldNumber(worth)}, ' − ', ${toldNumber(basis)}, ' × ', trim_scale(${rate}), ' in tier ')
                 else concat(${toldNumber(basis)}, ' × ', trim_scale(${rate}), case ${type} when 'percent' then ' %' else '' end, ' in tier ') end, ${tier},
               case when ${flat} <> 0 then concat(' + ', ${toldNumber(flat)}) else '' end, ' = ', ${toldNumber(sql`${linear} + ${flat}`)})`

/** What the tiers of each row pay together, with each of them told. */
export const severalBands = sql`
    select b.no, sum(b.linear) as linear, sum(b.flat) as flat, string_agg(${bandText({
      type: sql`b.rate_type`,
      tier: sql`b.tier_no`,
      basis: sql`b.basis`,
      worth: sql`b.worth_part`,
      rate: sql`b.rate`,
      flat: sql`b.flat`,
      linear: sql`b.linear`,
    })}, ', ' order by b.tier_no) as bands
      from banded b group by b.no`

/** What a row is told by; `bands` are the tiers where several pay. */
export const toldColumns = [
  'qualifier_basis',
  'note',
  'reached',
  'reached_rate',
  'reached_flat',
  'accrual_rate',
  'rate_type',
  'paid_on',
  'worth',
  'bands',
  'excepted',
  'excepted_owing',
  'others',
  'limited',
  'limit_of',
] as const

/** How the amount of a row comes about, in words: from `toldColumns`, `lines` and `qualifier` of the row of this alias. */
export const explanationSql = (row: Sql): Sql => sql`
  concat_ws('; ',
    concat(${row}.lines, case ${row}.lines when 1 then ' line, ' else ' lines, ' end, ${row}.qualifier_basis, ' ', ${toldNumber(sql`${row}.qualifier`)}),
    nullif(${row}.note, ''),
    case when ${row}.reached is null then 'below the first tier' end,
    case when ${row}.accrual_rate is not null then concat('accrued at ', trim_scale(${row}.accrual_rate), case ${row}.rate_type when 'percent' then ' %' else '' end)
         when ${row}.bands is not null then ${row}.bands
         when ${row}.reached is not null then ${bandText({
           type: sql`${row}.rate_type`,
           tier: sql`${row}.reached`,
           basis: sql`${row}.paid_on`,
           worth: sql`${row}.worth`,
           rate: sql`coalesce(${row}.reached_rate, 0)`,
           flat: sql`${row}.reached_flat`,
           linear: oneBandLinear(row),
         })} end,
    case when ${row}.excepted <> 0 then concat(${toldNumber(sql`${row}.excepted`)}, ' by exception = ', ${toldNumber(sql`${row}.excepted_owing`)}) end,
    ${row}.others,
    case when ${row}.limited is not null then concat(${row}.limited, ' ', ${toldNumber(sql`${row}.limit_of`)}) end)`
