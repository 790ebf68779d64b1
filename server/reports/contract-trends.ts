import { join, sql } from '../store/sql.ts'
import { accruedSum, paidSum, releasedSum } from './posted-sums.ts'
import type { Report } from './report.ts'

const texts = (value: unknown): readonly string[] =>
  Array.isArray(value) ? value.map(String) : value ? [String(value)] : []

/** Several contracts side by side: what each month cost, and what it has cost so far. */
export const contractTrendsMultiple: Report = {
  reads: {
    'financial-posting': [
      'contract_number',
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
  statement: (parameters, { organizationId }) => {
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
        select f.contract_number, date_trunc('month', f.period_from)::date as month, f.currency,
               ${accruedSum()} as accrued,
               ${releasedSum()} as released,
               ${paidSum()} as paid,
               count(*) as postings
          from financial_posting f where ${wanted} group by 1, 2, 3
      ),
      -- A month without postings costs nothing more, and the cost so far goes on.
      every as (
        select k.contract_number, k.currency, m.month::date as month
          from (select contract_number, currency, min(month) as first from posted group by 1, 2) k
         cross join lateral generate_series(k.first, (select max(month) from posted), interval '1 month') m(month)
      )
      select e.contract_number, coalesce(c.contract_header, e.contract_number) as contract_name, e.month,
             greatest(e.month, ${from ?? null}::date) as month_from, least((e.month + interval '1 month')::date - 1, ${to ?? null}::date) as month_to, e.currency, coalesce(p.accrued, 0) as accrued,
             coalesce(p.released, 0) as released, coalesce(p.accrued - p.released, 0) as open, coalesce(p.paid, 0) as paid,
             coalesce(p.accrued - p.released + p.paid, 0) as cost,
             sum(coalesce(p.accrued - p.released + p.paid, 0)) over (partition by e.contract_number, e.currency order by e.month) as cumulated,
             coalesce(p.postings, 0) as postings
        from every e
        left join posted p on p.contract_number = e.contract_number and p.currency is not distinct from e.currency and p.month = e.month
        left join contract c on c.organization_id = ${organizationId} and c.contract_number = e.contract_number`
  },
}
