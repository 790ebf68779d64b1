import type { RecordHooks } from '../engine/hooks.ts'
import type { EligibilityRule } from '../engine/eligibility/rule-sql.ts'
import { demandReadable } from '../engine/eligibility/readable.ts'
import { ruleIssues } from '../engine/eligibility/rule-sql.ts'
import { attributedIn } from '../engine/field-layers/attributed.ts'
import { countMatches } from '../engine/eligibility/counts.ts'
import { changedValues } from '../engine/write-check.ts'
import type { SessionServices } from '../session/services.ts'

const parts = ['data_source_type', 'mode', 'group_no', 'attribute', 'operator', 'values'] as const

const asRule = (values: Readonly<Record<string, unknown>>): EligibilityRule =>
  ({ ...values, values: values['values'] ?? [] }) as unknown as EligibilityRule

/** Rules of eligibility: their values fit their attribute, and what they fit is counted when they are saved. */
export const eligibilityHooks = ({
  screens,
}: Pick<SessionServices, 'screens'>): Record<'eligibility-rule', RecordHooks> => ({
  'eligibility-rule': {
    beforeWrite: async ({ tx, caller, screen }, values, current) => {
      const rule = asRule({ ...current, ...values })
      const known = await attributedIn(tx, caller.organizationId, screens)
      const issues = ruleIssues(rule, known)
      const changed = current ? changedValues(screen, current, values) : values
      if (!parts.some((name) => name in changed)) return issues
      demandReadable(caller, known, [{ ...current, ...values }])
      if (issues.length > 0) return issues
      const { customers, materials, sales_lines: lines } = await countMatches({ tx, caller, screens: known }, rule)
      Object.assign(values, {
        matched_customers: customers,
        matched_materials: materials,
        matched_lines: lines,
        counted_at: new Date().toISOString(),
      })
      return []
    },
  },
})
