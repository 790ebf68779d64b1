import { createHash } from 'node:crypto'
import { PassThrough, type Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Field } from '#src/definition'
import type { Caller } from '../../authorize.ts'
import { AppError } from '../../errors.ts'
import type { Database } from '../../store/database.ts'
import { dropFile } from './drop-file.ts'
import { cleanFileName, extensionOf } from './file-name.ts'
import { announceFile, completeFile, fileValue, unsavedFiles, type FileValue } from './file-record.ts'
import type { FileStore } from './file-store.ts'
import { agreedType, isAccepted, isProgram, mediaTypeOf, sniffedBytes } from './media-type.ts'

/** A file as it arrives; `truncated` once it was cut at the size that can be taken. */
export interface ArrivingFile {
  readonly content: Readable & { readonly truncated?: boolean }
  readonly name: string
}

export interface FileTarget {
  readonly screen: string
  readonly field: Field
  /** Greatest number of bytes. */
  readonly limit: number
}

// Whoever fills the disk without ever saving is stopped; the files are gone a day later.
const mostUnsaved = 500

const megabytes = (bytes: number): string =>
  bytes >= 1_000_000 ? `${Math.floor(bytes / 100_000) / 10} MB` : `${Math.floor(bytes / 1_000)} kB`

/** Looks at what passes: its first bytes, its length and its digest. Breaks off as soon as it may not be kept. */
function inspection(name: string, { field, limit }: FileTarget) {
  const digest = createHash('sha256')
  const extension = extensionOf(name)
  let head = Buffer.alloc(0)
  let size = 0
  let type: string | null = null
  const judge = (): void => {
    const seen = mediaTypeOf(head)
    const agreed = agreedType(seen.type, extension)
    const named = field.accept?.some((entry) => entry === seen.type || entry === `.${extension}`) ?? false
    if (isProgram(extension) || (seen.active && !named)) {
      throw new AppError('WRONG_FILE_TYPE', {
        message: `${name} is a program or a page, which is not kept here. Send a document or a picture.`,
      })
    }
    if (agreed === null) {
      throw new AppError('WRONG_FILE_TYPE', {
        message: `${name} is not what its name says: its content is no .${extension} file.`,
      })
    }
    if (!isAccepted(field.accept, agreed, extension)) {
      throw new AppError('WRONG_FILE_TYPE', { message: `${field.label} takes ${words(field.accept ?? [])} only.` })
    }
    type = agreed
  }
  const stream = new Transform({
    transform: (chunk: Buffer, _encoding, done) => {
      size += chunk.length
      digest.update(chunk)
      try {
        if (size > limit)
          throw new AppError('TOO_LARGE', {
            message: `${name} is larger than ${megabytes(limit)}, the most taken here.`,
          })
        if (type === null) {
          head = Buffer.concat([head, chunk.subarray(0, sniffedBytes - head.length)])
          if (head.length >= sniffedBytes) judge()
        }
        done(null, chunk)
      } catch (error) {
        done(error as Error)
      }
    },
    flush: (done) => {
      try {
        if (size === 0) throw new AppError('FILE_UNREADABLE', { message: `${name} is empty.` })
        if (type === null) judge()
        done()
      } catch (error) {
        done(error as Error)
      }
    },
  })
  return { stream, result: () => ({ size, type: type!, sha256: digest.digest('base64url') }) }
}

const kinds: Readonly<Record<string, string>> = {
  'image/*': 'pictures',
  'application/pdf': 'PDF documents',
  'image/png': 'PNG',
  'image/jpeg': 'JPEG',
  'image/webp': 'WebP',
  'image/gif': 'GIF',
}

const words = (accept: readonly string[]): string =>
  accept.map((entry) => kinds[entry] ?? (entry.startsWith('.') ? entry.slice(1).toUpperCase() : entry)).join(', ')

/** Takes a file into the store for a field; answers the value the field is to hold. WRONG_FILE_TYPE, TOO_LARGE or FILE_UNREADABLE otherwise. */
export async function receiveFile(
  { db, store }: { readonly db: Database; readonly store: FileStore },
  caller: Caller,
  file: ArrivingFile,
  target: FileTarget,
): Promise<FileValue> {
  const name = cleanFileName(file.name)
  const id = await db.tenant(caller, async (tx) => {
    if ((await unsavedFiles(tx, caller)) >= mostUnsaved)
      throw new AppError('TOO_MANY_REQUESTS', {
        message: 'Too many files wait for being saved. Save your records first.',
      })
    return announceFile(tx, caller, { screen: target.screen, field: target.field.name, name })
  })
  const key = { organizationId: caller.organizationId, id }
  const { stream, result } = inspection(name, target)
  const kept = new PassThrough()
  try {
    const put = store.put(key, kept).catch((error: unknown) => {
      kept.destroy(error as Error)
      throw error
    })
    // Both have to be over before what came is removed: a part that is still being written would stay.
    for (const one of await Promise.allSettled([pipeline(file.content, stream, kept), put]))
      if (one.status === 'rejected') throw one.reason
    if (file.content.truncated)
      throw new AppError('TOO_LARGE', { message: `${name} is larger than ${megabytes(target.limit)}.` })
    const value = { id, name, ...result() }
    await db.tenant(caller, (tx) => completeFile(tx, caller, value))
    return fileValue(value)
  } catch (error) {
    file.content.resume()
    await dropFile({ db, store }, caller, id)
    throw error
  }
}
