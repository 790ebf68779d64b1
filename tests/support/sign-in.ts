import type { Page } from 'playwright-core'
import { inject } from 'vitest'

/** Signs in by the page as the demo's account whose e-mail begins like this, and waits until the product stands. */
export async function signIn(
  page: Page,
  who: 'anna.meyer' | 'admin@northgate' | 'lee.carter' | 'admin@southbank',
): Promise<void> {
  const account = inject('signIns').find(({ email }) => email.startsWith(who))
  if (!account) throw new Error(`The demo has no account ${who}`)
  await page.goto('/login')
  await page.getByLabel('Email address').fill(account.email)
  await page.getByLabel('Password', { exact: true }).fill(account.password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
  await page.getByRole('navigation').first().waitFor()
}
