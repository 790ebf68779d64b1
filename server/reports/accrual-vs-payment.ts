import { exchange } from '../calculation/lines-sql.ts'
import { minorUnits } from '../domain/calculation/amount.ts'
import { referenceCurrency } from '../engine/configuration-keys.ts'
import { join, sql } from '../store/sql.ts'
import { accruedSum, paidSum, releasedSum } from './posted-sums.ts'
import type { Report } from './report.ts'

/**
 * What was accrued for each contract, payee and period, what of it was released, and what was paid; in the currency of the books as well, each
 * posting at the rate of its day. What of it was accrued and paid at different rates is a gain or a loss (below nought) of exchange; nothing
 * is said where a rate is missing.
 */
export const accrualVsPayment: Report = {
  reads: {
    'financial-posting': [
      'contract_number',
      'payee',
      'period_from',
      'period_to',
      'posting_type',
      'posting_date',
      'reversal_of',
      'amount',
      'currency',
    ],
    contract: ['contract_number', 'contract_header'],
  },
  statement: async (parameters, { organizationId, read }) => {
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
    const reference = await read((tx) => referenceCurrency(tx, organizationId))
    const digits = sql`${minorUnits(reference)}::int`
    return sql`
      with posting as (
        select t.*, t.amount * ${exchange(reference)} as local_amount
          from (select f.*, f.posting_date as billing_date, ${reference}::text as contract_currency, coalesce(c.exchange_type, 'average') as exchange_type
                  from financial_posting f left join contract c on c.organization_id = f.organization_id and c.contract_number = f.contract_number
                 where ${wanted}) t
      ), posted as (
        select f.contract_number, f.payee, f.period_from, max(f.period_to) as period_to, f.currency,
               ${accruedSum()} as accrued,
               ${releasedSum()} as released,
               ${paidSum()} as paid,
               case when bool_and(f.local_amount is not null) then ${accruedSum(sql`f.local_amount`)} end as accrued_local,
               case when bool_and(f.local_amount is not null) then ${paidSum(sql`f.local_amount`)} end as paid_local
          from posting f group by 1, 2, 3, f.currency
      )
      select p.contract_number, c.contract_header as contract_description, p.payee, p.period_from, p.period_to, p.accrued, p.released,
             p.accrued - p.released as open, p.paid, p.paid - p.accrued as difference,
             round(100 * p.accrued / nullif(p.paid, 0), 2) as accuracy, p.currency, round(p.accrued_local, ${digits}) as accrued_local, round(p.paid_local, ${digits}) as paid_local,
             round(case when p.accrued > 0 and p.paid > 0 then least(greatest(p.released, 0), p.paid) * (p.accrued_local / p.accrued - p.paid_local / p.paid)
                        else 0 * p.paid_local end, ${digits}) as exchange_difference,
             ${reference}::text as local_currency, case when p.payee is null then 'payee' end as payee_absent
        from posted p left join contract c on c.organization_id = ${organizationId} and c.contract_number = p.contract_number`
  },
}
