import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openBrowser, openTab } from '../support/browser.ts'
import { takeScreenshots } from '../support/screenshots.ts'
import { enter } from '../support/sign-in.ts'
import { barriers } from './axe.ts'
import { columnOf } from './list-tab.ts'

const sales = '/sales-inovoice-query'
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

const rows = (page: Page) => page.locator('tbody tr[aria-rowindex]')
const counted = (page: Page, words: RegExp) =>
  page.getByRole('heading', { level: 1 }).filter({ hasText: words }).waitFor()
const query = (page: Page): string => decodeURIComponent(new URL(page.url()).search)

const administrator = /^Administrator, Northgate/
const reader = /^Reader/

async function open(address: string, options: Parameters<typeof openTab>[1] = {}, role = administrator) {
  const tab = await openTab(browser, options)
  await enter(tab.page, role)
  await tab.page.goto(address)
  return tab
}

it('shows, filters, sorts and pages sales lines; the address holds it all', async () => {
  const { page, complaints } = await open(sales)
  await rows(page).nth(99).waitFor()
  await counted(page, /\d\d,\d{3} sales lines/)

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Add a filter' })
  await menu.getByRole('button', { name: 'Country', exact: true }).click()
  await menu.getByRole('combobox').selectOption('eq')
  await menu.getByRole('textbox').fill('Spain')
  await menu.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('Country is').waitFor()
  await counted(page, /^Sales data\s*[\d,]+ sales lines/)

  await page.getByRole('button', { name: 'Net value', exact: true }).click()
  await page.getByRole('button', { name: 'Next page' }).click()
  await page.getByText(/^101–200 of/).waitFor()
  expect(query(page)).toBe('?country=Spain&sort=net_value&page=2')

  await page.reload()
  await page.getByText(/^101–200 of/).waitFor()
  const at = await columnOf(page, 'Country')
  const countries = await page.locator(`tbody tr td:nth-child(${at + 1})`).allTextContents()
  expect(new Set(countries)).toEqual(new Set(['Spain']))
  expect(complaints).toEqual([])
})

it('jumps to a far page, narrows to a view and finds a word', async () => {
  const { page } = await open(`${sales}?limit=10`)
  await page.getByText(/^of [\d,]{5}/).waitFor()
  await page.getByRole('textbox', { name: 'Go to page' }).fill('2,000')
  await page.keyboard.press('Enter')
  await page.getByText(/^19,991–20,000 of/).waitFor()
  await page.getByRole('tab', { name: 'Returns' }).click()
  await page.getByText('Type is').waitFor()
  await page.keyboard.press('/')
  await page.keyboard.type('gloves')
  await page.waitForURL(/search=gloves/)
  const at = await columnOf(page, 'Description')
  await page
    .locator(`tbody tr td:nth-child(${at + 1})`, { hasText: /gloves/i })
    .first()
    .waitFor()
  await page.locator('tbody a[href^="/customer-master?search="]').first().waitFor()
  expect(new URL(page.url()).searchParams.get('view')).toBe('Returns')
})

it('is worked with the keyboard: move, choose, look at the side, copy', async () => {
  const { page, context } = await open(sales)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await rows(page).first().waitFor()
  await rows(page).nth(0).locator('td').nth(1).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('x')
  await page.getByText('1 sales line chosen').waitFor()
  await page.keyboard.press('Control+c')
  await page.getByText('1 sales line copied with headings').waitFor()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  expect(copied.split('\n')[0]).toMatch(/^Document\tLine\tDate/)
  await page.keyboard.press('Enter')
  const glance = page.getByRole('dialog')
  await glance.getByRole('link', { name: 'Open' }).waitFor()
  await page.keyboard.press('Escape')
  await glance.waitFor({ state: 'detached' })
  await page.locator('td:focus').waitFor()
})

it('deletes by filter after the number is typed, and exports the rest', async () => {
  const { page } = await open(`${sales}?country=Denmark&transaction_type=Sale`)
  await counted(page, /[\d,]+ sales lines/)
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: 'Export', exact: true })
      .click()
      .then(() => page.getByRole('menuitem', { name: /CSV/ }).click()),
  ])
  const file = await readFile(await download.path(), 'utf8')
  const words = await page.getByRole('heading', { level: 1 }).textContent()
  const count = Number(/([\d,]+) sales lines/.exec(words ?? '')?.[1]?.replace(',', ''))
  expect(file.trim().split('\n')).toHaveLength(count + 1)

  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete by filter' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: /^Delete [\d,]+ sales lines$/ })
  expect(await confirm.isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill(String(count))
  await confirm.click()
  await page.getByText('No records found.').waitFor()
})

it('offers a reader nothing that is refused', async () => {
  const { page } = await open(sales, {}, reader)
  await rows(page).first().waitFor()
  expect(await page.getByRole('link', { name: 'New', exact: true }).count()).toBe(0)
  expect(await page.getByRole('link', { name: 'Upload', exact: true }).count()).toBe(0)
})

/** Whether the cell that the keys are at is whole in view, neither behind the headings nor below the totals. */
const activeInView = (page: Page): Promise<boolean> =>
  page.getByRole('grid').evaluate(async (grid) => {
    await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))
    const cell = document.getElementById(grid.getAttribute('aria-activedescendant') ?? '')
    if (!cell) return false
    const { left, right, top, bottom } = cell.getBoundingClientRect()
    return [top + 2, bottom - 3].every((y) =>
      [left + 2, right - 3].every((x) => cell.contains(document.elementFromPoint(x, y))),
    )
  })

it('holds a whole result in the grid: filters, groups, pivot', async () => {
  const { page, complaints } = await open('/display-sales-invoice-data')
  await rows(page).first().waitFor()
  const reads: string[] = []
  page.on('request', (request) => void (/sales_data\?.*limit=0/.test(request.url()) && reads.push(request.url())))
  await page.getByRole('button', { name: 'Grid' }).click()
  await page.waitForURL(/display-sales-invoice-data-sf/)
  await counted(page, /[\d,]+ sales lines/)
  const grid = page.getByRole('grid')
  await grid.focus()
  for (const key of ['PageDown', 'Control+End', 'Control+Home', 'PageDown', 'PageUp', 'Control+End']) {
    await page.keyboard.press(key)
    expect(await activeInView(page), key).toBe(true)
  }
  await page.getByRole('textbox', { name: 'Filter Net value' }).fill('>1000')
  await page.getByText(/of [\d,]+ rows/).waitFor()
  await page.getByRole('button', { name: 'Group', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Country' }).click()
  await page.getByRole('button', { name: 'Fold all', exact: true }).click()
  await page.getByRole('button', { name: /^Spain/ }).waitFor()
  expect(await barriers(page)).toEqual([])
  await takeScreenshots(page, 'grid')
  await page.getByText('Pivot').click()
  await page.getByRole('region', { name: 'Pivot' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await takeScreenshots(page, 'pivot')
  // Neither the filter nor the groups, which are in the address now, have the rows read again.
  expect(reads.length).toBe(1)
  await page.getByRole('combobox', { name: 'How amounts are added up' }).selectOption('count')
  await page.waitForURL(/#group=country&filter.net_value=%3E1000&pivot=[a-z_,]+,count$/)
  await page.reload()
  await page.getByRole('region', { name: 'Pivot' }).waitFor()
  expect(await page.getByRole('combobox', { name: 'How amounts are added up' }).inputValue()).toBe('count')
  await page.getByText('Rows', { exact: true }).click()
  await page.getByRole('button', { name: 'Stop grouping by Country' }).click()
  await page.waitForURL(/#filter.net_value=%3E1000$/)
  const left = await page.getByText(/^\s*[\d,]+ of [\d,]+ rows$/).textContent()
  await page.getByRole('row').nth(4).getByRole('link').first().click()
  await page.waitForURL(/\/view\//)
  await page.goBack()
  await page.getByText(left!.trim()).waitFor()
  expect(await page.getByRole('textbox', { name: 'Filter Net value' }).inputValue()).toBe('>1000')
  await page.goto('/display-sales-invoice-data')
  await page.waitForURL(/display-sales-invoice-data-sf/)
  expect(complaints).toEqual([])
})

it('asks for criteria, says what is required, shows figures, chart and lines', async () => {
  const { page, complaints } = await open('/top-N-attributes-reports')
  await page.getByRole('button', { name: 'Show the result' }).click()
  await page.getByText('Attribute is required').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('combobox', { name: /Attribute/ }).selectOption('customer_number')
  await page.getByRole('button', { name: 'Show the result' }).click()
  await page.waitForURL(/top-N-attributes-reports-results\?/)
  await rows(page).nth(9).waitFor()
  expect(await barriers(page)).toEqual([])
  await takeScreenshots(page, 'result', ['laptop', 'desktop', 'phone'])
  await rows(page).first().getByRole('link').click()
  await page.waitForURL(/sales-inovoice-query\?customer_number=/)
  await rows(page).first().waitFor()
  expect(complaints).toEqual([])
})

for (const dark of [false, true]) {
  it(`has no barriers in the ${dark ? 'dark' : 'light'}, on a screen and on a phone`, async () => {
    const { page } = await open(sales, { dark })
    await rows(page).nth(99).waitFor()
    await counted(page, /sales lines/)
    expect(await barriers(page)).toEqual([])
    await takeScreenshots(page, dark ? 'list-dark' : 'list-light')
    await page.getByRole('checkbox', { name: 'Select all rows of this page' }).check()
    await page.getByRole('button', { name: 'Columns' }).click()
    // The arrangement is kept for the user: whoever was here before may have left the column.
    const territory = page.getByRole('checkbox', { name: 'Territory' })
    if (!(await territory.isChecked())) await territory.click()
    await page.getByRole('columnheader', { name: /Territory/ }).waitFor({ state: 'attached' })
    await page.locator('[aria-busy=true]').waitFor({ state: 'detached' })
    expect(await barriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('listitem').filter({ hasText: 'Net value' }).first().waitFor()
    expect(await barriers(page)).toEqual([])
    await takeScreenshots(page, dark ? 'list-phone-dark' : 'list-phone', ['phone'])
  })
}
