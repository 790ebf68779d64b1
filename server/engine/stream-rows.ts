import { PassThrough } from 'node:stream'
import type { Database, TenantScope } from '../store/database.ts'
import { raw, sql, type Sql } from '../store/sql.ts'

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

/** A byte stream fed from inside a transaction that stays open until the reader has taken everything or gone away. */
export function streamFromTransaction(
  db: Database,
  scope: TenantScope,
  produce: (
    rows: (statement: Sql) => AsyncGenerator<Record<string, unknown>[]>,
    write: (chunk: string | Uint8Array) => Promise<void>,
  ) => Promise<void>,
): PassThrough {
  const stream = new PassThrough()
  const write = async (chunk: string | Uint8Array): Promise<void> => {
    if (stream.destroyed) throw new Error('The reader has gone away')
    if (!stream.write(chunk)) await room(stream)
  }
  db.tenant(scope, (tx) => produce((statement) => cursorRows(tx, statement), write), { readOnly: true }).then(
    () => stream.end(),
    (error: unknown) => stream.destroy(error instanceof Error ? error : new Error(String(error))),
  )
  return stream
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
