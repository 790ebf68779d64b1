import { readFile } from 'node:fs/promises'
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

const groups = (page: Page, level = 1) => page.locator(`tr[data-group][aria-level="${level}"]`)
const records = (page: Page) => page.locator('tbody tr[aria-level]:not([data-group]):has(input)')
const numberIn = (text: string | null): number => Number((text ?? '').replaceAll(/[^\d.-]/g, ''))

it('groups a list at a heading and in the menu; the address and a saved view hold it', async () => {
  // Countries that no other test takes lines from.
  const of = 'country.in=Austria,Spain'
  const view = `By country and quarter ${Date.now() % 100_000}`
  const { page, complaints } = await openList(browser, `${sales}?${of}`)
  await page.getByRole('grid').getByRole('row').nth(5).waitFor()
  await page.getByRole('columnheader', { name: 'Country' }).click({ button: 'right' })
  await page.getByRole('menuitem', { name: /Group by/ }).click()
  await groups(page).first().waitFor()
  expect(query(page)).toBe(`?${of}&group=country`)

  await page.getByRole('button', { name: 'Group: Country' }).click()
  const panel = page.getByRole('dialog', { name: 'Group' })
  await panel.getByRole('combobox', { name: 'Group within the groups by' }).selectOption({ label: 'Date' })
  await panel.getByRole('combobox', { name: 'Span of Date' }).selectOption({ label: 'By quarter' })
  await page.keyboard.press('Escape')
  expect(query(page)).toBe(`?${of}&group=country,billing_date:quarter`)

  // The groups hold all lines, and no line twice.
  const counts = await groups(page).locator('button > span:last-child').allTextContents()
  const heading = await page.getByRole('heading', { level: 1 }).filter({ hasText: 'sales lines' }).textContent()
  const sum = counts.reduce((all, text) => all + numberIn(text), 0)
  expect(sum).toBe(numberIn(/([\d,]+) sales lines/.exec(heading ?? '')?.[1] ?? ''))
  // Subtotals add up to the total below.
  const column = page.locator('thead th[data-field=quantity]')
  const at = await column.evaluate((cell) => (cell as HTMLTableCellElement).cellIndex)
  const last = await page.locator('tfoot td').nth(at).textContent()
  const parts = await groups(page).evaluateAll(
    (lines, place) =>
      lines.map((line) => {
        const cells = [...(line as HTMLTableRowElement).cells]
        return cells[place - (cells[0]?.colSpan ?? 1) + 1]?.textContent ?? ''
      }),
    at,
  )
  expect(parts.reduce((all, text) => all + numberIn(text), 0)).toBeCloseTo(numberIn(last))

  await page.getByRole('button', { name: 'Save view' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox', { name: 'Name' }).fill(view)
  await dialog.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/view=/)
  await page.getByRole('tab', { name: 'All' }).click()
  await page.getByRole('grid').waitFor()
  await page.getByRole('tab', { name: view }).click()
  await groups(page).first().waitFor()
  await groups(page).first().getByRole('button').first().click()
  await groups(page, 2)
    .filter({ hasText: /Q\d 20/ })
    .first()
    .waitFor()
  expect(complaints).toEqual([])
})

it('is opened, folded and left by keys; a group pages, narrows the list and is found again', async () => {
  const { page, complaints } = await openList(browser, `${sales}?group=country,billing_date:month`)
  await groups(page).first().locator('td').first().focus()
  const first = (await groups(page).first().getByRole('button').first().getAttribute('aria-label')) ?? ''
  await page.keyboard.press('ArrowRight')
  await groups(page, 2).first().waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await records(page).nth(49).waitFor()
  await page.getByRole('button', { name: /^Show/ }).click()
  await expect.poll(() => records(page).count()).toBeGreaterThan(50)

  // Down to a record, at its side, back to it, and up to its heading.
  await page.keyboard.press('Tab')
  await records(page).nth(2).locator('td').first().focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('link', { name: 'Open' }).click()
  await page.waitForURL(/\/\d+$/)
  await page.goBack()
  await records(page).nth(49).waitFor()
  await records(page).nth(2).locator('td').first().focus()
  await page.keyboard.press('ArrowLeft')
  expect(await page.locator('tr[data-group]:has(td:focus)').getAttribute('aria-expanded')).toBe('true')
  await page.keyboard.press('ArrowLeft')
  await records(page).first().waitFor({ state: 'detached' })
  await page.keyboard.press('ArrowLeft')
  expect(await page.locator('tr[data-group]:has(td:focus)').getAttribute('aria-level')).toBe('1')
  await page.keyboard.press('-')
  await groups(page, 2).first().waitFor({ state: 'detached' })

  await page.keyboard.press('f')
  const country = /Country (.+?),/.exec(first)?.[1] ?? 'nothing'
  await page.waitForURL((url) => url.searchParams.get('country') === country)
  expect(query(page)).toContain('group=billing_date:month')
  expect(complaints).toEqual([])
})

it('is exported in the order of its groups', async () => {
  const { page } = await openList(
    browser,
    `${sales}?group=country&country.in=Spain,Austria&billing_date.gte=2026-06-01`,
  )
  await groups(page).nth(1).waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page
      .getByRole('button', { name: 'Export', exact: true })
      .click()
      .then(() => page.getByRole('menuitem', { name: /CSV/ }).click()),
  ])
  const lines = (await readFile(await download.path(), 'utf8')).trim().split('\n').slice(1)
  const countries = lines.map((line) => (line.includes('Austria') ? 'Austria' : 'Spain'))
  expect(countries).toEqual(countries.toSorted())
  expect(new Set(countries).size).toBe(2)
})

it('says what went wrong within a group, and goes on from there', async () => {
  const { page } = await openList(browser, `${sales}?group=country`)
  await groups(page).first().waitFor()
  await page.route(/sales_data\?.*country=/, (route) =>
    route.fulfill({ status: 503, contentType: 'application/json', body: '{"error":{"code":"UNAVAILABLE"}}' }),
  )
  await groups(page).first().getByRole('button').first().click()
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute(/sales_data\?.*country=/)
  await page.getByRole('button', { name: 'Try again' }).click()
  await records(page).first().waitFor()
  expect(await page.getByRole('button', { name: 'Try again' }).count()).toBe(0)
})

for (const dark of [false, true]) {
  it(`groups without barriers in the ${dark ? 'dark' : 'light'}, on a screen and on a phone`, async () => {
    const { page } = await openList(browser, `${sales}?group=country,billing_date:month`, { dark })
    await groups(page).first().getByRole('button').first().click()
    await groups(page, 2).first().getByRole('button').first().click()
    await records(page).first().waitFor()
    await page.getByRole('heading', { level: 1 }).filter({ hasText: 'sales lines' }).waitFor()
    expect(await barriers(page)).toEqual([])
    await takeScreenshots(page, dark ? 'list-groups-dark' : 'list-groups')
    await page.getByRole('button', { name: 'Group: Country, Date' }).click()
    await page.getByRole('dialog', { name: 'Group' }).getByRole('combobox').first().waitFor()
    expect(await barriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.setViewportSize({ width: 390, height: 844 })
    await page.getByRole('listitem').filter({ hasText: 'Net value' }).first().waitFor()
    expect(await barriers(page)).toEqual([])
    await takeScreenshots(page, dark ? 'list-groups-phone-dark' : 'list-groups-phone', ['phone'])
  })
}
