// A thread has no loader for TypeScript, and one that had to be loaded first would begin later.
import { writeXlsxStream } from 'hucre/xlsx'
import { parentPort, workerData } from 'node:worker_threads'

/** @typedef {import('./xlsx-thread.ts').FromWriter} FromWriter */
/** @typedef {import('./xlsx-thread.ts').ToWriter} ToWriter */

const port = /** @type {import('node:worker_threads').MessagePort} */ (parentPort)

/** @type {(message: FromWriter, transfer?: ArrayBuffer[]) => void} */
const tell = (message, transfer = []) => port.postMessage(message, transfer)

/** @type {ToWriter[]} */
const waiting = []
let wake = () => {}
port.on('message', (/** @type {ToWriter} */ message) => {
  waiting.push(message)
  wake()
})

async function* rows() {
  for (;;) {
    const next = waiting.shift()
    if (next === 'end') return
    if (next === undefined) await new Promise((resolve) => (wake = () => resolve(undefined)))
    else {
      yield* next
      tell({ kind: 'taken' })
    }
  }
}

for await (const chunk of writeXlsxStream(rows(), workerData)) {
  // What the writer hands out may be a part of a larger buffer.
  const bytes = new Uint8Array(chunk)
  tell({ kind: 'bytes', bytes }, [bytes.buffer])
}
tell({ kind: 'written' })
port.close()
