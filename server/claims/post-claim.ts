import type { PostingDay } from '../calculation/fiscal-calendar.ts'
import { postingNumber } from '../calculation/posting-number.ts'
import { counts } from '../engine/count-cache.ts'
import type { Tx } from '../store/database.ts'
import { sql } from '../store/sql.ts'

export interface PaidClaim {
  readonly organizationId: number
  readonly userId: number
  readonly claim: string
  readonly payee: string
  /** The day its postings get, by the application of their contract; throws where the period of that day is closed. */
  readonly dayFor: (application: string) => Promise<PostingDay>
}

/**
 * Posts what was approved of an incoming claim, a payment for each contract, and releases as much of what that contract has accrued.
 * Contracts are locked one after the other; a claim that was posted is not posted again. Answers the amount that is now posted.
 */
export async function postClaim(tx: Pick<Tx, 'query' | 'afterCommit'>, paid: PaidClaim): Promise<string> {
  const { organizationId, userId, claim, payee, dayFor } = paid
  const lines = sql`
    select l.* from incoming_claim_line l
     where l.organization_id = ${organizationId} and l.claim_number = ${claim} and l.line_status = 'ok' and l.approved_amount <> 0`
  const contracts = await tx.query<{ contract_number: string; application: string }>(sql`
    select c.contract_number, c.application_type as application from contract c
     where c.organization_id = ${organizationId} and c.contract_number in (select l.contract_number from (${lines}) l)
     order by c.contract_number for update`)
  for (const { contract_number: number, application } of contracts) {
    const day = await dayFor(application)
    await tx.query(sql`
      with due as (
        select sum(l.approved_amount) as amount, max(l.currency) as currency, count(*) as lines, min(l.invoice_date) as period_from,
               max(l.invoice_date) as period_to, sum(l.quantity) as quantity, sum(l.quantity * coalesce(l.contract_price, l.acquisition_price)) as basis
          from (${lines}) l where l.contract_number = ${number}
      ), accrued as (
        select coalesce(sum(f.amount), 0) as amount from financial_posting f
         where f.organization_id = ${organizationId} and f.contract_number = ${number} and f.posting_type in ('Accrual', 'Accrual Reversal') and f.status <> 'rejected'
      ), entry as (
        select 'Payment' as type, d.amount, 1 as place from due d
        union all
        select 'Accrual Reversal', - least(d.amount, a.amount), 2 from due d cross join accrued a where d.amount > 0 and a.amount > 0
      )
      insert into financial_posting (organization_id, created_by, updated_by, posting_number, posting_type, status, approval_status, application_type, contract_number, contract_version,
             payee, period_from, period_to, posting_date, fiscal_year, fiscal_period, lines, qualifier, basis, amount, currency, explanation, claim_number, source_key)
      select ${organizationId}, ${userId}, ${userId}, ${postingNumber(number, organizationId, sql`e.place`)}, e.type, 'new', 'new',
             ${application}, ${number},
             (select c.row_version from contract c where c.organization_id = ${organizationId} and c.contract_number = ${number}),
             ${payee}, d.period_from, d.period_to, ${day.date}::date, ${day.fiscalYear}::bigint, ${day.fiscalPeriod}::bigint, d.lines, d.quantity, d.basis, e.amount, d.currency,
             case e.type when 'Payment' then concat('claim ', ${claim}::text, ': ', d.lines, case d.lines when 1 then ' line' else ' lines' end, ' approved')
                         else concat('released by claim ', ${claim}::text) end,
             ${claim}, concat('claim|', ${claim}::text)
        from entry e cross join due d
       where not exists (select from financial_posting f where f.organization_id = ${organizationId} and f.contract_number = ${number} and f.claim_number = ${claim})`)
  }
  tx.afterCommit(() => counts.forget('financial_posting', organizationId))
  const [sum] = await tx.query<{ amount: string }>(sql`
    select coalesce(sum(f.amount), 0)::text as amount from financial_posting f
     where f.organization_id = ${organizationId} and f.claim_number = ${claim} and f.posting_type = 'Payment'`)
  return sum!.amount
}
