import { setTimeout as pause } from 'node:timers/promises'
import type { FastifyBaseLogger } from 'fastify'
import { AppError, toAppError } from '../../errors.ts'
import type { Database, TenantScope, Tx } from '../../store/database.ts'
import { sql } from '../../store/sql.ts'
import { lockClass } from './lock-class.ts'
import { takeUpload } from './recovery.ts'
import { settle } from './second-writer.ts'
import { changeUpload, type UploadChange, type UploadState } from './upload-record.ts'

const reportEvery = 300
const cancelEvery = 500
const mostJobs = 6

/** Work on one import that this process does at the moment. */
interface Job {
  readonly abort: AbortController
  backend: number | undefined
  /** Whether nothing but the end of its transaction is left, which cannot be stopped. */
  isEnding: boolean
  readonly finished: Promise<void>
}

export interface JobContext {
  readonly signal: AbortSignal
  /** Tells how far the work is; written down now and then, past the transaction of the work. */
  readonly progress: (phase: string, done: number, total: number) => void
}

export interface JobOptions {
  readonly uploadId: number
  readonly scope: TenantScope
  /** Moves the import to the state it is in during the work; throws when it is not ready for it. */
  readonly begin: () => Promise<unknown>
  /** State and words when the work is cancelled or fails; nothing was written then. */
  readonly back: UploadState
  /** Answers what the import is afterwards, written down at the end of the transaction. */
  readonly work: (tx: Tx, context: JobContext) => Promise<UploadChange & { state: UploadState }>
}

/** Runs checks and commits in the background, each in one transaction that a cancellation or a crash rolls back. */
export class UploadJobs {
  readonly #running = new Map<number, Job>()
  readonly #db: Database
  readonly #log: FastifyBaseLogger

  constructor(db: Database, log: FastifyBaseLogger) {
    this.#db = db
    this.#log = log
  }

  /** Starts the work once the import is ready for it; `finished` resolves when it is in its next state, whatever came of it. */
  start(options: JobOptions): Promise<{ finished: Promise<void> }> {
    if (this.#running.size >= mostJobs)
      throw new AppError('UNAVAILABLE', { message: 'Many imports are at work at the moment. Try again shortly.' })
    const abort = new AbortController()
    return new Promise((resolve, reject) => {
      const started = (backend: number) => {
        this.#running.set(options.uploadId, job)
        job.backend = backend
        resolve({ finished })
      }
      const finished = this.#run(options, abort.signal, started, () => {
        job.backend = undefined
        job.isEnding = true
      }).finally(() => {
        if (this.#running.get(options.uploadId) === job) this.#running.delete(options.uploadId)
      })
      const job: Job = { abort, backend: undefined, isEnding: false, finished }
      finished.catch(reject)
    })
  }

  /** Rejects only when the work could not begin. */
  async #run(
    { uploadId, scope, begin, back, work }: JobOptions,
    signal: AbortSignal,
    started: (backend: number) => void,
    uninterruptible: () => void,
  ): Promise<void> {
    const report = this.#reporter(uploadId, scope)
    let begun = false
    try {
      await this.#db.tenant(scope, async (tx) => {
        // Held to the end of the transaction, and taken before the import is in its state: the proof that somebody works on it.
        await takeUpload(tx, uploadId)
        await begin()
        begun = true
        started(await backendOf(tx))
        signal.throwIfAborted()
        const change = await work(tx, { signal, progress: report.progress })
        signal.throwIfAborted()
        uninterruptible()
        // From here on the row of the import is locked: a report would wait for this transaction.
        await report.stop()
        await changeUpload(tx, uploadId, change)
      })
    } catch (error) {
      if (!begun) throw error
      await report.stop()
      // The end of the transaction may have been lost on its way here.
      if (await this.#settle(uploadId)) return
      const cancelled = signal.aborted
      if (!cancelled)
        this.#log[toAppError(error).status >= 500 ? 'error' : 'info'](
          { err: error, upload: uploadId },
          'an import did not go through',
        )
      const message = cancelled ? 'Cancelled; nothing was written.' : `${wordsOf(error)} Nothing was written.`
      await this.#note(uploadId, scope, { state: back, phase: null, done: 0, total: 0, message })
      return
    }
    await this.#settle(uploadId)
  }

  /** Ends what a second writer has prepared; answers whether the import is written. */
  async #settle(uploadId: number): Promise<boolean> {
    try {
      return (await settle(this.#db, uploadId)).length > 0
    } catch (error) {
      // It is looked for again every few seconds.
      this.#log.error({ err: error, upload: uploadId }, 'the second part of an import could not be settled')
      return false
    }
  }

  #reporter(uploadId: number, scope: TenantScope) {
    let last: UploadChange | undefined
    let writing: Promise<void> = Promise.resolve()
    let at = 0
    let stopped = false
    return {
      progress: (phase: string, done: number, total: number) => {
        const now = Date.now()
        if (stopped || (last?.phase === phase && now - at < reportEvery)) return
        at = now
        last = { phase, done, total }
        const change = last
        writing = writing.then(() => (stopped ? undefined : this.#note(uploadId, scope, change, true)))
      },
      stop: async () => {
        stopped = true
        await writing
      },
    }
  }

  async #note(uploadId: number, scope: TenantScope, change: UploadChange, isPassing = false): Promise<void> {
    try {
      await this.#db.tenant(scope, async (tx) => {
        // Waiting until it is on disk would be waiting for all that the import itself has written so far.
        if (isPassing) await tx.query(sql`set local synchronous_commit = off`)
        await changeUpload(tx, uploadId, change)
      })
    } catch (error) {
      this.#log.error({ err: error, upload: uploadId }, 'the state of an import could not be written down')
    }
  }

  /** Stops the work on an import, in the middle of a statement if need be; false when this process does none, or has done it. */
  async cancel(uploadId: number): Promise<boolean> {
    const job = this.#running.get(uploadId)
    if (!job) return false
    if (job.isEnding) {
      await job.finished
      return false
    }
    job.abort.abort()
    const { backend } = job
    let isOver = false
    const over = job.finished.finally(() => (isOver = true))
    // Again and again: between two statements there is nothing to stop, and the next may be the long one.
    while (!isOver) {
      if (backend !== undefined) await this.#stopStatement(uploadId, backend)
      await Promise.race([over, pause(cancelEvery)])
    }
    await job.finished
    return true
  }

  /** Only while that connection still holds the lock of this very work: a moment later it may serve somebody else. */
  #stopStatement(uploadId: number, backend: number): Promise<unknown> {
    return this.#db.system((tx) =>
      tx.query(sql`
        select pg_cancel_backend(a.pid) from pg_stat_activity a join pg_locks l on l.pid = a.pid
         where a.pid = ${backend}::int and a.state = 'active' and a.query <> 'rollback'
           and l.locktype = 'advisory' and l.classid = ${lockClass} and l.objid = ${uploadId}::bigint::oid and l.granted`),
    )
  }

  /** Resolves when the work that this process does on an import is over, at the latest after so many seconds. */
  async over(uploadId: number, seconds: number): Promise<void> {
    const end = new AbortController()
    const late = pause(seconds * 1_000, undefined, { signal: end.signal }).catch(() => undefined)
    // Whether the work could begin is for those who asked for it.
    await Promise.race([
      late,
      ...(this.#running.has(uploadId) ? [this.#running.get(uploadId)!.finished.catch(() => undefined)] : []),
    ])
    end.abort()
  }

  /** Cancels everything: the process ends. */
  async stop(): Promise<void> {
    await Promise.all([...this.#running.keys()].map((uploadId) => this.cancel(uploadId)))
  }
}

const backendOf = async (tx: Tx): Promise<number> =>
  (await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid`))[0]!.pid

/** Words for the user; what nobody foresaw is for the log only. */
function wordsOf(error: unknown): string {
  return error instanceof AppError ? error.message : 'Something went wrong on the server.'
}
