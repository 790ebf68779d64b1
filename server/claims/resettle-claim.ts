import type { Changes } from '../engine/history.ts'
import type { Row } from '../engine/page.ts'
import type { Values, WriteContext } from '../engine/write-check.ts'
import { sql } from '../store/sql.ts'
import { changeRecord } from './change-record.ts'
import { isPosted, paidOf } from './post-claim.ts'
import { type ClaimContext, lockedClaim, openAgain } from './unsettle-claim.ts'

/** What a claim tells of its settlement, and loses with it. */
const settlement = ['claim_status', 'reconciled_at', 'posting_date', 'payment_reference', 'paid_on']

/**
 * What follows for a claim once taking back a payment of it was rejected (`opposite`): where all that is approved of it is posted, it is
 * settled as it was before; otherwise it waits to be reconciled, with what is paid of it.
 */
export async function resettleClaim(context: ClaimContext, claim: string, opposite: Row): Promise<void> {
  const { tx, caller } = context
  const found = await lockedClaim(context, claim)
  if (!found) return
  const { own, record } = found
  const status = String(record['claim_status'])
  const isWhole = await isPosted(tx, caller.organizationId, claim)
  // What was reconciled anew without it is more than whole now.
  if (!isWhole && ['reconciled', 'paid'].includes(status)) return openAgain(own, record)
  const isDecided = ['approved', 'partially_approved', 'rejected'].includes(status)
  await changeRecord(own, record, {
    ...(isWhole && isDecided ? await settlementBefore(own, record, opposite) : {}),
    paid_amount: await paidOf(tx, caller.organizationId, claim),
  })
}

/** How a claim was settled when the opposite was made, which left it unsettled at the latest: its history keeps that. */
async function settlementBefore({ tx, caller, screen }: WriteContext, record: Row, opposite: Row): Promise<Values> {
  const [entry] = await tx.query<{ changes: Changes }>(sql`
    select h.changes from history h
     where h.organization_id = ${caller.organizationId} and h.screen = ${screen.name} and h.record_id = ${record.id}
       and h.changes -> 'claim_status' ->> 0 in ('reconciled', 'paid')
       and h.changes -> 'claim_status' ->> 1 not in ('reconciled', 'paid')
       and h.at <= (select f.created_at from financial_posting f where f.organization_id = ${caller.organizationId} and f.id = ${opposite.id})
     order by h.id desc limit 1`)
  const changes = entry?.changes ?? {}
  return Object.fromEntries(settlement.flatMap((name) => (changes[name] ? [[name, changes[name][0]]] : [])))
}
