import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { barriers } from './axe.ts'
import { administrator, analyst, apiCall, enter } from './record.ts'
import { tabsOfFile } from './tabs.ts'

const open = tabsOfFile()

test('a statement is written with completion, corrected where it was wrong, run, saved and taken away', async () => {
  const { page, complaints } = await open({ expectedStatuses: [422, 409] })
  await enter(page, administrator)
  await page.goto('/sql-workbench')
  const editor = page.getByRole('textbox', { name: 'SQL statement' })
  await editor.click()
  await page.keyboard.type('select custmer_number from custom')
  await page.getByRole('listbox', { name: 'Completions' }).getByText('customer', { exact: true }).waitFor()
  await page.keyboard.press('Escape')
  await page.keyboard.type('er where customer_number >= :from order by 1')
  await page.getByLabel('Type of from').selectOption('text')
  await page.getByLabel('Value of from').fill('0')
  await editor.focus()
  await page.keyboard.press('Control+Enter')
  const problem = page.getByRole('alert').filter({ hasText: 'custmer_number' })
  await problem.waitFor()
  expect(await barriers(page)).toEqual([])
  await problem.getByRole('button', { name: 'Line 1, column 8' }).click()
  for (let at = 0; at < 4; at += 1) await page.keyboard.press('ArrowRight')
  await page.keyboard.type('o')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Enter')
  const rows = page.getByRole('region', { name: 'Rows of the result' })
  await rows.getByRole('columnheader', { name: 'customer_number' }).waitFor()
  await page.getByText(/^[\d,]+ rows · /).waitFor()
  await page.getByRole('button', { name: 'Next page' }).click()
  await rows.getByRole('rowheader', { name: '101' }).waitFor()
  expect(await barriers(page)).toEqual([])

  await editor.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  await page.keyboard.type(`select array_to_string(array_agg(n), ',') as "all" from generate_series(1, 900) n`)
  await page.keyboard.press('Control+Enter')
  await rows.getByRole('button', { name: /^all of row 1, the whole value/ }).click()
  const whole = page.getByRole('dialog')
  await whole.getByText(/898,899,900$/).waitFor()
  await whole.getByRole('button', { name: 'Copy' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByLabel('Search the statements you ran').fill('custmer_number failed')
  await page.getByText('Failed', { exact: true }).first().waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Take into the editor' }).first().click()
  await editor.click()
  await page.keyboard.press('Control+a')
  await page.keyboard.press('Backspace')
  await page.keyboard.type('select customer_number from customer where customer_number >= :from order by 1')
  await page.getByLabel('Type of from').selectOption('text')
  await page.getByLabel('Value of from').fill('0')

  const name = `E2E ${Date.now().toString(36)}`
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Name').fill(name)
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByRole('button', { name, exact: true }).waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Download as CSV' }).click(),
  ])
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^\uFEFFcustomer_number\r\n/)

  await page.getByRole('tab', { name: 'Tables' }).click()
  await page.getByLabel('Search tables and columns').fill('class_of_trade')
  await page.getByRole('button', { name: /^customer Customers/ }).click()
  expect(await barriers(page)).toEqual([])
  const id = new URL(page.url()).searchParams.get('query')!
  await apiCall(page, 'DELETE', `sql-work-bench/${id}`)
  expect(complaints).toEqual([])
})

test('a statement that runs is cancelled; a phone has all of it below one another', async () => {
  const { page } = await open({ width: 390, height: 844, expectedStatuses: [409] })
  await enter(page, administrator)
  await page.goto('/sql-workbench')
  await page.getByRole('textbox', { name: 'SQL statement' }).click()
  await page.keyboard.type('select count(*) from generate_series(1, 900000) a, generate_series(1, 900000) b')
  await page.getByRole('button', { name: 'Run' }).click()
  await page.getByText('Running').waitFor()
  await page.getByRole('tabpanel').getByRole('button', { name: 'Cancel' }).click()
  await page.getByText('The statement was cancelled').waitFor()
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  expect(await barriers(page)).toEqual([])
})

test('who may not write SQL is told so', async () => {
  const { page } = await open({ expectedStatuses: [403] })
  await enter(page, analyst)
  await page.goto('/sql-workbench')
  await page.getByText('You do not have access to SQL workbench').waitFor()
  expect(await barriers(page)).toEqual([])
})
