import { PassThrough } from 'node:stream'
import { to as copyTo } from 'pg-copy-streams'
import type { Database, TenantScope, Tx } from '../store/database.ts'
import { inlined, raw, sql, type Sql } from '../store/sql.ts'

const batch = 2000
// PostgreSQL sends some eight kilobytes at a time; every piece that goes on costs this process and the reader's a turn.
const pieceBytes = 65_536

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
  /** Writes a statement's rows as CSV, and `head` before them once it runs. */
  readonly csv: (head: string, statement: Sql, delimiter: ',' | ';') => Promise<void>
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
          csv: (head, statement, delimiter) => copyCsv(db, tx, stream, head, statement, delimiter),
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

/** PostgreSQL writes the CSV itself, several times as fast as it could be written here. */
async function copyCsv(
  db: Database,
  tx: Tx,
  output: PassThrough,
  head: string,
  statement: Sql,
  delimiter: ',' | ';',
): Promise<void> {
  // Two processes read, each its share in the order of the list, while this one puts their rows in order and writes the text:
  // were it to read as well, the others would wait for it with their queues full.
  const [backend] = await tx.query<{ pid: number }>(
    sql`select pg_backend_pid() as pid, set_config('max_parallel_workers_per_gather', '2', true), set_config('parallel_leader_participation', 'off', true),
               set_config('parallel_setup_cost', '0', true), set_config('parallel_tuple_cost', '0', true)`,
  )
  const source = tx.client.query(
    copyTo(`copy (${inlined(statement)}) to stdout (format csv, delimiter '${delimiter}')`),
  )
  let cancelled: Promise<unknown> | undefined
  const leave = (): void => {
    cancelled = db.system((owner) => owner.query(sql`select pg_cancel_backend(${backend!.pid}::int)`))
    // A connection is free again only after everything it sends was taken.
    source.resume()
  }
  let gathered: Uint8Array[] = [Buffer.from(head)]
  let bytes = 0
  const passOn = (): boolean => {
    const piece = Buffer.concat(gathered)
    gathered = []
    bytes = 0
    return output.write(piece)
  }
  try {
    await new Promise<void>((resolve, reject) => {
      output.once('close', leave)
      source.once('error', reject).once('end', () => {
        if (!output.destroyed) passOn()
        resolve()
      })
      source.on('data', (chunk: Uint8Array) => {
        if (output.destroyed) return
        gathered.push(chunk)
        bytes += chunk.length
        if (bytes < pieceBytes || passOn()) return
        source.pause()
        output.once('drain', () => source.resume())
      })
    })
  } finally {
    output.off('close', leave)
    await cancelled
  }
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
