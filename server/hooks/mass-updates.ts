import type { RecordHooks } from '../engine/hooks.ts'
import { AppError } from '../errors.ts'
import { id, sql } from '../store/sql.ts'

const begun: ReadonlySet<unknown> = new Set(['running', 'done', 'undone'])

/** A mass update is changed until it runs, and what was foreseen before a change is foreseen no more. */
const massUpdate = (lines: string): RecordHooks => ({
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
      delete from ${id(lines)} t where t.organization_id = ${caller.organizationId} and t.run_number = any(${numbers}::text[])`)
  },
})

/** Mass updates of memberships and of contracts. */
export const massUpdateHooks: Record<'mass-membership-update' | 'contract-mass-update', RecordHooks> = {
  'mass-membership-update': massUpdate('mass_membership_line'),
  'contract-mass-update': massUpdate('contract_mass_update_line'),
}
