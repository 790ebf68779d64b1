import type { CDPSession, Page } from 'playwright-core'

/** The time of the page's main thread, of any task: handlers, rendering, style, layout, paint. */
export interface MainThread {
  /** How long the main thread worked while something happened and until two frames after, in ms. */
  readonly during: (work: () => Promise<unknown>) => Promise<number>
}

const twoFrames =
  'new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(resolve))))'

/** Watches the processor time of the main thread, so that other work on the machine counts for nothing. */
export async function watchMainThread(page: Page): Promise<MainThread> {
  const session: CDPSession = await page.context().newCDPSession(page)
  await session.send('Performance.enable', { timeDomain: 'threadTicks' })
  const worked = async (): Promise<number> => {
    const { metrics } = await session.send('Performance.getMetrics')
    return (metrics.find((metric) => metric.name === 'TaskDuration')?.value ?? 0) * 1000
  }
  return {
    during: async (work) => {
      await page.evaluate(twoFrames)
      const before = await worked()
      await work()
      await page.evaluate(twoFrames)
      return (await worked()) - before
    },
  }
}
