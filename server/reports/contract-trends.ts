import { join, sql } from '../store/sql.ts'
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
               coalesce(sum(f.amount) filter (where f.posting_type = 'Accrual'), 0) as accrued,
               coalesce(- sum(f.amount) filter (where f.posting_type = 'Accrual Reversal'), 0) as released,
               coalesce(sum(f.amount) filter (where f.posting_type in ('Payment', 'Payment Reversal', 'Delta Payment')), 0) as paid,
               count(*) as postings
          from financial_posting f where ${wanted} group by 1, 2, 3
      )
      select p.contract_number, coalesce(c.contract_header, p.contract_number) as contract_name, p.month,
             (p.month + interval '1 month')::date - 1 as month_to, p.currency, p.accrued, p.released, p.accrued - p.released as open, p.paid,
             p.accrued - p.released + p.paid as cost,
             sum(p.accrued - p.released + p.paid) over (partition by p.contract_number, p.currency order by p.month) as cumulated, p.postings
        from posted p left join contract c on c.organization_id = ${organizationId} and c.contract_number = p.contract_number`
  },
}
