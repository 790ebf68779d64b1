import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openBrowser, openTab } from '#tests/support/browser.ts'
import { reach } from '#tests/support/keys.ts'
import { takeScreenshots } from '#tests/support/screenshots.ts'
import { barriers } from './axe.ts'
import { administrator, apiCall, enter } from './record.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

const grid = (page: Page) => page.getByRole('grid', { name: 'Table of lines' })

const check = async (page: Page, name: string, lines: readonly string[]): Promise<void> => {
  await page.goto('/customer-master/customer-master-excel-upload')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) })
  await page.getByRole('button', { name: 'Check the lines' }).click()
  await grid(page).waitFor()
}

const focused = (page: Page): Promise<string> => page.evaluate(() => document.activeElement?.textContent ?? '')

test('lines in conflict are decided one by one, by keyboard too, or all at once', async () => {
  const { page, complaints } = await openTab(browser, { dark: true })
  await enter(page, administrator)
  const numbers = ['UL-CON-1', 'UL-CON-2', 'UL-CON-3']
  const list = `customer-data?customer_number.in=${numbers.join(',')}`
  await apiCall(page, 'DELETE', list)
  for (const customer_number of numbers)
    await apiCall(page, 'POST', 'customer-data', { customer_number, customer_name: 'At first' })
  const { records } = await apiCall<{ records: { id: number }[] }>(page, 'GET', list)
  for (const { id } of records)
    await apiCall(page, 'PUT', `customer-data/${id}`, { row_version: 1, customer_name: 'As others have it' })
  await check(page, 'conflicts.csv', [
    'Customer,Name,Row version',
    ...numbers.map((number) => `${number},As I have it,1`),
  ])
  await page.getByText('3 lines in conflict', { exact: true }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Show them' }).click()
  const conflict = (line: number) => grid(page).getByRole('group', { name: `Conflict of row ${line}` })
  const pressed = (line: number) => conflict(line).locator('[aria-pressed=true]').allInnerTexts()
  await conflict(2).getByRole('button', { name: /^Mine/ }).click()
  await page.getByText('2 lines in conflict, 1 line decided').waitFor()
  await expect.poll(() => pressed(2)).toEqual(['Mine'])

  // From the cell into the buttons, along them, and back into the cells.
  await reach(page, grid(page).locator('tbody td[tabindex="0"]'))
  await grid(page).getByRole('row').nth(2).getByRole('gridcell').first().click()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowRight')
  expect(await focused(page)).toBe('Theirs')
  await page.keyboard.press('Enter')
  await page.getByText('1 line in conflict, 2 lines decided').waitFor()
  await expect.poll(() => pressed(3)).toEqual(['Theirs'])
  await page.keyboard.press('Escape')
  await page.keyboard.press('ArrowDown')
  expect(await focused(page)).toContain('MineTheirs')
  await takeScreenshots(page, 'upload-conflicts', ['laptop', 'desktop', 'phone'])
  expect(await barriers(page)).toEqual([])

  // A reload keeps what was decided; a decision can be taken back.
  await page.reload()
  await page.getByText('1 line in conflict, 2 lines decided').waitFor()
  await page.getByRole('button', { name: 'Theirs for all' }).click()
  await page.getByRole('button', { name: 'Nothing to import' }).waitFor()
  await page.getByRole('button', { name: 'Decide anew' }).click()
  await page.getByText('3 lines in conflict', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Mine for all' }).click()
  await page.getByRole('button', { name: 'Import 3 lines' }).click()
  await page.getByText('3 lines imported').waitFor()
  const after = await apiCall<{ records: { customer_name: string }[] }>(page, 'GET', list)
  expect(after.records.map(({ customer_name }) => customer_name)).toEqual(numbers.map(() => 'As I have it'))
  expect(complaints).toEqual([])
})

test('any of many lines is looked at and corrected without a page being turned', async () => {
  const { page, complaints } = await openTab(browser)
  await enter(page, administrator)
  const count = 6_000
  await check(page, 'many.csv', [
    'Customer no,Customer name,Type,Credit limit',
    ...Array.from(
      { length: count },
      (_, index) => `ULM${index},Lamps ${index},Reseller,${index === count - 1 ? 'much' : index}`,
    ),
  ])
  const number = new Intl.NumberFormat('en')
  await page.getByText(new RegExp(`^1–\\d+ of ${number.format(count)}$`)).waitFor()
  expect(await grid(page).getByRole('row').count()).toBeLessThan(80)
  await reach(page, grid(page).locator('tbody td[tabindex="0"]'))
  await page.keyboard.press('Control+End')
  const last = grid(page).locator(`tr[data-row="${count - 1}"]`)
  await last.getByText(`ULM${count - 1}`, { exact: true }).waitFor()
  expect(await focused(page)).toContain('much')
  await page.keyboard.press('Home')
  await page.keyboard.press('PageUp')
  await page.keyboard.press('PageDown')
  expect(await focused(page)).toMatch(/^6001/)
  await page.keyboard.press('End')
  await page.keyboard.press('F2')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await last.getByText('New', { exact: true }).waitFor()
  await page.getByRole('button', { name: `Import ${number.format(count)} lines` }).waitFor()
  // Far away lines are asked for when the view rests there.
  await grid(page)
    .locator('..')
    .evaluate((element) => element.scrollTo({ top: element.scrollHeight / 2 }))
  await grid(page).getByText('ULM3000', { exact: true }).waitFor()
  expect(await barriers(page)).toEqual([])
  expect(complaints).toEqual([])
})
