import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openBrowser, openTab } from '#tests/support/browser.ts'
import { takeScreenshots } from '#tests/support/screenshots.ts'
import { barriers } from './axe.ts'
import { cell, edit } from './edit-mode.ts'
import { administrator, analyst, createCustomers, enter, paste } from './record.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

const toolbar = (page: Page) => page.getByRole('toolbar', { name: 'Editing in the list' })
const review = (page: Page) => page.getByRole('dialog', { name: 'Review changes' })

const columns = 'columns=customer_number,customer_name,customer_group,city,credit_limit,valid_from'

test('cells are edited in the list; what somebody else saved meanwhile is asked about, the rest is merged', async () => {
  const mine = await openTab(browser, { expectedStatuses: [] })
  await enter(mine.page, administrator)
  await createCustomers(mine.page, 'ED', ['Editing ED-1', 'Editing ED-2', 'Editing ED-3'])
  const address = `/customer-master?customer_number.startsWith=ED-&sort=customer_number&${columns}`
  await edit(mine.page, address)

  // Typed over, with Tab and Enter going on.
  await cell(mine.page, 0, 1).click()
  await mine.page.keyboard.type('Mine one')
  await mine.page.keyboard.press('Tab')
  await mine.page.keyboard.type('North')
  await mine.page.keyboard.press('Enter')
  await mine.page.keyboard.type('South')
  await mine.page.keyboard.press('Enter')
  await mine.page.keyboard.type('gone')
  await mine.page.keyboard.press('Escape')
  await toolbar(mine.page).getByText('3 changes in 2 records').waitFor()
  expect(await cell(mine.page, 2, 2).textContent()).toBe('')
  await mine.page.keyboard.press('Control+z')
  await toolbar(mine.page).getByText('2 changes in 1 record').waitFor()
  await mine.page.keyboard.press('Control+y')
  await toolbar(mine.page).getByText('3 changes in 2 records').waitFor()

  // The key cannot be changed any more and says so.
  await cell(mine.page, 0, 0).click()
  await mine.page.getByText('Customer cannot be changed once it is saved').waitFor()
  await mine.page.keyboard.press('F2')
  expect(await mine.page.locator('.cell-editor').count()).toBe(0)

  // Kept over a reload.
  await mine.page.reload()
  await toolbar(mine.page).getByText('3 changes in 2 records').waitFor()

  // Somebody else changes the same cell of the first record and another one of the second.
  const theirs = await openTab(browser)
  await enter(theirs.page, analyst)
  await edit(theirs.page, address)
  await cell(theirs.page, 0, 1).dblclick()
  await theirs.page.keyboard.press('Control+a')
  await theirs.page.keyboard.type('Theirs one')
  await theirs.page.keyboard.press('Enter')
  await cell(theirs.page, 1, 3).click()
  await theirs.page.keyboard.type('Lyon')
  await theirs.page.keyboard.press('Enter')
  await theirs.page.getByRole('button', { name: 'Review changes' }).click()
  await review(theirs.page).getByRole('button', { name: 'Save 2 customers' }).click()
  await theirs.page.getByText('Successfully updated').waitFor()
  await toolbar(theirs.page).getByText('Nothing changed yet').waitFor()

  await mine.page.getByRole('button', { name: 'Review changes' }).click()
  expect(await barriers(mine.page)).toEqual([])
  await review(mine.page).getByRole('button', { name: 'Save 2 customers' }).click()
  // The second one was merged and saved; the first one waits for an answer.
  await review(mine.page).getByText('somebody else saved Theirs one').waitFor()
  await review(mine.page).getByText('1 customer changed').waitFor()
  await takeScreenshots(mine.page, 'editing-conflict', ['laptop'])
  await review(mine.page).getByRole('button', { name: 'Keep mine' }).click()
  await review(mine.page).getByRole('button', { name: 'Save 1 customer' }).click()
  await review(mine.page).waitFor({ state: 'detached' })
  await toolbar(mine.page).getByText('Nothing changed yet').waitFor()
  expect(await cell(mine.page, 0, 1).textContent()).toBe('Mine one')
  expect(await cell(mine.page, 0, 2).textContent()).toBe('North')
  expect(await cell(mine.page, 1, 2).textContent()).toBe('South')
  expect(await cell(mine.page, 1, 3).textContent()).toBe('Lyon')
  expect([...mine.complaints, ...theirs.complaints]).toEqual([])
})

test('a block of 20 × 4 from a spreadsheet fills rows and makes new ones; bad cells say why and stay', async () => {
  const { page, context, complaints } = await openTab(browser)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page, administrator)
  await createCustomers(page, 'PA', ['Pasting PA-1', 'Pasting PA-2'])
  await edit(
    page,
    `/customer-master?search=Pasting&sort=customer_number&columns=customer_number,customer_name,credit_limit,valid_from`,
  )
  const lines = Array.from({ length: 20 }, (_, at) => [
    `PA-${at + 1}`,
    `Pasting line ${at + 1}`,
    at === 5 ? 'a lot' : `${at + 1}.000,50`,
    `${String(at + 1).padStart(2, '0')}.03.2026`,
  ])
  await cell(page, 0, 0).click()
  await paste(page, lines.map((line) => line.join('\t')).join('\r\n'))
  await page.getByText('2 cells are locked and stayed as before').waitFor()
  await toolbar(page).getByText('78 changes in 20 records').waitFor()
  await toolbar(page).getByText('1 record with problems').waitFor()
  expect(await cell(page, 19, 0).textContent()).toBe('PA-20')
  expect(await cell(page, 4, 2).textContent()).toBe('5,000.50')
  await cell(page, 5, 2).click()
  await page.getByRole('group', { name: 'The cell' }).filter({ hasText: 'A number is needed' }).waitFor()
  expect(await cell(page, 5, 2).getAttribute('aria-invalid')).toBe('true')
  expect(await barriers(page)).toEqual([])
  await takeScreenshots(page, 'editing-paste')

  await page.getByRole('button', { name: 'Review changes' }).click()
  await review(page).getByText('Not saved yet: 1 customer with problems').waitFor()
  await review(page).getByRole('button', { name: 'Save 19 customers' }).click()
  await review(page).getByText('1 customer changed').waitFor()
  await review(page).getByRole('button', { name: 'Go on editing' }).click()
  await toolbar(page).getByText('1 record with problems').waitFor()
  // Nineteen are stored, the twentieth is still at its place.
  await page.getByRole('heading', { level: 1 }).filter({ hasText: '19 customers' }).waitFor()
  const last = page.locator('tr[data-row]').last()
  expect(await last.locator('td[data-column="0"]').textContent()).toBe('PA-6')
  await last.locator('td[data-column="2"]').click()
  await page.keyboard.type('6000')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await review(page).getByRole('button', { name: 'Save 1 customer' }).click()
  await page.getByRole('heading', { level: 1 }).filter({ hasText: '20 customers' }).waitFor()

  // Filled down and copied with headings.
  await cell(page, 0, 1).click()
  await cell(page, 2, 1).click({ modifiers: ['Shift'] })
  await page.keyboard.press('Control+d')
  await toolbar(page).getByText('2 changes in 2 records').waitFor()
  await page.getByRole('button', { name: 'Copy the chosen cells with headings' }).click()
  await page.getByText('Cells copied with headings').waitFor()
  expect((await page.evaluate(() => navigator.clipboard.readText())).split('\n')).toEqual([
    'Name',
    'Pasting line 1',
    'Pasting line 1',
    'Pasting line 1',
  ])
  // Leaving asks first.
  await page.getByRole('link', { name: 'Materials', exact: true }).click()
  const leaving = page.getByRole('dialog', { name: 'Leave without saving?' })
  await leaving.getByRole('button', { name: 'Leave without saving' }).click()
  await page.waitForURL(/material-master/)
  expect(complaints).toEqual([])
})

test('cells are filled by keys and by dragging; a rule brings the field it asks for; every kind of field is edited at its cell', async () => {
  const { page, complaints } = await openTab(browser)
  await enter(page, administrator)
  await createCustomers(
    page,
    'FI',
    [1, 2, 3, 4, 5].map((number) => `Filling FI-${number}`),
  )
  const shown = 'customer_number,credit_limit,valid_from,status,notes,parent_customer,tax_exempt'
  await edit(page, `/customer-master?customer_number.startsWith=FI-&sort=customer_number&columns=${shown}`)
  const put = async (row: number, column: number, text: string): Promise<void> => {
    await cell(page, row, column).click()
    await page.keyboard.type(text)
    await page.keyboard.press('Enter')
  }
  const column = (at: number) => page.locator(`tr[data-row] td[data-column="${at}"]`).allTextContents()

  // Two values begin a series, which the corner takes on; a double click takes it to the end.
  await put(0, 1, '100')
  await put(1, 1, '125.5')
  await cell(page, 0, 1).click()
  await cell(page, 1, 1).click({ modifiers: ['Shift'] })
  await page.locator('[data-fill]').dragTo(cell(page, 3, 1))
  expect(await column(1)).toEqual(['100.00', '125.50', '151.00', '176.50', ''])
  await page.keyboard.press('Control+z')
  await cell(page, 0, 1).click()
  await cell(page, 1, 1).click({ modifiers: ['Shift'] })
  await page.locator('[data-fill]').dblclick()
  expect(await column(1)).toEqual(['100.00', '125.50', '151.00', '176.50', '202.00'])
  // By keys: one value the same again, or one more each time.
  await put(0, 2, '2026-01-31')
  await cell(page, 0, 2).click()
  await page.keyboard.press('Control+Shift+ArrowDown')
  await page.keyboard.press('Control+Shift+d')
  await cell(page, 4, 2)
    .getByText('4 Feb 2026')
    .or(cell(page, 4, 2).getByText('Feb 4, 2026'))
    .waitFor()

  // Blocked customers need a reason, which is no column of this list.
  await cell(page, 0, 3).click()
  await page.keyboard.press('F2')
  await cell(page, 0, 3).locator('select').selectOption({ label: 'Blocked' })
  await page.keyboard.press('Enter')
  await page.getByRole('columnheader', { name: 'Block reason' }).waitFor()
  await toolbar(page).getByText('1 record with problems').waitFor()
  await put(0, 7, 'Insolvent')
  await page.getByText('1 record with problems').waitFor({ state: 'detached' })
  expect(await cell(page, 1, 7).getAttribute('aria-description')).toBe('Only where Status is Blocked')

  // A long text has room for several lines, a reference is searched, a yes or no is turned by Space.
  await cell(page, 0, 4).click()
  await page.keyboard.press('Enter')
  await page.keyboard.type('First line')
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.type('second line')
  await takeScreenshots(page, 'editing-long-text', ['laptop'])
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Enter')
  await cell(page, 0, 4).getByText('First line').waitFor()
  await cell(page, 0, 5).click()
  await page.keyboard.type('FI-2')
  await page.getByRole('option', { name: /FI-2/ }).click()
  await page.keyboard.press('Enter')
  await cell(page, 0, 5).getByText('FI-2').first().waitFor()
  await cell(page, 0, 6).click()
  await page.keyboard.press(' ')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await review(page).getByRole('button', { name: 'Save 5 customers' }).click()
  await toolbar(page).getByText('Nothing changed yet').waitFor()
  await cell(page, 0, 5).getByText('FI-2').first().waitFor()

  // Back to active the reason goes, and the review says so.
  await cell(page, 0, 3).click()
  await page.keyboard.type('a')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await review(page).getByText('only where Status is Blocked').waitFor()
  expect(complaints).toEqual([])
})

test('five thousand pasted rows are undone, done again and kept over a reload; a lost connection keeps them staged', async () => {
  const { page, context } = await openTab(browser)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await enter(page, administrator)
  await edit(
    page,
    '/customer-master?sort=customer_number&limit=25&columns=customer_number,customer_name,city,credit_limit',
  )
  await page.keyboard.press('Control+End')
  await page.getByRole('button', { name: 'Add row' }).click()
  const lines = Array.from({ length: 5000 }, (_, at) => [`XL-${at}`, `Pasted ${at}`, 'Lyon', `${at}.5`].join('\t'))
  await paste(page, lines.join('\r\n'))
  await toolbar(page).getByText('20,000 changes in 5,000 records').waitFor()
  await page.keyboard.press('Control+z')
  await toolbar(page).getByText('Nothing changed yet').waitFor()
  await page.keyboard.press('Control+y')
  await toolbar(page).getByText('20,000 changes in 5,000 records').waitFor()
  await toolbar(page).getByText('Draft kept on this device').waitFor()
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await toolbar(page).getByText('20,000 changes in 5,000 records').waitFor()

  await page.getByRole('button', { name: 'Review changes' }).click()
  await context.setOffline(true)
  await review(page).getByRole('button', { name: 'Save 5,000 customers' }).click()
  await review(page).getByText('5,000 customers not saved').waitFor()
  await context.setOffline(false)
  await review(page).getByRole('button', { name: 'Save 5,000 customers' }).click()
  await review(page).waitFor({ state: 'detached', timeout: 120_000 })
  await toolbar(page).getByText('Nothing changed yet').waitFor()
  const title = page.getByRole('heading', { level: 1 })
  expect(await title.textContent()).toMatch(/5,4\d\d customers/)
})

test('many records of a filter are changed after a preview; those that refuse are named and stay', async () => {
  const { page, complaints } = await openTab(browser, { dark: true })
  await enter(page, administrator)
  await createCustomers(page, 'BU', ['Bulking BU-1', 'Bulking BU-2', 'Bulking BU-3'])
  await edit(
    page,
    '/customer-master?search=Bulking&sort=customer_number&columns=customer_number,customer_name,valid_from,valid_to',
  )
  await cell(page, 1, 2).click()
  await page.keyboard.type('2026-06-01')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Review changes' }).click()
  await review(page).getByRole('button', { name: 'Save 1 customer' }).click()
  await toolbar(page).getByText('Nothing changed yet').waitFor()
  await page.getByRole('button', { name: 'Stop editing in the list' }).click()

  await page.getByRole('button', { name: 'More actions', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit by filter' }).click()
  const dialog = page.getByRole('dialog', { name: 'Edit 3 customers' })
  await dialog.getByLabel('Field to change').selectOption({ label: 'Valid to' })
  await dialog.getByLabel('New valid to', { exact: true }).fill('2026-03-31')
  await page.keyboard.press('Tab')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('2 would change').waitFor()
  await dialog.getByText('1 would be refused').waitFor()
  await dialog.getByText('BU-2').waitFor()
  expect(await barriers(page)).toEqual([])
  await takeScreenshots(page, 'bulk-edit-preview', ['laptop'])
  await dialog.getByRole('button', { name: 'Change 2 customers' }).click()
  await page.getByText('Successfully updated').waitFor()
  await dialog.getByText('1 not changed').waitFor()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Download list' }).click(),
  ])
  expect(download.suggestedFilename()).toBe('Customers not changed.csv')
  // What refused is tried again with another day; then all three are raised by per cent.
  await dialog.getByRole('button', { name: 'Try these again' }).click()
  const again = page.getByRole('dialog', { name: 'Edit 1 customer' })
  await again.getByLabel('New valid to', { exact: true }).click()
  for (const key of ['Control+a', ...'2026-12-31', 'Tab']) await page.keyboard.press(key)
  await again.getByRole('button', { name: 'Preview' }).click()
  await again.getByRole('button', { name: 'Change 1 customer' }).click()
  await again.waitFor({ state: 'detached' })
  await page.locator('tbody tr', { hasText: 'BU-1' }).getByText('31 Mar 2026').waitFor()
  await page.locator('tbody tr', { hasText: 'BU-2' }).getByText('31 Dec 2026').waitFor()

  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await page.getByText('3 customers chosen').waitFor()
  await page.getByRole('region', { name: 'Chosen rows' }).getByRole('button', { name: 'Edit' }).click()
  await dialog.getByLabel('Field to change').selectOption({ label: 'Name' })
  await dialog.getByLabel('What happens to Name').selectOption({ label: 'Replace text' })
  await dialog.getByLabel('Text to look for in name').fill('Bulking')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByText('Bulking BU-1').waitFor()
  await dialog.getByRole('button', { name: 'Back' }).click()
  await dialog.getByLabel('New text in name').fill('Bulk')
  await dialog.getByRole('button', { name: 'Preview' }).click()
  await dialog.getByRole('button', { name: 'Change 3 customers' }).click()
  await dialog.waitFor({ state: 'detached' })
  // They match the search no longer, and are not chosen where one cannot see them.
  await page.getByText('3 customers chosen').waitFor({ state: 'detached' })

  // The change is undone, and so is a deletion.
  const last = page.getByRole('region', { name: 'Last change' })
  await last.getByText('3 customers changed').waitFor()
  await takeScreenshots(page, 'bulk-undo', ['laptop'])
  expect(await barriers(page)).toEqual([])
  await last.getByRole('button', { name: 'Undo' }).click()
  await last.waitFor({ state: 'detached' })
  await page.locator('tbody tr', { hasText: 'Bulking BU-3' }).waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  await page.getByRole('region', { name: 'Chosen rows' }).getByRole('button', { name: 'Delete' }).click()
  const deleting = page.getByRole('dialog', { name: 'Delete 3 customers' })
  await deleting.getByText('It can be undone until you leave the list').waitFor()
  await deleting.getByRole('button', { name: 'Delete 3 customers' }).click()
  await last.getByText('3 customers deleted').waitFor()
  await last.getByRole('button', { name: 'Undo' }).click()
  await page.locator('tbody tr', { hasText: 'Bulking BU-3' }).waitFor()
  expect(complaints).toEqual([])
})

test('users are deactivated from their row, told when they cannot be, and reactivated in their record', async () => {
  const { page, complaints } = await openTab(browser)
  await enter(page, administrator)
  await page.goto('/users')
  const reader = page.locator('tbody tr', { hasText: 'lee.carter' })
  await reader.waitFor()
  await page.getByRole('checkbox', { name: 'Select all rows of this page' }).click()
  // Those whom other tests sign in as stay.
  for (const kept of [/Select .*anna/i, /Select .*kim/i]) await page.getByRole('checkbox', { name: kept }).click()
  await page.getByRole('button', { name: 'More actions on the chosen rows' }).click()
  await page.getByRole('menuitem', { name: 'Deactivate' }).click()
  const dialog = page.getByRole('dialog', { name: 'Deactivate' })
  await dialog.getByRole('button', { name: 'Deactivate' }).click()
  await page.getByText('Successfully deactivated').waitFor()
  await dialog.getByText('You cannot deactivate yourself.').waitFor()
  await takeScreenshots(page, 'action-outcome', ['laptop'])
  await dialog.getByRole('button', { name: 'Close' }).last().click()
  await reader.getByText('Deactivated').waitFor()

  await reader.getByRole('link').first().click()
  await page.waitForURL(/\d+$/)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  const excluded = page.getByRole('menuitem', { name: /^Deactivate/ })
  expect(await excluded.getAttribute('aria-disabled')).toBe('true')
  await excluded.getByText('Only where Status is not Deactivated').waitFor()
  await page.getByRole('menuitem', { name: 'Reactivate' }).click()
  await page.getByRole('dialog', { name: 'Reactivate' }).getByRole('button', { name: 'Reactivate' }).click()
  await page.getByText('Successfully reactivated').waitFor()
  await page.getByRole('heading', { level: 1 }).getByText('Active').waitFor()
  expect(complaints).toEqual([])
})

test('a phone has no edit mode', async () => {
  const { page } = await openTab(browser, { width: 390, height: 844 })
  await enter(page, administrator)
  await page.goto('/customer-master')
  await page.getByRole('heading', { level: 1, name: /Customers/ }).waitFor()
  await page.getByRole('link', { name: 'New' }).waitFor()
  expect(await page.getByRole('button', { name: 'Edit in list' }).count()).toBe(0)
})
