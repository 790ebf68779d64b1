import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openBrowser, openTab } from '#tests/support/browser.ts'
import { takeScreenshots } from '#tests/support/screenshots.ts'
import { barriers } from './axe.ts'
import { administrator, analyst, apiCall, enter, field } from './record.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

const contacts = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    name: `Contact ${index}`,
    role: 'Buyer',
    phone: `+49 40 ${1000 + index}`,
  }))

interface Customer {
  readonly id: number
}

test('an earlier version is taken up again as an edit, a single former value too', async () => {
  const { page, complaints } = await openTab(browser)
  await enter(page, administrator)
  const made = { customer_number: 'RESTORE-1', customer_name: 'Old name', city: 'Hull', contacts: contacts(3) }
  const { id } = await apiCall<Customer>(page, 'POST', 'customer-data', made)
  const rows = contacts(3).map((row, index) => (index === 1 ? { ...row, role: 'Owner' } : row))
  await apiCall(page, 'PUT', `customer-data/${id}`, { row_version: 1, customer_name: 'New name', contacts: rows })
  await apiCall(page, 'PUT', `customer-data/${id}`, { row_version: 2, city: 'Ghent' })
  await page.goto(`/customer-master/view-customer/${id}?tab=history`)
  const items = page.getByRole('tabpanel').getByRole('listitem')
  await items.filter({ hasText: 'Created' }).getByRole('button', { name: 'Restore this version' }).click()
  await page.waitForURL(/edit-customer/)
  await page.getByText('3 changes', { exact: true }).waitFor()
  expect(await field(page, 'customer_name').inputValue()).toBe('Old name')
  expect(await field(page, 'city').inputValue()).toBe('Hull')
  expect(await page.locator('#record_contacts_1_role').inputValue()).toBe('Buyer')
  await page.keyboard.press('Control+s')
  await page.waitForURL(/view-customer/)
  await page.getByRole('tab', { name: 'History' }).click()
  await items.first().filter({ hasText: 'Old name' }).waitFor()
  await page.getByLabel('Changes of').selectOption('city')
  await page.getByText('3 changes', { exact: true }).waitFor()
  await items.nth(1).getByRole('button', { name: 'Take up the former value of City again' }).waitFor()
  expect(await barriers(page)).toEqual([])
  expect(complaints).toEqual([])
})

test('the neighbours of a record are those of the list it was opened from, beyond its page too', async () => {
  const { page, complaints } = await openTab(browser)
  await enter(page, administrator)
  await page.goto('/customer-master?sort=-customer_name&limit=10')
  const links = page.locator('tbody tr[aria-rowindex] a[href*="view-customer"]')
  await links.first().waitFor()
  const shown = await links.evaluateAll((all) => [...new Set(all.map((link) => (link as HTMLAnchorElement).pathname))])
  const arrived = async (place: number) => {
    await page.getByText(new RegExp(`^${place} of`)).waitFor()
    expect(new URL(page.url()).pathname).toBe(shown[place - 1])
  }
  await links.last().click()
  await arrived(shown.length)
  await page.keyboard.press('k')
  await arrived(shown.length - 1)
  await page.keyboard.press('j')
  await arrived(shown.length)
  await page.getByRole('button', { name: 'Next record' }).click()
  await page.getByText(new RegExp(`^${shown.length + 1} of`)).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Previous record' }).click()
  await arrived(shown.length)
  expect(complaints).toEqual([])
})

test('nothing moves when a record arrives that was waited for', async () => {
  const { page } = await openTab(browser)
  await enter(page, administrator)
  const made = { customer_number: 'LATE-1', customer_name: 'Late Ltd' }
  const { id } = await apiCall<Customer>(page, 'POST', 'customer-data', made)
  const cards = () =>
    page
      .locator('main .rounded-lg.border.bg-panel')
      .evaluateAll((all) => all.slice(0, 3).map((card) => Math.round(card.getBoundingClientRect().top)))
  for (const path of [`view-customer/${id}`, `edit-customer/${id}`]) {
    let answer = () => {}
    const asked = new Promise<void>((resolve) => (answer = resolve))
    await page.route(`**/api/customer-data/${id}*`, async (route) => {
      await asked
      await route.continue()
    })
    await page.goto(`/customer-master/${path}`)
    await page.getByRole('status', { name: 'Loading customer' }).waitFor()
    const kept = await cards()
    answer()
    await page.getByRole('navigation', { name: 'Sections' }).waitFor()
    expect([path, await cards()]).toEqual([path, kept])
    await page.unrouteAll()
  }
})

test('a record is printed whole: every section and nested row, nothing of the program, black on white', async () => {
  const { page } = await openTab(browser, { dark: true })
  await enter(page, administrator)
  const made = { customer_number: 'PRINT-1', customer_name: 'Printed Ltd', contacts: contacts(45) }
  const { id } = await apiCall<Customer>(page, 'POST', 'customer-data', made)
  await page.goto(`/customer-master/view-customer/${id}`)
  await page.getByText('Contact 5', { exact: true }).waitFor()
  expect(await page.getByText('Contact 44', { exact: true }).count()).toBe(0)
  const sheets = (await page.pdf({ format: 'A4' })).toString('latin1').match(/\/Type\s*\/Page\b/g) ?? []
  expect(sheets.length).toBeGreaterThanOrEqual(2)
  // Asking for the paper has opened the rows.
  await page.getByText('Contact 44', { exact: true }).waitFor()
  await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
  for (const name of ['Edit', 'More', 'Show all 45 rows']) {
    expect(await page.getByRole('button', { name }).or(page.getByRole('link', { name })).count(), name).toBe(0)
  }
  expect(await page.getByRole('navigation', { name: 'Sections' }).count()).toBe(0)
  expect(await page.getByRole('searchbox').count()).toBe(0)
  expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe('rgb(255, 255, 255)')
  expect(await page.getByText(/^Printed \d/).isVisible()).toBe(true)
  await takeScreenshots(page, 'record-print', ['laptop'])
})

test('what two people do to different nested rows is merged; the same cell is asked about', async () => {
  const { page, complaints } = await openTab(browser, { expectedStatuses: [409] })
  await enter(page, administrator)
  const lines = [0, 1, 2].map((index) => ({ name: `Contact ${index}`, role: 'Buyer' }))
  const made = { customer_number: 'ROWS-1', customer_name: 'Rows Ltd', contacts: lines }
  const { id } = await apiCall<Customer>(page, 'POST', 'customer-data', made)
  const other = await openTab(browser)
  await enter(other.page, analyst)
  await page.goto(`/customer-master/edit-customer/${id}`)
  await page.locator('#record_contacts_0_role').fill('Owner')
  const theirs = [lines[0], { ...lines[1], role: 'Driver' }, lines[2], { name: 'Contact 3', role: 'New' }]
  await apiCall(other.page, 'PUT', `customer-data/${id}`, { row_version: 1, contacts: theirs, city: 'Ghent' })
  await page.keyboard.press('Control+s')
  await page.getByText(/saved this record at .* Your changes were added to theirs: they changed City/).waitFor()
  await page.waitForURL(/view-customer/)
  for (const text of ['Owner', 'Driver', 'New', 'Ghent']) await page.getByText(text, { exact: true }).waitFor()

  await page.keyboard.press('e')
  await field(page, 'city').fill('Hull')
  await apiCall(other.page, 'PUT', `customer-data/${id}`, { row_version: 3, city: 'Bruges' })
  await page.keyboard.press('Control+s')
  const dialog = page.getByRole('dialog', { name: /Somebody else has saved/ })
  await dialog.getByText(/^Before: ?Ghent/).waitFor()
  await dialog.getByText('Bruges').waitFor()
  expect(await dialog.getByLabel('Your value').evaluate((radio) => radio === document.activeElement)).toBe(true)
  expect(await barriers(page)).toEqual([])
  await dialog.getByText('Their value').click()
  await dialog.getByRole('button', { name: 'Save these values' }).click()
  await page.waitForURL(/view-customer/)
  await page.getByText('Bruges', { exact: true }).waitFor()
  expect(complaints).toEqual([])
})

test('without a network what was entered is kept, and sent when the user says so', async () => {
  const { page, context } = await openTab(browser)
  await enter(page, administrator)
  const made = { customer_number: 'OFFLINE-1', customer_name: 'Offline Ltd' }
  const { id } = await apiCall<Customer>(page, 'POST', 'customer-data', made)
  await page.goto(`/customer-master/edit-customer/${id}`)
  await field(page, 'city').fill('Hull')
  await context.setOffline(true)
  await page.keyboard.press('Control+s')
  await page.getByText(/cannot be reached, so nothing was saved/).waitFor()
  expect(await barriers(page)).toEqual([])
  await takeScreenshots(page, 'form-offline', ['laptop'])
  expect(await page.evaluate((key) => sessionStorage.getItem(key), `tierline:draft:customer:${id}`)).toContain('Hull')
  await context.setOffline(false)

  // Saved, but the answer is lost: saving once more finds one's own values there.
  let isLost = false
  await page.route(`**/api/customer-data/${id}`, async (route) => {
    if (isLost || route.request().method() !== 'PUT') return route.continue()
    isLost = true
    await route.fetch()
    return route.abort('connectionreset')
  })
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByText(/cannot be reached, so it is not known whether this was saved/).waitFor()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.waitForURL(/view-customer/)
  await page.getByText('Hull', { exact: true }).waitFor()
})

test('a record that was deleted while it was edited can be created anew from what was entered', async () => {
  const { page } = await openTab(browser, { expectedStatuses: [404] })
  await enter(page, administrator)
  const made = { customer_number: 'GONE-1', customer_name: 'Gone Ltd', city: 'Hull' }
  const { id } = await apiCall<Customer>(page, 'POST', 'customer-data', made)
  await page.goto(`/customer-master/edit-customer/${id}`)
  await field(page, 'street').fill('Quay 9')
  await apiCall(page, 'DELETE', `customer-data/${id}`)
  await page.keyboard.press('Control+s')
  await page.getByText(/has been deleted meanwhile/).waitFor()
  await page.getByRole('button', { name: 'Create it anew' }).click()
  await page.waitForURL(/customer-master\/new/)
  expect(await field(page, 'street').inputValue()).toBe('Quay 9')
  expect(await field(page, 'customer_number').inputValue()).toBe('GONE-1')
  await page.keyboard.press('Control+s')
  await page.waitForURL(/view-customer/)
})

test('who else edits a record is told, it is read meanwhile, taken over, and opens by itself when it is free', async () => {
  const { page, complaints } = await openTab(browser, { expectedStatuses: [409] })
  await enter(page, administrator)
  const made = { customer_number: 'LOCK-1', customer_name: 'Locked Ltd' }
  const { id } = await apiCall<Customer>(page, 'POST', 'customer-data', made)
  const other = await openTab(browser, { expectedStatuses: [409] })
  await enter(other.page, analyst)
  await other.page.goto(`/customer-master/edit-customer/${id}`)
  await field(other.page, 'city').fill('Hull')

  await page.goto(`/customer-master/edit-customer/${id}`)
  await page.getByText(/Anna Meyer has been editing this customer since \d\d:\d\d/).waitFor()
  await page.getByText('Locked Ltd').first().waitFor()
  expect(await field(page, 'city').count()).toBe(0)
  expect(await barriers(page)).toEqual([])
  await takeScreenshots(page, 'form-locked', ['laptop', 'phone'])
  await page.getByRole('button', { name: 'Take over' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take over' }).click()
  // Told at once, not with the next renewal.
  await other.page.getByText(/took over editing this customer/).waitFor({ timeout: 10_000 })
  await field(page, 'street').fill('Quay 9')
  await page.keyboard.press('Control+s')
  await page.waitForURL(/view-customer/)

  // What the other typed is still there, and is added to what was saved.
  await other.page.keyboard.press('Control+s')
  await other.page.waitForURL(/view-customer/)
  await other.page.getByText('Quay 9', { exact: true }).waitFor()
  await other.page.getByText('Hull', { exact: true }).waitFor()

  await other.page.keyboard.press('e')
  await field(other.page, 'city').waitFor()
  await page.goto(`/customer-master/edit-customer/${id}`)
  await page.getByText(/has been editing this customer/).waitFor()
  await other.page.keyboard.press('Escape')
  await other.page.waitForURL(/view-customer/)
  await page.getByText('This customer is yours to edit now.').waitFor()
  expect(await field(page, 'city').inputValue()).toBe('Hull')
  expect(complaints).toEqual([])
})

test('a missing record is created where it is referred to, and is offered first the next time', async () => {
  const { page, complaints } = await openTab(browser, { expectedStatuses: [409] })
  await enter(page, administrator)
  await page.goto('/customer-master/new')
  await field(page, 'customer_number').fill('PICK-1')
  await field(page, 'customer_name').fill('Picking Ltd')
  // As long as it is searched for, nobody knows that it is missing.
  const searches: (() => Promise<void>)[] = []
  await page.route('**/api/dropdown-search/customer', (route) => {
    if (route.request().postData()?.includes('Nowhere')) searches.push(() => route.continue())
    else void route.continue()
  })
  await field(page, 'parent_customer').fill('Nowhere Holding')
  await page.getByText('Searching').first().waitFor()
  expect(await page.getByRole('option', { name: 'New customer' }).count()).toBe(0)
  await expect.poll(() => searches.length).toBe(1)
  await searches[0]!()
  await page.getByRole('option', { name: 'New customer “Nowhere Holding”' }).click()
  const dialog = page.getByRole('dialog', { name: 'New customer' })
  expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Nowhere Holding')
  expect(await barriers(page)).toEqual([])
  const number = dialog.getByRole('textbox', { name: 'Customer' })
  await number.fill('10001')
  await dialog.getByRole('button', { name: 'Create and use it' }).click()
  await dialog.getByText(/exists already/).waitFor()
  await number.fill('PICK-2')
  await page.keyboard.press('Enter')
  await dialog.waitFor({ state: 'detached' })
  expect(await field(page, 'parent_customer').inputValue()).toContain('PICK-2')
  // The record it was created for is not saved by that.
  expect(new URL(page.url()).pathname).toBe('/customer-master/new')
  await field(page, 'payer').click()
  await page.getByText('Picked lately').waitFor()
  expect(await page.getByRole('listbox').getByRole('option').first().textContent()).toContain('PICK-2')
  // What is typed is taken by a save, too.
  await field(page, 'payer').fill('10002')
  await page.keyboard.press('Control+s')
  await page.waitForURL(/view-customer/)
  await page.getByText('10002').waitFor()
  expect(complaints).toEqual([])
})

test('the sections of a record have addresses, tell where one is, and say who changed it last', async () => {
  const { page, context, complaints } = await openTab(browser, { height: 500 })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page, administrator)
  const made = { customer_number: 'ANCHOR-1', customer_name: 'Anchor Ltd' }
  const { id } = await apiCall<Customer>(page, 'POST', 'customer-data', made)
  await apiCall(page, 'PUT', `customer-data/${id}`, { row_version: 1, city: 'Hull' })
  await page.goto(`/customer-master/view-customer/${id}#section-payment`)
  const sections = page.getByRole('navigation', { name: 'Sections' })
  await page.locator('#section-payment:focus').waitFor()
  await sections.locator('[aria-current]').getByText('Payment').waitFor()
  await sections.getByRole('link', { name: 'Address' }).click()
  await page.locator('#section-address:focus').waitFor()
  expect(new URL(page.url()).hash).toBe('#section-address')
  await page.getByText(/last changed .* by Robin/).waitFor()
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('menuitem', { name: 'Copy link' }).click()
  await page.getByText('Link copied').waitFor()
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(page.url())
  expect(await barriers(page)).toEqual([])
  expect(complaints).toEqual([])
})
