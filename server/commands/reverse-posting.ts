import { postingDays } from '../calculation/fiscal-calendar.ts'
import { postingNumber } from '../calculation/posting-number.ts'
import { changeRecord } from '../claims/change-record.ts'
import { lockClaim, unsettleClaim } from '../claims/unsettle-claim.ts'
import { isAccrual } from '../domain/calculation/settlement.ts'
import { eachRecord } from '../engine/each-record.ts'
import { booksDay } from '../caller-day.ts'
import { sql } from '../store/sql.ts'
import type { Command } from './command.ts'

/**
 * Takes postings back by opposite rows in the period they were made for; neither of the two counts towards what was posted any more.
 * What was posted, in a payment file or the ledger, has an opposite that is approved and posted as well. What never left the house leaves
 * nothing to approve or post: both are reversed at once. A claim whose payment is taken back can be corrected and reconciled again.
 */
export const reversePosting: Command = async (context) => {
  const { tx, caller, parameters, targets } = context
  const dayFor = await postingDays(tx, caller, booksDay(caller))
  return eachRecord(context, targets, async ({ record }) => {
    const number = String(record['contract_number'])
    const claim = record['claim_number'] === null ? null : String(record['claim_number'])
    if (claim !== null) await lockClaim(context, claim)
    // Whoever posts holds the contract: its postings are numbered one after the other.
    const [contract] = await tx.query<{ application: string }>(sql`
      select t.application_type as application from contract t
       where t.organization_id = ${caller.organizationId} and t.contract_number = ${number} for update`)
    const day = await dayFor(contract?.application ?? 'all', (parameters['posting_date'] as string | undefined) ?? null)
    await tx.query(sql`
      insert into financial_posting (organization_id, created_by, updated_by, posting_number, posting_type, status, approval_status, application_type, contract_number,
             contract_version, rule_no, payee, period_from, period_to, document, customer_number, material_number, posting_date, fiscal_year, fiscal_period, lines,
             qualifier, basis, tier, rate, amount, currency, explanation, source_key, claim_number, due_date, payment_method, payment_terms,
             profit_center, cost_center, reversal_of, reason)
      select f.organization_id, ${caller.userId}, ${caller.userId}, ${postingNumber(number, caller.organizationId, sql`1`)},
             case f.posting_type when 'Accrual' then 'Accrual Reversal' when 'Accrual Reversal' then 'Accrual'
                  when 'Payment Reversal' then 'Payment' else 'Payment Reversal' end,
             case f.status when 'posted' then 'new' else 'reversed' end, 'new', f.application_type, f.contract_number, f.contract_version, f.rule_no, f.payee, f.period_from, f.period_to, f.document, f.customer_number,
             f.material_number, ${day.date}::date, ${day.fiscalYear}::bigint, ${day.fiscalPeriod}::bigint, f.lines, f.qualifier, f.basis, f.tier, f.rate, - f.amount, f.currency,
             concat('takes back ', f.posting_number), f.source_key, f.claim_number, f.due_date, f.payment_method, f.payment_terms,
             f.profit_center, f.cost_center, f.posting_number, ${parameters['reason']}::text
        from financial_posting f
       where f.organization_id = ${caller.organizationId} and f.id = ${record.id}`)
    await changeRecord(context, record, { status: 'reversed' })
    if (claim !== null && !isAccrual(record['posting_type'])) await unsettleClaim(context, claim)
    return 'done'
  })
}
