import { AppError } from '../errors.ts'
import type { Row } from '../engine/page.ts'
import type { RecordHooks } from '../engine/hooks.ts'

/** A saved statement belongs to who wrote it: others read and run what is shared, and save it under a name of theirs. */
export const sqlQueryHooks: Record<'sql-query', RecordHooks> = {
  'sql-query': {
    beforeWrite: async ({ caller }, values, current) => {
      if (current) demandOwn(current, caller.email)
      else values['owner'] = caller.email
      return []
    },
    beforeDelete: async ({ caller }, records) => {
      for (const record of records) demandOwn(record, caller.email)
    },
  },
}

function demandOwn(record: Row, email: string): void {
  if (record['owner'] === email) return
  throw new AppError('WRONG_STATE', {
    message: 'Only who wrote it changes it. Save it under another name to go on with it.',
  })
}
