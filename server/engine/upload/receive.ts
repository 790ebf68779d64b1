import type { Readable } from 'node:stream'
import type { FastifyBaseLogger } from 'fastify'
import type { Screen } from '#src/definition'
import { AppError, toAppError } from '../../errors.ts'
import type { Database, TenantScope } from '../../store/database.ts'
import { printable } from './dialect.ts'
import { takenEdi } from './edi-source.ts'
import type { FormatBody } from './format.ts'
import { Gate } from './gate.ts'
import { takeUpload } from './recovery.ts'
import type { Reading } from './reading.ts'
import type { ReceivedFiles } from './received-files.ts'
import { stageFile } from './stage.ts'
import { dropStaging } from './staging-table.ts'
import { namesOfFields } from './suggest.ts'
import { changeUpload, createUpload, moveUpload, readUpload, type UploadRecord } from './upload-record.ts'

/** A file on its way in; `truncated` once it was longer than what may be sent. */
export type IncomingFile = Readable & { readonly truncated?: boolean }

export interface Arrival {
  readonly screen: Screen
  readonly file: IncomingFile
  readonly fileName: string
  readonly reading: Reading
  readonly format: FormatBody | null
}

/** Takes files in and reads them into staging, a few at a time; the file itself is kept until its import ends. */
export class Receiver {
  readonly #db: Database
  readonly #log: FastifyBaseLogger
  readonly #files: ReceivedFiles
  readonly #gate = new Gate(2, 20)

  constructor(db: Database, log: FastifyBaseLogger, files: ReceivedFiles) {
    this.#db = db
    this.#log = log
    this.#files = files
  }

  /** Receives a file; the import is then `staged`, or failed with an error. */
  receive(scope: TenantScope, { screen, file, fileName, reading, format }: Arrival): Promise<UploadRecord> {
    return this.#gate.run(async () => {
      const record = {
        functionality: screen.upload!.functionality,
        screen: screen.name,
        file_name: printable(fileName, 255),
      }
      const uploadId = await this.#db.tenant(scope, (tx) =>
        createUpload(tx, scope.organizationId, scope.userId, record),
      )
      try {
        await this.#stage(scope, uploadId, screen, await this.#files.keep(uploadId, file), reading, format, () => {
          if (file.truncated) throw tooLong()
        })
      } catch (error) {
        file.resume()
        await this.#fail(scope, uploadId, error)
        throw file.truncated ? tooLong(error) : error
      }
      return this.#db.tenant(scope, (tx) => readUpload(tx, uploadId))
    })
  }

  /** Reads the kept file of an import anew; when that fails, what was read before stays as it was. */
  read(scope: TenantScope, uploadId: number, screen: Screen, reading: Reading): Promise<UploadRecord> {
    return this.#gate.run(async () => {
      const file = await this.#files.open(uploadId)
      try {
        await this.#db.tenant(scope, (tx) =>
          moveUpload(tx, uploadId, ['staged', 'checked'], {
            state: 'staging',
            phase: 'Reading the file',
            counts: null,
            message: null,
          }),
        )
        await this.#stage(scope, uploadId, screen, file, reading, null, () => undefined)
      } catch (error) {
        await this.#db.tenant(scope, async (tx) => {
          const { state } = await readUpload(tx, uploadId)
          if (state === 'staging') await changeUpload(tx, uploadId, { state: 'staged', phase: null })
        })
        throw error
      } finally {
        file.destroy()
      }
      return this.#db.tenant(scope, (tx) => readUpload(tx, uploadId))
    })
  }

  /** The lines and what is told of them appear together, in one transaction. */
  async #stage(
    scope: TenantScope,
    uploadId: number,
    screen: Screen,
    file: Readable,
    reading: Reading,
    format: FormatBody | null,
    demand: () => void,
  ): Promise<void> {
    await this.#db.tenant(scope, async (tx) => {
      await takeUpload(tx, uploadId)
      await stageFile(this.#db, file, {
        uploadId,
        path: this.#files.path(uploadId),
        organizationId: scope.organizationId,
        reading,
        namesIn: namesOfFields(screen),
        edi: takenEdi(screen),
        signal: AbortSignal.timeout(3_600_000),
        finish: async (owner, { bytes, ...staged }) => {
          demand()
          await changeUpload(owner, uploadId, {
            ...staged,
            file_bytes: bytes,
            format,
            rules: [],
            state: 'staged',
            phase: null,
            message: null,
            staged_at: new Date().toISOString(),
          })
        },
      })
    })
  }

  async #fail(scope: TenantScope, uploadId: number, error: unknown): Promise<void> {
    const known = toAppError(error)
    if (known.status >= 500) this.#log.error({ err: error, upload: uploadId }, 'a file could not be received')
    const message = known.status >= 500 ? 'The file could not be received.' : known.message
    await this.#files.drop(uploadId)
    await this.#db.system((tx) => dropStaging(tx, uploadId))
    await this.#db.tenant(scope, (tx) =>
      changeUpload(tx, uploadId, {
        state: 'failed',
        phase: null,
        message,
        kept: false,
        finished_at: new Date().toISOString(),
      }),
    )
  }
}

const tooLong = (cause?: unknown): AppError =>
  new AppError('TOO_LARGE', { message: 'The file is larger than what can be taken.', cause })
