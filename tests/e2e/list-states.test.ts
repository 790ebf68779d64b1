import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { takeScreenshots } from '../support/screenshots.ts'
import { barriers } from './axe.ts'
import { openList, query, sales } from './list-tab.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

const calls = /\/api\/(sales_data|first-page)\?/
const rows = (page: Page) => page.locator('tbody tr[aria-rowindex]')
const box = (page: Page) => page.locator('div:has(> table)')
const scrolled = (page: Page) => box(page).evaluate((element) => element.scrollTop)
const counted = (page: Page) =>
  page
    .getByRole('heading', { level: 1 })
    .filter({ hasText: /sales lines/ })
    .waitFor()

interface Source {
  readonly node: Element | null
  readonly previousRect: DOMRect
  readonly currentRect: DOMRect
}

/** What has moved on the page, and from where to where. */
const shifts = (page: Page) => page.evaluate(() => (window as unknown as { readonly moved: readonly string[] }).moved)

it.each([
  ['rows that come at once', 0, ''],
  ['rows that come late', 1_500, ''],
  ['chosen columns', 0, '?columns=billing_doc_number,customer_name,net_value,transaction_type'],
])('moves nothing while it loads, sorts, pages and counts: %s', async (_name, wait, columns) => {
  const { page } = await openList(browser, '/')
  await page.addInitScript(() => {
    const target = window as unknown as { moved: string[] }
    target.moved = []
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as unknown as { sources: Source[] }[])
        for (const { node, previousRect: was, currentRect: is } of entry.sources)
          target.moved.push(`${(node?.outerHTML ?? '').slice(0, 120)}: ${was.x},${was.y} to ${is.x},${is.y}`)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  if (wait)
    await page.route(calls, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, wait))
      await route.continue().catch(() => undefined)
    })
  await page.goto(`${sales}${columns}`)
  await rows(page).nth(99).waitFor()
  await page.unroute(calls)
  await counted(page)
  expect(await shifts(page)).toEqual([])
  await page.getByRole('button', { name: 'Net value', exact: true }).click()
  await page.waitForURL(/sort=net_value/)
  await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText(/^101–200 of/).waitFor()
  expect(await shifts(page)).toEqual([])
})

it('comes back from a record to the same rows, the same place and the same cell', async () => {
  const { page, complaints } = await openList(browser, `${sales}?page=3`)
  await rows(page).nth(99).waitFor()
  const row = rows(page).nth(60)
  const document = (await row.getByRole('link').first().textContent()) ?? ''
  await row.scrollIntoViewIfNeeded()
  await row.locator('td').nth(1).focus()
  await expect.poll(() => scrolled(page)).toBeGreaterThan(500)
  const before = await scrolled(page)
  await row.getByRole('link').first().click()
  await page.waitForURL(/\/\d+$/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.goBack()
  await page.getByText(/^201–300 of/).waitFor()
  await expect.poll(() => scrolled(page)).toBe(before)
  await expect.poll(() => page.locator('td:focus, td:has(:focus)').textContent()).toContain(document)
  // Other rows begin at the first one.
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText(/^301–400 of/).waitFor()
  await expect.poll(() => scrolled(page)).toBe(0)
  expect(complaints).toEqual([])
})

it('has the next page before it is asked for', async () => {
  const { page } = await openList(browser, sales)
  await rows(page).nth(99).waitFor()
  const asked: string[] = []
  page.on('request', (request) => void (calls.test(request.url()) && asked.push(request.url())))
  await expect.poll(() => asked.some((url) => url.includes('after='))).toBe(true)
  const before = asked.length
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText(/^101–200 of/).waitFor()
  const rowsAsked = asked.slice(before).filter((url) => !url.includes('after='))
  expect(rowsAsked).toEqual([])
})

it('says after a second that it is still reading, and stops when told to', async () => {
  const { page } = await openList(browser, sales)
  await rows(page).nth(99).waitFor()
  let release = (): void => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route(calls, async (route) => {
    await held
    await route.continue().catch(() => undefined)
  })
  await page.getByRole('tab', { name: 'Returns' }).click()
  await page.getByText(/^Still reading/).waitFor()
  expect(await barriers(page)).toEqual([])
  await takeScreenshots(page, 'list-slow', ['laptop'])
  await page.getByRole('button', { name: 'Stop' }).click()
  await page.getByText('Reading was stopped. These are the rows from before.').waitFor()
  expect(await rows(page).count()).toBe(100)
  release()
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Reading was stopped').waitFor({ state: 'detached' })
  await expect.poll(() => page.locator('tbody').getByText('Return').count()).toBeGreaterThan(20)
})

it('keeps its rows when the network goes, says so, and reads what was asked when it is back', async () => {
  const { page, context } = await openList(browser, sales)
  await rows(page).nth(99).waitFor()
  await context.setOffline(true)
  await page.getByText(/You are offline/).waitFor()
  await page.getByRole('tab', { name: 'Without customer' }).click()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await context.setOffline(false)
  await rows(page).nth(20).waitFor()
  await page.getByText(/You are offline/).waitFor({ state: 'detached' })
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
})

it('tells an error, keeps the filters, and goes on when tried again', async () => {
  const { page } = await openList(browser, '/')
  await page.route(calls, (route) =>
    route.fulfill({
      status: 500,
      contentType: 'application/json',
      body: '{"error":{"code":"INTERNAL","message":"Something went wrong on the server."}}',
    }),
  )
  await page.goto(`${sales}?country=Spain`)
  await page.getByRole('heading', { name: 'The list could not be read' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await takeScreenshots(page, 'list-error', ['laptop', 'phone'])
  await page.unroute(calls)
  await page.getByRole('button', { name: 'Try again' }).click()
  await rows(page).first().waitFor()
  expect(query(page)).toBe('?country=Spain')
})

it('reads the rows again without moving them, and says when that did not work', async () => {
  const { page } = await openList(browser, sales)
  await rows(page).nth(99).waitFor()
  await box(page).evaluate((element) => element.scrollTo(0, 900))
  await rows(page).nth(40).locator('td').nth(1).focus()
  const before = await scrolled(page)
  const answered = page.waitForResponse((response) => calls.test(response.url()))
  await page.keyboard.press('r')
  await answered
  expect(await scrolled(page)).toBe(before)
  await page.route(calls, (route) => route.fulfill({ status: 400, contentType: 'application/json', body: '{}' }))
  // Whoever presses it while the rows are still being read is not heard twice.
  const isTold = page.getByText(/These rows are from/)
  await expect
    .poll(async () => {
      await page.keyboard.press('r')
      return isTold.waitFor({ timeout: 3_000 }).then(
        () => true,
        () => false,
      )
    })
    .toBe(true)
  expect(await rows(page).count()).toBe(100)
  expect(await scrolled(page)).toBe(before)
})

it('tells nothing found from nothing there, each with the next step', async () => {
  const { page } = await openList(browser, `${sales}?search=nothing-is-called-this`)
  await page.getByText('No records found.').waitFor()
  expect(await barriers(page)).toEqual([])
  await takeScreenshots(page, 'list-nothing-found', ['laptop', 'phone'])
  await page.getByRole('button', { name: 'Clear filters and search' }).click()
  await rows(page).nth(99).waitFor()
  // An organization that has just begun.
  await page.route('**/api/first-page?*', (route) => route.fulfill({ json: { response: null } }))
  await page.route(/\/api\/employee[^/]*\?/, async (route) => {
    const response = await route.fetch()
    const body = (await response.json()) as { response: object }
    await route.fulfill({
      response,
      json: { response: { ...body.response, records: [], total_record: 0, next: null } },
    })
  })
  await page.goto('/employee')
  await page.getByRole('heading', { name: 'No employees yet' }).waitFor()
  await page.getByRole('link', { name: 'Upload a file' }).waitFor()
  expect(await barriers(page)).toEqual([])
})

it('marks what a search has found, without drawing a cell again', async () => {
  const { page } = await openList(browser, `${sales}?search=gloves`)
  await rows(page).first().waitFor()
  const marked = () =>
    page.evaluate(() => [...(CSS.highlights.get('search') ?? [])].map((range) => range.toString().toLowerCase()))
  await expect.poll(async () => new Set(await marked())).toEqual(new Set(['gloves']))
  await takeScreenshots(page, 'list-search', ['laptop'])
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await expect.poll(async () => (await marked()).length).toBe(0)
})

it('shows one map of all keys, those of the list first, and finds them by words', async () => {
  const { page } = await openList(browser, sales)
  await rows(page).first().waitFor()
  await page.keyboard.press('?')
  const map = page.getByRole('dialog', { name: 'Keyboard' })
  await map.getByRole('heading', { level: 3 }).first().waitFor()
  expect(await map.getByRole('heading', { level: 3 }).first().textContent()).toContain('Lists')
  // Keys of what is not on the page come after, without being called here.
  expect(await map.getByRole('region', { name: 'Results' }).getByText('On this page').count()).toBe(0)
  expect(await barriers(page)).toEqual([])
  await takeScreenshots(page, 'keyboard-map', ['laptop', 'phone'])
  await map.getByRole('searchbox', { name: 'Search the keys' }).fill('fold all')
  await expect.poll(() => map.getByRole('definition').allTextContents()).toEqual(['Fold all groups'])
})
