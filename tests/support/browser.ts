import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
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

/** A tab of a visitor of its own, closed when the test ends: no cookie or storage is shared with another tab. */
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
  const complaints = listen(page, expectedStatuses)
  onTestFinished(async ({ task }) => {
    if (task.result?.state === 'fail') await tellWhatStands(page, complaints)
    await context.close()
  })
  return { page, context, complaints }
}

const left = join(import.meta.dirname, '..', '..', 'test-results', 'failures')

/** What a failed test leaves to find its reason by: where the page is, what a reader of it hears, and a picture. */
async function tellWhatStands(page: Page, complaints: readonly string[]): Promise<void> {
  try {
    const told = await page.locator('body').ariaSnapshot({ timeout: 5_000 })
    const name = (expect.getState().currentTestName ?? 'test').replaceAll(/[^\w]+/g, '-').slice(0, 80)
    await mkdir(left, { recursive: true })
    await page.screenshot({ path: join(left, `${name}-${Date.now()}.png`), timeout: 5_000 })
    process.stderr.write([`At ${page.url()}`, ...complaints, told.slice(0, 4_000), ''].join('\n'))
  } catch (error) {
    process.stderr.write(`At ${page.url()}, which could not be read: ${String(error)}\n`)
  }
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
