import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { readXlsx } from 'hucre/xlsx'
import { beforeAll, expect, test } from 'vitest'
import { openBrowser, openTab } from '#tests/support/browser.ts'
import { barriers } from './axe.ts'
import { analyst, enter } from './record.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

const reads = (page: Page, text: string) => page.getByText(text, { exact: true }).waitFor()

test('criteria that do not fit are told at their fields, and the first of them has the focus', async () => {
  const { page, complaints } = await openTab(browser, { expectedStatuses: [422] })
  await enter(page, analyst)
  await page.goto('/top-N-attributes-reports')
  await page.getByRole('button', { name: 'Show the result' }).click()
  await reads(page, 'Attribute is required')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id.split('-').at(-1))).toBe('attribute')
  await page.getByRole('combobox', { name: 'Attribute' }).selectOption('country')
  await page.getByLabel('How many').fill('ten')
  await page.getByRole('textbox', { name: 'Billed from' }).fill('2026-05-01')
  await page.getByRole('textbox', { name: 'Billed to' }).fill('2026-01-01')
  await page.getByRole('button', { name: 'Show the result' }).click()
  await reads(page, 'A whole number is needed')
  await reads(page, 'Billed to cannot be before Billed from')
  await expect.poll(() => page.evaluate(() => document.activeElement?.id.split('-').at(-1))).toBe('n')
  expect(await barriers(page)).toEqual([])
  // What is put right is wrong no longer, before it is asked for again.
  await page.keyboard.press('Control+a')
  await page.keyboard.type('5')
  await page.keyboard.press('Tab')
  await page.getByText('A whole number is needed').waitFor({ state: 'detached' })
  await page.getByRole('textbox', { name: 'Billed to' }).click()
  for (const key of ['Control+a', 'Delete']) await page.keyboard.press(key)
  await page.getByRole('button', { name: 'Show the result' }).click()
  await page.waitForURL(/results\?/)
  expect(complaints).toEqual([])
})

test('two periods are put side by side by place, and the address keeps it', async () => {
  const { page, complaints } = await openTab(browser)
  await enter(page, analyst)
  const quarter = (prefix: string, from: string, to: string) =>
    `${prefix}period=month&${prefix}billing_date_from=${from}&${prefix}billing_date_to=${to}`
  const first = quarter('', '2026-04-01', '2026-06-30')
  await page.goto(`/sales-trends/results?compare=1&${first}&${quarter('b.', '2026-01-01', '2026-03-31')}`)
  const table = page.getByRole('region', { name: 'Table' })
  await table.getByRole('columnheader', { name: 'Difference %' }).waitFor()
  await page.getByRole('checkbox', { name: /^Period by place/ }).check()
  await page.waitForURL(/by=place/)
  await table.getByRole('columnheader', { name: 'Period A' }).waitFor()
  await expect
    .poll(async () => (await table.locator('tbody tr').allInnerTexts()).map((text) => text.split(/\s+/)[0]))
    .toEqual(['1', '2', '3'])
  const line = await table.locator('tbody tr').first().innerText()
  expect(line).toMatch(/Apr 2026\s+Jan 2026/)
  expect(await barriers(page)).toEqual([])
  await page.reload()
  await table.getByRole('columnheader', { name: 'Period B' }).waitFor()
  expect(complaints).toEqual([])
})

test('a pivot is saved as it is seen', async () => {
  const { page, complaints } = await openTab(browser, { dark: true })
  await enter(page, analyst)
  await page.goto('/display-sales-invoice-data')
  await page.getByRole('button', { name: 'Grid' }).click()
  await page.waitForURL(/display-sales-invoice-data-sf/)
  await page.getByText('Pivot', { exact: true }).click()
  const pivot = page.getByRole('region', { name: 'Pivot' })
  await pivot.waitFor()
  const save = page.getByRole('button', { name: 'Save', exact: true })
  await expect.poll(() => save.isEnabled(), { timeout: 15_000 }).toBe(true)
  const file = async (kind: RegExp) => {
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      save.click().then(() => page.getByRole('menuitem', { name: kind }).click()),
    ])
    return readFile(await download.path())
  }
  // What runs down at first depends on the rows that were there when the pivot was opened.
  await page.getByLabel('Down').selectOption({ label: 'Country' })
  await page.getByLabel('Across').selectOption({ label: 'Type' })
  const heads = await pivot.locator('thead th').allInnerTexts()
  const { sheets } = await readXlsx(await file(/XLSX/))
  const [top, ...lines] = sheets[0]!.rows
  expect(top!.slice(1)).toEqual(heads.slice(1))
  const shown = await pivot.locator('tbody tr').count()
  expect(lines).toHaveLength(shown + 1)
  const csv = (await file(/CSV/)).toString().trim().split('\r\n')
  expect(csv).toHaveLength(shown + 2)
  expect(csv.at(-1)).toBe(['Total', ...lines.at(-1)!.slice(1)].join(','))
  expect(await barriers(page)).toEqual([])
  expect(complaints).toEqual([])
})
