import { PassThrough } from 'node:stream'
import type { Database, TenantScope } from '../store/database.ts'
import { raw, sql, type Sql } from '../store/sql.ts'
import { copyCsv } from './copy-csv.ts'
import type { OrderedRows } from './ordered-spans.ts'

const batch = 2000

/** Reads a statement through a cursor in one read-only transaction; memory holds one batch, whatever the result's size. */
export async function* cursorRows<T extends object>(
  tx: { query<R extends object>(statement: Sql): Promise<R[]> },
  statement: Sql,
  size = batch,
): AsyncGenerator<T[]> {
  await tx.query(sql`declare rows no scroll cursor for ${statement}`)
  for (;;) {
    const rows = await tx.query<T>(raw(`fetch ${size} from rows`))
    if (rows.length > 0) yield rows
    if (rows.length < size) return
  }
}

export interface Output {
  /** The rows of a statement, so many at a time, which has begun to run without an error once this is there. */
  readonly rows: (statement: Sql, size?: number) => Promise<AsyncIterable<Record<string, unknown>[]>>
  /** Writes rows as CSV, and `head` before them once they come; first of all that the transaction does. */
  readonly csv: (head: string, rows: Sql | OrderedRows, delimiter: ',' | ';') => Promise<void>
  readonly write: (chunk: string | Uint8Array) => Promise<void>
}

/**
 * A byte stream fed from inside a transaction that stays open until the reader has taken everything or gone away. Fails
 * with whatever fails before the first byte; what fails later breaks the stream off.
 */
export function streamFromTransaction(
  db: Database,
  scope: TenantScope,
  produce: (output: Output) => Promise<void>,
): Promise<PassThrough> {
  const stream = new PassThrough({ highWaterMark: 262_144 })
  const gone = (): Error => new Error('The reader has gone away')
  const write = async (chunk: string | Uint8Array): Promise<void> => {
    if (stream.destroyed) throw gone()
    if (!stream.write(chunk)) await room(stream)
  }
  return new Promise((resolve, reject) => {
    stream.once('readable', () => resolve(stream))
    const produced = db.tenant(
      scope,
      (tx) =>
        produce({
          write,
          rows: (statement, size) => begun(cursorRows(tx, statement, size)),
          csv: (head, source, delimiter) => copyCsv({ db, scope, tx, output: stream }, head, source, delimiter),
        }),
      { readOnly: true },
    )
    produced.then(
      () => {
        stream.end()
        resolve(stream)
      },
      (error: unknown) => {
        reject(error)
        // Nobody listens to a stream that was never handed out.
        const isHeard = stream.listenerCount('error') > 0
        stream.destroy(isHeard ? (error instanceof Error ? error : new Error(String(error))) : undefined)
      },
    )
  })
}

async function begun<T>(rows: AsyncGenerator<T>): Promise<AsyncIterable<T>> {
  const first = await rows.next()
  return (async function* () {
    if (first.done) return
    yield first.value
    yield* rows
  })()
}

/** Waits until the reader has taken enough, or is gone; leaves no listener behind. */
function room(stream: PassThrough): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      stream.off('drain', done).off('close', done)
      resolve()
    }
    stream.on('drain', done).on('close', done)
  })
}
