import { sql } from '../store/sql.ts'
import { calculationLines } from './calculation-asked.ts'
import { calculationReads } from './calculation-reads.ts'
import { calculatedRows, headerRead } from './calculated.ts'
import type { Report } from './report.ts'

/** What a calculation does rule by rule: how much each pays on what, how many lines it leaves out and why, and which come to nothing. */
export const calculationAnalysis: Report = {
  reads: { ...calculationReads, contract: [...calculationReads['contract']!, ...headerRead] },
  source: calculationLines,
  statement: async (parameters, context) => {
    const { rows } = await calculatedRows(parameters, context)
    const { outcome } = parameters
    const shown = typeof outcome === 'string' ? sql`where x.outcome = ${outcome}` : sql``
    return sql`
      select x.* from (
        select s.*, case when s.faulty > 0 then 'left_out' when s.lines = 0 then 'no_sales' when s.amount = 0 then 'nothing' else 'calculated' end as outcome
          from (
            select a.contract_number, max(a.contract_header) as contract_header, a.application_type, a.rule_no, max(a.description) as description,
                   max(r.rule ->> 'rate_type') as rate_type, max(r.rule ->> 'benefit_basis') as benefit_basis, a.currency,
                   count(distinct a.period_from) as periods, count(distinct a.payee) as payees,
                   coalesce(sum(a.lines * a.share), 0) as lines, coalesce(sum(a.faulty * a.share), 0) as faulty,
                   sum(a.basis * a.share) as basis, sum(a.amount) as amount, count(distinct a.tier) as tiers,
                   string_agg(distinct a.fault, '; ') as error
              from (${rows}) a
              join contract c on c.organization_id = ${context.organizationId} and c.contract_number = a.contract_number
              left join lateral (
                select x.rule from jsonb_array_elements(c.rules) x(rule) where (x.rule ->> 'rule_no')::int = a.rule_no limit 1) r on true
             group by a.contract_number, a.application_type, a.rule_no, a.currency) s) x ${shown}`
  },
}
