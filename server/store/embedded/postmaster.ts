import { execFileSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The process id in postmaster.pid, if the file is there. */
export function pidInFile(cluster: string): number | undefined {
  try {
    const pid = Number(readFileSync(join(cluster, 'postmaster.pid'), 'utf8').split('\n')[0])
    return Number.isInteger(pid) && pid > 1 ? pid : undefined
  } catch {
    return undefined
  }
}

/** The server of this data folder, if it runs. A number alone proves nothing: it may have gone to another program. */
export function runningPostmaster(cluster: string): number | undefined {
  const pid = pidInFile(cluster)
  return pid !== undefined && commandLine(pid).includes(cluster) ? pid : undefined
}

/** After a crash PostgreSQL refuses to start when the number in its lock files has gone to another program. */
export function removeStaleLocks(cluster: string, socketFolder: string): void {
  rmSync(join(cluster, 'postmaster.pid'), { force: true })
  for (const name of ['.s.PGSQL.5432', '.s.PGSQL.5432.lock']) rmSync(join(socketFolder, name), { force: true })
}

/** Empty for a process that is gone or has ended without being collected yet. */
function commandLine(pid: number): string {
  try {
    return process.platform === 'linux'
      ? readFileSync(`/proc/${pid}/cmdline`, 'utf8').replaceAll('\0', ' ')
      : execFileSync('ps', ['-o', 'command=', '-p', String(pid)], { encoding: 'utf8' })
  } catch {
    return ''
  }
}

export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
