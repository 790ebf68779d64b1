import type { FastifyBaseLogger } from 'fastify'
import type { Caller } from '../../authorize.ts'
import { AppError, toAppError } from '../../errors.ts'
import type { Database } from '../../store/database.ts'
import type { Reader } from '../../store/reader.ts'
import { digestOf, type ReadableTable } from '../../store/reader-views.ts'
import { sql } from '../../store/sql.ts'
import { Slots } from '../slots.ts'
import { examine, type Examined, StatementProblem } from './examine.ts'
import { type Column, type Question, readRows } from './read-rows.ts'
import { beginRun, type Ending, endRun, keepRows, readRun, rowsOf, type SqlRun } from './run-record.ts'

/** A run keeps this many rows at most. */
export const mostKept = 10_000

// Each takes a connection and the memory of a backend; the rest is for everybody else.
const atATime = 3
const ofAnOrganization = 2
const look = 500
/** A user waits for so many files at a time. */
const filesOfAUser = 2

interface Asked extends Question {
  readonly requestId: string
  readonly queryId: number | null
}

export interface RunPage extends SqlRun {
  readonly records: readonly (readonly unknown[])[]
  readonly page: number
  readonly limit: number
}

/** Runs statements of users under their request ids; any process can tell of a run, and cancel it. */
export class SqlRuns {
  readonly #running = new Set<AbortController>()
  readonly #slots = new Slots(atATime)
  readonly #own = new Map<number, Slots>()
  readonly #files = new Map<string, number>()
  readonly #db: Database
  readonly #reader: Reader | undefined
  readonly #log: FastifyBaseLogger

  constructor(db: Database, reader: Reader | undefined, log: FastifyBaseLogger) {
    this.#db = db
    this.#reader = reader
    this.#log = log
  }

  #readerOr501(): Reader {
    if (this.#reader) return this.#reader
    throw new AppError('NOT_IMPLEMENTED', { message: 'This server runs no statements of users.' })
  }

  /** Runs a statement to its end and keeps its first rows; under a known request id, answers that run. */
  async run(caller: Caller, tables: readonly ReadableTable[], asked: Asked): Promise<RunPage> {
    const reader = this.#readerOr501()
    const { requestId, queryId, text, parameters } = asked
    const rights = digestOf(tables)
    const isNew = await this.#db.tenant(caller, (tx) =>
      beginRun(tx, caller, { requestId, queryId, text, parameters, rights }),
    )
    if (isNew) await this.#work(reader, caller, tables, asked)
    return this.page(caller, tables, requestId, 1, 100)
  }

  async #work(reader: Reader, caller: Caller, tables: readonly ReadableTable[], asked: Asked): Promise<void> {
    const abort = new AbortController()
    this.#running.add(abort)
    const looking = setInterval(() => void this.#lookAfter(caller, asked.requestId, abort), look)
    let ending: Ending
    try {
      ending = await this.#inTurn(
        caller,
        async () => {
          const examined = await examine(reader, tables, asked.text, asked.declared)
          return this.#read(reader, caller, tables, asked, examined, abort.signal)
        },
        abort.signal,
      )
    } catch (error) {
      ending = abort.signal.aborted ? { state: 'cancelled' } : { state: 'failed', problem: this.#problemOf(error) }
    } finally {
      clearInterval(looking)
      this.#running.delete(abort)
    }
    await this.#db.tenant(caller, (tx) => endRun(tx, caller, asked.requestId, ending))
  }

  /** Waits for a place among those of the organisation, then for one among all. */
  #inTurn<T>({ organizationId }: Caller, work: () => Promise<T>, signal: AbortSignal): Promise<T> {
    const own = this.#own.get(organizationId) ?? new Slots(ofAnOrganization)
    this.#own.set(organizationId, own)
    return own.use(() => this.#slots.use(work, signal), signal)
  }

  /** Makes a file of a statement in its turn. Throws TOO_MANY_REQUESTS where its asker waits for others already, CANCELLED once `asker` is gone. */
  async file<T>(caller: Caller, asker: AbortSignal, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const key = `${caller.organizationId} ${caller.userId}`
    const others = this.#files.get(key) ?? 0
    if (others >= filesOfAUser)
      throw new AppError('TOO_MANY_REQUESTS', {
        message: `${filesOfAUser} files are being made for you. Wait for one of them, or cancel it.`,
      })
    this.#files.set(key, others + 1)
    const stop = new AbortController()
    this.#running.add(stop)
    const signal = AbortSignal.any([asker, stop.signal])
    try {
      return await this.#inTurn(caller, () => work(signal), signal)
    } catch (error) {
      throw signal.aborted ? new AppError('CANCELLED', { message: 'The file was cancelled.', cause: error }) : error
    } finally {
      this.#running.delete(stop)
      const left = this.#files.get(key)! - 1
      if (left > 0) this.#files.set(key, left)
      else this.#files.delete(key)
    }
  }

  async #read(
    reader: Reader,
    caller: Caller,
    tables: readonly ReadableTable[],
    asked: Asked,
    examined: Examined,
    signal: AbortSignal,
  ): Promise<Ending> {
    const [run] = await this.#db.tenant(caller, (tx) =>
      tx.query<{ id: number }>(sql`
        update sql_run set state = 'running' where organization_id = ${caller.organizationId} and user_id = ${caller.userId}
           and request_id = ${asked.requestId} and state = 'waiting' returning id`),
    )
    if (!run) return { state: 'cancelled' }
    let columns: readonly Column[] = []
    let first = 0
    const { rows, cut } = await readRows(reader, caller, tables, asked, {
      examined,
      most: mostKept,
      signal,
      onColumns: (found) => (columns = found),
      onRows: async (part) => {
        await this.#db.tenant(caller, (tx) => keepRows(tx, caller, run.id, first, part))
        first += part.length
      },
    })
    return { state: 'complete', rows, cut, columns }
  }

  #problemOf(error: unknown) {
    if (error instanceof StatementProblem) return error.problem
    const known = toAppError(error)
    if (known.status === 500) this.#log.error({ err: error }, 'a statement of a user did not run')
    return { message: known.status === 500 ? 'The statement could not be run.' : known.message }
  }

  /** Somebody may have cancelled it in another process. */
  async #lookAfter(caller: Caller, requestId: string, abort: AbortController): Promise<void> {
    try {
      const run = await this.#db.tenant(caller, (tx) => readRun(tx, caller, requestId), { readOnly: true })
      if (run.state === 'cancelled') abort.abort()
    } catch (error) {
      this.#log.warn({ err: error }, 'a run of the workbench could not be looked after')
    }
  }

  /** Cancels a run of the caller's; its statement ends within a second, whichever process runs it. */
  async cancel(caller: Caller, requestId: string): Promise<SqlRun> {
    await this.#db.tenant(caller, (tx) => endRun(tx, caller, requestId, { state: 'cancelled' }))
    return this.#db.tenant(caller, (tx) => readRun(tx, caller, requestId), { readOnly: true })
  }

  /** Rows of a run; none of them once its asker may read less than then. */
  async page(
    caller: Caller,
    tables: readonly ReadableTable[],
    requestId: string,
    page: number,
    limit: number,
  ): Promise<RunPage> {
    return this.#db.tenant(
      caller,
      async (tx) => {
        const run = await readRun(tx, caller, requestId)
        if (run.state !== 'complete') return { ...run, records: [], page, limit }
        if (run.rights !== digestOf(tables))
          throw new AppError('FORBIDDEN', { message: 'What you may read has changed since. Run the statement again.' })
        return { ...run, records: await rowsOf(tx, caller, run, (page - 1) * limit, limit), page, limit }
      },
      { readOnly: true },
    )
  }

  stop(): void {
    for (const abort of this.#running) abort.abort()
  }
}
