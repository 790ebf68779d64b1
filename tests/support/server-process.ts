import { type ChildProcess, spawn } from 'node:child_process'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..', '..')

/** The product as its users start it, in a process of its own. */
export interface ServerProcess {
  /** Resolves with the address once it is printed; rejects with everything printed when the process ends before. */
  readonly address: Promise<string>
  /** Resolves with exit code (null after a signal) and everything printed. */
  readonly ended: Promise<{ code: number | null; output: string }>
  readonly pid: number
  output(): string
  kill(signal: NodeJS.Signals): void
}

export function startServerProcess(environment: NodeJS.ProcessEnv): ServerProcess {
  const child: ChildProcess = spawn(
    process.execPath,
    ['--import', 'tsx', join(root, 'scripts', 'start.ts'), '--api-only'],
    {
      cwd: root,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, PORT: '0', TIERLINE_DEMO: '0', ...environment },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  )
  let output = ''
  const ended = new Promise<{ code: number | null; output: string }>((resolve) =>
    child.on('close', (code) => resolve({ code, output })),
  )
  const address = new Promise<string>((resolve, reject) => {
    const read = (chunk: Buffer) => {
      output += chunk.toString()
      const found = /running at (http\S+)/.exec(output)
      if (found?.[1]) resolve(found[1])
    }
    child.stdout?.on('data', read)
    child.stderr?.on('data', read)
    void ended.then(() => reject(new Error(`The server ended before it answered:\n${output}`)))
  })
  // Whoever waits for the end alone does not want to hear of it here as well.
  address.catch(() => {})
  return { address, ended, pid: child.pid!, output: () => output, kill: (signal) => child.kill(signal) }
}
