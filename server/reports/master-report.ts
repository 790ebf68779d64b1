import { sql } from '../store/sql.ts'
import { calculatedSql, headerRead, partnerName } from './calculated.ts'
import { calculationLines } from './calculation-asked.ts'
import { calculationReads } from './calculation-reads.ts'
import { postingsRead } from './calculation-results.ts'
import { accruedSum, paidSum, releasedSum } from './posted-sums.ts'
import type { Report } from './report.ts'

/**
 * Everything of a contract in a row: its terms, what they come to for the periods asked for, what was accrued and paid of it. What was paid
 * by claims is paid, and leaves what is still to be paid as it is: a posting run counts it neither.
 */
export const masterReport: Report = {
  reads: {
    ...calculationReads,
    contract: [...calculationReads['contract']!, ...headerRead, 'approval_status', 'payment_frequency'],
    'financial-posting': postingsRead,
  },
  source: (parameters, context) => calculationLines({ ...parameters, kind: 'Payment' }, context),
  statement: async (parameters, context) => {
    const { organizationId } = context
    const calculated = await calculatedSql({ ...parameters, kind: 'Payment' }, context)
    return sql`
      with calculated as materialized (
        select a.contract_number, sum(a.lines * a.share) as lines, sum(a.basis * a.share) as basis, sum(a.amount) as earned,
               sum(a.amount) filter (where a.basis is not null) as valued,
               coalesce(sum(a.amount) filter (where a.is_due), 0) as due, count(distinct a.payee) as payees
          from (${calculated}) a group by a.contract_number),
      posted as (
        select f.contract_number,
               ${accruedSum()} as accrued,
               ${releasedSum()} as released,
               ${paidSum()} as paid,
               ${paidSum(sql`case when f.claim_number is null then f.amount end`)} as paid_of_due,
               max(f.posting_date) as last_posting
          from financial_posting f
         where f.organization_id = ${organizationId} and f.status <> 'rejected' and f.contract_number in (select contract_number from calculated)
           and f.period_from <= ${parameters['period_to']}::date and f.period_to >= ${parameters['period_from']}::date
         group by f.contract_number)
      select c.contract_number, c.contract_header as contract_description, c.application_type, c.contract_type, c.partner_number,
             ${partnerName(sql`c.partner_number`, context)} as partner_name, c.contract_status, c.approval_status, c.valid_from, c.valid_to,
             c.payment_frequency, c.currency, coalesce(jsonb_array_length(c.rules), 0) as rules, a.payees, a.lines, a.basis, a.earned, a.valued,
             round(100 * a.valued / nullif(a.basis, 0), 2) as effective_rate, coalesce(p.accrued, 0) as accrued, coalesce(p.released, 0) as released,
             coalesce(p.accrued - p.released, 0) as open_accrual, coalesce(p.paid, 0) as paid, a.due - coalesce(p.paid_of_due, 0) as to_pay,
             coalesce(p.accrued - p.released, 0) + coalesce(p.paid, 0) as cost, p.last_posting
        from calculated a
        join contract c on c.organization_id = ${organizationId} and c.contract_number = a.contract_number
        left join posted p on p.contract_number = a.contract_number`
  },
}
