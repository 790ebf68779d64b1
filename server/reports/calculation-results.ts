import { join, sql, type Sql } from '../store/sql.ts'
import { calculationLines } from './calculation-asked.ts'
import { calculationReads } from './calculation-reads.ts'
import { calculatedRows, headerRead, partnerName } from './calculated.ts'
import { periodNames } from './period-names.ts'
import type { Report } from './report.ts'

/** The fields of postings that are held against a calculation. */
export const postingsRead: readonly string[] = [
  'contract_number',
  'rule_no',
  'payee',
  'period_from',
  'period_to',
  'document',
  'customer_number',
  'material_number',
  'posting_type',
  'posting_date',
  'status',
  'reversal_of',
  'claim_number',
  'amount',
  'currency',
]

const same = sql`
  a.contract_number = p.contract_number and a.rule_no = p.rule_no and a.payee = p.payee and a.period_from = p.period_from
  and a.document is not distinct from p.document and a.customer_number is not distinct from p.customer_number
  and a.material_number is not distinct from p.material_number and a.currency = p.currency`

/** Which of the periods that were calculated are shown: those that begin within two days, in one currency. */
const shownOf = ({ begins_from: from, begins_to: to, currency }: Readonly<Record<string, unknown>>): Sql =>
  join(
    [
      sql`true`,
      ...(from ? [sql`a.period_from >= ${from}::date`] : []),
      ...(to ? [sql`a.period_from <= ${to}::date`] : []),
      ...(currency ? [sql`a.currency = ${currency}::text`] : []),
    ],
    ' and ',
  )

/**
 * What contracts owe by today's terms and sales beside what was posted of it; `open` is what posting it now would post. An accrual
 * is posted until something was paid of the same, and is left alone afterwards. What claims paid and released stands in lines of its own,
 * of which nothing is ever open: a posting run leaves it alone. So does what was posted in another currency than the contract's.
 */
export const calculationResults: Report = {
  reads: {
    ...calculationReads,
    contract: [...calculationReads['contract']!, ...headerRead],
    'financial-posting': postingsRead,
  },
  source: calculationLines,
  statement: async (parameters, context) => {
    const { organizationId } = context
    const { rows, calculation } = await calculatedRows(parameters, context)
    const accrual = parameters['kind'] === 'Accrual'
    return sql`
      with calculated as materialized (${rows}),
      wanted as (
        select t.contract_number, t.contract_header, t.application_type, t.partner_number from contract t
         where t.organization_id = ${organizationId} and t.contract_number in (select contract_number from calculated)),
      posted as (
        select f.contract_number, f.rule_no, f.payee, f.period_from, max(f.period_to) as period_to, f.document, f.customer_number, f.material_number,
               f.currency, f.claim_number is not null as is_claimed,
               coalesce(sum(f.amount) filter (where f.posting_type in ('Accrual', 'Accrual Reversal')), 0) as accrued,
               coalesce(sum(f.amount) filter (where f.posting_type in ('Payment', 'Payment Reversal', 'Delta Payment')), 0) as paid
          from financial_posting f
         where f.organization_id = ${organizationId} and f.status <> 'rejected' and f.contract_number in (select contract_number from wanted)
           and f.period_from <= ${parameters['period_to']}::date and f.period_to >= ${parameters['period_from']}::date
         group by f.contract_number, f.rule_no, f.payee, f.period_from, f.document, f.customer_number, f.material_number, f.currency, is_claimed),
      beside as (
        select coalesce(a.contract_number, p.contract_number) as contract_number, coalesce(a.rule_no, p.rule_no) as rule_no,
               coalesce(a.payee, p.payee) as payee, coalesce(a.period_from, p.period_from) as period_from,
               coalesce(a.period_to, p.period_to) as period_to, coalesce(a.currency, p.currency) as currency, coalesce(a.lines, 0) as lines, coalesce(a.amount, 0) as amount,
               coalesce(a.faulty, 0) as faulty, coalesce(p.accrued, 0) as accrued, coalesce(p.paid, 0) as paid,
               ${accrual ? sql`coalesce(p.accrued, 0)` : sql`coalesce(p.paid, 0)`} as posted,
               case when p.is_claimed or not coalesce(a.is_due, true) then 0
                    when ${accrual ? sql`coalesce(p.paid, 0) <> 0` : sql`false`} then 0
                    else coalesce(a.amount, 0) - ${accrual ? sql`coalesce(p.accrued, 0)` : sql`coalesce(p.paid, 0)`} end as open,
               coalesce(a.is_due, true) as is_due, a.contract_number is null as is_gone
          from calculated a full join posted p on ${same})
      select a.contract_number, w.contract_header as contract_description, a.rule_no, a.payee, ${partnerName(sql`a.payee`, context)} as payee_name,
             ${periodNames(calculation)(sql`a`)} as period, a.period_from, a.period_to, sum(a.lines) as lines, sum(a.amount) as amount, sum(a.accrued) as accrued,
             sum(a.paid) as paid, sum(a.open) as open, a.currency,
             case when a.rule_no is null then 'rule_no' end as without_rule,
             case when bool_or(a.faulty > 0) then 'faulty'
                  when bool_and(not a.is_due) then 'running'
                  when sum(abs(a.open)) = 0 then 'posted'
                  when bool_and(a.is_gone) then 'gone'
                  when sum(abs(a.posted)) = 0 then 'open'
                  else 'differs' end as state
        from beside a join wanted w on w.contract_number = a.contract_number
       where ${shownOf(parameters)}
       group by a.contract_number, w.contract_header, a.currency, a.rule_no, a.payee, a.period_from, a.period_to`
  },
}
