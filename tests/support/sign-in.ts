import type { Page } from 'playwright-core'
import { inject } from 'vitest'

/** Signs in as the demo person whose role matches, through the page as a person does. */
export async function signInAs(page: Page, role: RegExp, path = '/login'): Promise<void> {
  const person = inject('signIns').find((one) => role.test(one.role))
  if (!person) throw new Error(`The demo has nobody like ${String(role)}`)
  await page.goto(path)
  await page.getByLabel('Email address').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}
