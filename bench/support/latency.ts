import { setTimeout as pause } from 'node:timers/promises'

/** Sends a request ten times a second at most until stopped; answers the times in ms, ascending. */
export function ratePollerOf(request: () => Promise<unknown>): { stop(): Promise<number[]> } {
  const times: number[] = []
  let running = true
  const loop = (async () => {
    while (running) {
      const started = performance.now()
      await request()
      times.push(performance.now() - started)
      await pause(100)
    }
  })()
  // Whoever stops the polling hears of a request that failed.
  loop.catch(() => {})
  return {
    stop: async () => {
      running = false
      await loop
      return times.sort((a, b) => a - b)
    },
  }
}
