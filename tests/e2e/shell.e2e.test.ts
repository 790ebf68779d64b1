import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { takeScreenshots } from '#tests/support/screenshots.ts'
import { enter, signInAs } from '#tests/support/sign-in.ts'
import { barriers } from './axe.ts'
import { tabsOfFile } from './tabs.ts'

const open = tabsOfFile()

/** A variable of the theme as the page has it. */
const token = (page: Page, name: string) =>
  page.evaluate((variable) => getComputedStyle(document.documentElement).getPropertyValue(variable).trim(), name)

test('B003 B004 the launcher opens authorised applications and says who can grant the others', async () => {
  const { page, complaints } = await open()
  await signInAs(page, /Rebate analyst/)
  await page.goto('/applauncher')
  const tiles = page.getByRole('main').getByRole('listitem')
  await tiles.first().waitFor()
  expect(await tiles.count()).toBe(13)
  const closed = tiles.filter({ hasText: 'Not yours yet' })
  expect(await closed.count()).toBeGreaterThan(0)
  expect(await closed.first().textContent()).toMatch(/ can grant it\.$/)
  expect(await closed.getByRole('button').count()).toBe(0)
  await page
    .getByRole('main')
    .getByRole('button', { name: /Customer Rebate/ })
    .click()
  await page.waitForURL((url) => url.pathname === '/')
  expect(await page.evaluate(() => sessionStorage.getItem('currentApplication'))).toBe('Customer Rebate')
  expect(complaints).toEqual([])
})

test('B001 B002 the application that was chosen stays through reloads, until another one is', async () => {
  const { page } = await open()
  await signInAs(page, /Administrator, Northgate/)
  await page.goto('/applauncher')
  await page
    .getByRole('main')
    .getByRole('button', { name: /^Pricing/ })
    .click()
  await page.waitForURL((url) => url.pathname === '/')
  await page.reload()
  await page.getByRole('button', { name: 'Application: Pricing' }).click()
  await page.getByRole('menuitemradio', { name: 'Supplier Rebate' }).click()
  await page.getByRole('heading', { name: 'Supplier Rebate' }).waitFor()
  expect(await page.evaluate(() => sessionStorage.getItem('currentApplication'))).toBe('Supplier Rebate')
})

test('the palette leads to a screen and to a record', async () => {
  const { page, complaints } = await open()
  await enter(page, /Rebate analyst/)
  await page.goto('/')
  await page.getByRole('navigation', { name: 'Screens' }).waitFor()
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Go to a screen or a record' })
  await palette.getByRole('combobox').fill('custom')
  await palette.getByRole('option', { name: /^Customers/ }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForURL('**/customer-master')
  await page.getByRole('grid').getByRole('row').nth(1).waitFor()

  await page.keyboard.press('Control+k')
  await palette.getByRole('combobox').fill('10001')
  const record = palette.getByRole('group', { name: 'Records' }).getByRole('option').first()
  await record.waitFor()
  await record.click()
  await page.waitForURL(/\/customer-master\/.*\d+$/)
  expect(complaints).toEqual([])
})

test('the navigation is filtered by words and folded away', async () => {
  const { page } = await open()
  await enter(page, /Rebate analyst/)
  await page.goto('/')
  const navigation = page.getByRole('navigation', { name: 'Screens' })
  await navigation.getByRole('searchbox').fill('cross cust')
  await expect.poll(() => navigation.getByRole('link').allTextContents()).toEqual(['Customer cross references '])
  await page.keyboard.press('Escape')
  await navigation.getByRole('link', { name: 'Home' }).waitFor()
  await page.getByRole('button', { name: 'Fold the navigation away' }).click()
  await navigation.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByRole('button', { name: 'Show the navigation' }).click()
  await navigation.waitFor()
})

test('B055 B057 mode, density and font are shown at once and follow the user', async () => {
  const { page, complaints } = await open()
  await enter(page, /Reader, Northgate/)
  await page.goto('/')
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByText('Dark', { exact: true }).click()
  await expect.poll(() => token(page, '--background')).toBe('#0d1118')
  await page.getByText('Compact', { exact: true }).click()
  await expect.poll(() => token(page, '--row')).toBe('28px')
  const saved = page.waitForResponse(
    (response) => response.url().endsWith('/api/profile') && response.request().method() === 'PUT',
  )
  await page.getByLabel('Font').selectOption('Inter')
  await saved
  await expect.poll(() => token(page, '--font')).toMatch(/^.Inter Variable/)
  await expect
    .poll(() =>
      page.evaluate(() =>
        [...document.fonts].some((font) => font.family.includes('Inter') && font.status === 'loaded'),
      ),
    )
    .toBe(true)

  const elsewhere = await open()
  await signInAs(elsewhere.page, /Reader, Northgate/)
  await expect.poll(() => token(elsewhere.page, '--row')).toBe('28px')
  expect(await token(elsewhere.page, '--background')).toBe('#0d1118')
  expect(complaints).toEqual([])
})

test('an address that leads nowhere says so and offers ways on', async () => {
  const { page } = await open()
  await enter(page, /Rebate analyst/)
  await page.goto('/no-such-screen')
  await page.getByRole('heading', { name: 'There is nothing at this address' }).waitFor()
  await page.getByRole('link', { name: 'Go to the start' }).click()
  await page.waitForURL((url) => url.pathname === '/')
  await expect.poll(() => page.title()).toContain('Home')
})

test('a lost connection is said for as long as it lasts', async () => {
  const { page, context } = await open()
  await enter(page, /Rebate analyst/)
  await page.goto('/')
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  await context.setOffline(true)
  await page.getByText('You are offline.').waitFor()
  await page.getByRole('link', { name: 'Suppliers', exact: true }).click()
  await page.getByRole('alert').getByText('Something went wrong:').waitFor()
  await context.setOffline(false)
  // The page that could not be reached asks for itself again.
  await page.getByRole('heading', { name: /^Suppliers/ }).waitFor()
  await page.getByText('You are offline.').waitFor({ state: 'detached' })
  expect(new URL(page.url()).pathname).toBe('/supplier-master')
})

test('on a phone the navigation is a drawer that closes when it has led somewhere', async () => {
  const { page, complaints } = await open({ width: 390, height: 844 })
  await enter(page, /Rebate analyst/)
  await page.goto('/')
  await page.getByRole('button', { name: 'Open the navigation' }).click()
  const drawer = page.getByRole('dialog')
  await drawer.getByRole('link', { name: 'Customers', exact: true }).click()
  await page.waitForURL('**/customer-master')
  await drawer.waitFor({ state: 'detached' })
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  expect(complaints).toEqual([])
})

test.each([false, true])('nothing stands in the way of anybody (dark: %s)', async (dark) => {
  const { page } = await open({ dark })
  await page.goto('/login')
  await page.getByLabel('Email address').waitFor()
  expect(await barriers(page)).toEqual([])
  await takeScreenshots(page, `login-${dark ? 'dark' : 'light'}`, ['laptop', 'phone'])
  await enter(page, /Rebate analyst/)
  await page.goto('/')
  await page.getByRole('heading', { level: 1 }).waitFor()
  expect(await barriers(page)).toEqual([])
  await takeScreenshots(page, `home-${dark ? 'dark' : 'light'}`)
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Escape')
  for (const path of ['/applauncher', '/profile', '/profile/password', '/no-such-screen']) {
    await page.goto(path)
    await page.getByRole('main').getByRole('heading').first().waitFor()
    expect(await barriers(page), path).toEqual([])
  }
})
