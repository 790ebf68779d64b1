import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openBrowser, openTab, type PageOptions, type Tab } from '../support/browser.ts'
import { enter } from '../support/sign-in.ts'
import { barriers } from './axe.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

async function open(path: string, options: PageOptions = {}): Promise<Tab> {
  const tab = await openTab(browser, options)
  await enter(tab.page, /analyst/i)
  await tab.page.goto(path)
  return tab
}

const chart = (page: Page) => page.getByRole('group', { name: /Arrow keys read the figures/ })
const figure = (page: Page, label: string) =>
  page
    .locator('dl > div')
    // An amount says its currency beside what it is.
    .filter({ has: page.locator('dt', { hasText: new RegExp(`^${label}( [A-Z]{3})?$`) }) })
    .locator('dd')
    .first()

it('leads from one calculation to another in steps that come to the difference', async () => {
  const { page, complaints } = await open('/incentive-variance-analysis-reports')
  await page.getByRole('button', { name: 'Show the result' }).click()
  await page.waitForURL(/incentive-variance-analysis-reports-results/)
  await chart(page).waitFor()
  await page.getByRole('button', { name: 'Figures' }).click()
  const rows = page.getByRole('region', { name: /as figures/ }).getByRole('row')
  const words = await rows.allInnerTexts()
  expect(words.slice(1).map((text) => text.split('\t')[0])).toEqual([
    'First',
    'Ended contracts',
    'From volume',
    'From tiers and rates',
    'New contracts',
    'Second',
  ])
  const values = words.slice(1).map((text) => Number(text.split('\t')[1]!.replaceAll(',', '')))
  expect(values.slice(0, 5).reduce((sum, value) => sum + value, 0)).toBeCloseTo(values[5]!, 2)
  expect(await barriers(page)).toEqual([])
  expect(complaints).toEqual([])
})

it('opens the trend of a contract by its address, and leads to the postings of a period', async () => {
  const { page, complaints } = await open('/rebate-trends/chart-page/R26-001')
  await page.waitForURL(/rebate-trends\/results\?contract=R26-001&period_from=/)
  await chart(page).waitFor()
  expect(Number((await figure(page, 'Paid').innerText()).replaceAll(',', ''))).toBeGreaterThan(0)
  await page.getByRole('region', { name: 'Table' }).getByRole('link', { name: '2026-Q1' }).click()
  await page.waitForURL(/financial-postings\?.*contract_number=R26-001/)
  expect(complaints).toEqual([])
})

it('asks for what an address does not say, and shows a forecast on a phone', async () => {
  const { page, complaints } = await open('/daily-simulations-result', { width: 390, height: 844 })
  await page.waitForURL(/daily-simulations\?/)
  await page.getByRole('button', { name: 'Show the result' }).waitFor()
  await page.goto('/customer-rebate-forecast-result?as_of=2026-09-10&method=last_year&contract_number=R26-001')
  await chart(page).waitFor()
  expect(await barriers(page)).toEqual([])
  expect(complaints).toEqual([])
})

it('says where a formula is wrong, keeps it once it is right, and shows it on real lines', async () => {
  const { page, complaints } = await open('/formula-lab/new')
  const name = `F-${Date.now().toString(36)}`.toUpperCase()
  await page.getByRole('textbox', { name: /^Formula/ }).fill(name)
  await page.getByRole('textbox', { name: /^Description/ }).fill('Net value without returns')
  await page.getByRole('textbox', { name: /^Calculation/ }).fill('net_valu * 2')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByText(/A line has no field net_valu/)
    .first()
    .waitFor()
  await page.getByRole('textbox', { name: /^Calculation/ }).fill('if(transaction_type = "Sale", net_value, 0)')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/formula-lab\/view\//)
  await page.goto(
    `/calulate-formula-values-reports-results?formula=${name}&group_by=CLASS-OF-TRADE&billing_date_from=2026-01-01`,
  )
  await chart(page).waitFor()
  await page.getByRole('region', { name: 'Table' }).getByRole('link', { name: 'Hospital' }).click()
  await page.waitForURL(/formula-lines\/results/)
  await page.getByRole('region', { name: 'Table' }).getByRole('row').nth(3).waitFor()
  // The refused attempt is an answer of 422, which a browser tells of.
  expect(complaints.filter((text) => !text.includes('422'))).toEqual([])
})
