/** Work in small steps: between two of them it may pause; each tells how much is done. */
export type Steps<T> = Generator<number, T, void>

/** Takes all steps at once, for work that is known to be small. */
export function runAtOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next()
    if (step.done) return step.value
  }
}

interface SliceOptions {
  readonly signal: AbortSignal
  readonly onProgress?: (done: number) => void
}

// Less than a frame: what the browser does in between takes its own time.
const slice = 8
const between = 120

/** Lets the browser draw and hear keys before it goes on. */
export const breathe = (): Promise<void> =>
  new Promise((resolve) => {
    const { port1, port2 } = new MessageChannel()
    port1.addEventListener('message', () => {
      port1.close()
      resolve()
    })
    port1.start()
    port2.postMessage(null)
  })

/** Takes the steps in slices of some milliseconds, so that the page stays usable; null when it was stopped. */
export async function runInSlices<T>(steps: Steps<T>, { signal, onProgress }: SliceOptions): Promise<T | null> {
  let told = performance.now()
  for (;;) {
    const until = performance.now() + slice
    do {
      const step = steps.next()
      if (step.done) return step.value
      if (onProgress && performance.now() - told > between) {
        told = performance.now()
        onProgress(step.value)
      }
    } while (performance.now() < until)
    await breathe()
    if (signal.aborted) return null
  }
}
