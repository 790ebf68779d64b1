import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openBrowser, openTab } from '#tests/support/browser.ts'
import { barriers } from './axe.ts'
import { analyst, enter } from './record.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

test('a query is built by keyboard and without code, saved, run, changed, cloned and deleted', async () => {
  const { page, complaints } = await openTab(browser, { width: 1280, height: 800 })
  await enter(page, analyst)
  await page.goto('/dynamic-query')
  await page.getByRole('button', { name: 'Run Customers that bought nothing lately' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('link', { name: 'New query' }).click()
  await page.getByLabel('Records to list').selectOption('customer')
  await page.getByRole('button', { name: 'Add columns' }).press('Enter')
  const picker = page.getByRole('dialog')
  await picker.getByLabel('Find a field').fill('country')
  await picker.getByRole('button', { name: /^Country/ }).press('Enter')
  await picker.getByLabel('Find a field').fill('')
  await picker.getByRole('button', { name: /^Number of customers/ }).press('Enter')
  await picker.getByRole('button', { name: 'Its fields: Class of trade' }).press('Enter')
  await picker.getByRole('group', { name: 'Fields of classes of trade' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await picker.getByRole('button', { name: 'Done' }).press('Enter')
  const preview = page.getByRole('region', { name: 'Preview' })
  await preview.getByText('One row for each Country.').waitFor()
  await preview.getByRole('cell', { name: 'Austria' }).waitFor()

  // A step is taken back and made again.
  await page.getByRole('button', { name: 'Remove Country' }).press('Enter')
  await preview.getByText('One row for everything together.').waitFor()
  await page.getByRole('button', { name: 'Undo' }).press('Enter')
  await preview.getByText('One row for each Country.').waitFor()
  await page.getByRole('button', { name: 'Add a share of the total' }).press('Enter')
  await preview.getByRole('columnheader', { name: /Share of number of customers/ }).waitFor()

  const only = page.getByRole('region', { name: 'Only those where' })
  await only.getByRole('button', { name: 'Add a condition' }).press('Enter')
  await picker.getByRole('button', { name: /^Status/ }).press('Enter')
  await only.getByRole('checkbox', { name: 'Active', exact: true }).press(' ')
  await only.getByRole('button', { name: 'Apply' }).press('Enter')
  await only.getByText('Status is').waitFor()
  await only.getByRole('button', { name: 'Add a condition' }).press('Enter')
  await picker.getByRole('button', { name: /^Country/ }).press('Enter')
  await only.getByLabel('Ask when the query is run: Country').press(' ')
  await only.getByText('Country is asked for when the query is run').waitFor()
  expect(await barriers(page)).toEqual([])

  // What is not saved is not lost by a slip.
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  // A second attempt finds what the first has left.
  const name = `Active by country ${Date.now().toString(36)}`
  await page.getByLabel('Name').fill(name)
  expect(await barriers(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL('**/dynamic-query')

  await page.getByRole('button', { name: `Run ${name}` }).click()
  await page.waitForURL('**/dynamic-query-form/run/*')
  await page.getByRole('textbox', { name: 'Country' }).fill('Nowhere')
  await page.getByRole('button', { name: 'Show the result' }).click()
  await page.getByText('No records found.').first().waitFor()
  await page.getByRole('textbox', { name: 'Country' }).fill('Aus')
  await page.getByRole('button', { name: 'Show the result' }).click()
  await page.waitForURL('**/dynamic-query-form/results/**')
  await page.getByText('Austria').first().waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Send by email' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send' }).click()
  await page.getByText(/^Sent to /).waitFor()
  await page.getByRole('link', { name: 'Grid' }).click()
  await page.waitForURL('**/dynamic-query-form-sf/results/**')
  await page.getByText('Austria').first().waitFor()

  await page.goto('/dynamic-query')
  await page.getByRole('button', { name: `More about ${name}` }).click()
  await page.getByRole('menuitem', { name: 'Clone' }).click()
  await page.getByText('Query cloned successfully').waitFor()
  for (const one of [`Copy of ${name}`, name]) {
    await page.getByRole('button', { name: `More about ${one}`, exact: true }).click()
    await page.getByRole('menuitem', { name: 'Delete' }).click()
    await page.getByRole('button', { name: 'Delete the query' }).click()
    await page.getByRole('button', { name: `More about ${one}`, exact: true }).waitFor({ state: 'detached' })
  }
  await page.setViewportSize({ width: 390, height: 800 })
  const wide = await page.evaluate(() => document.documentElement.scrollWidth)
  expect(wide).toBe(390)
  expect(complaints).toEqual([])
})
