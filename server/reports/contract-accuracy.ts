import { join, sql, type Sql } from '../store/sql.ts'
import { accruedSum, paidSum } from './posted-sums.ts'
import type { Report, ReportContext } from './report.ts'

type Parameters = Readonly<Record<string, unknown>>

const reads = {
  'financial-posting': [
    'contract_number',
    'application_type',
    'rule_no',
    'payee',
    'period_from',
    'period_to',
    'customer_number',
    'material_number',
    'posting_type',
    'reversal_of',
    'amount',
    'currency',
  ],
  contract: ['contract_number', 'contract_header'],
}

/**
 * What was accrued and paid of what the postings name (`source_key`: rule, payee, period and level), where it was paid and that was
 * not taken back: only then it is known what should have been accrued. Releases are no part of what was accrued.
 */
function settledSql(parameters: Parameters, { organizationId }: ReportContext): Sql {
  const { period_from: from, period_to: to, contract, application_type: application } = parameters
  const wanted = join(
    [
      sql`f.organization_id = ${organizationId}`,
      sql`f.status <> 'rejected'`,
      sql`f.claim_number is null`,
      ...(from ? [sql`f.period_from >= ${from}::date`] : []),
      ...(to ? [sql`f.period_to <= ${to}::date`] : []),
      ...(contract ? [sql`f.contract_number = ${contract}::text`] : []),
      ...(application ? [sql`f.application_type = ${application}::text`] : []),
    ],
    ' and ',
  )
  return sql`
    select f.contract_number, f.application_type, f.currency, f.source_key, max(f.rule_no) as rule_no, max(f.payee) as payee, max(f.period_from) as period_from,
           max(f.period_to) as period_to, max(f.customer_number) as customer_number, max(f.material_number) as material_number,
           ${accruedSum()} as accrued,
           ${paidSum()} as paid
      from financial_posting f where ${wanted}
     group by f.contract_number, f.application_type, f.currency, f.source_key
    having count(*) filter (where f.posting_type in ('Payment', 'Delta Payment') and f.status <> 'reversed') > 0`
}

// Held against each other for each thing that was paid: what one accrued too much does not make up for another.
const figures = sql`
  count(distinct (s.contract_number, s.period_from, s.period_to)) as periods, sum(s.accrued) as accrued, sum(s.paid) as paid, sum(s.accrued - s.paid) as deviation,
  sum(abs(s.accrued - s.paid)) as missed,
  round(greatest(0, 100 - 100 * sum(abs(s.accrued - s.paid)) / nullif(sum(abs(s.paid)), 0)), 2) as accuracy,
  round(100 * sum(s.accrued - s.paid) / nullif(sum(abs(s.paid)), 0), 2) as bias, s.currency`

const described = (organizationId: number): Sql => sql`
  (select c.contract_header from contract c where c.organization_id = ${organizationId} and c.contract_number = s.contract_number)`

/** How near what a contract accrued came to what it paid. */
export const contractAccuracy: Report = {
  reads,
  statement: (parameters, context) => sql`
    select s.contract_number, ${described(context.organizationId)} as contract_description, s.application_type, ${figures}
      from (${settledSql(parameters, context)}) s group by s.contract_number, s.application_type, s.currency`,
}

/** The same within each contract, by the level asked for, else by that of its application. */
export const contractAccuracyByLevel: Report = {
  reads: { ...reads, 'contract-accuracy-level': ['application_type', 'agg_level'] },
  statement: (parameters, context) => sql`
    select s.contract_number, ${described(context.organizationId)} as contract_description, s.application_type, s.level, s.level_value, ${figures}
      from (
        select s.*, case s.level when 'customer' then coalesce(s.customer_number, s.payee) when 'material' then coalesce(s.material_number, 'All')
                                 when 'rule' then s.rule_no::text when 'period' then concat(s.period_from, ' – ', s.period_to) else s.payee end as level_value
          from (
            select s.*, coalesce(${parameters['level'] ?? null}::text, (
                     select a.agg_level from contract_accuracy_level a
                      where a.organization_id = ${context.organizationId} and a.application_type in (s.application_type, 'all')
                      order by a.application_type = 'all' limit 1), 'payee') as level
              from (${settledSql(parameters, context)}) s) s) s
     group by s.contract_number, s.application_type, s.level, s.level_value, s.currency`,
}

/** The same by the month in which the periods begin, over all contracts of an application: whether one gets better at it. */
export const contractAccuracyByMonth: Report = {
  reads,
  statement: (parameters, context) => sql`
    select date_trunc('month', s.period_from)::date as month, s.application_type, count(distinct s.contract_number) as contracts, ${figures}
      from (${settledSql(parameters, context)}) s group by 1, s.application_type, s.currency`,
}
