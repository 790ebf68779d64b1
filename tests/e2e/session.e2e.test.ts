import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { signInAs } from '#tests/support/sign-in.ts'
import { administrator, createCustomers, enter, field } from './record.ts'
import { tabsOfFile } from './tabs.ts'

const open = tabsOfFile()

const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const scripts = (page: Page) =>
  page.evaluate(() =>
    performance
      .getEntriesByType('resource')
      .map(({ name }) => name)
      .filter((name) => name.endsWith('.js')),
  )

/** Closes a tab as a person does: the page is told. */
const closeTab = async (page: Page): Promise<void> => {
  const closed = page.waitForEvent('close')
  await page.close({ runBeforeUnload: true })
  await closed
}

test('B005 B018 B021 signing in with email and password keeps the flag and tokens, and leads to the path that was wanted', async () => {
  const { page, complaints } = await open()
  await page.goto('/customer-master?search=an')
  await page.waitForURL(/\/login\?return=/)
  await signInAs(page, /Rebate analyst/, page.url())
  await page.waitForURL((url) => url.pathname !== '/login')
  expect(await stored(page, 'isLoggedIn')).toBe('true')
  const call = page.waitForRequest(
    (request) => request.url().includes('/api/screens/') || request.url().includes('/api/bootstrap'),
  )
  await page.reload()
  const headers = (await call).headers()
  expect(headers.authorization).toBe(`Bearer ${await stored(page, 'access_token')}`)
  expect(headers['x-access-token']).toBe(await stored(page, 'access_token'))
  expect(complaints).toEqual([])
})

test('B013 B044 a wrong password is said beside the form', async () => {
  const { page } = await open({ expectedStatuses: [401] })
  await page.goto('/login')
  await page.getByLabel('Email address').fill('nobody@northgate.example')
  await page.getByLabel('Password', { exact: true }).fill('not the password')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').getByText('The email address or the password is not right.').waitFor()
  expect(await stored(page, 'access_token')).toBeNull()
})

test('B040 signing in and the main area are loaded apart, the pages of each when they are needed', async () => {
  const { page } = await open()
  await page.goto('/login')
  await page.getByLabel('Email address').waitFor()
  const ofMainArea = /\/(home|launcher|profile|form-screen|upload-screen)-/
  const ofSignIn = /\/(login|sign-in-area)-/
  const atSignIn = await scripts(page)
  expect(atSignIn.filter((name) => ofMainArea.test(name))).toEqual([])
  expect(atSignIn.some((name) => ofSignIn.test(name))).toBe(true)
  await signInAs(page, /Rebate analyst/)
  await page.goto('/')
  await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
  const inside = await scripts(page)
  expect(inside.filter((name) => ofSignIn.test(name))).toEqual([])
  expect(inside.some((name) => ofMainArea.test(name))).toBe(true)
})

test('B035 B041 with the logged-in flag a spinner and "Loading..." show until the profile is there', async () => {
  const { page } = await open()
  await signInAs(page, /Rebate analyst/)
  let release: () => void = () => undefined
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  await page.route('**/api/bootstrap**', async (route) => {
    await held
    await route.continue()
  })
  await page.reload({ waitUntil: 'commit' })
  await page.getByText('Loading...').waitFor()
  expect(await page.getByRole('main').count()).toBe(0)
  release()
  await page.getByRole('main').waitFor()
  await page.getByText('Loading...').waitFor({ state: 'detached' })
})

test('B023 B024 B030 an expired access token is renewed once, whatever the number of calls, and nobody notices', async () => {
  const { page } = await open({ expectedStatuses: [401] })
  await signInAs(page, /Rebate analyst/)
  const refreshes: string[] = []
  page.on('request', (request) => {
    if (/\/api\/(refresh|okta\/token)$/.test(request.url())) refreshes.push(request.url())
  })
  await page.evaluate(() => localStorage.setItem('access_token', 'expired'))
  await page.goto('/customer-master')
  await page.getByRole('heading', { name: /Customers/ }).waitFor()
  await page.getByRole('grid').getByRole('row').nth(1).waitFor()
  expect(refreshes).toHaveLength(1)
  expect(await stored(page, 'access_token')).not.toBe('expired')
})

test('B029 when the session cannot be renewed the way leads to /login and back to the same screen', async () => {
  const { page } = await open({ expectedStatuses: [401] })
  await signInAs(page, /Rebate analyst/)
  await page.goto('/customer-master')
  await page.getByRole('heading', { name: /Customers/ }).waitFor()
  await page.evaluate(() => {
    localStorage.setItem('access_token', 'expired')
    localStorage.setItem('refresh_token', 'revoked')
  })
  // A call in the background may have found out before anybody clicks.
  const click = page.getByRole('link', { name: 'Materials', exact: true }).click({ noWaitAfter: true })
  click.catch(() => undefined)
  await page.waitForURL(/\/login\?return=/)
  await page.getByText('Your session has ended.').waitFor()
  await signInAs(page, /Rebate analyst/, page.url())
  expect(new URL(page.url()).pathname).toMatch(/^\/(customer|material)-master$/)
})

test('B029 changes that are not saved when the session ends are offered in the same form after signing in', async () => {
  const { page } = await open({ expectedStatuses: [401] })
  await enter(page, administrator)
  const [id] = await createCustomers(page, 'SESSION', ['Session Ltd'])
  const form = `/customer-master/edit-customer/${id}`
  await page.goto(form)
  await field(page, 'industry').fill('Bakery')
  await field(page, 'city').fill('Hull')
  await page.evaluate(() => {
    localStorage.setItem('access_token', 'expired')
    localStorage.setItem('refresh_token', 'revoked')
  })
  await page.keyboard.press('Control+s')
  await page.waitForURL(/\/login\?return=/)
  await page.getByText('Your session has ended.').waitFor()
  await signInAs(page, administrator, page.url())
  expect(new URL(page.url()).pathname).toBe(form)
  await page.getByText(/You have unsaved changes.*Industry, City|You have unsaved changes.*City, Industry/).waitFor()
  await page.getByRole('button', { name: 'Restore them' }).click()
  expect(await field(page, 'city').inputValue()).toBe('Hull')
})

test('B033 signing out forgets everything, here and in the other tabs', async () => {
  const { page, context } = await open()
  await signInAs(page, /Rebate analyst/)
  const other = await context.newPage()
  await other.goto('/profile')
  await other.getByRole('heading', { name: 'Profile' }).waitFor()
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.waitForURL(/\/login/)
  await other.waitForURL(/\/login/)
  for (const key of ['access_token', 'refresh_token', 'isLoggedIn', 'tierline:slices'])
    expect(await stored(page, key)).toBeNull()
})

test('B032 a reload keeps the session, a second tab shares it, closing the last tab ends it', async () => {
  const { page, context } = await open()
  await signInAs(page, /Rebate analyst/)
  await page.reload()
  await page.getByRole('main').waitFor()
  const second = await context.newPage()
  await second.goto('/')
  await second.getByRole('main').waitFor()
  await closeTab(page)
  await second.reload()
  await second.getByRole('main').waitFor()
  expect(new URL(second.url()).pathname).not.toBe('/login')
  await closeTab(second)
  const third = await context.newPage()
  await third.goto('/')
  await third.waitForURL(/\/login/)
  expect(await stored(third, 'access_token')).toBeNull()
})

test('B042 B046 a part of the program that does not arrive ends in the fallback screen with a way out', async () => {
  const { page } = await open({ expectedStatuses: [503] })
  await signInAs(page, /Rebate analyst/)
  await page.route(/\/assets\/profile-.*\.js/, (route) => route.fulfill({ status: 503, body: '' }))
  await page.goto('/profile')
  const alert = page.getByRole('alert')
  await alert.getByText('Something went wrong:').waitFor()
  await alert.getByText('Loading chunk failed').waitFor()
  await page.unroute(/\/assets\/profile-.*\.js/)
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await page.getByRole('heading', { name: 'Profile' }).waitFor()
  expect(await alert.count()).toBe(0)
})

test('B015 a forgotten password is answered the same for every address', async () => {
  const { page } = await open()
  await page.goto('/login')
  await page.getByRole('link', { name: 'Forgotten your password?' }).click()
  // Both pages have a field of this name: the second one is meant.
  await page.getByRole('button', { name: 'Send the link' }).waitFor()
  await page.getByLabel('Email address').fill('nobody@northgate.example')
  await page.getByRole('button', { name: 'Send the link' }).click()
  await page.getByRole('heading', { name: 'Look into your mail' }).waitFor()
  expect(await page.getByRole('status').first().textContent()).toContain('If this address belongs to an account')
})
