import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { enter, signInAs } from '#tests/support/sign-in.ts'
import { barriers } from './axe.ts'
import { tabsOfFile } from './tabs.ts'

const open = tabsOfFile()

const menuOf = (page: Page) => page.getByRole('navigation', { name: 'Screens' })
const entriesOf = async (page: Page) => {
  const menu = menuOf(page)
  await menu.getByRole('link', { name: 'Customers', exact: true }).waitFor()
  return (await menu.getByRole('link').allTextContents()).map((text) => text.trim())
}

test('the menu shows nothing that would be refused, and everything it shows opens', async () => {
  const { page, complaints } = await open()
  await enter(page, /Reader, Northgate/)
  await page.goto('/customer-master')
  const shown = await entriesOf(page)
  for (const name of ['Users', 'Uploads', 'Designer Studio']) expect(shown).not.toContain(name)
  const addresses = await menuOf(page)
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => link.getAttribute('href')!))
  for (const address of addresses) {
    await menuOf(page).locator(`a[href="${address}"]`).click()
    await page.waitForURL((url) => url.pathname === address)
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  }
  expect(complaints).toEqual([])
})

test.each(['/users', '/users/new', '/users/edit/1'])(
  '%s is refused with the reason, who can grant it and a way out',
  async (path) => {
    const { page } = await open()
    await enter(page, /Reader, Northgate/)
    await page.goto(path)
    await page.getByRole('heading', { name: /^You do not have access to Users$/ }).waitFor()
    await page.getByText(/It can be granted by .+\./).waitFor()
    expect(await barriers(page)).toEqual([])
    await page.getByRole('link', { name: 'Go to the start' }).click()
    await page.waitForURL((url) => url.pathname === '/')
    await expect.poll(() => page.title()).toContain('Home')
  },
)

test.each([
  ['/product-group/new', 'add', { role: 'textbox', name: 'Product group' }],
  ['/product-group/product-group-excel-upload', 'upload', { role: 'button', name: /file/i }],
] as const)('whoever may only read is not let begin at %s for nothing', async (path, act, { role, name }) => {
  const { page, complaints } = await open()
  await enter(page, /Reader, Northgate/)
  await page.goto(path)
  await page.getByText(`You may not ${act} product groups`).waitFor()
  expect(await page.getByRole('main').getByRole(role, { name }).count()).toBe(0)
  expect(await barriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Back to the product groups' }).click()
  await page.waitForURL((url) => url.pathname === '/product-group')
  expect(complaints).toEqual([])
})

test.each(['/form-fields/designer', '/studio', '/studio/customer'])(
  '%s, a page without a definition, is refused to those it is not for',
  async (path) => {
    const { page } = await open({ expectedStatuses: [403] })
    await enter(page, /Reader, Northgate/)
    await page.goto(path)
    await page.getByRole('heading', { name: /You do not have access/ }).waitFor()
    expect(await page.getByRole('main').getByRole('link', { name: 'Go to the start' }).count()).toBe(1)
  },
)

test('an address within a known screen that leads nowhere says so', async () => {
  const { page } = await open()
  await enter(page, /Rebate analyst/)
  await page.goto('/customer-master/nothing/of/the/kind')
  await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
  await page.getByRole('link', { name: 'Choose another application' }).click()
  await page.waitForURL('**/applauncher')
  await expect.poll(() => page.title()).toContain('Applications')
})

test('B003 a link followed by somebody who must sign in and choose an application ends where it leads', async () => {
  const { page, complaints } = await open()
  const link = '/display-sales-invoice-data?country=France&sort=-net_value'
  await signInAs(page, /Administrator, Northgate/, link)
  await page.waitForURL(/\/applauncher\?return=/)
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Customer Rebate/ })
    .click()
  await page.waitForURL((url) => url.pathname === '/display-sales-invoice-data')
  expect(new URL(page.url()).searchParams.get('country')).toBe('France')
  expect(new URL(page.url()).searchParams.get('sort')).toBe('-net_value')
  await page.getByRole('grid').getByRole('row').nth(1).waitFor()
  expect(complaints).toEqual([])
})

test('from a list to a record and to its references nobody asks where they are', async () => {
  const { page } = await open()
  await enter(page, /Rebate analyst/)
  await page.goto('/display-sales-invoice-data')
  const asked: string[] = []
  page.on('request', (request) => {
    if (request.url().includes('/api/places')) asked.push(request.url())
  })
  const material = page.getByRole('grid').locator('a[href^="/material-master?search="]').first()
  const name = await material.textContent()
  await material.click()
  await page.waitForURL('**/material-master?search=*')
  await page.getByRole('grid').getByRole('link', { name: name!.trim() }).first().waitFor()
  // Another screen is asked for once, its records not at all.
  expect(asked).toHaveLength(1)
  await page.getByRole('grid').getByRole('row').nth(1).getByRole('link').first().click()
  await page.waitForURL(/\/material-master\/.*\d+/)
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  expect(asked).toHaveLength(1)
})

// As of an organisation with thousands of screens: the server sends the beginnings of such a menu, which ours is too short for.
async function lengthen(page: Page): Promise<void> {
  const items = (area: string, count: number) =>
    Array.from({ length: count }, (_, number) => ({
      screen: `${area}-${number}`,
      label: `Register ${number} of ${area}`,
      path: `/${area}-${number}`,
      kind: 'list',
    }))
  await page.route('**/api/bootstrap**', async (route) => {
    const answer = await route.fetch()
    const body = (await answer.json()) as { response: { navigation: object[] } }
    body.response.navigation = ['masters', 'claims'].map((area) => ({
      area,
      label: area === 'masters' ? 'Master data' : 'Claims',
      total: 1_500,
      items: items(area, 6),
    }))
    await route.fulfill({ response: answer, json: body })
  })
  await page.route('**/api/navigation**', async (route) => {
    const query = new URL(route.request().url()).searchParams
    const found = (['masters', 'claims'] as const)
      .filter((area) => query.get('area') === null || query.get('area') === area)
      .flatMap((area) => items(area, 1_500).map((item) => ({ ...item, area, area_label: `Area of ${area}` })))
      .filter(({ label }) => label.toLowerCase().includes(query.get('search') ?? ''))
    const records = found.slice(0, Number(query.get('limit') ?? 50))
    await route.fulfill({ json: { response: { records, total_record: found.length } } })
  })
}

test('of a menu with thousands of entries areas are folded out and words find the rest', async () => {
  const { page, complaints } = await open()
  await enter(page, /Rebate analyst/)
  await lengthen(page)
  await page.goto('/customer-master')
  const menu = menuOf(page)
  const claims = menu.getByRole('region', { name: 'Claims' })
  const masters = menu.getByRole('region', { name: 'Master data' })
  // The area of the screen that is open is open as well.
  await expect.poll(() => masters.getByRole('link').count()).toBe(200)
  expect(await claims.getByRole('link').count()).toBe(0)
  await masters.getByText('and 1,300 more').waitFor()
  await claims.getByRole('button').click()
  await expect.poll(() => claims.getByRole('link').count()).toBe(200)
  await menu.getByRole('searchbox').fill('register 1499')
  await expect.poll(() => menu.getByRole('link').allTextContents()).toHaveLength(2)
  expect(await barriers(page)).toEqual([])
  await menu.getByRole('searchbox').fill('')
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go to a screen or a record' })
  await palette.getByRole('combobox').fill('register 1498')
  await palette.getByRole('option', { name: 'Register 1498 of claims' }).waitFor()
  expect(complaints).toEqual([])
})
