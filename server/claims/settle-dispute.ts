import { amount, type Amount, minorUnits, zero } from '../domain/calculation/amount.ts'
import { screenNamed } from '../engine/effective-screens.ts'
import { lockOne } from '../engine/one.ts'
import type { Row } from '../engine/page.ts'
import type { WriteContext } from '../engine/write-check.ts'
import { AppError } from '../errors.ts'
import { sql, type Sql } from '../store/sql.ts'
import { addUpAnswers } from './apply-responses.ts'
import { changeRecord } from './change-record.ts'
import { addUpClaims } from './judge.ts'
import { incoming } from './kinds.ts'
import { paidOf } from './post-claim.ts'
import { lockClaim, openAgain } from './unsettle-claim.ts'

const settledStates = ['approved', 'partially_approved', 'rejected', 'reconciled']

const refuse = (message: string): AppError =>
  new AppError('VALIDATION', { issues: [{ path: ['parameters', 'agreed_amount'], code: 'invalid', message }] })

/**
 * Carries what was agreed in an accepted dispute into its claim. One of ours is owed so much more; of one that came in the lines are accepted
 * for it, and a claim that was decided waits to be reconciled, which posts the difference; one that was paid stays paid meanwhile. VALIDATION where less than that is open.
 */
export async function settleDispute(context: WriteContext, dispute: Row, agreed: Amount): Promise<void> {
  const claim = String(dispute['claim_number'])
  if (agreed.isZero()) return
  if (dispute['claim_direction'] !== 'incoming') await settleOutgoing(context, dispute, claim, agreed)
  else await settleIncoming(context, dispute, claim, agreed)
}

/** What is still open of a claim of our own, and of one line of it where the dispute is about that: neither accepted nor agreed in other disputes. */
async function settleOutgoing(
  { tx, caller: { organizationId } }: WriteContext,
  dispute: Row,
  claim: string,
  agreed: Amount,
): Promise<void> {
  const line = (dispute['line_no'] ?? null) as number | null
  const others = (which: Sql): Sql => sql`
    coalesce((select sum(d.agreed_amount) from claim_dispute d
               where d.organization_id = ${organizationId} and d.claim_direction = 'outgoing' and d.claim_number = ${claim}
                 and d.status = 'accepted' and d.id <> ${dispute.id} and ${which}), 0)`
  // Two disputes about a claim that are settled at once are settled one after the other.
  const [claimed] = await tx.query<{ id: number; currency: string }>(sql`
    select h.id, h.currency from outgoing_claim h where h.organization_id = ${organizationId} and h.claim_number = ${claim} for update`)
  if (!claimed) throw refuse(`There is no claim ${claim} any more`)
  if (dispute['currency'] !== claimed.currency)
    throw refuse(`Claim ${claim} is in ${claimed.currency}, this dispute in ${String(dispute['currency'])}`)
  const [open] = await tx.query<{ most: string }>(sql`
    select greatest(0, least(
             coalesce(sum(l.claimed_amount - coalesce(l.accepted_amount, 0)), 0) - ${others(sql`true`)},
             coalesce(sum(l.claimed_amount - coalesce(l.accepted_amount, 0)) filter (where ${line}::int is null or l.line_no = ${line}::int), 0)
               - ${others(sql`(${line}::int is null or d.line_no = ${line}::int)`)}))::text as most
      from outgoing_claim_line l
     where l.organization_id = ${organizationId} and l.claim_number = ${claim} and l.line_status <> 'denied'`)
  if (agreed.gt(open!.most))
    throw refuse(`Only ${amount(open!.most).toFixed(minorUnits(claimed.currency))} of it was claimed and not accepted`)
  await addUpAnswers(tx, organizationId, sql`l.claim_number = ${claim}`)
}

async function settleIncoming(context: WriteContext, dispute: Row, claim: string, agreed: Amount): Promise<void> {
  const { tx, caller, screens } = context
  const { organizationId } = caller
  const [claims, lines] = [screenNamed(screens, incoming.claims), screenNamed(screens, incoming.lines)]
  const id = await lockClaim(context, claim)
  if (id === null || !claims || !lines) throw refuse(`There is no claim ${claim} any more`)
  const open = await tx.query<{ id: number; open: string; contract: string | null; currency: string | null }>(sql`
    select l.id, (l.claimed_amount - coalesce(l.approved_amount, 0))::text as open, l.contract_number as contract, l.currency
      from incoming_claim_line l
     where l.organization_id = ${organizationId} and l.claim_number = ${claim} and l.claimed_amount > coalesce(l.approved_amount, 0)
       and (${(dispute['line_no'] ?? null) as number | null}::int is null or l.line_no = ${(dispute['line_no'] ?? null) as number | null}::int)
     order by l.line_no for update`)
  const payable = open.filter(({ contract }) => contract !== null)
  const most = payable.reduce((sum, line) => sum.plus(line.open), zero)
  if (agreed.gt(most))
    throw refuse(
      payable.length < open.length
        ? 'Its contract is not known: repair the line first, so that it can be paid'
        : `Only ${most.toFixed(minorUnits(payable[0]?.currency ?? ''))} of it was claimed and not approved`,
    )
  let left = agreed
  for (const line of payable) {
    if (left.isZero()) break
    const record = (await lockOne(tx, lines, organizationId, line.id))!
    const part = left.lt(line.open) ? left : amount(line.open)
    left = left.minus(part)
    await changeRecord({ ...context, screen: lines }, record, {
      line_status: 'ok',
      decision: 'accept',
      approved_amount: part.plus(String(record['approved_amount'] ?? '0')).toFixed(4),
      decided_by: caller.email,
      decision_note: `Settled in dispute ${String(dispute['dispute_number'])}`,
      ...(part.eq(line.open) ? { rejection_reason_code: null } : {}),
    })
  }
  await addUpClaims(tx, incoming, organizationId, sql`h.claim_number = ${claim}`)
  const record = await lockOne(tx, claims, organizationId, id)
  const own = { ...context, screen: claims }
  if (record?.['claim_status'] === 'paid') await noteUnposted(own, record)
  else if (record && settledStates.includes(String(record['claim_status']))) await openAgain(own, record)
}

/** What was agreed of a paid claim is paid beside what its payment was for. */
async function noteUnposted(context: WriteContext, record: Row): Promise<void> {
  const posted = await paidOf(context.tx, context.caller.organizationId, String(record['claim_number']))
  await changeRecord(context, record, {
    paid_amount: posted,
    unposted_amount: amount(String(record['approved_amount'] ?? '0'))
      .minus(posted)
      .toFixed(4),
  })
}
