import { changeRecord } from '../../claims/change-record.ts'
import { judgeClaims } from '../../claims/judge.ts'
import { kindOf } from '../../claims/kinds.ts'
import { eachRecord } from '../../engine/each-record.ts'
import { sql } from '../../store/sql.ts'
import type { Command } from '../command.ts'

/** Checks claims anew: every line in the order of the checks, against its contract. */
export const validateClaim: Command = (context) => {
  const { tx, caller, screen, screens } = context
  const kind = kindOf(screen.name)
  return eachRecord(context, context.targets, async ({ record }) => {
    const number = String(record['claim_number'])
    await judgeClaims(tx, screens, kind, caller.organizationId, [number])
    const [sum] = await tx.query<{ lines: number; errors: number }>(sql`
      select h.lines, h.error_lines as errors from ${kind.header} h where h.organization_id = ${caller.organizationId} and h.id = ${record.id}`)
    if (!sum || Number(sum.lines) === 0) return { skipped: 'It has no lines yet' }
    await changeRecord(context, record, {
      claim_status: Number(sum.errors) > 0 ? 'error' : 'validated',
      validated_at: new Date().toISOString(),
    })
    return 'done'
  })
}
