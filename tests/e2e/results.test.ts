import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openBrowser, openTab, type PageOptions, type Tab } from '../support/browser.ts'
import { enter } from '../support/sign-in.ts'
import { barriers } from './axe.ts'

const analyst = /analyst/i
const analysis = '/sales-analysis/results?attribute=country&second=transaction_type'
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

async function open(path: string, options: PageOptions = {}): Promise<Tab> {
  const tab = await openTab(browser, options)
  await enter(tab.page, analyst)
  await tab.page.goto(path)
  return tab
}

const chart = (page: Page) => page.getByRole('group', { name: /Arrow keys read the figures/ })
const table = (page: Page) => page.getByRole('region', { name: 'Table' })

it('saves criteria with days that move along, uses them again, and opens a recent run as it was', async () => {
  const { page, complaints } = await open('/sales-trends')
  await page.getByLabel(/^By/).selectOption('quarter')
  await page.getByRole('textbox', { name: 'Billed from' }).fill('2025-01-01')
  await page.getByRole('button', { name: 'Save criteria' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save criteria' }).click()
  await page.getByText('Give the criteria a name.').waitFor()
  await page.getByRole('textbox', { name: /^Name/ }).fill('Quarters')
  await page.getByRole('checkbox', { name: /move with the calendar/ }).check()
  await page.getByRole('radio', { name: /Everyone/ }).check()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Save criteria' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByText('For everyone').waitFor()

  await page.goto('/sales-trends')
  await page.getByRole('button', { name: /^Quarters/ }).click()
  await expect.poll(() => page.getByRole('textbox', { name: 'Billed from' }).inputValue()).toMatch(/2025/)
  await page.getByRole('button', { name: 'Show the result' }).click()
  await page.waitForURL(/sales-trends\/results\?.*period=quarter/)
  await chart(page).waitFor()

  await page.goto('/sales-trends')
  const recent = page.getByRole('region', { name: 'Recent runs' })
  await recent.getByRole('link').first().click()
  await page.waitForURL(/sales-trends\/results\?.*period=quarter/)
  await chart(page).waitFor()
  await page.goto('/sales-trends')
  await page.getByRole('button', { name: 'More for Quarters' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete criteria' }).click()
  await page.getByText(/None yet/).waitFor()
  expect(complaints).toEqual([])
})

it('reads a chart by keyboard, in five kinds and as a table, and leads from it to the lines', async () => {
  const { page, complaints } = await open(analysis)
  await chart(page).focus()
  await page.keyboard.press('End')
  const last = await chart(page).getByText(/\d/).first().textContent()
  expect(last).toMatch(/\S/)
  for (const kind of ['Bars', 'Line', 'Waterfall', 'Scatter', 'Stacked']) {
    await page.getByRole('radiogroup', { name: 'Kind of chart' }).getByText(kind).click()
    await chart(page).locator('svg').waitFor()
    await chart(page).focus()
    await page.keyboard.press('ArrowRight')
    await chart(page).locator('ul li').first().waitFor()
  }
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Figures' }).click()
  await page
    .getByRole('region', { name: /as figures/ })
    .getByRole('row')
    .nth(3)
    .waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Chart', exact: true }).click()
  const [picture] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /Save the chart/ }).click(),
  ])
  const png = await readFile(await picture.path())
  expect(png.subarray(1, 4).toString()).toBe('PNG')
  expect(complaints).toEqual([])
})

it('groups with subtotals, leaves columns out, sorts, drills down, and keeps all of it in the address', async () => {
  const { page, complaints } = await open(analysis)
  const groups = page.getByRole('treegrid')
  await groups.waitFor()
  await groups.getByRole('button', { name: /France/ }).press('ArrowRight')
  await groups.getByText('Return').first().waitFor()
  await page.getByRole('button', { name: 'Stop grouping by Country' }).click()
  await page.waitForURL(/group=/)
  await table(page).getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('menuitemradio', { name: 'Gross value' }).click()
  await page.waitForURL(/columns=/)
  await page.keyboard.press('Escape')
  await table(page)
    .getByRole('columnheader', { name: /Quantity/ })
    .getByRole('button')
    .first()
    .click()
  await page.waitForURL(/sort=quantity/)
  await page.reload()
  await table(page).getByRole('link').first().waitFor()
  expect(await table(page).getByRole('columnheader', { name: 'Gross value' }).count()).toBe(0)
  await table(page).getByRole('link').first().click()
  await page.waitForURL(/sales-inovoice-query\?.*country=/)
  expect(complaints).toEqual([])
})

it('is exported as a PDF, also from a dark screen, and as CSV', async () => {
  const { page, complaints } = await open(analysis, { dark: true })
  await chart(page).waitFor()
  const save = async (name: RegExp) => {
    await page.getByRole('button', { name: 'Export' }).click()
    const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('menuitem', { name }).click()])
    return readFile(await download.path())
  }
  const pdf = (await save(/^PDF/)).toString('latin1')
  expect(pdf.startsWith('%PDF-')).toBe(true)
  expect(pdf).toContain('DCTDecode')
  const csv = (await save(/^CSV \d/)).toString()
  expect(csv.trimEnd().split(/\r?\n/).length).toBeGreaterThan(10)
  expect(csv).toContain('Country')
  expect(complaints).toEqual([])
})

it('is compared with the period before: both figures, difference and percentage, by difference', async () => {
  const address = '/top-N-attributes-reports-results?attribute=country&measure=net_value&n=5'
  const days = 'billing_date_from=2026-04-01&billing_date_to=2026-06-30'
  const { page, complaints } = await open(`${address}&${days}`)
  await page.getByRole('link', { name: 'Compare' }).click()
  await page.getByRole('button', { name: 'Choose the criteria of B' }).click()
  await page.getByRole('button', { name: 'Period before' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Compare' }).click()
  await page.waitForURL(/b\.billing_date_from=2026-01-01/)
  await table(page).getByRole('columnheader', { name: 'Difference %' }).waitFor()
  await chart(page).waitFor()
  const differences = await table(page).locator('tbody tr').allTextContents()
  expect(differences.length).toBeGreaterThan(3)
  expect(await barriers(page)).toEqual([])
  expect(complaints).toEqual([])
})

it('tells of a run that was left when it is over', async () => {
  const { page } = await open('/sales-variance')
  const run = { request_id: 'x', criteria: {}, rows: 0, total_record: null, totals: null, seconds: 3, message: null }
  const going = { ...run, state: 'running', phase: 'calculate', started_at: new Date().toISOString(), kept: false }
  await page.route('**/api/sales-trends-report', (route) =>
    route.fulfill({ status: 202, contentType: 'application/json', body: JSON.stringify({ response: { run: going } }) }),
  )
  await page.goto('/sales-trends/results?period=month')
  await page.getByRole('region', { name: 'Progress' }).waitFor()
  await page.getByText('Working out the figures').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.route('**/api/result-runs/*', (route) =>
    route.fulfill({
      status: 200,
      contentType: 'application/json',
      body: JSON.stringify({ response: { ...going, state: 'complete', kept: true } }),
    }),
  )
  await page.getByRole('navigation').getByRole('link', { name: 'Sales variance' }).click()
  await page.waitForURL(/sales-variance/)
  await page.getByText('Sales trends: the result is ready').waitFor()
})

it('copies a block of the grid with its headings and saves what is filtered as CSV, by keyboard', async () => {
  const { page, context, complaints } = await open(
    '/sales-analysis/results-sf?attribute=country&second=transaction_type',
  )
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const grid = page.getByRole('grid')
  await grid.getByText('Austria').first().waitFor()
  await page.getByRole('button', { name: 'Stop grouping by Country' }).click()
  await grid.focus()
  for (const keys of ['Shift+ArrowRight', 'Shift+ArrowRight', 'Shift+ArrowDown', 'Control+c'])
    await page.keyboard.press(keys)
  await page.getByText('Copied 2 lines with headings').waitFor()
  const text = await page.evaluate(() => navigator.clipboard.readText())
  const lines = text.split('\n').map((line) => line.split('\t'))
  expect(lines).toHaveLength(3)
  expect(lines[0]).toEqual(['Country', 'Type', 'Gross value'])
  await page.getByRole('textbox', { name: 'Filter Type' }).fill('Return')
  await expect.poll(() => grid.getByText('Sale', { exact: true }).count()).toBe(0)
  // Other tests may have brought further countries.
  const shown = page.getByText(/\d+ of \d+ rows/)
  await shown.waitFor()
  const left = Number(/(\d+) of/.exec((await shown.textContent()) ?? '')![1])
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'CSV' }).click(),
  ])
  expect((await readFile(await download.path())).toString().trimEnd().split('\r\n')).toHaveLength(left + 1)
  expect(await barriers(page)).toEqual([])
  expect(complaints).toEqual([])
})

for (const dark of [false, true]) {
  it(`has no barriers in the ${dark ? 'dark' : 'light'} on a phone`, async () => {
    for (const path of ['/sales-trends', analysis, `${analysis}&compare=1`]) {
      const { page, context } = await open(path, { dark, width: 390, height: 844 })
      await page.locator('main h1').first().waitFor()
      if (path === analysis) await chart(page).waitFor()
      expect(await barriers(page), path).toEqual([])
      const spill = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
      expect(spill, path).toBeLessThanOrEqual(0)
      await context.close()
    }
  })
}
