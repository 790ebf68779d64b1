import { type ChildProcess, spawn } from 'node:child_process'
import { existsSync, type FSWatcher, watch } from 'node:fs'
import { join } from 'node:path'

export interface Reloading {
  /** Resolves as soon as a server answers: at once, or when the restart is over. */
  ready(): Promise<void>
  onReload(listener: () => void): void
  stop(): Promise<void>
}

const watched = ['server', 'screen-definitions', join('src', 'definition')]
const quietFor = 120

/** Runs the server in a process of its own and starts it anew when its code or a definition changes. */
export function startReloading(root: string, environment: NodeJS.ProcessEnv): Reloading {
  const listeners: (() => void)[] = []
  let stopped = false
  let starts = 0
  let current = launch()
  let timer: NodeJS.Timeout | undefined
  let restarting: Promise<void> | undefined
  const watchers = watched
    .map((folder) => join(root, folder))
    .filter((folder) => existsSync(folder))
    .map(watchFolder)

  function watchFolder(folder: string): FSWatcher {
    return watch(folder, { recursive: true }, (_event, name) => {
      if (name === null || !/\.(ts|json|sql)$/.test(name) || name.endsWith('.test.ts')) return
      clearTimeout(timer)
      timer = setTimeout(() => (restarting = (restarting ?? Promise.resolve()).then(restart)), quietFor)
    })
  }

  function launch(): { child: ChildProcess; up: Promise<void> } {
    starts += 1
    const again = starts > 1
    const child = spawn(process.execPath, ['--import', 'tsx', join(root, 'scripts', 'dev-server.ts')], {
      cwd: root,
      env: { ...process.env, ...environment, TIERLINE_QUIET: again ? '1' : '' },
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    })
    // A server that could not start has said why; its successor comes with the next change.
    const up = new Promise<void>((resolve) => child.once('message', () => resolve()))
    if (again) void up.then(() => listeners.forEach((listener) => listener()))
    return { child, up }
  }

  async function restart(): Promise<void> {
    if (stopped) return
    await end(current.child)
    if (!stopped) current = launch()
  }

  return {
    ready: () => current.up,
    onReload: (listener) => listeners.push(listener),
    stop: async () => {
      stopped = true
      clearTimeout(timer)
      for (const watcher of watchers) watcher.close()
      await restarting
      await end(current.child)
    },
  }
}

async function end(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return
  const over = new Promise((resolve) => child.once('exit', resolve))
  child.kill('SIGTERM')
  const overdue = setTimeout(() => child.kill('SIGKILL'), 5_000)
  await over
  clearTimeout(overdue)
}
