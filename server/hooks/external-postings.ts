import { matchOf } from '../calculation/match-posting.ts'
import type { RecordHooks } from '../engine/hooks.ts'

/** Postings of other systems are held against ours when they come in; what was reconciled stays as it was. */
export const externalPostingHooks: Record<'external-posting', RecordHooks> = {
  'external-posting': {
    beforeWrite: async ({ tx, caller }, values, current) => {
      if (current?.['match_status'] === 'reconciled')
        return [
          { path: ['external_document'], code: 'state', message: 'This posting is reconciled and stays as it is.' },
        ]
      Object.assign(values, await matchOf(tx, caller.organizationId, { ...current, ...values }))
      return []
    },
  },
}
