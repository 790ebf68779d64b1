import { join, sql, type Sql } from '../store/sql.ts'
import type { Report } from './report.ts'

// What was posted and taken back is in the ledger still: its opposite is a posting of its own.
const inLedger = sql`(f.status in ('approved', 'posted') or f.status = 'reversed' and f.posted_at is not null)`

/** Our postings that count in the ledger beside those of other systems: what is only here, only there, or not the same. */
export const postingReconciliation: Report = {
  reads: {
    'financial-posting': [
      'posting_number',
      'posting_type',
      'contract_number',
      'payee',
      'posting_date',
      'amount',
      'currency',
      'status',
      'posted_at',
    ],
    'external-posting': [
      'external_document',
      'source_system',
      'posting_number',
      'amount',
      'match_status',
      'posting_date',
    ],
  },
  statement: (
    { posted_from: from, posted_to: to, contract, paid_to: payee, application, open_only: open },
    { organizationId },
  ) => {
    const both = (alias: Sql): Sql =>
      join(
        [
          sql`${alias}.organization_id = ${organizationId}`,
          sql`${alias}.posting_date between ${from}::date and ${to}::date`,
          ...(contract ? [sql`${alias}.contract_number = ${contract}::text`] : []),
          ...(payee ? [sql`${alias}.payee = ${payee}::text`] : []),
          ...(application ? [sql`${alias}.application_type = ${application}::text`] : []),
        ],
        ' and ',
      )
    return sql`
      select r.* from (
        select case when e.id is null then 'here' when e.match_status = 'reconciled' then 'reconciled' when e.amount = f.amount then 'same' else 'differs' end as state,
               f.contract_number, f.payee, f.posting_type, f.posting_number, f.posting_date, f.amount as ours, e.external_document, e.source_system,
               e.amount as theirs, coalesce(e.amount, 0) - f.amount as difference, f.currency
          from financial_posting f
          left join external_posting e on e.organization_id = f.organization_id and e.posting_number = f.posting_number
         where ${both(sql`f`)} and ${inLedger}
        union all
        select 'there', e.contract_number, e.payee, e.posting_type, null, e.posting_date, null, e.external_document, e.source_system, e.amount, e.amount, e.currency
          from external_posting e
         where ${both(sql`e`)} and not exists (select from financial_posting f where f.organization_id = e.organization_id
           and f.posting_number = e.posting_number and ${inLedger})
      ) r ${open ? sql`where r.state <> 'reconciled'` : sql``}`
  },
}
