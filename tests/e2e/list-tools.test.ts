import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { takeScreenshots } from '../support/screenshots.ts'
import { barriers } from './axe.ts'
import { columnOf, openList, query, sales } from './list-tab.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

const rows = (page: Page) => page.locator('tbody tr[aria-rowindex]')
const cards = (page: Page) => page.locator('li[data-row]')

const exportDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Choose what to export' }).click()
  const dialog = page.getByRole('dialog', { name: /^Export/ })
  await dialog.getByRole('radio').first().waitFor()
  return dialog
}

const downloaded = async (page: Page, start: () => Promise<void>): Promise<string> => {
  const [download] = await Promise.all([page.waitForEvent('download'), start()])
  return readFile(await download.path(), 'utf8')
}

it('filters by a column copied from a spreadsheet, and by the last days', async () => {
  const { page, context } = await openList(browser, sales)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await rows(page).first().waitFor()
  await page.evaluate(() => navigator.clipboard.writeText('Spain\r\nAustria\r\nSpain\r\n'))
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  const menu = page.getByRole('dialog', { name: 'Add a filter' })
  await menu.getByRole('button', { name: 'Country', exact: true }).click()
  await menu.getByRole('textbox').focus()
  await page.keyboard.press('Control+v')
  expect(await menu.getByRole('combobox').inputValue()).toBe('in')
  await menu.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL((url) => url.searchParams.get('country.in') === 'Spain,Austria')
  await page.getByText('Spain or Austria').waitFor()

  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await menu.getByRole('button', { name: 'Date', exact: true }).click()
  await menu.getByRole('combobox').selectOption('between')
  await menu.getByRole('spinbutton', { name: 'Days back of Date' }).fill('45')
  await menu.getByRole('button', { name: 'Apply' }).click()
  await page.getByText('last 45 days').waitFor()
  expect(query(page)).toContain('billing_date.between=@today-44d,@today')
})

it('copies a cell as it is, and rows for spreadsheets and documents', async () => {
  const { page, context } = await openList(browser, `${sales}?country=Spain`)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await rows(page).first().waitFor()
  const cell = rows(page)
    .first()
    .locator('td')
    .nth(await columnOf(page, 'Country'))
  await cell.focus()
  await page.keyboard.press('Control+c')
  await page.getByText('Country was copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe('Spain')
  await page.keyboard.press('x')
  await page.keyboard.press('Control+c')
  await page.getByText('1 sales line copied with headings').waitFor()
  const html = await page.evaluate(async () => {
    const [item] = await navigator.clipboard.read()
    return (await item?.getType('text/html'))?.text()
  })
  expect(html).toContain('<th>Document</th>')
  expect(html).toContain('Spain</td>')
})

it('writes what was chosen into a file: rows, columns, groups, and what can be uploaded again', async () => {
  const { page } = await openList(
    browser,
    `${sales}?country=Austria&billing_date.gte=2026-10-01&group=billing_date:month`,
  )
  await page.locator('tr[data-group]').first().waitFor()
  await page.getByRole('heading', { level: 1 }).filter({ hasText: 'sales lines' }).waitFor()
  const dialog = await exportDialog(page)
  expect(await barriers(page)).toEqual([])
  await takeScreenshots(page, 'list-export', ['laptop', 'phone'])
  await dialog.getByRole('radio', { name: /The groups only/ }).check()
  const groups = await downloaded(page, () => dialog.getByRole('button', { name: 'Export' }).click())
  const lines = groups.replace('\uFEFF', '').trim().split('\r\n')
  expect(lines[0]).toBe('Date,Count,Quantity,Net value')
  expect(lines).toHaveLength((await page.locator('tr[data-group]').count()) + 1)

  await exportDialog(page)
  await dialog.getByRole('radio', { name: /All \d+ columns/ }).check()
  await dialog.getByRole('radio', { name: /^CSV/ }).check()
  const all = await downloaded(page, () => dialog.getByRole('button', { name: 'Export' }).click())
  expect(all.split('\n')[0]?.split(',').length).toBeGreaterThan(20)

  await exportDialog(page)
  await dialog.getByRole('radio', { name: /What an upload takes/ }).check()
  await dialog.getByRole('radio', { name: /^CSV/ }).check()
  const again = await downloaded(page, () => dialog.getByRole('button', { name: 'Export' }).click())
  expect(again.split('\n')[0]).toContain('Row version')
})

for (const dark of [false, true]) {
  it(`is arranged on a phone in one sheet, ${dark ? 'dark' : 'light'}: filters, order, groups, cards or table`, async () => {
    const { page } = await openList(browser, sales, { dark, width: 390, height: 844 })
    await cards(page).first().waitFor()
    await page.getByRole('button', { name: 'Arrange' }).click()
    const sheet = page.getByRole('dialog', { name: /^Arrange/ })
    await sheet.getByRole('button', { name: 'Add a filter' }).click()
    await sheet.getByRole('button', { name: 'Country', exact: true }).click()
    await sheet.getByRole('textbox', { name: 'Value of Country' }).fill('Spain')
    await sheet.getByRole('button', { name: 'Apply' }).click()
    await sheet.getByText('Spain').waitFor()
    await sheet.getByRole('combobox', { name: 'Order by' }).selectOption({ label: 'Net value' })
    await sheet.getByRole('button', { name: 'From the first; turn around' }).click()
    expect(await barriers(page)).toEqual([])
    await takeScreenshots(page, dark ? 'list-sheet-dark' : 'list-sheet', ['phone'])
    await sheet.getByRole('radio', { name: 'Table' }).check({ force: true })
    await sheet.getByRole('button', { name: /^Show [\d,]+ sales lines$/ }).click()
    await rows(page).first().waitFor()
    expect(query(page)).toMatch(/country.*Spain.*sort=-net_value/)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
    // The first column stays while the others move below it.
    const first = rows(page).first().locator('td').nth(1)
    const before = (await first.boundingBox())?.x
    await page.locator('div:has(> table)').evaluate((element) => element.scrollTo(400, 0))
    expect((await first.boundingBox())?.x).toBe(before)
    expect(await barriers(page)).toEqual([])
    await takeScreenshots(page, dark ? 'list-phone-table-dark' : 'list-phone-table', ['phone'])

    await page.getByRole('button', { name: /^Arrange/ }).click()
    await sheet.getByRole('radio', { name: 'Cards' }).check({ force: true })
    await sheet.getByRole('combobox', { name: 'Group by' }).selectOption({ label: 'Date' })
    await sheet.getByRole('button', { name: /^Show [\d,]+ sales lines$/ }).click()
    await page.getByRole('button', { name: /2026/ }).first().click()
    await cards(page).first().waitFor()
    expect(await barriers(page)).toEqual([])
  })
}
