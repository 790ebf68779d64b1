import type { RecordHooks } from '../engine/hooks.ts'
import { AppError } from '../errors.ts'
import { sql } from '../store/sql.ts'

const begun: ReadonlySet<unknown> = new Set(['running', 'done', 'undone'])

/** A mass update is changed until it runs, and what was foreseen before a change is foreseen no more. */
export const massMembershipHooks: Record<'mass-membership-update', RecordHooks> = {
  'mass-membership-update': {
    beforeWrite: async (_context, values, current) => {
      if (!current) {
        values['status'] = 'draft'
        return []
      }
      const [name] = Object.keys(values).filter((one) => one !== 'notes' && values[one] !== current[one])
      if (name === undefined) return []
      if (begun.has(current['status']))
        return [{ path: [name], code: 'begun', message: 'This update has run. Duplicate it to do another one.' }]
      values['status'] = 'draft'
      return []
    },
    beforeDelete: async ({ tx, caller }, records) => {
      if (records.some((record) => record['status'] === 'running'))
        throw new AppError('WRONG_STATE', { message: 'An update that runs is not deleted.' })
      const numbers = records.map((record) => String(record['run_number']))
      await tx.query(sql`
        delete from mass_membership_line t where t.organization_id = ${caller.organizationId} and t.run_number = any(${numbers}::text[])`)
    },
  },
}
