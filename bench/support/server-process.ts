const running: (() => unknown)[] = []
let isEnding = false

async function end(): Promise<void> {
  // Ctrl-C comes from the terminal and from the bench.
  if (isEnding) return
  isEnding = true
  // Whatever else is under way fails when its database goes; that is no news.
  process.on('uncaughtException', () => {})
  process.on('unhandledRejection', () => {})
  // What is being started meanwhile comes behind, and is stopped as well.
  for (let stop = running.pop(); stop; stop = running.pop()) await Promise.resolve(stop()).catch(() => {})
  process.exit(0)
}

/**
 * Starts something in a process of a bench that a signal ends: from its first moment, the last started first. Without it a database
 * lives on whose process was stopped while it loaded.
 */
export async function started<T>(starting: Promise<T>, stop: (it: T) => unknown): Promise<T> {
  if (running.length === 0 && !isEnding)
    for (const signal of ['SIGHUP', 'SIGINT', 'SIGTERM'] as const) process.on(signal, () => void end())
  running.push(async () => stop(await starting))
  return starting
}
