import type { FastifyBaseLogger } from 'fastify'
import { markedTotals } from '#src/definition/mixed.ts'
import type { Caller } from '../authorize.ts'
import { AppError, toAppError } from '../errors.ts'
import type { Database, Tx } from '../store/database.ts'
import { json, sql } from '../store/sql.ts'
import { tooManyLines } from './report-bounds.ts'
import { readWhole } from './report-page.ts'
import type { ReportRequest } from './report-request.ts'
import { columnsOf, keptRows, orderBy } from './report-sql.ts'
import { readRun, tidyRuns, type ResultRun } from './result-run-record.ts'
import { cursorRows } from './stream-rows.ts'
import { Slots } from './slots.ts'
import { hasten, withStatementLimit } from './statement-limit.ts'

/** A result keeps this many rows at most; totals are of all of them. */
export const mostKeptRows = 100_000

const heartbeat = 1_000
const look = 250
const mostAtATime = 4

/** A statement that runs in this process. */
interface Job {
  readonly abort: AbortController
  rows: number
  phase: string
  readonly finished: Promise<void>
}

/** Runs reports under an id of their asker's, whoever waits for them: rows are kept, any process can tell how far, cancel or answer. */
export class ResultRuns {
  readonly #jobs = new Map<string, Job>()
  readonly #db: Database
  readonly #log: FastifyBaseLogger
  readonly #seconds: number
  // Each run takes a connection and now and then a second one; the rest is for everybody else.
  readonly #slots = new Slots(mostAtATime)
  readonly #ownSlots = new Map<string, Slots>()

  constructor(db: Database, log: FastifyBaseLogger, seconds: number) {
    this.#db = db
    this.#log = log
    this.#seconds = seconds
  }

  /** Starts a run, or joins the one of that id, and waits for it at most so long. */
  async follow(caller: Caller, requestId: string, request: ReportRequest, patience: number) {
    if (await this.#begin(caller, requestId, request)) this.#start(caller, requestId, request)
    return this.#settled(caller, requestId, patience)
  }

  async #begin(caller: Caller, requestId: string, { screen, criteria }: ReportRequest): Promise<boolean> {
    return this.#db.tenant(caller, async (tx) => {
      await tidyRuns(tx, caller.organizationId)
      const started = await tx.query(sql`
        insert into result_run as run (organization_id, id, user_id, screen, criteria)
        values (${caller.organizationId}, ${requestId}, ${caller.userId}, ${screen.name}, ${json(criteria)})
        on conflict (organization_id, id) do update set state = 'waiting', started_at = now(), heartbeat_at = now(), finished_at = null, rows = 0
          where run.user_id = excluded.user_id and run.screen = excluded.screen and run.criteria = excluded.criteria
            and run.state = 'complete' and not run.kept
        returning id`)
      if (started.length > 0) return true
      const known = await readRun(tx, caller, requestId)
      const [same] = await tx.query<{ same: boolean }>(
        sql`select ${json(known.criteria)} = ${json(criteria)} and ${known.screen} = ${screen.name} as same`,
      )
      if (!same!.same) throw new AppError('BAD_REQUEST', { message: 'This request id belongs to another question.' })
      return false
    })
  }

  #start(caller: Caller, requestId: string, request: ReportRequest): void {
    const key = `${caller.organizationId} ${requestId}`
    const job = { abort: new AbortController(), rows: 0, phase: 'calculate' }
    const finished = this.#run(caller, requestId, request, job).finally(() => this.#jobs.delete(key))
    this.#jobs.set(key, Object.assign(job, { finished }))
  }

  async #run(caller: Caller, requestId: string, request: ReportRequest, job: Omit<Job, 'finished'>): Promise<void> {
    const beat = setInterval(() => void this.#report(caller, requestId, job), heartbeat)
    try {
      await this.#inTurn(caller, request, () =>
        this.#db.tenant(caller, (tx) =>
          withStatementLimit(tx, this.#seconds, async () => {
            if (request.isHastened) await hasten(tx)
            await this.#claim(tx, caller, requestId)
            await this.#keepRows(tx, caller, requestId, request, job)
          }),
        ),
      )
    } catch (error) {
      await this.#fail(caller, requestId, error)
    } finally {
      clearInterval(beat)
    }
  }

  /** Waits for a place among all runs, and before that for one among those of this result where the organisation allows only so many. */
  #inTurn(caller: Caller, { screen, atATime }: ReportRequest, work: () => Promise<void>): Promise<void> {
    if (atATime === undefined) return this.#slots.use(work)
    const key = `${caller.organizationId} ${screen.name} ${atATime}`
    const own = this.#ownSlots.get(key) ?? new Slots(atATime)
    this.#ownSlots.set(key, own)
    return own.use(() => this.#slots.use(work))
  }

  /** Says which backend works on it, unless it was cancelled before it began. */
  async #claim(tx: Tx, caller: Caller, requestId: string): Promise<void> {
    // The name tells this run's statement from whatever the connection does next.
    const [own] = await tx.query<{ pid: number }>(
      sql`select pg_backend_pid() as pid, set_config('application_name', ${nameOf(requestId)}, true)`,
    )
    const claimed = await this.#db.tenant(caller, (other) =>
      other.query(sql`
        update result_run set state = 'running', phase = 'calculate', backend = ${own!.pid}, heartbeat_at = now()
         where organization_id = ${caller.organizationId} and id = ${requestId} and state = 'waiting' returning id`),
    )
    if (claimed.length === 0) throw new AppError('CANCELLED')
  }

  async #keepRows(
    tx: Tx,
    caller: Caller,
    requestId: string,
    request: ReportRequest,
    job: Omit<Job, 'finished'>,
  ): Promise<void> {
    const { statement, fields } = request
    const ordered = sql`select ${columnsOf(fields)} from (${statement}) result order by ${orderBy(request, [])} limit ${mostKeptRows + 1}`
    let cut = false
    for await (const batch of cursorRows<Record<string, unknown>>(tx, ordered)) {
      if (job.abort.signal.aborted) throw new AppError('CANCELLED')
      if (job.rows + batch.length > (request.mostLines ?? Infinity)) throw tooManyLines(request.mostLines!)
      const room = mostKeptRows - job.rows
      cut = batch.length > room
      const rows = cut ? batch.slice(0, room) : batch
      job.phase = 'rows'
      await tx.query(sql`
        insert into result_row (organization_id, run_id, n, row)
        select ${caller.organizationId}, ${requestId}, ${job.rows} + ordinality, value
          from jsonb_array_elements(${json(rows)}) with ordinality`)
      job.rows += rows.length
      if (cut) break
    }
    job.phase = 'totals'
    const source = cut ? statement : keptRows(caller.organizationId, requestId, fields)
    const { total, ...whole } = await readWhole(tx, source, request)
    const { totals } = markedTotals(whole)
    if (total > (request.mostLines ?? Infinity)) throw tooManyLines(request.mostLines!)
    const done = await tx.query(sql`
      update result_run set state = 'complete', phase = null, rows = ${job.rows}, total = ${total}, totals = ${json(totals)},
             kept = true, backend = null, finished_at = clock_timestamp()
       where organization_id = ${caller.organizationId} and id = ${requestId} and state = 'running' returning id`)
    if (done.length === 0) throw new AppError('CANCELLED')
  }

  /** Tells how far it is; when somebody cancelled it meanwhile, stops it. */
  async #report(caller: Caller, requestId: string, job: Omit<Job, 'finished'>): Promise<void> {
    try {
      const [run] = await this.#db.tenant(caller, (tx) =>
        tx.query<{ state: string }>(sql`
          update result_run set heartbeat_at = now(), rows = ${job.rows}, phase = case when state = 'running' then ${job.phase}::text end
           where organization_id = ${caller.organizationId} and id = ${requestId} and finished_at is null returning state`),
      )
      if (run || job.abort.signal.aborted) return
      job.abort.abort()
    } catch (error) {
      this.#log.warn({ err: error, run: requestId }, 'how far a run is could not be written down')
    }
  }

  async #fail(caller: Caller, requestId: string, error: unknown): Promise<void> {
    const known = toAppError(error)
    if (known.status >= 500) this.#log.error({ err: error, run: requestId }, 'a report did not finish')
    const message = known.status === 500 ? null : known.message
    try {
      await this.#db.tenant(caller, (tx) =>
        tx.query(sql`
          update result_run set state = 'failed', phase = null, code = ${known.code}, message = ${message},
                 backend = null, finished_at = clock_timestamp()
           where organization_id = ${caller.organizationId} and id = ${requestId} and state in ('waiting', 'running')`),
      )
    } catch (writing) {
      this.#log.error({ err: writing, run: requestId }, 'the end of a run could not be written down')
    }
  }

  async #settled(caller: Caller, requestId: string, patience: number) {
    const until = Date.now() + patience * 1_000
    const own = this.#jobs.get(`${caller.organizationId} ${requestId}`)
    if (own) await Promise.race([own.finished, pause(patience * 1_000)])
    for (;;) {
      const run = await this.#db.tenant(
        caller,
        async (tx) => {
          return readRun(tx, caller, requestId)
        },
        { readOnly: true },
      )
      if (run.state !== 'waiting' && run.state !== 'running') return run
      if (Date.now() + look > until) return run
      await pause(look)
    }
  }

  /** Cancels a run of the caller's, its statement in PostgreSQL included, whichever process it belongs to. */
  async cancel(caller: Caller, requestId: string): Promise<ResultRun> {
    const stopped = await this.#db.tenant(caller, (tx) =>
      tx.query<{ backend: number | null }>(sql`
        with found as (
          select id, backend from result_run
           where organization_id = ${caller.organizationId} and id = ${requestId} and user_id = ${caller.userId}
             and state in ('waiting', 'running') for update
        ) update result_run run set state = 'cancelled', phase = null, backend = null, finished_at = clock_timestamp()
            from found where run.organization_id = ${caller.organizationId} and run.id = found.id
          returning found.backend`),
    )
    const job = this.#jobs.get(`${caller.organizationId} ${requestId}`)
    job?.abort.abort()
    const backend = stopped[0]?.backend
    if (backend) await this.#cancelStatement(backend, requestId)
    await job?.finished
    return this.#db.tenant(caller, (tx) => readRun(tx, caller, requestId), { readOnly: true })
  }

  async #cancelStatement(backend: number, requestId: string): Promise<void> {
    await this.#db.system((tx) =>
      tx.query(sql`
        select pg_cancel_backend(pid) from pg_stat_activity
         where pid = ${backend} and application_name = ${nameOf(requestId)}`),
    )
  }

  /** Ends what still runs: the process stops. */
  async stop(): Promise<void> {
    for (const [key, job] of this.#jobs) {
      job.abort.abort()
      await this.#db.system((tx) =>
        tx.query(sql`
          select pg_cancel_backend(pid) from pg_stat_activity
           where datname = current_database() and application_name = ${nameOf(key.slice(key.indexOf(' ') + 1))}`),
      )
    }
    await Promise.all([...this.#jobs.values()].map((job) => job.finished))
  }
}

const pause = (milliseconds: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, milliseconds))

/** PostgreSQL cuts names at 63 bytes. */
const nameOf = (requestId: string): string => `result ${requestId}`.slice(0, 63)
