import { changeRecord } from '../../claims/change-record.ts'
import { judgeClaims } from '../../claims/judge.ts'
import { kindOf } from '../../claims/kinds.ts'
import { demandOpen } from '../../claims/open-claims.ts'
import { amount } from '../../domain/calculation/amount.ts'
import { eachRecord } from '../../engine/each-record.ts'
import { AppError } from '../../errors.ts'
import type { Command } from '../command.ts'

/** Denies lines, accepts them all the same, or leaves them to the checks again; their claims are added up anew. */
export const decideClaimLine: Command = async (context) => {
  const { tx, caller, screen, screens, parameters } = context
  const kind = kindOf(screen.name)
  const decision = String(parameters['decision'] ?? '')
  const claims = new Set<string>()
  const outcome = await eachRecord(context, context.targets, async ({ record }) => {
    const number = String(record['claim_number'])
    await demandOpen(tx, kind, caller.organizationId, [number], ['in_review'])
    const wanted = parameters['approved_amount'] as string | null | undefined
    if (
      wanted &&
      amount(wanted)
        .abs()
        .gt(amount(String(record['claimed_amount'])).abs())
    )
      throw new AppError('VALIDATION', {
        issues: [{ path: ['parameters', 'approved_amount'], code: 'invalid', message: 'No more than what is claimed' }],
      })
    await changeRecord(context, record, {
      decision: decision === '' ? null : decision,
      decided_by: decision === '' ? null : caller.email,
      decision_note: parameters['note'] ?? null,
      rejection_reason_code: decision === 'deny' ? parameters['rejection_reason_code'] : null,
      approved_amount: decision === 'accept' ? (wanted ?? null) : null,
    })
    claims.add(number)
    return 'done'
  })
  if (claims.size > 0) await judgeClaims(tx, screens, kind, caller.organizationId, [...claims])
  return outcome
}
