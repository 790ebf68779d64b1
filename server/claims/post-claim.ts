import type { PostingDay } from '../calculation/fiscal-calendar.ts'
import { paymentTermsSql } from '../calculation/payment-terms.ts'
import { postingNumber } from '../calculation/posting-number.ts'
import { amount, inMinorUnits, minorUnits } from '../domain/calculation/amount.ts'
import { counts } from '../engine/count-cache.ts'
import { AppError } from '../errors.ts'
import type { Tx } from '../store/database.ts'
import { sql, type Sql } from '../store/sql.ts'

const paymentTypes = sql`'Payment', 'Delta Payment', 'Payment Reversal'`
const accrualTypes = sql`'Accrual', 'Accrual Reversal'`

export interface PaidClaim {
  readonly organizationId: number
  readonly userId: number
  readonly claim: string
  readonly payee: string
  /** The day its postings get, by the application of their contract; throws where the period of that day is closed. */
  readonly dayFor: (application: string) => Promise<PostingDay>
}

const approvedLines = (organizationId: number, claim: string): Sql => sql`
  select l.* from incoming_claim_line l
   where l.organization_id = ${organizationId} and l.claim_number = ${claim} and l.line_status = 'ok' and l.approved_amount <> 0`

/**
 * Posts what was approved of an incoming claim, a payment for each contract, and releases as much of what that contract has accrued: the
 * difference to what stands of the claim, so that the same again posts nothing, and what was taken back or rejected is posted anew.
 * Contracts are locked one after the other. Answers the amount that is now posted. WRONG_STATE
 * for lines in another currency than their contract's: what they were calculated at is in that one.
 */
export async function postClaim(tx: Pick<Tx, 'query' | 'afterCommit'>, paid: PaidClaim): Promise<string> {
  const { organizationId, userId, claim, payee, dayFor } = paid
  const lines = approvedLines(organizationId, claim)
  const contracts = await tx.query<{ contract_number: string; application: string; currency: string }>(sql`
    select c.contract_number, c.application_type as application, c.currency from contract c
     where c.organization_id = ${organizationId} and (c.contract_number in (select l.contract_number from (${lines}) l)
        or c.contract_number in (select f.contract_number from financial_posting f where f.organization_id = ${organizationId} and f.claim_number = ${claim}))
     order by c.contract_number for update`)
  await demandCurrencies(tx, organizationId, lines)
  for (const { contract_number: number, application, currency } of contracts) {
    const day = await dayFor(application)
    await tx.query(sql`
      with due as (
        select round(coalesce(sum(l.approved_amount), 0), ${minorUnits(currency)}::int) as amount, max(l.currency) as currency, count(*) as lines, min(l.invoice_date) as period_from,
               max(l.invoice_date) as period_to, coalesce(sum(l.quantity), 0) as quantity,
               coalesce(sum(l.quantity * coalesce(l.contract_price, l.acquisition_price)), 0) as basis
          from (${lines}) l where l.contract_number = ${number}
      ), own as (
        select coalesce(sum(f.amount) filter (where f.posting_type in (${paymentTypes})), 0) as paid,
               coalesce(sum(f.amount) filter (where f.posting_type in (${accrualTypes})), 0) as released, max(f.currency) as currency,
               min(f.period_from) as period_from, max(f.period_to) as period_to
          from financial_posting f
         where f.organization_id = ${organizationId} and f.contract_number = ${number} and f.claim_number = ${claim} and f.status <> 'rejected'
      ), accrued as (
        select greatest(coalesce(sum(f.amount), 0), 0) as amount from financial_posting f
         where f.organization_id = ${organizationId} and f.contract_number = ${number} and f.posting_type in (${accrualTypes}) and f.status <> 'rejected'
           and f.claim_number is distinct from ${claim}
      ), entry as (
        select case when o.paid = 0 then 'Payment' else 'Delta Payment' end as type, d.amount - o.paid as amount, 1 as place from due d cross join own o
        union all
        select case when r.amount < 0 then 'Accrual Reversal' else 'Accrual' end, r.amount, 2
          from (select - least(greatest(d.amount, 0), a.amount) - o.released as amount from due d cross join own o cross join accrued a) r
      )
      insert into financial_posting (organization_id, created_by, updated_by, posting_number, posting_type, status, approval_status, application_type, contract_number, contract_version,
             payee, period_from, period_to, posting_date, fiscal_year, fiscal_period, lines, qualifier, basis, amount, currency, explanation, claim_number, source_key,
             due_date, payment_method, payment_terms, profit_center, cost_center)
      select ${organizationId}, ${userId}, ${userId}, ${postingNumber(number, organizationId, sql`row_number() over (order by e.place)`)}, e.type, 'new', 'new',
             ${application}, ${number},
             (select c.version from contract c where c.organization_id = ${organizationId} and c.contract_number = ${number}),
             ${payee}, coalesce(d.period_from, o.period_from), coalesce(d.period_to, o.period_to), ${day.date}::date, ${day.fiscalYear}::bigint,
             ${day.fiscalPeriod}::bigint, d.lines, d.quantity, d.basis, e.amount, coalesce(d.currency, o.currency),
             case when e.type in ('Payment', 'Delta Payment') then concat('claim ', ${claim}::text, ': ', d.lines, case d.lines when 1 then ' line' else ' lines' end, ' approved')
                  else concat('released by claim ', ${claim}::text) end,
             ${claim}, concat('claim|', ${claim}::text), ${paymentTermsSql(sql`e.type`, sql`k`, sql`null::date`)}
        from entry e cross join due d cross join own o
        join contract k on k.organization_id = ${organizationId} and k.contract_number = ${number}
       where e.amount <> 0`)
  }
  tx.afterCommit(() => counts.forget('financial_posting', organizationId))
  return paidOf(tx, organizationId, claim)
}

/** What is paid of a claim: its payments without what was taken back or rejected. */
export async function paidOf(tx: Pick<Tx, 'query'>, organizationId: number, claim: string): Promise<string> {
  const [sum] = await tx.query<{ amount: string }>(sql`
    select coalesce(sum(f.amount), 0)::text as amount from financial_posting f
     where f.organization_id = ${organizationId} and f.claim_number = ${claim} and f.posting_type in (${paymentTypes}) and f.status <> 'rejected'`)
  return sum!.amount
}

/** Whether what was approved of a claim is paid, contract by contract: posting it would post no payment. */
export async function isPosted(tx: Pick<Tx, 'query'>, organizationId: number, claim: string): Promise<boolean> {
  const sums = await tx.query<{ currency: string; approved: string; posted: string }>(sql`
    select max(o.currency) as currency, sum(o.approved)::text as approved, sum(o.posted)::text as posted from (
      select l.contract_number, l.currency, l.approved_amount as approved, 0 as posted from (${approvedLines(organizationId, claim)}) l
      union all
      select f.contract_number, f.currency, 0, f.amount from financial_posting f
       where f.organization_id = ${organizationId} and f.claim_number = ${claim} and f.posting_type in (${paymentTypes}) and f.status <> 'rejected') o
     group by o.contract_number`)
  return sums.every(({ currency, approved, posted }) => inMinorUnits(amount(approved), currency).eq(posted))
}

/** An amount in one currency is none in another. */
async function demandCurrencies({ query }: Pick<Tx, 'query'>, organizationId: number, lines: Sql): Promise<void> {
  const [other] = await query<{ line_no: number; currency: string; contract_number: string; pays_in: string }>(sql`
    select l.line_no, l.currency, c.contract_number, c.currency as pays_in
      from (${lines}) l join contract c on c.organization_id = ${organizationId} and c.contract_number = l.contract_number
     where l.currency <> c.currency order by l.line_no limit 1`)
  if (!other) return
  throw new AppError('WRONG_STATE', {
    message: `Line ${other.line_no} is in ${other.currency}, but contract ${other.contract_number} pays in ${other.pays_in}. Claim it in ${other.pays_in}, or deny it.`,
  })
}
