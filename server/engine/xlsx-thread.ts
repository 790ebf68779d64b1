import type { CellValue, writeXlsxStream } from 'hucre/xlsx'
import { Worker } from 'node:worker_threads'

/** The name of the sheet and the shapes of its columns. */
export type Sheet = Parameters<typeof writeXlsxStream>[1]
export type ToWriter = CellValue[][] | 'end'
export type FromWriter =
  | { readonly kind: 'bytes'; readonly bytes: Uint8Array }
  | { readonly kind: 'taken' }
  | { readonly kind: 'written' }

// So many batches are on their way: the writer has work while the next one is read, and memory stays small.
const mostAhead = 2

/**
 * Writes batches of rows as a workbook in a thread of its own, so that nothing else waits while a large one is packed. Reads
 * on only as fast as `write` takes the bytes. Fails when the rows, the thread or `write` do; the thread never outlives the call.
 */
export async function writeXlsxAside(
  batches: AsyncIterable<CellValue[][]>,
  sheet: Sheet,
  write: (chunk: Uint8Array) => Promise<void>,
): Promise<void> {
  const worker = new Worker(new URL('./xlsx-worker.mjs', import.meta.url), {
    workerData: sheet,
    resourceLimits: { maxOldGenerationSizeMb: 128, maxYoungGenerationSizeMb: 16 },
  })
  let ahead = 0
  let writing = Promise.resolve()
  let room: () => void = () => {}
  const written = new Promise<void>((resolve, reject) => {
    worker.once('error', reject)
    worker.once('exit', () => reject(new Error('The thread that writes workbooks has ended')))
    worker.on('message', (message: FromWriter) => {
      if (message.kind === 'bytes') {
        writing = writing.then(() => write(message.bytes))
        writing.catch(reject)
      } else if (message.kind === 'taken') {
        ahead -= 1
        room()
      } else resolve()
    })
  })
  const failed = written.then(() => undefined)
  failed.catch(() => {})
  try {
    for await (const batch of batches) {
      worker.postMessage(batch)
      ahead += 1
      while (ahead >= mostAhead) await Promise.race([new Promise<void>((resolve) => (room = resolve)), failed])
      // The reader sets the pace.
      await writing
    }
    worker.postMessage('end' satisfies ToWriter)
    await written
    await writing
  } finally {
    await worker.terminate()
  }
}
