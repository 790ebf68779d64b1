import { join, sql } from '../store/sql.ts'
import { accruedSum, paidSum, releasedSum } from './posted-sums.ts'
import { fiscalSpans } from './fiscal-days.ts'
import type { Report } from './report.ts'

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : value ? [String(value)] : []

/** Several contracts side by side: what each fiscal period of their application cost, which mostly is a month, and what it has cost so far. */
export const contractTrendsMultiple: Report = {
  reads: {
    'financial-posting': [
      'contract_number',
      'application_type',
      'period_from',
      'posting_type',
      'posting_date',
      'reversal_of',
      'amount',
      'currency',
      'status',
    ],
    contract: ['contract_number', 'contract_header'],
  },
  statement: async (parameters, context) => {
    const { organizationId } = context
    const spanOf = await fiscalSpans(context, 'month')
    const span = spanOf({ application: sql`f.application_type`, day: sql`f.period_from` })
    const slot = spanOf({ application: sql`a.application_type`, day: sql`a.day` })
    const { period_from: from, period_to: to } = parameters
    const contracts = texts(parameters['contracts'])
    const wanted = join(
      [
        sql`f.organization_id = ${organizationId}`,
        sql`f.status <> 'rejected'`,
        ...(contracts.length > 0 ? [sql`f.contract_number = any(${[...contracts]}::text[])`] : []),
        ...(from ? [sql`f.period_from >= ${from}::date`] : []),
        ...(to ? [sql`f.period_from <= ${to}::date`] : []),
      ],
      ' and ',
    )
    return sql`
      with posted as (
        select f.contract_number, f.application_type, ${span.from} as starts, ${span.to} as ends, ${span.name} as month, f.currency,
               ${accruedSum()} as accrued,
               ${releasedSum()} as released,
               ${paidSum()} as paid,
               count(*) as postings
          from financial_posting f ${span.join} where ${wanted} group by 1, 2, 3, 4, 5, 6
      ),
      slots as (
        select distinct a.application_type, ${slot.from} as starts, ${slot.to} as ends, ${slot.name} as month
          from (select p.application_type, d::date as day from (
                  select application_type, min(starts) as first from posted group by 1) p
                 cross join lateral generate_series(p.first::timestamp, (select max(starts) from posted)::timestamp, interval '1 day') d) a
          ${slot.join}
      ),
      -- A month without postings costs nothing more, and the cost so far goes on.
      every as (
        select k.contract_number, k.currency, s.starts, s.ends, s.month
          from (select contract_number, application_type, currency, min(starts) as first from posted group by 1, 2, 3) k
          join slots s on s.application_type is not distinct from k.application_type and s.starts >= k.first
      )
      select e.contract_number, coalesce(c.contract_header, e.contract_number) as contract_name, e.month,
             greatest(e.starts, ${from ?? null}::date) as month_from, least(e.ends, ${to ?? null}::date) as month_to, e.currency, coalesce(p.accrued, 0) as accrued,
             coalesce(p.released, 0) as released, coalesce(p.accrued - p.released, 0) as open, coalesce(p.paid, 0) as paid,
             coalesce(p.accrued - p.released + p.paid, 0) as cost,
             sum(coalesce(p.accrued - p.released + p.paid, 0)) over (partition by e.contract_number, e.currency order by e.starts) as cumulated,
             coalesce(p.postings, 0) as postings
        from every e
        left join posted p on p.contract_number = e.contract_number and p.currency is not distinct from e.currency and p.starts = e.starts
        left join contract c on c.organization_id = ${organizationId} and c.contract_number = e.contract_number`
  },
}
