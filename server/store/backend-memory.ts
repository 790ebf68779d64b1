import { readFile } from 'node:fs/promises'

const look = 40

/** A backend that is watched. */
export interface Watch {
  /** It held more than it may. */
  readonly isOver: () => boolean
  readonly stop: () => void
}

/** What a process of this machine holds for itself alone, in MB; null where the system does not tell. */
async function ownMegabytes(pid: number): Promise<number | null> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => '')
  const [, kilobytes] = /^RssAnon:\s+(\d+) kB/m.exec(status) ?? []
  return kilobytes === undefined ? null : Number(kilobytes) / 1_024
}

/**
 * Watches the memory of the backend that serves a login role, and calls `end` once it holds more than `most` MB: PostgreSQL
 * has no such bound of its own, and a single value may be a gigabyte. A database on another machine, or one of a system
 * without /proc, is not watched: its operator bounds the processes.
 */
export function watchBackend(pid: number, role: string, most: number, end: () => void): Watch {
  let over = false
  let stopped = false
  const watch = async () => {
    // The number of a process elsewhere may be that of another one here.
    const title = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
    if (!title.startsWith('postgres') || !title.includes(role)) return
    while (!stopped) {
      const held = await ownMegabytes(pid)
      if (held === null || stopped) return
      if (held > most) {
        over = true
        interrupt(pid)
        end()
        return
      }
      await new Promise((resolve) => setTimeout(resolve, look))
    }
  }
  void watch()
  return { isOver: () => over, stop: () => void (stopped = true) }
}

// As a cancel of the client would: at once, where the broken connection is noticed after half a second.
function interrupt(pid: number): void {
  try {
    process.kill(pid, 'SIGINT')
  } catch {
    // A server of another user: the broken connection ends it.
  }
}
