import { createReadStream, createWriteStream } from 'node:fs'
import { mkdir, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform, type Readable } from 'node:stream'
import { AppError } from '../../errors.ts'
import type { Database } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'

/** The files of imports that are still on their way, as they came in, so that they can be read again. */
export class ReceivedFiles {
  readonly #folder: string

  constructor(dataDir: string) {
    this.#folder = join(dataDir, 'uploads')
  }

  /** Where the file of an import lies as a whole once its stream has ended. */
  path(uploadId: number): string {
    return join(this.#folder, String(uploadId))
  }

  /** Hands a file on while it is written down; ends only when it lies on the disk as a whole. */
  async keep(uploadId: number, file: Readable): Promise<Readable> {
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const copy = createWriteStream(this.path(uploadId), { mode: 0o600 })
    const through = new Transform({
      transform(chunk: Buffer, _encoding, done) {
        if (copy.write(chunk)) done(null, chunk)
        else copy.once('drain', () => done(null, chunk))
      },
      flush: (done) => void copy.end(() => done()),
      destroy(error, done) {
        copy.destroy()
        done(error)
      },
    })
    copy.on('error', (error) => through.destroy(error))
    file.on('error', (error: Error) => through.destroy(error))
    return file.pipe(through)
  }

  /** The file again; WRONG_STATE when it is not kept here. */
  async open(uploadId: number): Promise<Readable> {
    const found = await stat(this.path(uploadId)).catch(() => null)
    if (!found) throw new AppError('WRONG_STATE', { message: 'The file is not kept any more. Upload it again.' })
    return createReadStream(this.path(uploadId), { highWaterMark: 262_144 })
  }

  async drop(uploadId: number): Promise<void> {
    await rm(this.path(uploadId), { force: true })
  }

  /** Drops the files of imports that have ended. */
  async clear(db: Database): Promise<void> {
    const names = await readdir(this.#folder).catch(() => [])
    const kept = names.map(Number).filter((id) => Number.isSafeInteger(id))
    if (kept.length === 0) return
    const alive = await db.system((tx) =>
      tx.query<{ id: number }>(
        sql`select id from upload where id = any(${kept}::bigint[]) and kept and state not in ('committed', 'undone', 'failed', 'cancelled')`,
      ),
    )
    const needed = new Set(alive.map(({ id }) => id))
    for (const id of kept) if (!needed.has(id)) await this.drop(id)
  }
}
