import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, open, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

/** Where the bytes of a file lie: never outside its organisation. */
export interface FileKey {
  readonly organizationId: number
  /** A UUID, as the database gave it. */
  readonly id: string
}

/** Keeps the bytes of files. A folder by default; an object store needs these three calls and nothing else. */
export interface FileStore {
  /** Resolves once every byte is kept for good; keeps nothing when the content breaks off. */
  put(key: FileKey, content: Readable): Promise<void>
  /** Rejects when there is no such file. */
  open(key: FileKey): Promise<Readable>
  /** Removing what is not there is no error. */
  remove(key: FileKey): Promise<void>
}

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

/** A file store in a folder: `<organisation>/<first two digits>/<id>`. */
export function folderStore(folder: string): FileStore {
  const pathOf = ({ organizationId, id }: FileKey): string => {
    if (!Number.isSafeInteger(organizationId) || !uuid.test(id)) throw new Error('Not the key of a file')
    return join(folder, String(organizationId), id.slice(0, 2), id)
  }
  return {
    put: async (key, content) => {
      const path = pathOf(key)
      const arriving = `${path}.part`
      await mkdir(dirname(path), { recursive: true, mode: 0o700 })
      try {
        await pipeline(content, createWriteStream(arriving, { mode: 0o600, flush: true }))
        await rename(arriving, path)
      } catch (error) {
        await rm(arriving, { force: true })
        throw error
      }
    },
    open: async (key) => {
      const handle = await open(pathOf(key), 'r')
      return createReadStream('', { fd: handle })
    },
    remove: async (key) => {
      await rm(pathOf(key), { force: true })
    },
  }
}
