import type { ApprovalStatus } from '#src/definition/approval.ts'
import { changeRecord } from '../claims/change-record.ts'
import { resettleClaim } from '../claims/resettle-claim.ts'
import { lockClaim } from '../claims/unsettle-claim.ts'
import { isAccrual } from '../domain/calculation/settlement.ts'
import { lockOne } from '../engine/one.ts'
import type { Row } from '../engine/page.ts'
import type { WriteContext } from '../engine/write-check.ts'
import { AppError } from '../errors.ts'
import { sql } from '../store/sql.ts'

/** What a posting counts as while its approval stands so. */
export const statusOf: Readonly<Record<ApprovalStatus, string>> = {
  new: 'new',
  new_changes: 'new',
  'Issue Resolution': 'new',
  submit_approval: 'submit_approval',
  approved: 'approved',
  rejected: 'rejected',
}

/**
 * What follows once the opposite of a posting was rejected: the posting counts again as it did before it was taken back, and so does the
 * claim it pays. WRONG_STATE where the same was posted anew meanwhile: both together would be too much.
 */
export async function restorePosting(context: WriteContext, opposite: Row): Promise<void> {
  const { tx, caller, screen } = context
  const [found] = await tx.query<{ id: number }>(sql`
    select f.id from financial_posting f
     where f.organization_id = ${caller.organizationId} and f.posting_number = ${String(opposite['reversal_of'])}`)
  const original = found ? await lockOne(tx, screen, caller.organizationId, found.id) : null
  if (original?.['status'] !== 'reversed') return
  const claim = original['claim_number'] === null ? null : String(original['claim_number'])
  if (claim !== null) await lockClaim(context, claim)
  await demandNothingInstead(context, original, opposite)
  const status = original['posted_at'] === null ? statusOf[original['approval_status'] as ApprovalStatus] : 'posted'
  await changeRecord(context, original, { status })
  if (claim !== null && !isAccrual(original['posting_type'])) await resettleClaim(context, claim, opposite)
}

/** Whatever was posted of the same since the opposite was made stands for what the opposite takes back. */
async function demandNothingInstead({ tx, caller }: WriteContext, original: Row, opposite: Row): Promise<void> {
  const contract = String(original['contract_number'])
  // Whoever posts holds the contract.
  await tx.query(sql`
    select c.id from contract c
     where c.organization_id = ${caller.organizationId} and c.contract_number = ${contract} for update`)
  const [instead] = await tx.query<{ posting_number: string }>(sql`
    select f.posting_number from financial_posting f
     where f.organization_id = ${caller.organizationId} and f.contract_number = ${contract} and f.id > ${opposite.id}
       and f.source_key is not distinct from ${(original['source_key'] ?? null) as string | null} and f.reversal_of is null
       and f.status not in ('rejected', 'reversed')
       and (f.posting_type in ('Accrual', 'Accrual Reversal')) = ${isAccrual(original['posting_type'])}
     order by f.id limit 1`)
  if (!instead) return
  throw new AppError('WRONG_STATE', {
    message: `${instead.posting_number} was posted in place of ${String(original['posting_number'])}, which would count again. Take ${instead.posting_number} back first.`,
  })
}
