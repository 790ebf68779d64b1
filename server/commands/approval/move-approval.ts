import { approvalMoves, type ApprovalMove, type ApprovalStatus } from '#src/definition/approval.ts'
import { demand } from '../../authorize.ts'
import { barredWords, type ApprovalLevel } from '../../engine/approval/approvers.ts'
import { approvalsOf, lastApproval, levelsOf, waitingWords } from '../../engine/approval/due.ts'
import { keepRequest } from '../../engine/approval/requests.ts'
import type { Person } from '../../engine/approval/substitutes.ts'
import type { Tell } from '../../engine/approval/tell.ts'
import { counts } from '../../engine/count-cache.ts'
import { eachRecord, recordName } from '../../engine/each-record.ts'
import { writeHistory } from '../../engine/history.ts'
import type { Row } from '../../engine/page.ts'
import { changesOf, storeChanges } from '../../engine/write.ts'
import { changedValues, type Values, type WriteContext } from '../../engine/write-check.ts'
import { AppError } from '../../errors.ts'
import { sql } from '../../store/sql.ts'
import type { Command } from '../command.ts'
import { approverOf, demandApprover, demandOtherEyes, demandUncounted } from './may-decide.ts'

const isMove = (value: unknown): value is ApprovalMove => typeof value === 'string' && value in approvalMoves

const textOf = (value: unknown): string | null => (typeof value === 'string' && value !== '' ? value : null)

/** Moves records through their approval: each by itself, with the reason why where one cannot be; those it concerns are told by mail. */
export const moveApproval =
  (tell: Tell): Command =>
  (context) => {
    const { move, note } = context.parameters
    if (!isMove(move)) throw new AppError('BAD_REQUEST')
    demandMove(context, move)
    return eachRecord(context, context.targets, async ({ record }) => {
      await moveRecord(context, record, { move, note: textOf(note), tell })
      return 'done'
    })
  }

/** Throws METHOD_NOT_ALLOWED where nothing is approved, FORBIDDEN for those who decide nothing there. */
export function demandMove({ screen, caller }: Pick<WriteContext, 'screen' | 'caller'>, move: ApprovalMove): void {
  if (!screen.approval) throw new AppError('METHOD_NOT_ALLOWED')
  if (move !== 'submit' && move !== 'withdraw') demand(caller, screen.approval.access)
}

interface Asked {
  readonly move: ApprovalMove
  readonly note: string | null
  readonly tell: Tell
}

/** Moves one locked record; WRONG_STATE or FORBIDDEN with the reason where it cannot be. */
export async function moveRecord(context: WriteContext, record: Row, { move, note, tell }: Asked): Promise<void> {
  demandState(context, record, move)
  const moved = await steps[move](context, record)
  const change: Values = { ...moved, approval_note: note }
  await decide(context, record, move, change)
  const after = { ...record, ...change }
  const status = change['approval_status'] as ApprovalStatus | undefined
  if (status !== undefined) await context.hooks.afterDecision?.(context, after, status)
  const levels = after['approval_status'] === 'submit_approval' ? await levelsOf(context, after) : []
  const level = levels.find((one) => one.level >= Number(after['approval_level'] ?? 0))
  const approvals = level ? await approvalsOf(context, after) : []
  tell(context.tx, await keepRequest(context, after, { move, note, level: level ?? null, approvals }))
}

/** What a step writes into the record, beside the note. */
type Step = (context: WriteContext, record: Row) => Promise<Values>

const now = (): string => new Date().toISOString()

function demandState({ screen }: WriteContext, record: Row, move: ApprovalMove): void {
  const status = record['approval_status'] as ApprovalStatus
  if (approvalMoves[move].from.includes(status)) return
  const field = screen.fields.find(({ name }) => name === 'approval_status')
  const label = field?.choices?.find(({ value }) => value === status)?.label ?? status
  throw new AppError('WRONG_STATE', { message: `In its present state (${label.toLowerCase()}) this is not possible.` })
}

/** Whoever submits does not approve: what nobody else could approve is told now, not when it waits for ever. */
function demandOthers(levels: readonly ApprovalLevel[], email: string): void {
  const stuck = levels.find(({ approvers, required }) => approvers.filter((one) => one !== email).length < required)
  if (stuck)
    throw new AppError('WRONG_STATE', {
      message: `Beside you nobody is left to approve at level ${stuck.level}: ${stuck.names.join(', ')}. Somebody else has to submit this.${barredWords(stuck)}`,
    })
}

const steps: Readonly<Record<ApprovalMove, Step>> = {
  submit: async (context, record) => {
    const levels = await levelsOf(context, record)
    demandOthers(levels, context.caller.email)
    const [first] = levels
    return {
      approval_status: 'submit_approval',
      approval_level: first?.level ?? null,
      waiting_for: first ? waitingWords(first) : null,
      submitted_by: context.caller.email,
      submitted_at: now(),
      decided_by: null,
      decided_at: null,
      decided_for: null,
    }
  },
  approve: async (context, record) => {
    const { level, place } = await demandApprover(context, record)
    await demandOtherEyes(context, record)
    const decided_for = place?.email ?? null
    if (level) {
      const before = await demandUncounted(context, record, { level, place })
      if (before.length + 1 < level.required) return { decided_for }
      const next = (await levelsOf(context, record)).find((one) => one.level > level.level)
      if (next) return { approval_level: next.level, waiting_for: waitingWords(next), decided_for }
    }
    return decided(context, 'approved', place)
  },
  reject: async (context, record) => decided(context, 'rejected', (await demandApprover(context, record)).place),
  question: async (context, record) =>
    decided(context, 'Issue Resolution', (await demandApprover(context, record)).place),
  withdraw: async (context, record) => {
    const { caller, screen } = context
    const isOwn = record['submitted_by'] === caller.email
    const approver = isOwn ? null : await approverOf(context, record)
    if (!isOwn && !approver)
      throw new AppError('FORBIDDEN', {
        message: `Only who submitted this ${screen.label.toLowerCase()} may withdraw it.`,
      })
    const wasApproved = await lastApproval(context, record)
    return {
      approval_status: wasApproved > 0 ? 'new_changes' : 'new',
      approval_level: null,
      waiting_for: null,
      submitted_by: null,
      submitted_at: null,
      decided_for: approver?.place?.email ?? null,
    }
  },
}

const decided = ({ caller }: WriteContext, status: ApprovalStatus, place: Person | null): Values => ({
  approval_status: status,
  approval_level: null,
  waiting_for: null,
  decided_by: caller.email,
  decided_at: now(),
  decided_for: place?.email ?? null,
})

/** Writes the move into the record, its history and the list of decisions. */
async function decide(context: WriteContext, record: Row, move: ApprovalMove, change: Values): Promise<void> {
  const { tx, caller, screen } = context
  const { amount, currency } = screen.approval!
  const changed = changedValues(screen, record, change)
  if (Object.keys(changed).length > 0) {
    await storeChanges(context, [record.id], changed)
    await writeHistory(tx, screen, caller, record.id, 'update', changesOf(record, changed))
  }
  const known = (name: string | null): unknown => (name === null ? null : (record[name] ?? null))
  await tx.query(sql`
    insert into approval_decision (organization_id, created_by, updated_by, screen, record_number, document_type, document, decision, level, decided_by, decided_for, decided_at, note, amount, currency, status_after)
    values (${caller.organizationId}, ${caller.userId}, ${caller.userId}, ${screen.name}, ${record.id}, ${screen.approval!.document}, ${recordName(screen, caller, record)}, ${move},
      ${(record['approval_level'] ?? null) as number | null}, ${caller.email}, ${(change['decided_for'] ?? null) as string | null}, ${now()}::timestamptz, ${change['approval_note'] as string | null}, ${known(amount) as string | null}::numeric,
      ${(known(currency) ?? currency) as string | null}, ${(changed['approval_status'] ?? record['approval_status']) as string})`)
  tx.afterCommit(() => {
    counts.forget(screen.table!.name, caller.organizationId)
    counts.forget('approval_decision', caller.organizationId)
  })
}
