import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openBrowser, openTab } from '#tests/support/browser.ts'
import { takeScreenshots } from '#tests/support/screenshots.ts'
import { signInAs } from '#tests/support/sign-in.ts'
import { barriers } from './axe.ts'

const administrator = /^Administrator, Northgate/
const analyst = /^Rebate analyst/

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})
afterAll(() => browser.close())

/** Signs in and chooses an application where the role has several. */
async function enter(page: Page, role: RegExp): Promise<void> {
  await signInAs(page, role)
  await page.waitForURL((url) => url.pathname === '/' || url.pathname === '/applauncher')
  if (new URL(page.url()).pathname === '/') return
  await page
    .getByRole('button', { name: /Customer Rebate/ })
    .or(page.getByRole('link', { name: /Customer Rebate/ }))
    .last()
    .click()
  await page.waitForURL((url) => url.pathname !== '/applauncher')
}

const field = (page: Page, name: string) => page.locator(`#record_${name}`)

async function createCustomer(page: Page, number: string, name: string): Promise<string> {
  await page.goto('/customer-master/new')
  await field(page, 'customer_number').fill(number)
  await field(page, 'customer_name').fill(name)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/view-customer\/\d+/)
  return new URL(page.url()).pathname.split('/').at(-1)!
}

test('a record is created, corrected by its problems, changed, read with its history, copied and deleted', async () => {
  const { page, complaints } = await openTab(browser)
  await enter(page, administrator)
  await page.goto('/customer-master/new')
  await field(page, 'customer_name').fill('Harbour Foods Ltd')
  await field(page, 'status').selectOption('blocked')
  await field(page, 'block_reason').waitFor()
  await field(page, 'gln').fill('12')
  await page.keyboard.press('Control+s')
  const summary = page.getByRole('alert').filter({ hasText: '3 values cannot be saved' })
  await summary.waitFor()
  expect(await barriers(page)).toEqual([])
  await takeScreenshots(page, 'form-problems', ['laptop', 'phone'])
  await summary.getByRole('button', { name: 'Customer is required' }).click()
  await page.locator('#record_customer_number:focus').waitFor()

  await page.keyboard.type('h-100')
  await field(page, 'status').selectOption('active')
  await field(page, 'gln').fill('')
  await field(page, 'credit_limit').fill('12,345.5')
  await field(page, 'parent_customer').fill('10001')
  await page.getByRole('option', { name: /^10001/ }).waitFor()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Add row' }).click()
  await page.locator('input:focus').waitFor()
  await page.keyboard.type('Eva Lind')
  await page.keyboard.press('Control+s')
  await page.getByText('Successfully added').waitFor()
  await page.getByRole('heading', { name: /Harbour Foods Ltd/, level: 1 }).waitFor()
  await page.getByText('12,345.50').waitFor()
  await page.getByText('H-100').first().waitFor()
  await page.getByText('Eva Lind').waitFor()
  expect(await barriers(page)).toEqual([])

  await page.keyboard.press('e')
  await field(page, 'city').fill('Hull')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Successfully updated').waitFor()
  await page.getByRole('tab', { name: 'History' }).click()
  await page.getByRole('listitem').filter({ hasText: 'Hull' }).waitFor()

  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Duplicate' }).click()
  await page.waitForURL(/copy=/)
  expect(await field(page, 'city').inputValue()).toBe('Hull')
  expect(await field(page, 'customer_number').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('button', { name: 'Leave without saving' }).click()

  await page.goto('/customer-master?search=H-100')
  await page.getByRole('link', { name: 'H-100' }).first().click()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Delete customer' }).click()
  await page.getByText('Successfully deleted').waitFor()
  await page.waitForURL((url) => url.pathname === '/customer-master')
  await page.goto('/customer-master?search=H-100')
  await page.getByText('No records found.').first().waitFor()
  expect(complaints).toEqual([])
})

test('unsaved changes outlive a reload and are not left by accident', async () => {
  const { page } = await openTab(browser)
  await enter(page, administrator)
  const id = await createCustomer(page, 'DRAFT-1', 'Draft Trading')
  await page.goto(`/customer-master/edit-customer/${id}`)
  await field(page, 'industry').fill('Bakery')
  await page.getByText('1 change').waitFor({ state: 'hidden' })
  await field(page, 'city').focus()
  await page.getByText('1 change', { exact: true }).waitFor()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByText(/You have unsaved changes.*Industry/).waitFor()
  await page.getByRole('button', { name: 'Restore them' }).click()
  expect(await field(page, 'industry').inputValue()).toBe('Bakery')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('dialog').waitFor({ state: 'hidden' })
  await page.keyboard.press('Control+s')
  await page.getByText('Successfully updated').waitFor()
  await page.goto(`/customer-master/edit-customer/${id}`)
  await field(page, 'industry').waitFor()
  expect(await page.getByText(/You have unsaved changes/).count()).toBe(0)
})

test('somebody else who wants to edit is told who does, and sent back to read', async () => {
  const { page } = await openTab(browser)
  await enter(page, administrator)
  const id = await createCustomer(page, 'LOCK-1', 'Locked Trading')
  await page.goto(`/customer-master/edit-customer/${id}`)
  await field(page, 'city').waitFor()
  const other = await openTab(browser, { expectedStatuses: [409] })
  await enter(other.page, analyst)
  await other.page.goto(`/customer-master/edit-customer/${id}`)
  await other.page.getByText(/has been editing this record since/).waitFor()
  await other.page.waitForURL(new RegExp(`view-customer/${id}`))
  await page.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL(new RegExp(`view-customer/${id}`))
  await other.page.keyboard.press('e')
  await field(other.page, 'city').waitFor()
  expect(other.complaints).toEqual([])
})

test('what others saved meanwhile is merged; only the same field is asked about', async () => {
  const { page, context } = await openTab(browser, { expectedStatuses: [409] })
  await enter(page, administrator)
  const id = await createCustomer(page, 'MERGE-1', 'Merged Trading')
  await page.goto(`/customer-master/edit-customer/${id}`)
  await field(page, 'industry').waitFor()
  const second = await context.newPage()
  const saveThere = async (values: Readonly<Record<string, string>>) => {
    await second.goto(`/customer-master/edit-customer/${id}`)
    for (const [name, value] of Object.entries(values)) await field(second, name).fill(value)
    await second.keyboard.press('Control+s')
    await second.waitForURL(/view-customer/)
  }
  await saveThere({ city: 'Ghent' })
  await field(page, 'industry').fill('Brewing')
  await page.keyboard.press('Control+s')
  await page.getByText(/Your changes were added to theirs/).waitFor()
  await page.waitForURL(/view-customer/)
  await page.getByText('Ghent').waitFor()
  await page.getByText('Brewing').waitFor()

  await page.goto(`/customer-master/edit-customer/${id}`)
  await field(page, 'industry').waitFor()
  await saveThere({ city: 'Bruges', industry: 'Catering' })
  await field(page, 'industry').fill('Bakery')
  await field(page, 'street').fill('Quay 1')
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: /Somebody else has saved/ })
  await dialog.waitFor()
  expect(await barriers(page)).toEqual([])
  await takeScreenshots(page, 'form-conflict')
  await dialog.getByText('Their value').click()
  await dialog.getByRole('button', { name: 'Save these values' }).click()
  await page.waitForURL(/view-customer/)
  for (const text of ['Bruges', 'Catering', 'Quay 1']) await page.getByText(text).waitFor()
})

test('fields are renamed and added by an administrator, and show at once', async () => {
  const { page, complaints } = await openTab(browser)
  await enter(page, administrator)
  await page.goto('/form-fields/designer?screen=employee')
  await page.getByRole('button', { name: 'New attribute' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByLabel('Label of E-mail').fill('Work e-mail')
  await page.getByRole('button', { name: 'New attribute' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Desk number')
  await page.getByRole('button', { name: 'Add attribute' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('Successfully updated').waitFor()
  await page.goto('/employee/new')
  await page.getByLabel('Work e-mail').waitFor()
  await page.getByLabel('Desk number').waitFor()
  expect(complaints).toEqual([])
})
