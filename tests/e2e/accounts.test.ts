import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { barriers } from './axe.ts'
import { administrator, analyst, apiCall, enter, field } from './record.ts'
import { tabsOfFile } from './tabs.ts'

const open = tabsOfFile()
const password = 'violet harbour lantern'

/** The way of the newest link that was mailed to an address with these words in its subject. */
async function mailedLink(email: string, subject: RegExp, before: number): Promise<string> {
  const folder = join(inject('dataDir'), 'outbox')
  const found = async () => {
    const names = (await readdir(folder).catch(() => [])).toSorted((a, b) => (a < b ? 1 : -1))
    const mails = await Promise.all(names.map((name) => readFile(join(folder, name), 'utf8')))
    return mails.filter((mail) => mail.includes(`To: ${email}`) && subject.test(mail))
  }
  await expect.poll(async () => (await found()).length, { timeout: 10_000 }).toBe(before + 1)
  const text = (await found())[0]!.replaceAll(/=\r?\n/g, '').replaceAll('=3D', '=')
  const { pathname, search } = new URL(/https?:\/\/\S+/.exec(text)![0])
  return pathname + search
}

/** Takes an action of the record that is open, and confirms it. */
async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name }).click()
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
}

async function choose(page: Page, link: string, value: string): Promise<void> {
  await page.goto(link)
  await page.getByLabel('New password', { exact: true }).fill(value)
  await page.getByLabel('New password again').fill(value)
  await page.getByRole('button', { name: 'Set the password' }).click()
  await page.getByRole('heading', { name: 'Your password is set' }).waitFor()
}

async function signIn(page: Page, email: string, value: string): Promise<void> {
  await page.goto('/login')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(value)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

const isInside = (page: Page) => page.waitForURL((url) => !url.pathname.startsWith('/login'))

test('somebody is invited by mail, chooses a password, is let in, helped with a new one, and put out', async () => {
  const email = `invited-${Date.now()}@northgate.example`
  const admin = await open({ width: 1440, height: 900 })
  const person = await open({ expectedStatuses: [401, 403] })
  await enter(admin.page, administrator)
  await admin.page.goto('/users/new')
  await field(admin.page, 'name').fill('Ingrid Vale')
  await field(admin.page, 'email').fill(email)
  await field(admin.page, 'role').fill('READER')
  await admin.page.getByRole('option', { name: 'READER Reader' }).click()
  await admin.page.getByRole('button', { name: 'Save' }).click()
  await admin.page.getByRole('heading', { level: 1, name: /Ingrid Vale Invited/ }).waitFor()
  const user = admin.page.url()
  expect(await barriers(admin.page)).toEqual([])

  // The first link is lost; another one is sent.
  await mailedLink(email, /Your access to/, 0)
  await act(admin.page, 'Resend verification')
  await admin.page.getByText('Mail sent successfully.').first().waitFor()
  await choose(person.page, await mailedLink(email, /Your access to/, 1), password)
  expect(await barriers(person.page)).toEqual([])
  await signIn(person.page, email, password)
  await isInside(person.page)
  await admin.page.goto(user)
  await admin.page.getByRole('heading', { level: 1, name: /Ingrid Vale Active/ }).waitFor()

  // A password that was forgotten: by mail, and by a link that is handed over.
  await act(admin.page, 'Send reset link')
  await admin.page.getByText('Mail sent successfully.').first().waitFor()
  await choose(person.page, await mailedLink(email, /^Subject: Choose a new password/m, 0), `${password} two`)
  await signIn(person.page, email, password)
  await person.page.getByRole('alert').getByText('The email address or the password is not right.').waitFor()
  await admin.page.goto(user)
  await act(admin.page, 'Create reset link')
  const given = await admin.page.getByLabel(`For ${email}`).inputValue()
  const link = new URL(given)
  await choose(person.page, link.pathname + link.search, `${password} three`)
  await signIn(person.page, email, `${password} three`)
  await isInside(person.page)

  // Put out: what is open ends, and nobody comes in with that address.
  await admin.page.goto(user)
  await act(admin.page, 'Deactivate')
  await admin.page.getByRole('heading', { level: 1, name: /Ingrid Vale Deactivated/ }).waitFor()
  await person.page.goto('/customer-master')
  await person.page.waitForURL(/\/login/)
  await signIn(person.page, email, `${password} three`)
  await person.page.getByRole('alert').waitFor()
  expect(admin.complaints).toEqual([])
})

test('the link of an organization gives its people a way back in', async () => {
  const { page, complaints } = await open({ width: 1440, height: 900 })
  await enter(page, administrator)
  const { records } = await apiCall<{ records: { id: number }[] }>(page, 'GET', 'organizations?limit=1')
  await page.goto(`/organizations/view/${records[0]!.id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Create reset link' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('combobox', { name: 'User' }).fill('lee.carter')
  await page.getByRole('option').first().click()
  await dialog.getByRole('button', { name: 'Create reset link' }).click()
  const link = await page.getByLabel(/^For /).inputValue()
  expect(link).toContain('/login/reset-password?token=')
  expect(complaints).toEqual([])
})

test('a picture of oneself is shown at the top, replaced and removed', async () => {
  const { page, complaints } = await open()
  await enter(page, analyst)
  await page.goto('/profile')
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 64, height: 64 } })
  const files = { name: 'me.png', mimeType: 'image/png', buffer: picture }
  await page.getByLabel('Picture', { exact: true }).setInputFiles(files)
  await page.getByText('Image has been successfully uploaded.').waitFor()
  await page.reload()
  const shown = page.getByRole('banner').locator('img')
  await shown.waitFor()
  expect(await shown.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Remove it' }).click()
  await page.getByRole('button', { name: 'Add a picture' }).waitFor()
  await expect.poll(() => page.getByRole('banner').locator('img').count()).toBe(0)
  const wrong = { name: 'me.png', mimeType: 'image/png', buffer: Buffer.from('no picture at all') }
  await page.getByLabel('Picture', { exact: true }).setInputFiles(wrong)
  await page
    .getByRole('region', { name: /Notifications/ })
    .getByRole('listitem')
    .first()
    .waitFor()
  await page.getByRole('button', { name: 'Add a picture' }).waitFor()
  expect(complaints.filter((line) => !/4\d\d/.test(line))).toEqual([])
})
