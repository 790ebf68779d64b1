import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { inject } from 'vitest'
import { ensureBrowser } from '../../scripts/find-browser.ts'

export interface PageOptions {
  width?: number
  height?: number
  dark?: boolean
  /** Another address than that of the product all browser tests share. */
  baseURL?: string
  /** Answers of the server that the test provokes: their console line is no fault. */
  expectedStatuses?: readonly number[]
}

export interface Tab {
  readonly page: Page
  readonly context: BrowserContext
  /** What the browser complained about so far: errors of scripts, console errors, violations of the content security policy. */
  readonly complaints: readonly string[]
}

/** A browser for one test file; close it in afterAll. */
export async function openBrowser(): Promise<Browser> {
  const executablePath = await ensureBrowser(() => {})
  // A container's root may not use the sandbox, and its /dev/shm is small.
  return chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage'] })
}

/** A tab of a visitor of its own: no cookie or storage is shared with another tab. */
export async function openTab(browser: Browser, options: PageOptions = {}): Promise<Tab> {
  const { width = 1280, height = 800, dark = false, baseURL = inject('baseUrl'), expectedStatuses = [] } = options
  const context = await browser.newContext({
    baseURL,
    viewport: { width, height },
    colorScheme: dark ? 'dark' : 'light',
    reducedMotion: 'reduce',
    locale: 'en-GB',
    timezoneId: 'UTC',
    acceptDownloads: true,
  })
  const page = await context.newPage()
  return { page, context, complaints: listen(page, expectedStatuses) }
}

function listen(page: Page, expectedStatuses: readonly number[]): string[] {
  const complaints: string[] = []
  page.on('pageerror', (error) => complaints.push(`error: ${error.message}`))
  page.on('console', (message) => {
    const text = message.text()
    const status = /status of (\d{3})/.exec(text)?.[1]
    if (message.type() === 'error' && !expectedStatuses.includes(Number(status)))
      complaints.push(`console: ${text} ${message.location().url}`)
  })
  return complaints
}
