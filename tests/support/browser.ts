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

let running: Promise<Browser> | undefined

/** The browser of all test files of a worker: started by the first, anew after it broke, and ended with the worker. */
export async function openBrowser(): Promise<Browser> {
  const browser = await running?.catch(() => undefined)
  if (!browser?.isConnected()) running = launch()
  return running!
}

async function launch(): Promise<Browser> {
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
    if (task.result?.state !== 'fail') return await context.close()
    const stands = await tellWhatStands(page, complaints)
    for (const error of task.result.errors ?? []) error.stack = `${error.stack ?? error.message}\n${stands}`
    await context.close()
  })
  return { page, context, complaints }
}

const left = join(import.meta.dirname, '..', '..', 'test-results', 'failures')

/**
 * What a failed test leaves to find its reason by: a picture and what a reader of the page hears, and in one line (that
 * scripts/steps.ts prints) where the page stood.
 */
async function tellWhatStands(page: Page, complaints: readonly string[]): Promise<string> {
  const at = `The page stood at ${page.url()}`
  try {
    const told = await page.locator('body').ariaSnapshot({ timeout: 5_000 })
    const name = (expect.getState().currentTestName ?? 'test').replaceAll(/[^\w]+/g, '-').slice(0, 80)
    await mkdir(left, { recursive: true })
    await page.screenshot({ path: join(left, `${name}-${Date.now()}.png`), timeout: 5_000 })
    process.stderr.write([at, ...complaints, told.slice(0, 4_000), ''].join('\n'))
    const parts = page.locator(
      '[role=dialog], [role=status], [role=alert], [data-sonner-toast], main, body:not(:has(main))',
    )
    const words = (await parts.allInnerTexts()).map((text) => text.replaceAll(/\s+/g, ' ').trim().slice(0, 500))
    return `${at}: ${[...complaints.slice(0, 2), ...new Set(words)].filter(Boolean).join(' | ')}`
  } catch (error) {
    return `${at}, which could not be read: ${String(error).split('\n')[0]}`
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
