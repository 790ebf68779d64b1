import { join, sql } from '../store/sql.ts'
import type { Report } from './report.ts'

/**
 * Payments that may have been made twice: of one rule, period and group of lines; to one payee within some days and a tolerance of
 * the amount under another contract; or by an external system as well. What was taken back and what takes it back is no duplicate.
 */
export const duplicatePayment: Report = {
  reads: {
    'financial-posting': [
      'posting_number',
      'contract_number',
      'payee',
      'rule_no',
      'period_from',
      'posting_date',
      'amount',
      'currency',
      'source_key',
    ],
    'external-posting': ['external_document', 'contract_number', 'payee', 'posting_date', 'amount', 'currency'],
  },
  statement: (parameters, { organizationId }) => {
    const { posted_from: from, posted_to: to, paid_to: payee } = parameters
    const [days, tolerance, least] = [
      parameters['within_days'],
      parameters['tolerance'],
      parameters['min_amount'] ?? '0',
    ]
    const wanted = join(
      [
        sql`f.organization_id = ${organizationId}`,
        sql`f.amount > 0`,
        sql`f.amount >= ${least}::numeric`,
        ...(payee ? [sql`f.payee = ${payee}::text`] : []),
      ],
      ' and ',
    )
    const near = sql`abs(a.posting_date - b.posting_date) <= ${days}::int
      and abs(a.amount - b.amount) <= greatest(a.amount, b.amount) * ${tolerance}::numeric / 100`
    return sql`
      with paid as (
        select f.id, f.posting_number, f.contract_number, f.payee, f.rule_no, f.period_from, f.source_key, f.posting_date, f.amount, f.currency, f.posting_type, f.external_reference
          from financial_posting f
         where ${wanted} and f.posting_type in ('Payment', 'Delta Payment') and f.status not in ('rejected', 'reversed') and f.reversal_of is null
           and f.posting_date between ${from}::date - ${days}::int and ${to}::date + ${days}::int
      ), found as (
        select case when a.contract_number = b.contract_number then 'same' else 'near' end as reason, a.payee, a.posting_number, a.contract_number, a.posting_date,
               a.amount, b.posting_number as other_number, b.contract_number as other_contract, b.posting_date as other_date, b.amount as other_amount, a.currency
          from paid a join paid b on b.payee = a.payee and b.currency = a.currency and b.id > a.id
         where case when a.contract_number = b.contract_number
                    then a.source_key = b.source_key and a.posting_type = 'Payment' and b.posting_type = 'Payment' else ${near} end
        union all
        select 'external', a.payee, a.posting_number, a.contract_number, a.posting_date, a.amount, b.external_document, b.contract_number, b.posting_date, b.amount, a.currency
          from paid a join external_posting b on b.organization_id = ${organizationId} and b.payee = a.payee and b.currency = a.currency
         where b.posting_type in ('Payment', 'Delta Payment') and b.posting_number is distinct from a.posting_number
           and b.external_document is distinct from a.external_reference and ${near}
      )
      select d.*, abs(d.other_date - d.posting_date) as days,
             round(100 * abs(d.other_amount - d.amount) / nullif(greatest(d.amount, d.other_amount), 0), 2) as difference
        from found d where d.posting_date between ${from}::date and ${to}::date or d.other_date between ${from}::date and ${to}::date`
  },
}
