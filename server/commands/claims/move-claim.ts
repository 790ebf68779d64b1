import { changeRecord } from '../../claims/change-record.ts'
import { judgeClaims } from '../../claims/judge.ts'
import { kindOf } from '../../claims/kinds.ts'
import { demand } from '../../authorize.ts'
import { amount } from '../../domain/calculation/amount.ts'
import { decidedStatus } from '../../domain/claims/status.ts'
import { eachRecord, type Outcome } from '../../engine/each-record.ts'
import type { Row } from '../../engine/page.ts'
import { lockOne } from '../../engine/one.ts'
import type { Values } from '../../engine/write-check.ts'
import { AppError } from '../../errors.ts'
import { sql } from '../../store/sql.ts'
import type { CommandContext } from '../command.ts'

type Step = (context: CommandContext, record: Row) => Promise<Values>

const now = (): string => new Date().toISOString()

async function needsOtherEyes({ tx, caller }: CommandContext, record: Row): Promise<boolean> {
  const [row] = await tx.query<{ four_eyes: boolean }>(sql`
    select c.four_eyes from claim_configuration c
     where c.organization_id = ${caller.organizationId} and c.application_type = ${String(record['application_type'])}`)
  return row?.four_eyes ?? true
}

/** The claim as its lines are now: between the last check and a decision contracts, masters and other claims may have changed. */
async function checkedAgain(context: CommandContext, record: Row): Promise<Row> {
  const { tx, caller, screen, screens } = context
  await judgeClaims(tx, screens, kindOf(screen.name), caller.organizationId, [String(record['claim_number'])])
  const current = await lockOne(tx, screen, caller.organizationId, record.id)
  if (Number(current?.['error_lines'] ?? 0) > 0)
    throw new AppError('WRONG_STATE', {
      message: `${String(current!['error_lines'])} of its lines have to be repaired or denied first.`,
    })
  return current!
}

const steps: Readonly<Record<string, Step>> = {
  review: async (context, record) => {
    await checkedAgain(context, record)
    return { claim_status: 'in_review', submitted_by: context.caller.email }
  },
  approve: async (context, record) => {
    if (record['submitted_by'] === context.caller.email && (await needsOtherEyes(context, record)))
      throw new AppError('FORBIDDEN', { message: 'You sent this to review yourself: somebody else has to approve it.' })
    const current = await checkedAgain(context, record)
    return {
      claim_status: decidedStatus({
        claimed: amount(String(current['claimed_amount'] ?? '0')),
        approved: amount(String(current['approved_amount'] ?? '0')),
        lines: Number(current['lines']),
        denied: Number(current['denied_lines']),
      }),
      decided_by: context.caller.email,
      decided_at: now(),
    }
  },
  reject: async ({ tx, caller, parameters, screen }, record) => {
    const kind = kindOf(screen.name)
    await tx.query(sql`
      update ${kind.line} l set line_status = 'denied', decision = 'deny', decided_by = ${caller.email}, approved_amount = 0,
             rejection_reason_code = ${String(parameters['rejection_reason_code'])}, decision_note = ${(parameters['note'] ?? null) as string | null},
             row_version = l.row_version + 1
       where l.organization_id = ${caller.organizationId} and l.claim_number = ${String(record['claim_number'])} and l.line_status <> 'denied'`)
    return {
      claim_status: 'rejected',
      rejection_reason_code: parameters['rejection_reason_code'],
      approved_amount: '0',
      denied_lines: record['lines'] ?? 0,
      error_lines: 0,
      decided_by: caller.email,
      decided_at: now(),
    }
  },
  reopen: async () => ({ claim_status: 'in_review', decided_by: null, decided_at: null, rejection_reason_code: null }),
  paid: async ({ parameters }) => ({
    claim_status: 'paid',
    payment_reference: parameters['payment_reference'],
    paid_on: parameters['paid_on'],
  }),
}

/** Moves claims on: each by itself, with the reason where one cannot be. */
export const moveClaim = (context: CommandContext): Promise<Outcome> => {
  const step = steps[String(context.parameters['move'])]
  if (!step) throw new AppError('BAD_REQUEST')
  demand(context.caller, 'claims.write')
  return eachRecord(context, context.targets, async ({ record }) => {
    await changeRecord(context, record, await step(context, record))
    return 'done'
  })
}
