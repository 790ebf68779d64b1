import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openBrowser, openTab } from '#tests/support/browser.ts'
import { takeScreenshots } from '#tests/support/screenshots.ts'
import { barriers } from './axe.ts'
import { administrator, enter } from './record.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

const header = 'Invoice,Item,Qty,When,Price,CustomerID'
const line = (invoice: string, quantity: string, customer = '900.0') =>
  `${invoice},LAMP,${quantity},05.03.2011,"1.250,50",${customer}`
const file = (lines: readonly string[]) => ({
  name: 'invoices.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([header, ...lines].join('\n')),
})

const state = (page: Page) => page.getByLabel('Lines by what becomes of them')
const figures = async (page: Page): Promise<string[]> => (await state(page).innerText()).split(/\s*\n\s*/)

test('a file is matched, checked, imported in its valid lines, found in the list and taken back', async () => {
  const { page, complaints } = await openTab(browser, { width: 1440, height: 900 })
  await enter(page, administrator)
  await page.goto('/sales-inovoice-query/excel-upload')
  await page.getByText('Drop a file here').waitFor()
  expect(await barriers(page)).toEqual([])
  await page
    .locator('input[type=file]')
    .setInputFiles(file([line('E2E-1', '2'), line('E2E-1', '3'), line('E2E-2', 'many'), line('E2E-3', '4', '')]))

  // What is plain to see is proposed, and the first lines show what becomes of them.
  await page.getByRole('button', { name: 'Number the lines within Invoice' }).click()
  await page.getByRole('button', { name: 'Read 900.0 as the code 900' }).click()
  await page.getByLabel('Source of Material', { exact: true }).selectOption('Item')
  await page.getByLabel('Source of Date', { exact: true }).selectOption('When')
  await page.getByLabel('Source of Net value').selectOption('formula')
  await page.getByLabel('Formula of Net value').fill('Qty *')
  await page
    .getByText(/at character/)
    .first()
    .waitFor()
  expect(await page.getByRole('button', { name: 'Check the lines' }).isDisabled()).toBe(true)
  await page.getByLabel('Formula of Net value').fill('Qty * Price')
  await page.getByRole('button', { name: /How the file is written/ }).click()
  await page.getByLabel('Decimal mark').selectOption(',')
  await page.getByLabel('Condition for lines to keep').fill('not empty(CustomerID)')
  const first = page.getByRole('region', { name: 'Table of the first lines' })
  await first.getByText('2,501.00').waitFor()
  await first.getByText('5 Mar 2011').first().waitFor()
  await first.getByText(/does not meet the condition/).waitFor()
  expect(await barriers(page)).toEqual([])
  await takeScreenshots(page, 'upload-columns')

  await page.getByRole('button', { name: 'Check the lines' }).click()
  await state(page).waitFor()
  expect(await figures(page)).toEqual(['2', 'New', '0', 'Changed', '0', 'Unchanged', '1', 'Rejected', '1', 'Left out'])
  await state(page)
    .getByRole('button', { name: /Rejected/ })
    .click()
  const lines = page.getByRole('grid', { name: 'Table of lines' })
  await lines.getByText('Quantity: "many" is not a number').waitFor()
  expect(await lines.getByRole('row').count()).toBe(2)
  expect(await barriers(page)).toEqual([])
  await takeScreenshots(page, 'upload-check')
  const [errors] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'CSV' }).click()])
  const rejected = await readFile(await errors.path(), 'utf8')
  expect(rejected).toContain('E2E-2')
  expect(rejected).not.toContain('E2E-3')

  await page.getByRole('button', { name: 'Import the 2 lines that are valid' }).click()
  await page.getByText('2 lines imported').waitFor()
  await page.getByText('File has been successfully uploaded.').waitFor()
  expect(await barriers(page)).toEqual([])
  const result = page.url()
  await page.getByRole('link', { name: /Show them in sales data/ }).click()
  await page.getByText('2 sales lines').waitFor()
  await page.goto('/uploads')
  await page.getByRole('row').filter({ hasText: 'invoices.csv' }).filter({ hasText: 'Imported' }).waitFor()

  await page.goto(result)
  await page.getByRole('button', { name: 'Take this import back' }).click()
  await page.getByText('2 records that it added will be deleted.').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Take it back' }).click()
  await page.getByText('The import was taken back').waitFor()
  await page.getByText('2 records deleted.').waitFor()
  await page.goto('/sales-inovoice-query?search=E2E-1')
  await page.getByText('No records found.').first().waitFor()
  expect(complaints).toEqual([])
})

test('a file that cannot be read says so and nothing is kept', async () => {
  const { page } = await openTab(browser, { expectedStatuses: [400, 415, 422] })
  await enter(page, administrator)
  await page.goto('/customer-master/customer-master-excel-upload')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'picture.png', mimeType: 'image/png', buffer: Buffer.from([137, 80, 78, 71]) })
  await page.getByText(/picture.png cannot be read here/).waitFor()
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'empty.csv', mimeType: 'text/csv', buffer: Buffer.from('') })
  await page.getByText('File Uploading Error.').waitFor()
  expect(new URL(page.url()).searchParams.get('upload')).toBeNull()
})

test('a transfer that is lost says so and is sent again without choosing the file anew', async () => {
  const { page } = await openTab(browser, { width: 390, height: 844 })
  await enter(page, administrator)
  await page.goto('/sales-inovoice-query/excel-upload')
  await page.getByText('Drop a file here').waitFor()
  const [again] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Sales data as CSV' }).click(),
  ])
  expect(again.suggestedFilename()).toMatch(/\.csv$/)
  const sent = (address: URL) => address.pathname.endsWith('/uploads')
  await page.route(sent, (route) => route.abort('connectionfailed'), { times: 1 })
  await page.locator('input[type=file]').setInputFiles(file([line('E2E-9', '2')]))
  const told = page.getByRole('alert').filter({ hasText: 'File Uploading Error.' })
  await told.getByText(/invoices\.csv: .*nothing was changed here/).waitFor()
  await told.getByText('Nothing was imported.').waitFor()
  expect(await barriers(page)).toEqual([])
  await told.getByRole('button', { name: 'Send it again' }).click()
  await page.getByRole('button', { name: 'Check the lines' }).waitFor()
})

test('formats are made with a sample, changed, copied and deleted', async () => {
  const { page, complaints } = await openTab(browser)
  await enter(page, administrator)
  await page.goto('/upload-formats?functionality=CustomerDataUploadFormat')
  await page.getByRole('link', { name: 'New format' }).first().click()
  await page.getByLabel('Sample file').setInputFiles({
    name: 'resellers.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('ResellerKey,ResellerName,City\n1,A Bike Store,Ghent\n'),
  })
  await page.getByText('Columns and lines of resellers.csv').waitFor()
  expect(await page.getByLabel('Source of Customer', { exact: true }).inputValue()).toBe('column:ResellerKey')
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Resellers')
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Save format' }).click()
  await page.getByText('Successfully added').waitFor()

  await page.getByRole('link', { name: 'Resellers' }).click()
  await page.getByLabel('Source of Type').selectOption('constant')
  await page.getByLabel('Value of Type').selectOption('reseller')
  await page.getByRole('button', { name: 'Save format' }).click()
  await page.getByText('Successfully updated').waitFor()

  await page.getByRole('button', { name: 'Actions for Resellers' }).click()
  await page.getByRole('menuitem', { name: 'Clone' }).click()
  await page.getByText('Format cloned successfully.').waitFor()
  const copy = page
    .getByRole('row')
    .filter({ hasText: /Resellers.+/ })
    .filter({ hasText: /copy|2|clone/i })
    .first()
  await copy.getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete format' }).click()
  await page.getByText('Successfully deleted').waitFor()
  expect(complaints).toEqual([])
})
