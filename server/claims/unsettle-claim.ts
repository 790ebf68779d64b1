import { amount } from '../domain/calculation/amount.ts'
import { decidedStatus } from '../domain/claims/status.ts'
import { screenNamed } from '../engine/effective-screens.ts'
import { lockOne } from '../engine/one.ts'
import type { Row } from '../engine/page.ts'
import type { WriteContext } from '../engine/write-check.ts'
import { sql } from '../store/sql.ts'
import { changeRecord } from './change-record.ts'
import { paidOf } from './post-claim.ts'

export type ClaimContext = Pick<WriteContext, 'tx' | 'caller' | 'screens' | 'hooks'>

/** Locks the claim that a posting pays, before its contract is: who reconciles takes them in this order. Answers its id. */
export async function lockClaim(
  { tx, caller }: Pick<ClaimContext, 'tx' | 'caller'>,
  claim: string,
): Promise<number | null> {
  const [found] = await tx.query<{ id: number }>(sql`
    select c.id from incoming_claim c
     where c.organization_id = ${caller.organizationId} and c.claim_number = ${claim} for update`)
  return found?.id ?? null
}

/** A claim as it is locked, and what is written into it with; null where there is no such claim. */
export async function lockedClaim(
  context: ClaimContext,
  claim: string,
): Promise<{ readonly own: WriteContext; readonly record: Row } | null> {
  const { tx, caller, screens } = context
  const id = await lockClaim(context, claim)
  const screen = screenNamed(screens, 'incoming-claim')
  const record = id !== null && screen ? await lockOne(tx, screen, caller.organizationId, id) : null
  return screen && record ? { own: { ...context, screen }, record } : null
}

/**
 * What follows for a reconciled or paid claim once a payment of it was taken back or rejected: it is decided and not reconciled any more,
 * so that it can be corrected, or posted again. One that is open already has less paid of it.
 */
export async function unsettleClaim(context: ClaimContext, claim: string): Promise<void> {
  const found = await lockedClaim(context, claim)
  if (!found) return
  const { own, record } = found
  if (['reconciled', 'paid'].includes(String(record['claim_status']))) await openAgain(own, record)
  else await changeRecord(own, record, { paid_amount: await paidOf(context.tx, context.caller.organizationId, claim) })
}

/** Leaves a decided claim to be reconciled again, with what is still paid of it: the next time posts the difference. */
export async function openAgain(context: WriteContext, record: Row): Promise<void> {
  await changeRecord(context, record, {
    claim_status: decidedStatus({
      claimed: amount(String(record['claimed_amount'] ?? '0')),
      approved: amount(String(record['approved_amount'] ?? '0')),
      lines: Number(record['lines'] ?? 0),
      denied: Number(record['denied_lines'] ?? 0),
    }),
    paid_amount: await paidOf(context.tx, context.caller.organizationId, String(record['claim_number'])),
    reconciled_at: null,
    posting_date: null,
    payment_reference: null,
    paid_on: null,
    unposted_amount: null,
  })
}
