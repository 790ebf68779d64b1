import type { Browser } from 'playwright-core'
import { afterEach, beforeAll } from 'vitest'
import { openBrowser, openTab, type Tab } from '#tests/support/browser.ts'

/** Tabs for the tests of a file, called at its top: each test opens its own, and they are closed when it is over. */
export function tabsOfFile(): (options?: Parameters<typeof openTab>[1]) => Promise<Tab> {
  let browser: Browser | undefined
  const tabs: Tab[] = []
  beforeAll(async () => {
    browser = await openBrowser()
  })
  afterEach(async () => {
    for (const { context } of tabs.splice(0)) await context.close()
  })
  return async (options) => {
    if (!browser) throw new Error('Tabs are opened by tests')
    const tab = await openTab(browser, options)
    tabs.push(tab)
    return tab
  }
}
