import type { PassThrough, Readable } from 'node:stream'
import { to as copyTo } from 'pg-copy-streams'
import type { Database, TenantScope, Tx } from '../store/database.ts'
import { inlined, raw, sql, type Sql } from '../store/sql.ts'
import { InOrder } from './in-order.ts'
import { pagesForNothing, spansOf, type OrderedRows } from './ordered-spans.ts'

export interface CsvDestination {
  readonly db: Database
  readonly scope: TenantScope
  /** A transaction that has read nothing yet. */
  readonly tx: Tx
  readonly output: PassThrough
}

/**
 * Writes rows as CSV, and `head` before them once they come; PostgreSQL writes the text itself, several times as fast as it could be
 * written here. Many rows with an order of their own are read span by span by two transactions that see the same moment.
 */
export async function copyCsv(
  destination: CsvDestination,
  head: string,
  rows: Sql | OrderedRows,
  delimiter: ',' | ';',
): Promise<void> {
  const { db, tx } = destination
  const copy = new CsvCopy(destination, head, delimiter)
  try {
    if (!('of' in rows)) return await copy.whole(rows)
    await tx.query(raw(sameMoment))
    const spans = await spansOf(db, tx, rows)
    await (spans ? copy.spans(spans.map((span) => rows.of(span))) : copy.whole(rows.of()))
  } finally {
    await copy.close()
  }
}

const sameMoment = 'set transaction isolation level repeatable read'

// Two processes read, each its share in the order of the rows, while a third puts them in order and writes the text: were it to read as
// well, the others would wait for it with their queues full.
const dividedByDatabase = sql`
  set_config('max_parallel_workers_per_gather', '2', true), set_config('parallel_leader_participation', 'off', true),
  set_config('parallel_setup_cost', '0', true), set_config('parallel_tuple_cost', '0', true)`
const undivided = sql`set_config('max_parallel_workers_per_gather', '0', true)`

class CsvCopy {
  readonly #to: CsvDestination
  readonly #delimiter: ',' | ';'
  readonly #ordered: InOrder
  /** What is being read, by the number of the process that sends it. */
  readonly #sources = new Map<number, Readable>()
  readonly #cancelled: Promise<unknown>[] = []
  readonly #leave = (): void => this.#stop(new Error('The reader has gone away'))
  #failure: Error | undefined

  constructor(to: CsvDestination, head: string, delimiter: ',' | ';') {
    this.#to = to
    this.#delimiter = delimiter
    this.#ordered = new InOrder(to.output, Buffer.from(head))
    to.output.once('close', this.#leave)
  }

  async whole(statement: Sql): Promise<void> {
    await this.#take(this.#to.tx, [statement].entries(), dividedByDatabase)
    this.#ordered.close()
  }

  /** Statements whose rows follow one another; a second transaction takes of them as soon as it has a connection. */
  async spans(statements: readonly Sql[]): Promise<void> {
    const { db, scope, tx } = this.#to
    const queue = statements.entries()
    const [moment] = await tx.query<{ name: string }>(sql`select pg_export_snapshot() as name`)
    let [isOver, isHelped] = [false, false]
    const help = async (other: Tx): Promise<void> => {
      if (isOver) return
      isHelped = true
      await other.client.query(`${sameMoment}; set transaction snapshot '${moment!.name}'`)
      await other.query(pagesForNothing)
      await this.#take(other, queue, undivided)
    }
    // What one of the two leaves out is missing between the spans of the other. Without a second connection the first reads all.
    const helped = db.tenant(scope, help, { readOnly: true }).catch((error: Error) => isHelped && this.#stop(error))
    await this.#take(tx, queue, undivided).catch((error: Error) => this.#stop(error))
    isOver = true
    if (isHelped) await helped
    if (this.#failure) throw this.#failure
    this.#ordered.close()
  }

  /** Gives the connections back: what was cancelled has ended then. */
  async close(): Promise<void> {
    this.#to.output.off('close', this.#leave)
    await Promise.all(this.#cancelled)
  }

  async #take(tx: Tx, queue: Iterable<[number, Sql]>, settings: Sql): Promise<void> {
    const [backend] = await tx.query<{ pid: number }>(sql`select pg_backend_pid() as pid, ${settings}`)
    for (const [place, statement] of queue) {
      if (this.#failure) throw this.#failure
      await this.#copy(tx, backend!.pid, place, statement)
    }
  }

  async #copy(tx: Tx, pid: number, place: number, statement: Sql): Promise<void> {
    const source = tx.client.query(
      copyTo(`copy (${inlined(statement)}) to stdout (format csv, delimiter '${this.#delimiter}')`),
    )
    this.#sources.set(pid, source)
    try {
      await new Promise<void>((resolve, reject) => {
        source.once('error', reject).once('end', resolve)
        source.on('data', (chunk: Uint8Array) => {
          if (!this.#failure) this.#ordered.push(place, chunk, source)
        })
      })
      if (!this.#failure) this.#ordered.end(place)
    } finally {
      this.#sources.delete(pid)
    }
  }

  #stop(reason: Error): void {
    if (this.#failure) return
    this.#failure = reason
    for (const [pid, source] of this.#sources) {
      this.#cancelled.push(this.#to.db.system((owner) => owner.query(sql`select pg_cancel_backend(${pid}::int)`)))
      // A connection is free again only after everything it sends was taken.
      source.resume()
    }
  }
}
