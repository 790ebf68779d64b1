import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openBrowser, openTab } from '#tests/support/browser.ts'
import { signInAs } from '#tests/support/sign-in.ts'
import { administrator, apiCall, editShownRecord, enter, forgetFormats } from './record.ts'

const head = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country'

interface Line {
  readonly invoice: string
  readonly quantity: number
  readonly cents: number
  readonly customer: string
  readonly country: string
  readonly day: string
}

/** 420 lines shaped like a retailer's: several a document, some returned, some without a customer. */
const lines: readonly Line[] = Array.from({ length: 420 }, (_, i) => {
  const document = Math.floor(i / 3)
  const returned = document % 11 === 0
  return {
    invoice: `${returned ? 'C' : ''}${900_000 + document}`,
    quantity: (returned ? -1 : 1) * ((i % 12) + 1),
    cents: 125 + (i % 40) * 35,
    customer: document % 5 === 0 ? '' : `${17_000 + (document % 7)}.0`,
    country: ['Iceland', 'Portugal', 'Norway'][document % 3]!,
    day: `2011-03-${String((document % 28) + 1).padStart(2, '0')}`,
  }
})

const csv = [
  head,
  ...lines.map(
    (line, i) =>
      `${line.invoice},S${i % 50},"LUNCH BOX, ""No. ${i % 50}""",${line.quantity},${line.day} 08:26:00,${(line.cents / 100).toFixed(2)},${line.customer},${line.country}`,
  ),
  '999999,S1,A LINE THAT CANNOT BE READ,many,2011-03-01 08:26:00,1.00,17000.0,Iceland',
].join('\n')

const kept = lines.filter((line) => line.customer !== '')
const inIceland = kept.filter((line) => line.country === 'Iceland')
const sum = (some: readonly Line[]): number => some.reduce((total, line) => total + line.quantity * line.cents, 0) / 100

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

test('the first real job: format, upload, list, edit, history, conflict, result, export', async () => {
  const { page, complaints } = await openTab(browser, { width: 1440, height: 900 })
  page.setDefaultTimeout(20_000)
  await signInAs(page, /^Rebate analyst/)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await forgetFormats(page, 'SalesDataUploadFormat')
  // What an earlier run of this test has imported.
  const invoices = [...new Set(lines.map(({ invoice }) => invoice))]
  await apiCall(page, 'DELETE', `sales_data?billing_doc_number.in=${invoices.join(',')}`)

  // A format for the retailer's file, made from the file itself.
  await page.goto('/sales-inovoice-query/excel-upload')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'retail.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await page.getByLabel('Source of Line').selectOption('counter')
  await page.getByRole('button', { name: 'Over the whole file' }).click()
  await page.getByLabel('InvoiceNo').check()
  await page.keyboard.press('Escape')
  await page.getByLabel('Source of Type').selectOption('formula')
  await page.getByLabel('Formula of Type').fill('if(startsWith(InvoiceNo, "C"), "Return", "Sale")')
  await page.getByLabel('Source of Customer', { exact: true }).selectOption('formula')
  await page.getByLabel('Formula of Customer', { exact: true }).fill('code(CustomerID)')
  await page.getByRole('button', { name: 'Options of Customer', exact: true }).click()
  await page.getByLabel('Where it is empty').selectOption('skip_row')
  await page.keyboard.press('Escape')
  await page.getByLabel('Source of Net value').selectOption('formula')
  await page.getByLabel('Formula of Net value').fill('Quantity * UnitPrice')
  await page.getByRole('button', { name: 'Save as format' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Retail invoices')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })

  // What would happen, before anything does.
  await page.getByRole('button', { name: 'Check the lines' }).click()
  const figures = page.getByLabel('Lines by what becomes of them')
  await figures.waitFor()
  expect((await figures.innerText()).split(/\s*\n\s*/)).toEqual([
    String(kept.length),
    'New',
    '0',
    'Changed',
    '0',
    'Unchanged',
    '1',
    'Rejected',
    String(420 - kept.length),
    'Left out',
  ])
  await page
    .getByText(/not a number/)
    .first()
    .waitFor()
  await page
    .getByRole('button', { name: /^Import/ })
    .last()
    .click()
  await page.getByText(`${kept.length} lines imported`).waitFor()

  // The list: filtered, sorted by value, with totals and page by number.
  await page.goto(
    '/sales-inovoice-query?country=Iceland&billing_date.between=2011-03-01,2011-03-31&sort=-net_value&limit=10',
  )
  await page.getByText(`${inIceland.length} sales lines`).waitFor()
  const largest = inIceland.toSorted((a, b) => b.quantity * b.cents - a.quantity * a.cents)[0]!
  const first = page.getByRole('row').filter({ hasText: largest.invoice }).first()
  await first.waitFor()
  expect(await first.innerText()).toContain(((largest.quantity * largest.cents) / 100).toFixed(2))
  const total = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 }).format(sum(inIceland))
  await page.getByText(total, { exact: true }).first().waitFor()
  await page.getByLabel('Go to page').fill('3')
  await page.keyboard.press('Enter')
  await page.getByText(`21–30 of ${inIceland.length}`).waitFor()

  // One line is corrected; a colleague who wants it at the same time is told so.
  await page.goto('/sales-inovoice-query?country=Iceland&sort=-net_value')
  await page.getByRole('row').filter({ hasText: largest.invoice }).first().getByRole('link').first().click()
  // The list has a button of its own that edits.
  await page.waitForURL(/\/view\//)
  await editShownRecord(page)
  await page.getByLabel('Order number').waitFor()
  const colleague = await openTab(browser, { expectedStatuses: [409] })
  await enter(colleague.page, administrator)
  await colleague.page.goto(new URL(page.url()).pathname)
  await colleague.page
    .getByText(/Anna Meyer has been editing/)
    .first()
    .waitFor()
  await page.getByLabel('Order number').fill('PO-4711')
  await page.keyboard.press('Control+s')
  await page.getByText('Successfully updated').waitFor()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByText('PO-4711').waitFor()

  // A result over the lines; what is required is asked for.
  await page.goto('/top-N-attributes-reports')
  await page.getByRole('button', { name: /Show the result/ }).click()
  await page.getByText('Attribute is required').waitFor()
  await page.getByRole('combobox', { name: /^Attribute/ }).selectOption({ label: 'Customer' })
  await page.getByLabel('Country').fill('Atlantis')
  await page.getByRole('button', { name: /Show the result/ }).click()
  await page.getByText('No records found.').first().waitFor()
  await page.goto('/top-N-attributes-reports')
  await page.getByRole('combobox', { name: /^Attribute/ }).selectOption({ label: 'Customer' })
  await page.getByLabel('Country').fill('Iceland')
  await page.getByRole('button', { name: /Show the result/ }).click()
  await page.waitForURL(/top-N-attributes-reports-results/)
  const customers = [...new Set(inIceland.map((line) => line.customer))]
  const valueOf = (customer: string) => sum(inIceland.filter((line) => line.customer === customer))
  const best = customers.toSorted((a, b) => valueOf(b) - valueOf(a))[0]!.replace('.0', '')
  await page.getByRole('row').filter({ hasText: best }).first().waitFor()

  // The filtered whole, read by another program.
  await page.goto('/sales-inovoice-query?country=Iceland')
  await page.getByText(`${inIceland.length} sales lines`).waitFor()
  await page.getByRole('button', { name: 'Export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: /xlsx|excel/i }).click(),
  ])
  const { sheets } = await readXlsx(await readFile(await download.path()))
  const [heads, ...rows] = sheets[0]!.rows
  const at = heads!.indexOf('Net value')
  expect(rows).toHaveLength(inIceland.length)
  expect(rows.reduce((value, row) => value + Math.round(Number(row[at]) * 100), 0) / 100).toBeCloseTo(sum(inIceland), 2)
  expect(complaints).toEqual([])
})
