import { randomUUID } from 'node:crypto'
import type { FastifyBaseLogger } from 'fastify'
import { errorCodes } from '#src/definition/error-codes.ts'
import { type JobRun, type LogLine, writeLog } from '../engine/jobs/run-record.ts'
import { AppError, toAppError } from '../errors.ts'
import { callerOfUser } from '../session/caller.ts'
import type { Database, Tx } from '../store/database.ts'
import { json, sql } from '../store/sql.ts'
import { enqueueFollowers } from './followers.ts'
import type { Delivery, JobContext, JobResult, JobTypes } from './job-type.ts'
import { noteOfRun, wordsOfGone } from './run-notes.ts'
import { line, runReporter } from './run-reporter.ts'

/** Advisory locks of this class are held by whoever works on a run: the proof that somebody does. */
const lockClass = 7110
const claimLock = 7_214_110
/** A run whose lock nobody holds is looked at again after so many seconds before it is taken for left. */
const settledFor = 1
const mostInterruptions = 5

interface Work {
  readonly run: JobRun
  readonly abort: AbortController
  backend: number | undefined
}

class NotMine extends Error {}

/** Whether nobody holds the lock of a run. */
const isLeft = sql`not exists (select from pg_locks l where l.locktype = 'advisory' and l.classid = ${lockClass} and l.objid = r.id::oid
  and l.granted and l.database = (select oid from pg_database where datname = current_database()))`

const columns = sql`r.organization_id, r.id, r.job, r.integration, r.name, r.job_type, r.app_type, r.attempt, r.body, r.user_id, r.max_attempts, r.retry_seconds`

/** Takes runs out of the queue of the database and works on a few at a time; any number of processes share one queue. */
export class JobWorker {
  readonly #name = randomUUID()
  readonly #db: Database
  readonly #log: FastifyBaseLogger
  readonly #types: JobTypes
  readonly #most: number
  readonly #works = new Map<string, Work>()
  readonly #running = new Set<Promise<void>>()
  #stopped = false
  #isTaking = false
  #taking: Promise<void> = Promise.resolve()
  #again = false

  constructor(db: Database, log: FastifyBaseLogger, types: JobTypes, most = 2) {
    this.#db = db
    this.#log = log
    this.#types = types
    this.#most = most
  }

  /** Takes what is due, as long as there is room. */
  async wake(): Promise<void> {
    this.#again = true
    if (this.#isTaking) return
    this.#isTaking = true
    this.#taking = this.#takeDue()
    await this.#taking
  }

  async #takeDue(): Promise<void> {
    try {
      while (this.#again && !this.#stopped && this.#running.size < this.#most) {
        this.#again = false
        const run = await this.#claim()
        if (!run) continue
        this.#again = true
        this.#start(run)
      }
    } finally {
      this.#isTaking = false
    }
  }

  async #claim(): Promise<JobRun | undefined> {
    return this.#db.system(async (tx) => {
      // One after the other: of the runs of one job only one may be at work.
      await tx.query(sql`select pg_advisory_xact_lock(${claimLock})`)
      const [run] = await tx.query<JobRun>(sql`
        update batch_job_run r set status = 'running', attempt = r.attempt + 1, worker = ${this.#name}, claimed_at = now(), suspected_at = null,
               started_at = coalesce(r.started_at, now()), finished_at = null, message = null, updated_at = now()
          from (select organization_id, id from batch_job_run w
                 where w.status = 'waiting' and w.due_at <= now()
                   and (w.integration is null or not exists (select from batch_job_run o
                         where o.organization_id = w.organization_id and o.integration = w.integration and o.status = 'running'))
                   and (w.job is null or not exists (select from batch_job_run o
                         where o.organization_id = w.organization_id and o.job = w.job and o.status = 'running'))
                 order by w.due_at, w.id limit 1) n
         where r.organization_id = n.organization_id and r.id = n.id returning ${columns}`)
      return run
    })
  }

  #start(run: JobRun): void {
    const work: Work = { run, abort: new AbortController(), backend: undefined }
    const key = keyOf(run.organization_id, run.id)
    this.#works.set(key, work)
    const running = this.#execute(work)
      .catch((error: unknown) => this.#log.error({ err: error, run: run.id }, 'the end of a run could not be written'))
      .finally(() => {
        this.#works.delete(key)
        this.#running.delete(running)
        void this.wake().catch((error: unknown) => this.#log.error({ err: error }, 'no run could be taken'))
      })
    this.#running.add(running)
  }

  async #execute(work: Work): Promise<void> {
    const { run, abort } = work
    const report = runReporter(this.#db, this.#log, run)
    let delivery: Delivery | undefined
    let hasBegun = false
    try {
      await this.#db.tenant({ organizationId: run.organization_id, userId: run.user_id }, async (tx) => {
        work.backend = await this.#take(tx, run)
        const caller = await callerOfUser(this.#db, run.organization_id, run.user_id)
        if (!caller) throw new AppError('FORBIDDEN', { message: await wordsOfGone(tx, run) })
        const type = this.#types[run.job_type]
        if (!type) throw new AppError('NOT_FOUND', { message: `There is no type of job ${run.job_type}.` })
        const context: JobContext = {
          tx,
          run,
          caller,
          signal: abort.signal,
          log: report.log,
          progress: report.progress,
        }
        // It may have been cancelled while it was taken, which no listener of the job would hear any more.
        abort.signal.throwIfAborted()
        hasBegun = true
        const result = await type(context)
        delivery = result.delivery
        abort.signal.throwIfAborted()
        // From here on nothing interrupts: only the end of the transaction is left.
        work.backend = undefined
        await report.stop()
        await this.#complete(tx, run, result, report.rest())
      })
    } catch (error) {
      work.backend = undefined
      await report.stop()
      await this.#takeBack(run, delivery)
      const told =
        abort.signal.aborted && !hasBegun
          ? new AppError('CANCELLED', { message: 'Cancelled before it had begun; nothing was done.' })
          : error
      if (!(error instanceof NotMine)) await this.#fail(run, told, report.rest(), abort.signal.aborted, delivery)
    }
  }

  async #takeBack(run: JobRun, delivery: Delivery | undefined): Promise<void> {
    try {
      await delivery?.takeBack()
    } catch (error) {
      this.#log.error({ err: error, run: run.id }, 'what a run had made could not be taken back')
    }
  }

  /** Holds the lock of the run to the end of the transaction; NotMine when somebody else has it meanwhile. */
  async #take(tx: Tx, run: JobRun): Promise<number> {
    const [own] = await tx.query<{ held: boolean; pid: number }>(
      sql`select pg_try_advisory_xact_lock(${lockClass}, ${run.id}::int) as held, pg_backend_pid() as pid`,
    )
    // Its former worker is not quite gone: it is found left, and taken again.
    if (!own!.held) throw new NotMine()
    const mine = await tx.query(sql`
      select from batch_job_run where organization_id = ${run.organization_id} and id = ${run.id}
         and status = 'running' and worker = ${this.#name} and attempt = ${run.attempt}`)
    if (mine.length === 0) throw new NotMine()
    return own!.pid
  }

  async #complete(tx: Tx, run: JobRun, result: JobResult, lines: readonly LogLine[]): Promise<void> {
    const status = result.isPartial ? 'partial' : 'complete'
    const { message, inserted = null, updated = null, unchanged = null, rejected = null, output } = result
    const done = await tx.query(sql`
      update batch_job_run set status = ${status}, finished_at = clock_timestamp(), phase = null, percent_done = 100, message = ${message},
             seconds = round(extract(epoch from clock_timestamp() - claimed_at)::numeric, 1), inserted = ${inserted}::bigint, updated = ${updated}::bigint,
             unchanged = ${unchanged}::bigint, rejected = ${rejected}::bigint, output = ${json(output)}, updated_at = now()
       where organization_id = ${run.organization_id} and id = ${run.id} and status = 'running' and attempt = ${run.attempt}
         and not cancel_requested returning id`)
    if (done.length === 0) throw new AppError('CANCELLED')
    // Whoever cancels now waits for this row, and is told that the run has ended.
    await result.delivery?.handOver()
    await writeLog(tx, run, [...lines, line(result.isPartial ? 'warning' : 'info', message)])
    await noteOfRun(tx, run, status, message)
    if (!result.isPartial) await enqueueFollowers(tx, run)
  }

  async #fail(
    run: JobRun,
    error: unknown,
    lines: readonly LogLine[],
    aborted: boolean,
    delivery: Delivery | undefined,
  ): Promise<void> {
    const known = toAppError(error)
    if (!aborted && known.status >= 500) this.#log.error({ err: error, run: run.id }, 'a batch job did not go through')
    const message = error instanceof AppError ? error.message : 'Something went wrong on the server.'
    const given = known.code === 'CANCELLED' && message !== errorCodes.CANCELLED.message ? message : null
    const ifCancelled = delivery?.cancelled ?? given ?? 'Cancelled; what it had not finished was taken back.'
    await this.#db.tenant({ organizationId: run.organization_id, userId: run.user_id }, async (tx) => {
      const [own] = await tx.query<{ cancelled: boolean }>(sql`
        select cancel_requested as cancelled from batch_job_run
         where organization_id = ${run.organization_id} and id = ${run.id} and status = 'running' and attempt = ${run.attempt} for update`)
      if (!own) return
      // A server that stops gives back what it has not finished, to whoever comes next.
      const isGivenBack = aborted && this.#stopped && !own.cancelled
      const [status, words] = isGivenBack
        ? (['waiting', 'The server stopped; it begins anew.'] as const)
        : aborted || own.cancelled
          ? (['cancelled', ifCancelled] as const)
          : run.attempt < run.max_attempts
            ? (['waiting', `${message} It is tried again.`] as const)
            : (['failed', message] as const)
      const wait = aborted ? 0 : run.retry_seconds * 2 ** (run.attempt - 1)
      const noted = await tx.query(sql`
        update batch_job_run set status = ${status}, message = ${words}, phase = null,
               due_at = now() + make_interval(secs => ${wait}), attempt = attempt - ${isGivenBack ? 1 : 0}::int,
               finished_at = case when ${status} = 'waiting' then null else clock_timestamp() end,
               seconds = round(extract(epoch from clock_timestamp() - claimed_at)::numeric, 1), updated_at = now()
         where organization_id = ${run.organization_id} and id = ${run.id} and status = 'running' and attempt = ${run.attempt} returning id`)
      if (noted.length === 0) return
      await writeLog(tx, run, [...lines, line(status === 'failed' ? 'error' : 'warning', words)])
      if (status !== 'waiting') await noteOfRun(tx, run, status, words)
    })
  }

  /** Gives runs whose process went away to whoever comes next; those that lost it too often are reported as failed. */
  async recover(): Promise<number> {
    const rows = await this.#db.system(async (tx) => {
      // Looked at twice: between its claim and its lock, and between its failure and the note of it, a run has no lock either.
      await tx.query(sql`
        update batch_job_run r set suspected_at = now()
         where r.status = 'running' and r.job_type <> 'received_file' and r.suspected_at is null and r.claimed_at <= now() - make_interval(secs => ${settledFor}) and ${isLeft}`)
      return tx.query<JobRun & { status: string; message: string }>(sql`
        update batch_job_run r set interrupted = r.interrupted + 1, phase = null, due_at = now(), updated_at = now(),
               max_attempts = r.max_attempts + 1,
               status = case when r.cancel_requested then 'cancelled' when r.interrupted >= ${mostInterruptions} then 'failed' else 'waiting' end,
               finished_at = case when r.cancel_requested or r.interrupted >= ${mostInterruptions} then now() end,
               message = case when r.cancel_requested then 'Cancelled.' else 'The server stopped while this was at work.' end
         where r.status = 'running' and r.suspected_at <= now() - make_interval(secs => ${settledFor}) and ${isLeft}
        returning ${columns}, r.status, r.message`)
    })
    for (const run of rows)
      await this.#db.tenant({ organizationId: run.organization_id, userId: run.user_id }, async (tx) => {
        await writeLog(tx, run, [line(run.status === 'waiting' ? 'warning' : 'error', run.message)])
        if (run.status !== 'waiting') await noteOfRun(tx, run, run.status, run.message)
      })
    return rows.length
  }

  /** Stops the work on a run, in the middle of a statement if need be; nothing happens when this process does none. */
  async cancel(organizationId: number, runId: number): Promise<void> {
    const work = this.#works.get(keyOf(organizationId, runId))
    if (!work) return
    work.abort.abort()
    const { backend } = work
    // Only while that connection still holds the lock of this very run: a moment later it may serve somebody else.
    if (backend !== undefined)
      await this.#db.system((tx) =>
        tx.query(sql`
          select pg_cancel_backend(pid) from pg_locks
           where pid = ${backend}::int and locktype = 'advisory' and classid = ${lockClass} and objid = ${runId}::bigint::oid and granted`),
      )
  }

  /** Takes no more runs and gives back those at work: the process ends. */
  async stop(): Promise<void> {
    this.#stopped = true
    // What is just being taken is at work in a moment; left out here it would hold its connection, and nobody would end it.
    await this.#taking.catch(() => undefined)
    await Promise.all([...this.#works.values()].map(({ run }) => this.cancel(run.organization_id, run.id)))
    await Promise.all(this.#running)
  }
}

const keyOf = (organizationId: number, runId: number): string => `${organizationId} ${runId}`
