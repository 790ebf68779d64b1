import { attributedIn } from '../engine/field-layers/attributed.ts'
import { countMatches } from '../engine/eligibility/counts.ts'
import type { EligibilityRule } from '../engine/eligibility/rule-sql.ts'
import { eachRecord, type Outcome } from '../engine/each-record.ts'
import { storeChanges } from '../engine/write.ts'
import type { CommandContext } from './command.ts'

/** Counts anew what rules of eligibility fit. */
export async function countEligibleAgain(context: CommandContext): Promise<Outcome> {
  const { tx, caller } = context
  const screens = await attributedIn(tx, caller.organizationId, context.screens)
  return eachRecord(context, context.targets, async ({ record }) => {
    const rule = { ...record, values: record['values'] ?? [] } as unknown as EligibilityRule
    const { customers, materials, sales_lines: lines } = await countMatches({ tx, caller, screens }, rule)
    await storeChanges(context, [record.id], {
      matched_customers: customers,
      matched_materials: materials,
      matched_lines: lines,
      counted_at: new Date().toISOString(),
    })
    return 'done'
  })
}
