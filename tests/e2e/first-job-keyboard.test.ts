import { readFile } from 'node:fs/promises'
import { readXlsx } from 'hucre/xlsx'
import type { Browser, Locator, Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { openBrowser, openTab } from '#tests/support/browser.ts'
import { choose, press, reach, write } from '#tests/support/keys.ts'
import { signInAs } from '#tests/support/sign-in.ts'
import { forgetFormats } from './record.ts'

const head = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country'

/** 60 lines of 20 documents: returned ones begin with C, every fifth has no customer. */
const lines = Array.from({ length: 60 }, (_, i) => {
  const document = Math.floor(i / 3)
  const returned = document % 10 === 9
  return {
    invoice: `${returned ? 'C' : ''}${880_000 + document}`,
    quantity: (returned ? -1 : 1) * ((i % 5) + 1),
    cents: 150 + (i % 20) * 45,
    customer: document % 5 === 4 ? '' : `${16_500 + (document % 4)}.0`,
    country: document % 2 === 0 ? 'Malta' : 'Cyprus',
    day: `2011-04-${String((document % 20) + 1).padStart(2, '0')}`,
  }
})

const csv = [
  head,
  ...lines.map(
    (line, i) =>
      `${line.invoice},K${i},"PLATE, ""No. ${i}""",${line.quantity},${line.day} 08:26:00,${(line.cents / 100).toFixed(2)},${line.customer},${line.country}`,
  ),
  '889999,K99,A LINE TO BE PUT RIGHT,many,2011-04-01 08:26:00,2.00,16500.0,Malta',
].join('\n')

const kept = lines.filter((line) => line.customer !== '')
const inMalta = kept.filter((line) => line.country === 'Malta' && line.day <= '2011-04-15')
const sum = inMalta.reduce((total, line) => total + line.quantity * line.cents, 0) / 100

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

/** Types a day into the browser's own control, whose order of day and month is that of the machine. */
async function writeDay(page: Page, input: Locator, day: string): Promise<void> {
  const [year, month, date] = day.split('-') as [string, string, string]
  await reach(page, input)
  for (const typed of [`${date}${month}${year}`, `${month}${date}${year}`]) {
    await page.keyboard.type(typed)
    if ((await input.inputValue()) === day) return
    for (let part = 0; part < 2; part += 1) await page.keyboard.press('ArrowLeft')
  }
  throw new Error(`${day} could not be typed: ${await input.inputValue()}`)
}

/** Goes to a screen by the palette. */
async function goTo(page: Page, name: string): Promise<void> {
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: /Go to/ }).waitFor()
  await page.keyboard.type(name)
  await page.getByRole('option', { name }).first().waitFor()
  await page.keyboard.press('Enter')
}

/** Goes to the heading of a column: Tab leads to one of them, arrows to the others. */
async function goToHeading(page: Page, name: string): Promise<void> {
  const wanted = page.locator(`th[data-field="${name}"]`)
  const isThere = () => wanted.evaluate((heading) => heading.contains(document.activeElement))
  if (await isThere()) return
  await reach(page, page.locator('thead button[tabindex="0"]').first())
  await page.keyboard.press('Home')
  for (let pressed = 0; pressed < 40 && !(await isThere()); pressed += 1) await page.keyboard.press('ArrowRight')
  expect(await isThere(), `the heading of ${name} cannot be reached with arrows`).toBe(true)
}

test('the first real job by keyboard alone', async () => {
  const { page, complaints } = await openTab(browser, { width: 1440, height: 900 })
  page.setDefaultTimeout(15_000)
  const analyst = inject('signIns').find((one) => one.role.startsWith('Rebate analyst'))!

  // Signing in.
  await page.goto('/login')
  await write(page, page.getByLabel('Email address'), analyst.email)
  await write(page, page.getByLabel('Password', { exact: true }), analyst.password)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.getByRole('heading', { level: 1 }).waitFor()
  await forgetFormats(page, 'SalesDataUploadFormat')

  // A file is sent and its columns are matched.
  await goTo(page, 'Sales data')
  await page.waitForURL(/sales-inovoice-query/)
  await press(page, page.getByRole('link', { name: 'Upload', exact: true }))
  const choosing = page.waitForEvent('filechooser')
  await press(page, page.getByRole('button', { name: 'Choose a file' }))
  await (await choosing).setFiles({ name: 'keys.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) })
  await choose(page, page.getByLabel('Source of Line'), 'A running number')
  await press(page, page.getByRole('button', { name: 'Over the whole file' }))
  await page.getByLabel('InvoiceNo').waitFor()
  await press(page, page.getByLabel('InvoiceNo'), 'Space')
  await page.keyboard.press('Escape')
  await choose(page, page.getByLabel('Source of Type'), 'A formula')
  await write(page, page.getByLabel('Formula of Type'), 'if(startsWith(InvoiceNo, "C"), "Return", "Sale")')
  await press(page, page.getByRole('button', { name: /^Read 16500.0 as the code/ }))
  await press(page, page.getByRole('button', { name: 'Options of Customer', exact: true }))
  await choose(page, page.getByLabel('Where it is empty'), 'Leave the line out')
  await page.keyboard.press('Escape')
  await choose(page, page.getByLabel('Source of Net value'), 'A formula')
  await write(page, page.getByLabel('Formula of Net value'), 'Quantity * UnitPrice')
  await press(page, page.getByRole('button', { name: 'Save as format' }), 'Enter', { back: true })
  await page.getByRole('dialog').getByLabel('Name').waitFor()
  await write(page, page.getByRole('dialog').getByLabel('Name'), 'Retail by keyboard')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await press(page, page.getByRole('button', { name: 'Check the lines' }))

  // What is wrong is put right where it stands.
  const grid = page.getByRole('grid', { name: 'Table of lines' })
  await grid.waitFor()
  await press(page, page.getByRole('button', { name: /Rejected$/ }))
  await grid.getByText('Quantity: "many" is not a number').waitFor()
  await reach(page, grid.locator('tbody td[tabindex="0"]'))
  await page.keyboard.press('F8')
  await page.keyboard.type('4')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'No line is rejected any more' }).waitFor()
  await press(page, page.getByRole('button', { name: `Import ${kept.length + 1} lines` }), 'Enter', { back: true })
  await page.getByText(`${kept.length + 1} lines imported`).waitFor()
  await press(page, page.getByRole('link', { name: 'Show them in sales data' }), 'Enter', { back: true })

  // The list: filtered by country and days, sorted by value, with totals and pages.
  await filterByText(page, 'Country', 'Malta')
  await openFilter(page, 'Date')
  await writeDay(page, page.getByLabel('From Date'), '2011-04-01')
  await writeDay(page, page.getByLabel('Until Date'), '2011-04-15')
  await page.keyboard.press('Enter')
  await page.getByText(`${inMalta.length + 1} sales lines`).waitFor()
  const total = new Intl.NumberFormat('en-GB', { minimumFractionDigits: 2 }).format(sum + 8)
  await page.getByText(total, { exact: true }).first().waitFor()
  await goToHeading(page, 'net_value')
  await page.keyboard.press('Enter')
  await page.waitForURL(/sort=net_value/)
  await goToHeading(page, 'net_value')
  await page.keyboard.press('Enter')
  await page.waitForURL(/sort=-net_value/)
  await choose(page, page.getByLabel('Rows per page'), '10')
  await page.getByText(`1–10 of ${inMalta.length + 1}`).waitFor()
  await write(page, page.getByLabel('Go to page'), '2')
  await page.keyboard.press('Enter')
  await page.getByText(`11–${Math.min(20, inMalta.length + 1)} of ${inMalta.length + 1}`).waitFor()
  await write(page, page.getByLabel('Go to page'), '1')
  await page.keyboard.press('Enter')
  await page.getByText(`1–10 of ${inMalta.length + 1}`).waitFor()

  // A line is opened, changed and looked up in its history; a colleague who wants it meanwhile is told so.
  const largest = inMalta.toSorted((a, b) => b.quantity * b.cents - a.quantity * a.cents)[0]!
  const list = page.getByRole('grid').first()
  await reach(page, list.locator('tbody td[tabindex="0"]'), { back: true })
  await page.keyboard.press('Control+Home')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByText(largest.invoice).first().waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('e')
  await page.getByLabel('Order number').waitFor()
  const colleague = await openTab(browser, { expectedStatuses: [409] })
  await signInAs(colleague.page, /^Administrator, Northgate/)
  await colleague.page.goto(`/applauncher`)
  await press(
    colleague.page,
    colleague.page
      .getByRole('button', { name: /Customer Rebate/ })
      .or(colleague.page.getByRole('link', { name: /Customer Rebate/ }))
      .last(),
  )
  await colleague.page.waitForURL((url) => url.pathname !== '/applauncher')
  await colleague.page.goto(new URL(page.url()).pathname)
  await colleague.page
    .getByText(/Anna Meyer has been editing/)
    .first()
    .waitFor()
  await write(page, page.getByLabel('Order number'), 'PO-KEYS')
  await page.keyboard.press('Control+s')
  await page.getByText('Successfully updated').waitFor()
  await reach(page, page.getByRole('tab', { selected: true }))
  await arrowTo(page, page.getByRole('tab', { name: 'History' }), 'ArrowRight')
  await page.getByText('PO-KEYS').waitFor()

  // A result; what is required is asked for.
  await goTo(page, 'Top N attributes')
  await page.waitForURL(/top-N-attributes-reports/)
  await press(page, page.getByRole('button', { name: /Show the result/ }))
  await page.getByText('Attribute is required').waitFor()
  await choose(page, page.getByRole('combobox', { name: /^Attribute/ }), 'Customer', { back: true })
  await write(page, page.getByLabel('Country'), 'Malta')
  await press(page, page.getByRole('button', { name: /Show the result/ }))
  await page.waitForURL(/top-N-attributes-reports-results/)
  await page.getByRole('row').filter({ hasText: '16500' }).first().waitFor()

  // The filtered whole as a workbook.
  await goTo(page, 'Sales data')
  await page.waitForURL(/sales-inovoice-query/)
  await filterByText(page, 'Country', 'Malta')
  const all = kept.filter((line) => line.country === 'Malta')
  await page.getByText(`${all.length + 1} sales lines`).waitFor()
  await press(page, page.getByRole('button', { name: 'Export' }), 'Enter', { back: true })
  const saving = page.waitForEvent('download')
  await arrowTo(page, page.getByRole('menuitem', { name: /xlsx|excel/i }), 'ArrowDown')
  await page.keyboard.press('Enter')
  const { sheets } = await readXlsx(await readFile(await (await saving).path()))
  expect(sheets[0]!.rows).toHaveLength(all.length + 2)
  expect(complaints).toEqual([])
})

/** Moves within tabs or a menu until an entry has the focus. */
async function arrowTo(page: Page, entry: Locator, key: 'ArrowRight' | 'ArrowDown'): Promise<void> {
  await entry.waitFor()
  for (let pressed = 0; pressed < 20; pressed += 1) {
    if (await entry.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press(key)
  }
  throw new Error(`${String(entry)} cannot be reached with ${key}`)
}

/** Opens the editor of a new filter on a list. */
async function openFilter(page: Page, field: string): Promise<void> {
  await press(page, page.getByRole('button', { name: 'Filter', exact: true }))
  const search = page.getByLabel('Search the fields')
  await search.waitFor()
  await write(page, search, field)
  await press(page, page.getByRole('list', { name: 'Fields' }).getByRole('button', { name: field, exact: true }))
  await page.getByRole('form', { name: `Filter by ${field}` }).waitFor()
}

async function filterByText(page: Page, field: string, text: string): Promise<void> {
  await openFilter(page, field)
  await write(page, page.getByRole('textbox', { name: new RegExp(`of ${field}`) }), text)
  await press(page, page.getByRole('button', { name: 'Apply' }))
}
