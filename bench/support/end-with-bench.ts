import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const running = new Set<() => unknown>()
const folders = new Set<string>()
let isEnding = false
let listens = false
const signals = { SIGHUP: 1, SIGINT: 2, SIGTERM: 15 } as const

/** What a shell is told of a process that a signal has ended. */
const exitCode = (signal: keyof typeof signals): number => 128 + signals[signal]

async function endAll(signal: keyof typeof signals): Promise<void> {
  isEnding = true
  // What is measured just now fails when its server goes; that is no news.
  process.on('uncaughtException', () => {})
  process.on('unhandledRejection', () => {})
  await Promise.allSettled([...running].map((stop) => stop()))
  // Last: until then the servers write there.
  await Promise.allSettled([...folders].map((folder) => rm(folder, { recursive: true, force: true })))
  process.exit(exitCode(signal))
}

function listen(): void {
  if (isEnding) throw new Error('The bench is being stopped')
  if (listens) return
  listens = true
  for (const signal of Object.keys(signals) as (keyof typeof signals)[]) process.once(signal, () => void endAll(signal))
}

/** A folder of a bench, which removes it when it is over; it goes also where the bench is stopped. */
export async function folderOfBench(name: string): Promise<string> {
  listen()
  const folder = await mkdtemp(join(tmpdir(), `tierline-bench-${name}-`))
  folders.add(folder)
  // Closed to the account that runs the database for root, its data would lie elsewhere and stay there.
  await chmod(folder, 0o711)
  return folder
}

/** Stops what a bench has started also where the bench itself is stopped, by Ctrl-C or a timeout; answers how to forget it. */
export function endWithBench(stop: () => unknown): () => void {
  // What one server's end was waited for goes on to start the next.
  listen()
  running.add(stop)
  return () => running.delete(stop)
}

/** The same for a process, which has a database of its own to stop. */
export function endProcessWithBench(child: ChildProcess): void {
  // It has only just been started: there is nothing yet that it would have to stop.
  if (isEnding) child.kill('SIGKILL')
  const forget = endWithBench(async () => {
    if (child.exitCode !== null || child.signalCode !== null) return
    const ended = once(child, 'exit')
    child.kill('SIGTERM')
    await ended
  })
  child.once('exit', forget)
}
