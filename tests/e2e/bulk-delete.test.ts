import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openBrowser, openTab } from '#tests/support/browser.ts'
import { takeScreenshots } from '#tests/support/screenshots.ts'
import { barriers } from './axe.ts'
import { administrator, apiCall, enter } from './record.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

test('thousands are deleted part by part: it shows how far it is, can be stopped, and names what stays', async () => {
  const { page, complaints } = await openTab(browser)
  await enter(page, administrator)
  const count = 4_500
  await apiCall(page, 'DELETE', 'customer-data?customer_number.startsWith=BD-')
  const made = Array.from({ length: count }, (_, index) => ({
    customer_number: `BD-${String(index).padStart(4, '0')}`,
    customer_name: 'Part by part',
    city: 'Hull',
  }))
  for (let from = 0; from < count; from += 1_500)
    await apiCall(page, 'POST', 'customer-data/batch', { create: made.slice(from, from + 1_500) })
  // Somebody outside of the filter refers to the first.
  const child = { customer_number: 'BD-CHILD', customer_name: 'Child', city: 'York', parent_customer: 'BD-0000' }
  await apiCall(page, 'POST', 'customer-data', child)

  await page.goto('/customer-master?customer_number.startsWith=BD-&city=Hull')
  await page.getByText('4,500 customers').first().waitFor()
  const dialog = page.getByRole('dialog')
  const remove = async (proof: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Delete by filter' }).click()
    await dialog.getByText('1 customer will stay').waitFor()
    await dialog.getByRole('textbox').fill(proof)
    await dialog.getByRole('button', { name: /^Delete [\d,]+ customers$/ }).click()
  }
  // The second part waits, so that one sees how far it is.
  let release = () => {}
  const held = new Promise<void>((resolve) => (release = resolve))
  await page.route('**/customer-data/bulk-delete', async (route) => {
    const { after, dry_run } = route.request().postDataJSON() as { after?: number; dry_run?: boolean }
    if (after && !dry_run) await held
    await route.continue()
  })
  await remove('4499')
  await dialog.getByText(/^2,000 of 4,500 customers/).waitFor()
  expect(await dialog.getByRole('progressbar').getAttribute('aria-valuenow')).toBe('2000')
  await takeScreenshots(page, 'bulk-delete-running', ['laptop', 'phone'])
  expect(await barriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Stop' }).click()
  release()
  await dialog.getByText('500 customers not looked at and still there').waitFor()
  await dialog.getByText('BD-0000').first().waitFor()
  expect(await barriers(page)).toEqual([])
  await dialog.getByText('Close', { exact: true }).click()
  await page.getByText('501 customers', { exact: true }).first().waitFor()

  // All that went can be brought back.
  const last = page.getByRole('region', { name: 'Last change' })
  await last.getByText('3,999 customers deleted').waitFor()
  await page.unroute('**/customer-data/bulk-delete')
  await apiCall(page, 'DELETE', 'customer-data?customer_number=BD-CHILD')
  await last.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('4,500 customers', { exact: true }).first().waitFor()
  await apiCall(page, 'DELETE', 'customer-data?customer_number.startsWith=BD-')
  expect(complaints).toEqual([])
})
