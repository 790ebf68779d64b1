import type { Readable } from 'node:stream'
import type { Screen } from '#src/definition'
import { type OneCallAnswer, uploadInOneCall } from '../engine/upload/one-call.ts'
import type { FormatBody } from '../engine/upload/format.ts'
import { keepFirst } from '../engine/upload/keep-first.ts'
import { readUpload } from '../engine/upload/upload-record.ts'
import { AppError } from '../errors.ts'
import { sql } from '../store/sql.ts'
import type { JobContext } from './job-type.ts'
import type { JobServices } from './services.ts'

export interface ImportedFile {
  readonly name: string
  readonly uploadId: number
  readonly written: boolean
  readonly inserted: number
  readonly updated: number
  readonly unchanged: number
  readonly rejected: number
  /** Why nothing was written, or what was left out. */
  readonly reasons: readonly string[]
}

export interface FileToImport {
  /** Tells the files of a run apart. */
  readonly name: string
  readonly open: () => Promise<Readable> | Readable
  readonly screen: Screen
  readonly format: { readonly id: number; readonly body: FormatBody }
  readonly onlyValid: boolean
  /** Columns by which lines are taken once. */
  readonly distinctBy?: readonly string[]
}

const atWork = new Set(['staging', 'checking', 'committing'])

/** Takes a file in, once: a run that begins anew finds out from its import whether it was written before. */
export async function importOnce(
  services: JobServices,
  context: JobContext,
  file: FileToImport,
): Promise<ImportedFile> {
  const { db, uploads } = services
  const { run, caller } = context
  const key = sql`organization_id = ${run.organization_id} and run_id = ${run.id} and name = ${file.name}`
  const [known] = await db.tenant(caller, (tx) =>
    tx.query<{ upload_id: number | null }>(sql`select upload_id from batch_job_file where ${key}`),
  )
  if (known?.upload_id) {
    const before = await db.tenant(caller, (tx) => readUpload(tx, known.upload_id!))
    if (before.state === 'committed') return figuresOf(services, context, file.name, before.id, [])
    if (atWork.has(before.state))
      throw new AppError('UNAVAILABLE', { message: `${file.name} is still being written by a server that stopped.` })
  }
  let arrived: number | undefined
  const stop = () => arrived !== undefined && void uploads.jobs.cancel(arrived)
  context.signal.addEventListener('abort', stop)
  let answer: OneCallAnswer
  try {
    answer = await uploadInOneCall(db, uploads, {
      caller,
      screen: file.screen,
      file: await file.open(),
      fileName: file.name,
      format: file.format,
      onlyValid: file.onlyValid,
      constants: {},
      onReceived: async (uploadId) => {
        arrived = uploadId
        if (file.distinctBy?.length) await db.tenant(caller, (tx) => keepFirst(tx, uploadId, file.distinctBy!))
        await db.tenant(caller, (tx) =>
          tx.query(sql`
            insert into batch_job_file (organization_id, run_id, name, upload_id) values (${run.organization_id}, ${run.id}, ${file.name}, ${uploadId})
            on conflict (organization_id, run_id, name) do update set upload_id = excluded.upload_id`),
        )
      },
    })
  } finally {
    context.signal.removeEventListener('abort', stop)
  }
  context.signal.throwIfAborted()
  const reasons = answer.error_list ? Object.values(answer.error_list) : answer.messageLog.slice(1)
  return figuresOf(services, context, file.name, answer.upload_id, reasons)
}

async function figuresOf(
  { db }: JobServices,
  { caller }: JobContext,
  name: string,
  uploadId: number,
  reasons: readonly string[],
): Promise<ImportedFile> {
  const { state, result, counts } = await db.tenant(caller, (tx) => readUpload(tx, uploadId))
  return {
    name,
    uploadId,
    written: state === 'committed',
    inserted: Number(result?.['inserted'] ?? 0),
    updated: Number(result?.['updated'] ?? 0),
    unchanged: counts?.unchanged ?? 0,
    rejected: (counts?.rejected ?? 0) + (counts?.conflict ?? 0),
    reasons,
  }
}
