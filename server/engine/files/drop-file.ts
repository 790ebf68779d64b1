import type { Caller } from '../../authorize.ts'
import type { Database } from '../../store/database.ts'
import { forgetFile } from './file-record.ts'
import type { FileStore } from './file-store.ts'

/** Leaves nothing of a file that no record holds, now and not at the next sweep. */
export async function dropFile(
  { db, store }: { readonly db: Database; readonly store: FileStore },
  caller: Caller,
  id: string,
): Promise<void> {
  await db.tenant(caller, (tx) => forgetFile(tx, caller, id))
  await store.remove({ organizationId: caller.organizationId, id })
}
