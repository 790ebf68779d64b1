import type { ApprovalStatus } from '#src/definition/approval.ts'
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

/** Postings follow their approval until they are posted; one that was taken back is not approved any more. */
export const postingHooks: Record<'financial-posting', RecordHooks> = {
  'financial-posting': {
    afterDecision: async ({ tx, caller }, record, status) => {
      if (['reversed', 'posted'].includes(String(record['status'])))
        throw new AppError('WRONG_STATE', {
          message: `This posting is ${record['status'] === 'posted' ? 'posted already' : 'taken back'}.`,
        })
      await tx.query(sql`
        update financial_posting set status = ${statusOf[status]}
         where organization_id = ${caller.organizationId} and id = ${record.id}`)
    },
  },
}
