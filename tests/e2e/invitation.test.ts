import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriers } from './axe.ts'
import { mailedLink } from './mailed-link.ts'
import { administrator, apiCall, enter, field } from './record.ts'
import { tabsOfFile } from './tabs.ts'

const open = tabsOfFile()
const email = 'newcomer.e2e@northgate.example'
const password = 'four words nobody has chosen'

async function remove(page: Page): Promise<void> {
  const { records } = await apiCall<{ records: { id: number }[] }>(page, 'GET', `users?email=${email}`)
  for (const { id } of records) await apiCall(page, 'DELETE', `users/${id}`)
}

test('somebody is invited, chooses a password by the link of the mail and signs in with it', async () => {
  const { page, complaints } = await open()
  await enter(page, administrator)
  await remove(page)
  await page.goto('/users/new')
  await field(page, 'email').fill(email)
  await field(page, 'name').fill('Nora Newcomer')
  await field(page, 'role').fill('READER')
  await page.getByRole('option', { name: /^READER\b/ }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/users\/view\/\d+/)
  await page.getByRole('main').getByText('Invited', { exact: true }).first().waitFor()
  let link: string | undefined
  await expect.poll(async () => (link = await mailedLink(email)), { timeout: 60_000 }).toBeDefined()
  const { pathname, search } = new URL(link!)

  const newcomer = await open({ expectedStatuses: [422] })
  await newcomer.page.goto(`${pathname}${search}`)
  await newcomer.page.getByLabel('New password', { exact: true }).fill('short')
  await newcomer.page.getByLabel('New password again').fill('short')
  await newcomer.page.getByRole('button', { name: 'Set the password' }).click()
  await newcomer.page
    .getByText(/at least 12 characters/i)
    .nth(1)
    .waitFor()
  await newcomer.page.getByLabel('New password', { exact: true }).fill(password)
  await newcomer.page.getByLabel('New password again').fill(password)
  expect(await barriers(newcomer.page)).toEqual([])
  await newcomer.page.getByRole('button', { name: 'Set the password' }).click()
  await newcomer.page.getByRole('heading', { name: 'Your password is set' }).waitFor()
  await newcomer.page.getByRole('link', { name: 'Sign in' }).click()
  await newcomer.page.getByLabel('Email address').fill(email)
  await newcomer.page.getByLabel('Password', { exact: true }).fill(password)
  await newcomer.page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await newcomer.page.waitForURL((url) => url.pathname === '/' || url.pathname === '/applauncher')
  const { name, role } = await apiCall<{ name: string; role: string }>(newcomer.page, 'GET', 'profile')
  expect([name, role]).toEqual(['Nora Newcomer', 'READER'])

  // The link works once.
  const again = await open({ expectedStatuses: [400, 401, 403, 404, 410, 422] })
  await again.page.goto(`${pathname}${search}`)
  await again.page.getByLabel('New password', { exact: true }).fill(password)
  await again.page.getByLabel('New password again').fill(password)
  await again.page.getByRole('button', { name: 'Set the password' }).click()
  await again.page.getByRole('link', { name: 'Ask for a new link' }).waitFor()

  await page.reload()
  await page.getByRole('main').getByText('Active', { exact: true }).first().waitFor()
  await remove(page)
  expect([complaints, newcomer.complaints]).toEqual([[], []])
})
