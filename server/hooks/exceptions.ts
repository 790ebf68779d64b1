import type { Screen } from '#src/definition'
import { exceptionIssues, exceptionRemarks } from '../contracts/exception-checks.ts'
import { differences } from '../domain/contracts/differences.ts'
import { isContent } from '../engine/approval/content.ts'
import type { HookContext, RecordHooks } from '../engine/hooks.ts'
import type { Row } from '../engine/page.ts'
import { changedValues } from '../engine/write-check.ts'
import { AppError } from '../errors.ts'
import { sql } from '../store/sql.ts'

type Values = Readonly<Record<string, unknown>>

/** What calculations read of an exception. */
const termNames = [
  'exception_type',
  'calculation_rule',
  'customer_number',
  'material_number',
  'product_group',
  'override_rate',
  'override_tier',
  'override_amount',
  'currency',
  'valid_from',
  'valid_to',
] as const

const termsOf = (record: Values): Values => ({
  ...Object.fromEntries(termNames.map((name) => [name, record[name] ?? null])),
  is_withdrawn: record['is_withdrawn'] === true,
})

/** The approved terms that hold while a change of them is not approved; null where nothing was approved. */
function approvedTerms(current: Row): Values | null {
  if (current['approval_status'] === 'approved') return termsOf(current)
  const kept = current['in_force']
  return typeof kept === 'string' && kept !== '' ? (JSON.parse(kept) as Values) : null
}

/** What holds other than it stands in the record, in words. */
function heldWords({ fields }: Screen, kept: Values, after: Values): string {
  const terms = fields.filter(({ name }) => name in kept)
  const lines = differences(terms, termsOf(after), kept).map(
    ({ place, new_value: value }) => `${place}: ${value ?? 'nothing'}`,
  )
  return lines.length > 0 ? lines.join('\n') : 'The same terms'
}

async function wasApproved({ tx, caller, screen }: HookContext, record: Row): Promise<boolean> {
  if (approvedTerms(record)) return true
  const [found] = await tx.query(sql`
    select from approval_decision d
     where d.organization_id = ${caller.organizationId} and d.screen = ${screen.name} and d.record_number = ${record.id} and d.status_after = 'approved' limit 1`)
  return found !== undefined
}

/**
 * An approved exception stays in force as it was approved until a change of it is: the approved terms are kept in it, and calculations read
 * those. It stays with its contract, and is ended by approval, not deleted.
 */
export const exceptionHooks: Record<'incentive-override', RecordHooks> = {
  'incentive-override': {
    beforeWrite: async (context, values, current) => {
      const { screen } = context
      const issues = await exceptionIssues(context, values, current)
      if (!current) {
        // Nothing is in force yet that could be taken out.
        values['is_withdrawn'] = null
        return issues
      }
      const changed = Object.keys(changedValues(screen, current, values)).filter((name) => isContent(screen, name))
      const kept = changed.length > 0 ? approvedTerms(current) : null
      if (kept === null) return issues
      Object.assign(values, {
        in_force: JSON.stringify(kept),
        in_force_words: heldWords(screen, kept, { ...current, ...values }),
      })
      if (!changed.includes('contract_number')) return issues
      const message = 'What was approved stays with its contract. End this exception and make another one.'
      return [...issues, { path: ['contract_number'], code: 'state', message }]
    },
    remarks: exceptionRemarks,
    afterDecision: async ({ tx, caller }, record, status) => {
      if (status !== 'approved') return
      await tx.query(sql`
        update incentive_override set in_force = null, in_force_words = null
         where organization_id = ${caller.organizationId} and id = ${record.id}`)
    },
    beforeDelete: async (context, records) => {
      for (const record of records)
        if (await wasApproved(context, record))
          throw new AppError('WRONG_STATE', {
            message: `Exception ${String(record['exception_number'])} was approved, and what was calculated with it rests on it: it is not deleted. End it with an earlier Valid to, or with Taken out of force, and submit that for approval.`,
          })
    },
  },
}
