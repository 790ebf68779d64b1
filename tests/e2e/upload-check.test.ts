import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openBrowser, openTab } from '#tests/support/browser.ts'
import { reach } from '#tests/support/keys.ts'
import { takeScreenshots } from '#tests/support/screenshots.ts'
import { barriers } from './axe.ts'
import { administrator, enter } from './record.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

const head = 'Customer no,Customer name,Type,Credit limit'
const send = (page: Page, name: string, lines: readonly string[]) =>
  page
    .locator('input[type=file]')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from([head, ...lines].join('\n')) })

const figures = async (page: Page): Promise<Record<string, number>> => {
  const items = await page.getByLabel('Lines by what becomes of them').getByRole('listitem').allInnerTexts()
  return Object.fromEntries(
    items.map((text) => text.split(/\s*\n\s*/)).map(([count, words]) => [words!, Number(count!.replaceAll(',', ''))]),
  )
}

const grid = (page: Page) => page.getByRole('grid', { name: 'Table of lines' })

test('rejected cells are put right by keyboard, and a wrong value once for all lines', async () => {
  const { page, complaints } = await openTab(browser, { width: 1440, height: 900 })
  await enter(page, administrator)
  await page.goto('/customer-master/customer-master-excel-upload')
  await send(page, 'corrections.csv', [
    'UC1,Lamps Ltd,resseler,10',
    'UC2,Shades Ltd,resseler,20',
    'UC3,Candles Ltd,Distributor,plenty',
    'UC4,Bulbs Ltd,Distributor,"about 1,250.50"',
    'UC5,,Distributor,5',
  ])
  await page.getByRole('button', { name: 'Check the lines' }).click()
  await grid(page).waitFor()
  const before = await figures(page)
  expect(before).toMatchObject({ New: 0, Rejected: 5 })
  expect(await barriers(page)).toEqual([])

  // The reason is said at the cell and at the line; keys go from one problem to the next.
  await page
    .getByRole('button', { name: /Rejected/ })
    .first()
    .click()
  await grid(page).getByText('Credit limit: "plenty" is not a number').waitFor()
  const cell = (row: number, text: RegExp) => grid(page).getByRole('row').nth(row).getByRole('gridcell', { name: text })
  await reach(page, grid(page).locator('tbody td[tabindex="0"]'))
  for (let problem = 1; problem <= 3; problem += 1) await page.keyboard.press('F8')
  expect(await cell(3, /^plenty/).evaluate((element) => element === document.activeElement)).toBe(true)
  await page.keyboard.press('Enter')
  const editor = page.getByLabel('Credit limit of row 4')
  await editor.waitFor()
  await page.getByText('"plenty" is not a number').last().waitFor()
  await page.keyboard.type('lots')
  await page.getByText('"lots" is not a number').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Control+a')
  await page.keyboard.type('30')
  await page.getByText('Becomes 30.00').waitFor()
  await page.keyboard.press('Enter')

  // The line stays where it is with what has become of it, and the counts are true.
  await grid(page).getByRole('row').nth(3).getByText('New', { exact: true }).waitFor()
  await expect.poll(() => figures(page)).toMatchObject({ New: 1, Rejected: 4 })
  expect(await cell(4, /^about/).evaluate((element) => element === document.activeElement)).toBe(true)

  // The last correction is taken back, and made again.
  await page.keyboard.press('Control+z')
  await grid(page).getByText('Credit limit: "plenty" is not a number').waitFor()
  await expect.poll(() => figures(page)).toMatchObject({ New: 0, Rejected: 5 })
  await page.keyboard.press('ArrowUp')
  await page.keyboard.type('30')
  await page.keyboard.press('Tab')
  await expect.poll(() => figures(page)).toMatchObject({ New: 1, Rejected: 4 })

  // Escape leaves everything as it was.
  await page.keyboard.press('F8')
  await page.keyboard.press('F2')
  await page.keyboard.type('x')
  await page.keyboard.press('Escape')
  expect(await page.locator('[data-editor]').count()).toBe(0)

  // One value for all lines that hold it; what is near is proposed.
  await page.getByRole('button', { name: /^Replace values of Type/ }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByText('2 lines').waitFor()
  expect(await barriers(page)).toEqual([])
  await drawer.getByLabel('Instead of resseler').selectOption('Reseller')
  await drawer.getByRole('button', { name: 'Apply to 2 lines' }).click()
  await expect.poll(() => figures(page)).toMatchObject({ New: 3, Rejected: 2 })
  await page.getByRole('button', { name: /^Replace values of Credit limit/ }).click()
  await drawer.getByRole('button', { name: 'Use 1250.50' }).click()
  await drawer.getByRole('button', { name: 'Apply to 1 line' }).click()
  await expect.poll(() => figures(page)).toMatchObject({ New: 4, Rejected: 1 })
  await takeScreenshots(page, 'upload-corrected', ['laptop', 'desktop', 'phone'])

  // A reload finds the import where it was, corrections and all.
  await page.reload()
  await grid(page).waitFor()
  expect(await figures(page)).toMatchObject({ New: 4, Rejected: 1 })
  await page.getByRole('button', { name: 'Import the 4 lines that are valid' }).click()
  await page.getByText('4 lines imported').waitFor()
  await grid(page).getByText('Name is required', { exact: true }).first().waitFor()
  expect(await page.getByText('Enter', { exact: true }).count()).toBe(0)
  expect(await barriers(page)).toEqual([])

  // The list of uploads takes it back as well, and tells beforehand what that does.
  await page.goto('/uploads')
  const line = page.getByRole('row').filter({ hasText: 'corrections.csv' })
  await line.getByText('Imported').waitFor()
  expect(await barriers(page)).toEqual([])
  await line.getByRole('button', { name: 'Actions for corrections.csv' }).click()
  await page.getByRole('menuitem', { name: 'Take this import back' }).click()
  await page.getByText('4 records that it added will be deleted.').waitFor()
  await page.getByRole('button', { name: 'Take it back' }).click()
  await line.getByText('Taken back').waitFor()
  expect(complaints).toEqual([])
})

test('a file is read otherwise without being sent again, and columns tell why they were matched', async () => {
  const { page, complaints } = await openTab(browser, { dark: true, expectedStatuses: [422] })
  await enter(page, administrator)
  await page.goto('/customer-master/customer-master-excel-upload')
  let sent = 0
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname.endsWith('/api/uploads')) sent += 1
  })
  await page.locator('input[type=file]').setInputFiles({
    name: 'marks.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Customers of 2026;;;\nCustomer no~Custmer name~Credit limit\nUR1~Lamps;Ltd~10\nUR2~Öl~5\n'),
  })
  await page.getByRole('button', { name: 'Read it otherwise' }).click()
  await page.getByLabel('Cells are separated by').selectOption('other')
  await page.getByLabel('The character between cells').fill('~')
  await page.getByText('2 lines · 3 columns').waitFor()
  await page.getByText(/names in line 2/).waitFor()
  await page.getByText('Known name for Customer', { exact: true }).waitFor()
  await page
    .getByText(/^Nearly /)
    .first()
    .waitFor()
  await page.getByLabel('Encoding').selectOption('Windows-1252')
  await page.getByText(/Ã–l/).first().waitFor()
  await page.getByLabel('Encoding').selectOption('UTF-8')
  await page.getByText('Öl').first().waitFor()
  // What was chosen by hand stays while its column is there.
  await page.getByLabel('Source of Type', { exact: true }).selectOption('constant')
  await page.getByLabel('Line with the column names').fill('1')
  await page.keyboard.press('Enter')
  await page.getByText(/names in line 1/).waitFor()
  expect(await page.getByLabel('Source of Type', { exact: true }).inputValue()).toBe('constant')
  await page.getByLabel('Line with the column names').fill('90')
  await page.keyboard.press('Enter')
  await page.getByText(/The file stays as it was read/).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByLabel('Line with the column names').fill('2')
  await page.keyboard.press('Enter')
  await page.getByText(/names in line 2/).waitFor()
  expect(sent).toBe(1)

  // Reloading the page finds the same import again, and what was chosen for it.
  await page.reload()
  await page.getByText('2 lines · 3 columns').waitFor()
  const type = page.getByLabel('Source of Type', { exact: true })
  expect(await type.inputValue()).toBe('constant')
  await type.selectOption({ label: 'Leave out' })
  await page.getByRole('button', { name: 'Check the lines' }).click()
  await grid(page).waitFor()
  expect(await figures(page)).toMatchObject({ New: 2, Rejected: 0 })
  expect(await barriers(page)).toEqual([])
  expect(complaints).toEqual([])
})
