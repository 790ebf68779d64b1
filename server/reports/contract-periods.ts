import { sql, type Sql } from '../store/sql.ts'
import { calculatedRows, headerRead } from './calculated.ts'
import { calculationLines } from './calculation-asked.ts'
import { calculationReads } from './calculation-reads.ts'
import { postingsRead } from './calculation-results.ts'
import { periodNames } from './period-names.ts'
import { accruedSum, paidSum, releasedSum } from './posted-sums.ts'
import type { Report, ReportContext } from './report.ts'

type Parameters = Readonly<Record<string, unknown>>

const reads = {
  ...calculationReads,
  contract: [...calculationReads['contract']!, ...headerRead],
  'financial-posting': postingsRead,
}

/** What asks for the payments of one contract, whatever its status, for the periods asked for. */
const ofContract = (parameters: Parameters): Parameters => ({
  ...parameters,
  contract_number: parameters['contract'],
  contract_status: null,
  kind: 'Payment',
})

const payments = (parameters: Parameters, context: ReportContext) => calculatedRows(ofContract(parameters), context)

/** The rule that gives a period its name, where several begin on the same day: that of the longest. */
const naming = (of: Sql): Sql =>
  sql`(array_agg(${of}.rule_no order by ${of}.period_to desc, ${of}.rule_no))[1] as rule_no`

const lines = (parameters: Parameters, context: ReportContext): Promise<Sql> =>
  calculationLines(ofContract(parameters), context)

/** One contract period by period: what it is worth by its terms, what was accrued and released of it, and what was paid. */
export const rebateTrends: Report = {
  reads,
  source: lines,
  statement: async (parameters, context) => {
    const { rows, calculation } = await payments(parameters, context)
    return sql`
    with calculated as (
      select a.period_from, max(a.period_to) as period_to, ${naming(sql`a`)}, max(a.currency) as currency, sum(a.lines * a.share) as lines,
             sum(a.basis * a.share) as basis, sum(a.amount) as earned, sum(a.amount) filter (where a.basis is not null) as valued
        from (${rows}) a group by a.period_from),
    posted as (
      select f.period_from, max(f.period_to) as period_to, ${naming(sql`f`)}, max(f.currency) as currency,
             ${accruedSum()} as accrued,
             ${releasedSum()} as released,
             ${paidSum()} as paid
        from financial_posting f
       where f.organization_id = ${context.organizationId} and f.status <> 'rejected' and f.contract_number = ${parameters['contract']}::text
         and f.period_from <= ${parameters['period_to']}::date and f.period_to >= ${parameters['period_from']}::date
       group by f.period_from),
    beside as (
      select coalesce(c.period_from, p.period_from) as period_from, coalesce(c.period_to, p.period_to) as period_to,
             ${parameters['contract']}::text as contract_number, coalesce(c.rule_no, p.rule_no) as rule_no,
             coalesce(c.currency, p.currency) as currency, coalesce(c.lines, 0) as lines, c.basis, coalesce(c.earned, 0) as earned, c.valued,
             coalesce(p.accrued, 0) as accrued, coalesce(p.released, 0) as released, coalesce(p.paid, 0) as paid
        from calculated c full join posted p on p.period_from = c.period_from)
    select ${periodNames(calculation)(sql`a`)} as period, a.*, a.accrued - a.released as open,
           round(100 * a.valued / nullif(a.basis, 0), 2) as effective_rate, sum(a.earned) over (order by a.period_from) as earned_so_far,
           sum(a.paid) over (order by a.period_from) as paid_so_far
      from beside a`
  },
}

/** The rules of one contract period by period: the tier and the rate they reached, and what they really pay of what was sold. */
export const incentiveTrends: Report = {
  reads,
  source: lines,
  statement: async (parameters, context) => {
    const { rows, calculation } = await payments(parameters, context)
    return sql`
    select ${periodNames(calculation)(sql`a`)} as period, a.*, round(100 * a.valued / nullif(a.basis, 0), 2) as effective_rate,
           sum(a.amount) over (partition by a.rule_no order by a.period_from) as amount_so_far
      from (
        select a.contract_number, a.rule_no, concat_ws(' ', 'Rule', a.rule_no, max(a.description)) as rule, a.period_from, a.period_to,
               max(a.currency) as currency, sum(a.qualifier * a.share) as qualifier, sum(a.basis * a.share) as basis,
               sum(a.lines * a.share) as lines, max(a.tier) as tier, max(a.rate) as rate, sum(a.amount) as amount,
               sum(a.amount) filter (where a.basis is not null) as valued, bool_and(a.is_due) as is_due
          from (${rows}) a
         group by a.contract_number, a.rule_no, a.period_from, a.period_to) a`
  },
}
