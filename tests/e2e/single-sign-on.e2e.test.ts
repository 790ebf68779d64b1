import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { openBrowser, openTab, type Tab } from '#tests/support/browser.ts'
import { type Person, startOidcProvider, type TestProvider } from '#tests/support/oidc-provider.ts'
import { goodPassword, type SessionApp, sessionApp } from '#tests/support/session-app.ts'
import { barriers } from './axe.ts'

let browser: Browser
let provider: TestProvider
let s: SessionApp
let address: string
let organizationId: number
const tabs: Tab[] = []

beforeAll(async () => {
  browser = await openBrowser()
  const port = await freePort()
  address = `http://127.0.0.1:${port}`
  provider = await startOidcProvider(`${address}/login`)
  s = await sessionApp({
    PUBLIC_URL: address,
    IDP_DOMAIN: provider.issuer,
    CLIENT_ID: provider.clientId,
    CLIENT_SECRET: provider.clientSecret,
    REDIRECT_URI: `${address}/login`,
  })
  await s.app.listen({ port, host: '127.0.0.1' })
  organizationId = await s.organization({ code: 'NORTHGATE', name: 'Northgate Trading' })
})
afterEach(async () => {
  for (const { context } of tabs.splice(0)) await context.close()
})
afterAll(async () => {
  await s?.close()
  await provider?.stop()
})

/** The redirect address has to be known to the provider before the product listens on it. */
async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  await new Promise((closed) => server.close(closed))
  return port
}

const person = (mailbox: string, email_verified = true): Person => ({
  sub: `browser-subject-of-${mailbox}`,
  email: `${mailbox}@northgate.example`,
  email_verified,
  name: mailbox,
})
let people = 0
/** Somebody the product knows as well; nobody twice, also when a test is tried again. */
async function user(name: string, status: 'active' | 'deactivated' = 'active', verified = true): Promise<Person> {
  const known = person(`${name}${(people += 1)}`, verified)
  await s.user({ organizationId, email: known.email, name, role: 'READER', status, password: undefined })
  return known
}
const open = async (expectedStatuses: number[] = []): Promise<Tab> => {
  const tab = await openTab(browser, { expectedStatuses, baseURL: address })
  tabs.push(tab)
  return tab
}
const stored = (page: Page, key: string) => page.evaluate((name) => localStorage.getItem(name), key)
const withSingleSignOn = (page: Page) => page.getByRole('button', { name: 'Continue with single sign-on' })
const atProvider = (page: Page) => page.getByRole('heading', { name: 'Identity provider' })

/** Readers have several applications: the launcher asks for one, and leads on to the screen that was wanted. */
const chooseApplication = (page: Page) => page.getByRole('button', { name: /^Customer Rebate/ }).click()

/** From the sign-in page to the provider's page and through it. */
async function passProvider(page: Page, answer: 'Enter' | 'Cancel' = 'Enter'): Promise<void> {
  await withSingleSignOn(page).click()
  await atProvider(page).waitFor()
  await page.getByRole('button', { name: answer }).click()
}

test('B005 B007 B009 single sign-on leads over the provider back to the screen that was wanted, signed in', async () => {
  provider.asks(await user('wanda'))
  const { page, complaints } = await open()
  await page.goto('/customer-master?sort=-customer_name')
  await page.waitForURL(/\/login\?return=/)
  await passProvider(page)
  await page.waitForURL((url) => url.origin === address && url.pathname === '/applauncher')
  await chooseApplication(page)
  await page.waitForURL((url) => url.pathname === '/customer-master')
  expect(new URL(page.url()).search).toBe('?sort=-customer_name')
  await page.getByRole('heading', { name: /Customers/ }).waitFor()
  expect(await stored(page, 'user_type')).toBe('sso')
  expect(await stored(page, 'isLoggedIn')).toBe('true')
  expect(await page.evaluate(() => Object.keys(sessionStorage))).not.toContain('tierline:sso')
  expect(complaints).toEqual([])
})

test('B027 B028 an expired session is renewed with the provider and nobody notices', async () => {
  provider.asks(await user('rene'))
  const { page } = await open([401])
  await page.goto('/login')
  await passProvider(page)
  await chooseApplication(page)
  await page.waitForURL(`${address}/`)
  const calls: unknown[] = []
  page.on('request', (request) => {
    if (/\/api\/(refresh|okta\/token)$/.test(request.url())) calls.push([request.url(), request.postDataJSON()])
  })
  const before = await stored(page, 'refresh_token')
  await page.evaluate(() => localStorage.setItem('access_token', 'expired'))
  await page.goto('/customer-master')
  await page.getByRole('heading', { name: /Customers/ }).waitFor()
  expect(calls).toEqual([[`${address}/api/okta/token`, { grant_type: 'refresh_token', refresh_token: before }]])
})

test('B033 signing out forgets everything, and single sign-on opens the door again', async () => {
  provider.asks(await user('olga'))
  const { page } = await open()
  await page.goto('/login')
  await passProvider(page)
  await page.getByRole('button', { name: /Your account/ }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('You have signed out.').waitFor()
  for (const key of ['access_token', 'refresh_token', 'isLoggedIn', 'user_type'])
    expect(await stored(page, key)).toBeNull()
  await page.goto('/profile')
  await page.waitForURL(/\/login\?return=%2Fprofile/)
  // The provider still knows the person of this browser.
  await withSingleSignOn(page).click()
  await page.waitForURL((url) => url.pathname === '/profile')
  await page.getByRole('heading', { name: 'Profile' }).waitFor()
})

test('an answer that this tab did not ask for is not taken up, and the way in stays open', async () => {
  provider.asks(await user('sven'))
  const { page } = await open()
  await page.goto('/login?code=stolen&state=made-up')
  await page.getByRole('alert').getByText('This sign-in was not started here. Start it again.').waitFor()
  expect(await stored(page, 'access_token')).toBeNull()
  // The address no longer carries the code, so that a reload does not repeat the complaint.
  await page.waitForURL(`${address}/login`)
  expect(await barriers(page)).toEqual([])
  await passProvider(page)
  await page.waitForURL((url) => url.pathname !== '/login')
  expect(await stored(page, 'user_type')).toBe('sso')
})

test('a sign-in that was cancelled at the provider says so and keeps the way back', async () => {
  provider.asks(await user('cora'))
  const { page } = await open()
  await page.goto('/customer-master')
  await page.waitForURL(/\/login\?return=/)
  await passProvider(page, 'Cancel')
  await page.getByRole('alert').getByText('You did not sign in at the identity provider.').waitFor()
  expect(await page.getByText('End-User aborted').count()).toBe(0)
  await passProvider(page)
  await chooseApplication(page)
  await page.waitForURL((url) => url.pathname === '/customer-master')
})

test('who has no account here, is deactivated or has no confirmed address is told which it is', async () => {
  const refused: [Person, RegExp][] = [
    [person('stranger'), /There is no account for you here\. Ask your administrator/],
    [await user('dora', 'deactivated'), /deactivated/],
    [await user('uma', 'active', false), /has not confirmed your email address/],
  ]
  for (const [who, words] of refused) {
    provider.asks(who)
    const { page } = await open([403])
    await page.goto('/login')
    await passProvider(page)
    await page.getByRole('alert').getByText(words).waitFor()
    expect(await stored(page, 'access_token')).toBeNull()
    await withSingleSignOn(page).waitFor()
  }
})

test('B005 beside single sign-on the own login works on', async () => {
  const email = `own${(people += 1)}@northgate.example`
  await s.user({ organizationId, email, name: 'Own', role: 'READER' })
  const { page } = await open()
  await page.goto('/login')
  await withSingleSignOn(page).waitFor()
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(goodPassword)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => url.pathname !== '/login')
  expect(await stored(page, 'user_type')).toBe('own')
})

test('a provider that does not answer is said in words, and what was typed is still there', async () => {
  const away = await sessionApp({ IDP_DOMAIN: 'http://127.0.0.1:1', CLIENT_ID: 'tierline' })
  const elsewhere = await away.app.listen({ port: 0, host: '127.0.0.1' })
  const tab = await openTab(browser, { expectedStatuses: [503], baseURL: elsewhere })
  tabs.push(tab)
  await tab.page.goto('/login')
  await tab.page.getByLabel('Email address').fill('kept@northgate.example')
  await withSingleSignOn(tab.page).click()
  await tab.page.getByRole('alert').getByText('The identity provider does not answer. Try again shortly.').waitFor()
  expect(await tab.page.getByLabel('Email address').inputValue()).toBe('kept@northgate.example')
  await withSingleSignOn(tab.page).and(tab.page.locator(':enabled')).waitFor()
  await away.close()
})
