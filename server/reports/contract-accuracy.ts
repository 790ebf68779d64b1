import { join, sql, type Sql } from '../store/sql.ts'
import { accruedSum, paidSum } from './posted-sums.ts'
import { fiscalSpans } from './fiscal-days.ts'
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
const settledSql = (parameters: Parameters, { organizationId }: ReportContext): Sql => sql`
    select f.contract_number, f.application_type, f.currency, f.source_key, max(f.rule_no) as rule_no, max(f.payee) as payee, max(f.period_from) as period_from,
           max(f.period_to) as period_to, max(f.customer_number) as customer_number, max(f.material_number) as material_number,
           ${accruedSum()} as accrued,
           ${paidSum()} as paid
      from financial_posting f where ${wantedSql(parameters, organizationId)}
     group by f.contract_number, f.application_type, f.currency, f.source_key
    having count(*) filter (where f.posting_type in ('Payment', 'Delta Payment') and f.status <> 'reversed') > 0`

/** Which postings `f` count. */
function wantedSql(parameters: Parameters, organizationId: number): Sql {
  const { period_from: from, period_to: to, begins_to: begins, contract, application_type: application } = parameters
  const currency = parameters['currency']
  return join(
    [
      sql`f.organization_id = ${organizationId}`,
      sql`f.status <> 'rejected'`,
      sql`f.claim_number is null`,
      ...(from ? [sql`f.period_from >= ${from}::date`] : []),
      ...(to ? [sql`f.period_to <= ${to}::date`] : []),
      ...(contract ? [sql`f.contract_number = ${contract}::text`] : []),
      ...(begins ? [sql`f.period_from <= ${begins}::date`] : []),
      ...(application ? [sql`f.application_type = ${application}::text`] : []),
      ...(currency ? [sql`f.currency = ${currency}::text`] : []),
    ],
    ' and ',
  )
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

/** What was settled, each with its level: the one asked for, else that of its application; and its value there. */
const levelledSql = (parameters: Parameters, context: ReportContext): Sql => sql`
  select s.*, case s.level when 'customer' then coalesce(s.customer_number, s.payee) when 'material' then coalesce(s.material_number, 'All')
                           when 'rule' then s.rule_no::text when 'period' then concat(s.period_from, ' – ', s.period_to) else s.payee end as level_value
    from (
      select s.*, coalesce(${parameters['level'] ?? null}::text, (
               select a.agg_level from contract_accuracy_level a
                where a.organization_id = ${context.organizationId} and a.application_type in (s.application_type, 'all')
                order by a.application_type = 'all' limit 1), 'payee') as level
        from (${settledSql(parameters, context)}) s) s`

const levelRead = { 'contract-accuracy-level': ['application_type', 'agg_level'] }

/** The same within each contract, by the level asked for, else by that of its application. */
export const contractAccuracyByLevel: Report = {
  reads: { ...reads, ...levelRead },
  statement: (parameters, context) => sql`
    select s.contract_number, ${described(context.organizationId)} as contract_description, s.application_type, s.level, s.level_value, ${figures}
      from (${levelledSql(parameters, context)}) s
     group by s.contract_number, s.application_type, s.level, s.level_value, s.currency`,
}

/** The postings that the accuracy of contracts is worked out of: those that accrued or paid what was settled. */
export const settledPosting: Report = {
  reads: {
    ...reads,
    'financial-posting': [...reads['financial-posting'], 'posting_number', 'posting_date'],
    ...levelRead,
  },
  statement: (parameters, context) => {
    const value = parameters['level_value']
    return sql`
      select * from (
        select f.posting_number, f.posting_type, f.contract_number, f.rule_no, f.payee, f.period_from, f.period_to, f.customer_number, f.material_number,
               f.posting_date, ${accruedSum()} as accrued, ${paidSum()} as paid, f.currency
          from financial_posting f
          join (${levelledSql(parameters, context)}) s
            on s.contract_number = f.contract_number and coalesce(s.application_type, '') = coalesce(f.application_type, '')
           and coalesce(s.currency, '') = coalesce(f.currency, '') and coalesce(s.source_key, '') = coalesce(f.source_key, '')
         where ${wantedSql(parameters, context.organizationId)} ${value ? sql`and s.level_value = ${value}::text` : sql``}
         group by f.organization_id, f.id) p
       where p.accrued <> 0 or p.paid <> 0`
  },
}

/**
 * The same by the month in which the periods begin, or the fiscal period where the calendar of the application has no months, over all
 * contracts of an application: whether one gets better at it.
 */
export const contractAccuracyByMonth: Report = {
  reads,
  statement: async (parameters, context) => {
    const spanOf = await fiscalSpans(context, 'month')
    const span = spanOf({ application: sql`s.application_type`, day: sql`s.period_from` })
    return sql`
    select s.month, greatest(s.starts, ${parameters['period_from'] ?? null}::date) as month_from,
           least(s.ends, ${parameters['begins_to'] ?? null}::date) as month_to, s.application_type, count(distinct s.contract_number) as contracts, ${figures}
      from (select s.*, ${span.name} as month, ${span.from} as starts, ${span.to} as ends from (${settledSql(parameters, context)}) s ${span.join}) s
     group by s.month, s.starts, s.ends, s.application_type, s.currency`
  },
}
