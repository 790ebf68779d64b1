import { counts } from '../engine/count-cache.ts'
import { noteFiles } from '../engine/files/held-files.ts'
import { writeHistory } from '../engine/history.ts'
import type { Row } from '../engine/page.ts'
import { changesOf, storeChanges } from '../engine/write.ts'
import { changedValues, type Values, type WriteContext } from '../engine/write-check.ts'

/** Writes what only the product itself writes into a locked record, with its history. */
export async function changeRecord(context: WriteContext, record: Row, change: Values): Promise<void> {
  const { tx, caller, screen } = context
  const changed = changedValues(screen, record, change)
  if (Object.keys(changed).length === 0) return
  await storeChanges(context, [record.id], changed)
  await noteFiles(context, record.id, changed)
  await writeHistory(tx, screen, caller, record.id, 'update', changesOf(record, changed))
  tx.afterCommit(() => counts.forget(screen.table!.name, caller.organizationId))
}
