const impatience = 1_000

/** Ctrl-C and SIGTERM stop cleanly, also while it still starts; asked again after a second, it ends at once. */
export function stopOnSignals(say: (line: string) => void) {
  let stop: (() => Promise<void>) | undefined
  let asked: number | undefined
  let exitCode = 0

  const end = async () => {
    try {
      await stop?.()
    } catch (error) {
      console.error('Stopping failed:', error)
      exitCode = 1
    }
    process.exit(exitCode)
  }

  const ask = () => {
    // A terminal and npm both pass Ctrl-C on, so the same wish may arrive twice.
    if (asked !== undefined && Date.now() - asked > impatience) process.exit(1)
    if (asked !== undefined) return
    asked = Date.now()
    say('Stopping…')
    if (stop) void end()
  }

  const fail = (error: unknown) => {
    console.error('Tierline has to stop:', error)
    exitCode = 1
    ask()
  }

  // Whoever read what this prints has gone (npm start | head): no reason to stop.
  process.stdout.on('error', () => {})
  process.stderr.on('error', () => {})
  process.on('SIGINT', ask)
  process.on('SIGTERM', ask)
  process.on('uncaughtException', fail)
  process.on('unhandledRejection', fail)
  return {
    fail,
    /** From here on there is something to stop; a wish that came before is fulfilled now. */
    attach: async (how: () => Promise<void>) => {
      stop = how
      if (asked !== undefined) await end()
    },
  }
}
