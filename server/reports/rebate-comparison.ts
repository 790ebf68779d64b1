import { sql, type Sql } from '../store/sql.ts'
import { allLines } from './all-lines.ts'
import { calculationLines } from './calculation-asked.ts'
import { calculationReads } from './calculation-reads.ts'
import { calculatedSql, headerRead, partnerName } from './calculated.ts'
import type { Report, ReportContext } from './report.ts'

type Parameters = Readonly<Record<string, unknown>>

const reads = { ...calculationReads, contract: [...calculationReads['contract']!, ...headerRead] }

/** The criteria of one of both calculations. */
const side = (parameters: Parameters, which: 'first' | 'second'): Parameters => ({
  ...parameters,
  period_from: parameters[`${which}_from`],
  period_to: parameters[`${which}_to`],
  kind: parameters[`${which}_kind`] ?? parameters['kind'],
})

const added = async (parameters: Parameters, context: ReportContext): Promise<Sql> => sql`
  select a.contract_number, max(a.contract_header) as contract_header, max(a.partner_number) as partner_number, a.rule_no, a.payee, a.currency,
         sum(a.lines) as lines, sum(a.benefit) as benefit, sum(a.amount) as amount, max(a.tier) as tier, max(a.rate) as rate, max(a.share) as share
    from (${await calculatedSql(parameters, context)}) a
   group by a.contract_number, a.rule_no, a.payee, a.currency`

/**
 * Two calculations side by side, a row for each contract, rule and payee. The difference is taken apart: from volume (the basis
 * grown or shrunk at the rate of the first) and from rate (tiers, rates and limits); what only one of them has is from neither.
 */
async function besideSql(parameters: Parameters, context: ReportContext): Promise<Sql> {
  const [first, second] = await Promise.all([
    added(side(parameters, 'first'), context),
    added(side(parameters, 'second'), context),
  ])
  return sql`
    select e.*, e.difference - e.from_volume - e.from_new - e.from_ended as from_rate from (
      -- What rounding leaves is no rate of its own.
      select d.*,
             case when d.found <> 'both' then 0
                  when d.basis_before = 0 then d.difference
                  when abs(d.difference - v.volume) <= 0.02 then d.difference else v.volume end as from_volume,
             case when d.found = 'second' then d.after else 0 end as from_new,
             case when d.found = 'first' then - d.before else 0 end as from_ended
        from (
          select coalesce(b.contract_number, a.contract_number) as contract_number, coalesce(b.contract_header, a.contract_header) as contract_header,
                 coalesce(b.partner_number, a.partner_number) as partner_number, coalesce(b.rule_no, a.rule_no) as rule_no,
                 coalesce(b.payee, a.payee) as payee, coalesce(b.currency, a.currency) as currency, coalesce(b.share, a.share) as share,
                 coalesce(a.lines, 0) as lines_before, coalesce(b.lines, 0) as lines_after,
                 coalesce(a.benefit, 0) as basis_before, coalesce(b.benefit, 0) as basis_after, a.tier as tier_before, b.tier as tier_after,
                 a.rate as rate_before, b.rate as rate_after, coalesce(a.amount, 0) as before, coalesce(b.amount, 0) as after,
                 coalesce(b.amount, 0) - coalesce(a.amount, 0) as difference,
                 case when a.contract_number is null then 'second' when b.contract_number is null then 'first' else 'both' end as found
            from (${first}) a full join (${second}) b
              on b.contract_number = a.contract_number and b.rule_no = a.rule_no and b.payee = a.payee and b.currency = a.currency) d
       cross join lateral (select round((d.basis_after - d.basis_before) * d.before / nullif(d.basis_before, 0), 2) as volume) v) e`
}

const lines = async (parameters: Parameters, context: ReportContext): Promise<Sql> =>
  allLines([
    await calculationLines(side(parameters, 'first'), context),
    await calculationLines(side(parameters, 'second'), context),
  ])

/** Which calculation a row is led to: the second one, the first where only that has the row. */
function sideSql(parameters: Parameters, isFirst: Sql): Sql {
  const [first, second] = [side(parameters, 'first'), side(parameters, 'second')]
  const either = (name: string) => sql`case when ${isFirst} then ${first[name]}::text else ${second[name]}::text end`
  return sql`${either('period_from')}::date as side_from, ${either('period_to')}::date as side_to, ${either('kind')} as side_kind`
}

const percent = (difference: Sql, before: Sql): Sql => sql`round(100 * ${difference} / nullif(${before}, 0), 2)`

export const rebateComparison: Report = {
  reads,
  source: lines,
  statement: async (parameters, context) => sql`
    select e.contract_number, e.contract_header as contract_description, e.rule_no, e.payee, ${partnerName(sql`e.payee`, context)} as payee_name,
           e.basis_before, e.basis_after, e.tier_before, e.tier_after, e.rate_before, e.rate_after, e.before as first_amount, e.after as second_amount, e.difference,
           ${percent(sql`e.difference`, sql`e.before`)} as difference_percent, e.from_volume, e.from_rate, e.lines_before, e.lines_after,
           e.currency, e.found, ${sideSql(parameters, sql`e.found = 'first'`)}
      from (${await besideSql(parameters, context)}) e`,
}

/** The same, a row for each contract: where the difference comes from, step by step. */
export const rebateComparisonSummary: Report = {
  reads,
  source: lines,
  statement: async (parameters, context) => sql`
    select s.*, ${partnerName(sql`s.partner_number`, context)} as partner_name, ${percent(sql`s.difference`, sql`s.first_amount`)} as difference_percent
      from (
        select e.contract_number, max(e.contract_header) as contract_description, max(e.partner_number) as partner_number, e.currency,
               sum(e.before) as first_amount, sum(e.after) as second_amount, sum(e.difference) as difference, sum(e.from_new) as from_new,
               sum(e.from_volume) as from_volume, sum(e.from_rate) as from_rate, sum(e.from_ended) as from_ended,
               sum(e.lines_before * e.share) as lines_before, sum(e.lines_after * e.share) as lines_after,
               ${sideSql(parameters, sql`bool_and(e.found = 'first')`)}
          from (${await besideSql(parameters, context)}) e group by e.contract_number, e.currency) s`,
}
