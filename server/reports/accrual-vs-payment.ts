import { join, sql } from '../store/sql.ts'
import type { Report } from './report.ts'

/** What was accrued for each contract, payee and period, what of it was released, and what was paid. */
export const accrualVsPayment: Report = {
  reads: {
    'financial-posting': [
      'contract_number',
      'payee',
      'period_from',
      'period_to',
      'posting_type',
      'posting_date',
      'amount',
      'currency',
    ],
    contract: ['contract_number', 'contract_header'],
  },
  statement: (parameters, { organizationId }) => {
    const { posted_from: from, posted_to: to, contract, paid_to: payee } = parameters
    const wanted = join(
      [
        sql`f.organization_id = ${organizationId}`,
        sql`f.status <> 'rejected'`,
        ...(from ? [sql`f.posting_date >= ${from}::date`] : []),
        ...(to ? [sql`f.posting_date <= ${to}::date`] : []),
        ...(contract ? [sql`f.contract_number = ${contract}::text`] : []),
        ...(payee ? [sql`f.payee = ${payee}::text`] : []),
      ],
      ' and ',
    )
    return sql`
      with posted as (
        select f.contract_number, f.payee, f.period_from, max(f.period_to) as period_to, max(f.currency) as currency,
               coalesce(sum(f.amount) filter (where f.posting_type = 'Accrual'), 0) as accrued,
               coalesce(- sum(f.amount) filter (where f.posting_type = 'Accrual Reversal'), 0) as released,
               coalesce(sum(f.amount) filter (where f.posting_type in ('Payment', 'Delta Payment', 'Payment Reversal')), 0) as paid
          from financial_posting f where ${wanted} group by 1, 2, 3
      )
      select p.contract_number, c.contract_header as contract_description, p.payee, p.period_from, p.period_to, p.accrued, p.released,
             p.accrued - p.released as open, p.paid, p.paid - p.accrued as difference,
             round(100 * p.accrued / nullif(p.paid, 0), 2) as accuracy, p.currency
        from posted p left join contract c on c.organization_id = ${organizationId} and c.contract_number = p.contract_number`
  },
}
