import { setTimeout as pause } from 'node:timers/promises'
import type { Ownership } from './ownership.ts'
import { runningPostmaster } from './postmaster.ts'

const patience = 30_000

/** Ends the server after its pools were closed. The owner's connection goes last: until then nobody else may start. */
export async function stopServer(cluster: string, ownership: Ownership): Promise<void> {
  await ownership.letGo()
  const pid = runningPostmaster(cluster)
  if (pid !== undefined) {
    signal(pid, 'SIGINT')
    if (!(await goneWithin(cluster, patience))) {
      signal(pid, 'SIGQUIT')
      await goneWithin(cluster, patience)
    }
  }
  await ownership.end()
}

async function goneWithin(cluster: string, milliseconds: number): Promise<boolean> {
  const deadline = Date.now() + milliseconds
  while (Date.now() < deadline) {
    if (runningPostmaster(cluster) === undefined) return true
    await pause(20)
  }
  return false
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch {
    // It has ended by itself.
  }
}
