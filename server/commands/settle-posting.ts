import { unsettleClaim } from '../claims/unsettle-claim.ts'
import { counts } from '../engine/count-cache.ts'
import { eachRecord } from '../engine/each-record.ts'
import { writeHistory } from '../engine/history.ts'
import type { Row } from '../engine/page.ts'
import { changesOf, storeChanges } from '../engine/write.ts'
import type { Values } from '../engine/write-check.ts'
import type { Command, CommandContext } from './command.ts'

async function settle(
  { tx, caller, screen, ...context }: CommandContext,
  record: Row,
  changed: Values,
): Promise<'done'> {
  await storeChanges({ tx, caller, screen, ...context }, [record.id], changed)
  await writeHistory(tx, screen, caller, record.id, 'update', changesOf(record, changed))
  tx.afterCommit(() => counts.forget('financial_posting', caller.organizationId))
  return 'done'
}

/** Posts approved postings to the ledger: by whom, when, and under which document there. */
export const releasePosting: Command = (context) =>
  eachRecord(context, context.targets, async ({ record }) =>
    settle(context, record, {
      status: 'posted',
      posted_by: context.caller.email,
      posted_at: new Date().toISOString(),
      external_reference: context.parameters['external_reference'] ?? null,
    }),
  )

/**
 * Takes out postings that nobody has approved yet: they stay as rejected, so that numbers have no gaps and the next run posts anew. A claim
 * whose payment goes is not reconciled any more.
 */
export const discardPosting: Command = (context) =>
  eachRecord(context, context.targets, async ({ record }) => {
    const became = await settle(context, record, {
      status: 'rejected',
      approval_status: 'rejected',
      waiting_for: null,
      decided_by: context.caller.email,
      decided_at: new Date().toISOString(),
      approval_note: String(context.parameters['reason']),
      reason: String(context.parameters['reason']),
    })
    const claim = record['claim_number']
    if (typeof claim === 'string') await unsettleClaim(context, claim)
    return became
  })
