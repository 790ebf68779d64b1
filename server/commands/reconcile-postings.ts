import { matchOf } from '../calculation/match-posting.ts'
import { amount } from '../domain/calculation/amount.ts'
import { counts } from '../engine/count-cache.ts'
import { eachRecord } from '../engine/each-record.ts'
import { writeHistory } from '../engine/history.ts'
import type { Row } from '../engine/page.ts'
import { changesOf, storeChanges } from '../engine/write.ts'
import { changedValues, type Values } from '../engine/write-check.ts'
import { AppError } from '../errors.ts'
import { sql } from '../store/sql.ts'
import type { Command, CommandContext } from './command.ts'

async function write(context: CommandContext, record: Row, values: Values): Promise<boolean> {
  const { tx, caller, screen } = context
  const changed = changedValues(screen, record, values)
  if (Object.keys(changed).length === 0) return false
  await storeChanges(context, [record.id], changed)
  await writeHistory(tx, screen, caller, record.id, 'update', changesOf(record, changed))
  tx.afterCommit(() => counts.forget('external_posting', caller.organizationId))
  return true
}

/** Looks again for the postings of ours that those of other systems stand for. */
export const matchPostings: Command = (context) =>
  eachRecord(context, context.targets, async ({ record }) => {
    const match = await matchOf(context.tx, context.caller.organizationId, record)
    return (await write(context, record, { ...match })) ? 'done' : { skipped: 'It stands as it did' }
  })

/** Reconciles postings of other systems with ours: within the tolerance, ours being posted under their document from then on. */
export const reconcilePostings: Command = (context) => {
  const { tx, caller, parameters } = context
  const tolerance = amount(String(parameters['tolerance'] ?? '0'))
  return eachRecord(context, context.targets, async ({ record }) => {
    const match = await matchOf(tx, caller.organizationId, record)
    if (match.match_status === 'unmatched' || match.difference === null)
      throw new AppError('WRONG_STATE', { message: 'There is no posting of ours that this stands for any more.' })
    if (amount(match.difference).abs().gt(tolerance))
      throw new AppError('WRONG_STATE', {
        message: `It differs from ${String(match.posting_number)} by ${amount(match.difference).toString()} ${String(record['currency'])}.`,
      })
    const [ours] = await tx.query<{ status: string; was_posted: boolean }>(sql`
      select status, posted_at is not null as was_posted from financial_posting where organization_id = ${caller.organizationId} and posting_number = ${match.posting_number} for update`)
    // What was posted and taken back stays in the ledger, beside its opposite.
    const isTakenBack = ours?.status === 'reversed' && ours.was_posted
    if (ours && !isTakenBack && !['approved', 'posted'].includes(ours.status))
      throw new AppError('WRONG_STATE', { message: `${String(match.posting_number)} is not approved yet.` })
    await tx.query(sql`
      update financial_posting set status = case when status = 'reversed' then status else 'posted' end, external_reference = ${record['external_document'] as string},
             posted_by = coalesce(posted_by, ${caller.email}), posted_at = coalesce(posted_at, now()), row_version = row_version + 1,
             updated_at = now(), updated_by = ${caller.userId}
       where organization_id = ${caller.organizationId} and posting_number = ${match.posting_number}`)
    await write(context, record, {
      ...match,
      match_status: 'reconciled',
      reconciled_by: caller.email,
      reconciled_at: new Date().toISOString(),
      reconcile_note: parameters['note'] ?? null,
    })
    tx.afterCommit(() => counts.forget('financial_posting', caller.organizationId))
    return 'done'
  })
}
