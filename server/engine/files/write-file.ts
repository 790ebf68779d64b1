import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { WriteContext } from '../write-check.ts'
import { cleanFileName } from './file-name.ts'
import { announceFile, completeFile, fileValue, type FileValue } from './file-record.ts'
import type { FileStore } from './file-store.ts'

/** Keeps a file that the product made itself; answers the value that a field of a record is to hold in the same transaction. */
export async function writeFile(
  store: FileStore,
  { tx, caller, screen }: Pick<WriteContext, 'tx' | 'caller' | 'screen'>,
  field: string,
  file: { readonly name: string; readonly type: string; readonly content: Buffer },
): Promise<FileValue> {
  const name = cleanFileName(file.name)
  const id = await announceFile(tx, caller, { screen: screen.name, field, name })
  const sha256 = createHash('sha256').update(file.content).digest('base64url')
  const value = { id, name, size: file.content.length, type: file.type }
  await store.put({ organizationId: caller.organizationId, id }, Readable.from([file.content]))
  await completeFile(tx, caller, { ...value, sha256 })
  return fileValue(value)
}
