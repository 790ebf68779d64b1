import type { ApprovalStatus } from '#src/definition/approval.ts'
import { unsettleClaim } from '../claims/unsettle-claim.ts'
import type { RecordHooks } from '../engine/hooks.ts'
import { AppError } from '../errors.ts'
import { sql } from '../store/sql.ts'

/** What a posting counts as while its approval stands so. */
const statusOf: Readonly<Record<ApprovalStatus, string>> = {
  new: 'new',
  new_changes: 'new',
  'Issue Resolution': 'new',
  submit_approval: 'submit_approval',
  approved: 'approved',
  rejected: 'rejected',
}

/** Postings follow their approval until they are posted; one that was taken back is not approved any more. A claim whose payment is rejected is not reconciled. */
export const postingHooks: Record<'financial-posting', RecordHooks> = {
  'financial-posting': {
    afterDecision: async (context, record, status) => {
      const { tx, caller } = context
      if (['reversed', 'posted'].includes(String(record['status'])))
        throw new AppError('WRONG_STATE', {
          message: `This posting is ${record['status'] === 'posted' ? 'posted already' : 'taken back'}.`,
        })
      await tx.query(sql`
        update financial_posting set status = ${statusOf[status]}
         where organization_id = ${caller.organizationId} and id = ${record.id}`)
      const claim = record['claim_number']
      if (status === 'rejected' && typeof claim === 'string') await unsettleClaim(context, claim)
    },
  },
}
