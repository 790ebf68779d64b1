import { restorePosting, statusOf } from '../calculation/restore-posting.ts'
import { unsettleClaim } from '../claims/unsettle-claim.ts'
import type { RecordHooks } from '../engine/hooks.ts'
import { AppError } from '../errors.ts'
import { sql } from '../store/sql.ts'

/**
 * Postings follow their approval until they are posted; one that was taken back is not approved any more. A claim whose payment is rejected
 * is not reconciled. Where taking a posting back is rejected, it counts again.
 */
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
      if (status !== 'rejected') return
      if (typeof record['reversal_of'] === 'string') return restorePosting(context, record)
      const claim = record['claim_number']
      if (typeof claim === 'string') await unsettleClaim(context, claim)
    },
  },
}
