import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enter } from '#tests/support/sign-in.ts'
import { barriers } from './axe.ts'
import { apiCall } from './record.ts'
import { tabsOfFile } from './tabs.ts'

const open = tabsOfFile()
const application = 'Customer Rebate'

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Screens' })
const favouritesOf = (page: Page) => menuOf(page).getByRole('region', { name: 'Favourites' })
const labelsOf = async (page: Page) =>
  (await favouritesOf(page).getByRole('link').allTextContents()).map((text) => text.trim())

async function clear(page: Page): Promise<void> {
  const { records } = await apiCall<{ records: { path: string }[] }>(
    page,
    'GET',
    `favourites?${new URLSearchParams({ application }).toString()}`,
  )
  for (const { path } of records)
    await apiCall(page, 'DELETE', `favourites?${new URLSearchParams({ application, path }).toString()}`)
}

test('screens are starred on their page, stand at the top of the menu and on the start page, and are put in order', async () => {
  const { page, complaints } = await open({ width: 1400, height: 900 })
  await enter(page, /Administrator, Northgate/)
  await clear(page)
  for (const [path, label] of [
    ['/customer-master', 'Customers'],
    ['/uploads', 'Uploads'],
    ['/material-master', 'Materials'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('button', { name: `Add ${label} to the favourites` }).click()
    await favouritesOf(page).getByRole('link', { name: label, exact: true }).waitFor()
  }
  expect(await labelsOf(page)).toEqual(['Customers', 'Uploads', 'Materials'])
  expect(await barriers(page)).toEqual([])

  // By keyboard, which stays at what it moved.
  const arrange = page.getByRole('button', { name: 'Arrange the favourite Customers' })
  await arrange.focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('ArrowDown')
  const kept = page.waitForResponse((answer) => answer.url().endsWith('/api/favourites') && answer.ok())
  await page.getByRole('menuitem', { name: 'Move down' }).press('Enter')
  await kept
  expect(await labelsOf(page)).toEqual(['Uploads', 'Customers', 'Materials'])
  expect(await arrange.evaluate((element) => element === document.activeElement)).toBe(true)
  // By dragging.
  await favouritesOf(page)
    .getByRole('link', { name: 'Materials' })
    .dragTo(favouritesOf(page).getByRole('link', { name: 'Uploads' }))
  await expect.poll(() => labelsOf(page)).toEqual(['Materials', 'Uploads', 'Customers'])

  const elsewhere = await open()
  await enter(elsewhere.page, /Administrator, Northgate/)
  await elsewhere.page.goto('/')
  const shown = elsewhere.page.getByRole('main').getByRole('region', { name: 'Favourites' })
  await expect.poll(() => shown.getByRole('link').allTextContents()).toEqual(['Materials', 'Uploads', 'Customers'])
  await shown.getByRole('link', { name: 'Customers' }).click()
  const star = elsewhere.page.getByRole('button', { name: 'Remove Customers from the favourites' })
  await star.click()
  await elsewhere.page.getByRole('button', { name: 'Add Customers to the favourites' }).waitFor()
  expect(await labelsOf(elsewhere.page)).toEqual(['Materials', 'Uploads'])
  // A record is no entry of the menu.
  await page.goto('/customer-master/new')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(
    await page
      .getByRole('main')
      .getByRole('button', { name: /favourites$/ })
      .count(),
  ).toBe(0)
  await clear(page)
  expect([...complaints, ...elsewhere.complaints]).toEqual([])
})

test('a list opens with a view for the roles that an administrator chooses, until they are taken back', async () => {
  const { page, complaints } = await open({ width: 1400, height: 900 })
  await enter(page, /Administrator, Northgate/)
  await page.goto('/sales-inovoice-query?view=Returns')
  const choose = async () => {
    await page.getByRole('button', { name: 'What to do with this view' }).click()
    await page.getByRole('menuitem', { name: 'For other roles' }).click()
    return page.getByRole('dialog', { name: 'Open the list with Returns' })
  }
  const dialog = await choose()
  const role = dialog.getByRole('checkbox', { name: /^Reader/ })
  expect(await barriers(page)).toEqual([])
  await role.check()
  await dialog.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText(/The list opens as chosen for Reader/).waitFor()

  const { page: reader, complaints: others } = await open()
  await enter(reader, /Reader, Northgate/)
  await reader.goto('/sales-inovoice-query')
  await reader.waitForURL((url) => url.searchParams.get('view') === 'Returns')

  const again = await choose()
  await again.getByRole('checkbox', { name: /^Reader/ }).uncheck()
  await again.getByRole('button', { name: 'Save changes' }).click()
  await again.waitFor({ state: 'detached' })
  await reader.goto('/customer-master')
  await reader.goto('/sales-inovoice-query')
  await reader.getByRole('grid').getByRole('row').nth(1).waitFor()
  expect(new URL(reader.url()).searchParams.get('view')).toBeNull()
  expect([...complaints, ...others]).toEqual([])
})
