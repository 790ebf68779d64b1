import type { Page } from 'playwright-core'
import { signInAs } from '#tests/support/sign-in.ts'

export const administrator = /^Administrator, Northgate/
export const analyst = /^Rebate analyst/

/** Signs in and chooses an application where the role has several. */
export async function enter(page: Page, role: RegExp): Promise<void> {
  await signInAs(page, role)
  await page.waitForURL((url) => url.pathname === '/' || url.pathname === '/applauncher')
  if (new URL(page.url()).pathname === '/') return
  await page
    .getByRole('button', { name: /Customer Rebate/ })
    .or(page.getByRole('link', { name: /Customer Rebate/ }))
    .last()
    .click()
  await page.waitForURL((url) => url.pathname !== '/applauncher')
}

/** The control of a field of an open record. */
export const field = (page: Page, name: string) => page.locator(`#record_${name}`)

/** Makes a customer by hand and answers its id. */
export async function createCustomer(page: Page, number: string, name: string): Promise<string> {
  await page.goto('/customer-master/new')
  await field(page, 'customer_number').fill(number)
  await field(page, 'customer_name').fill(name)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/view-customer\/\d+/)
  return new URL(page.url()).pathname.split('/').at(-1)!
}

/** Deletes the customers whose numbers begin so: what an earlier attempt at the same test left. */
export const forgetCustomers = (page: Page, prefix: string): Promise<unknown> =>
  apiCall(page, 'DELETE', `customer-data?customer_number.startsWith=${prefix}`)

/** Deletes the upload formats of a functionality, which would be proposed for files with the same columns. */
export async function forgetFormats(page: Page, functionality: string): Promise<void> {
  const { records } = await apiCall<{ records: { id: number }[] }>(
    page,
    'GET',
    `upload-format?app-functionality=${functionality}`,
  )
  for (const { id } of records) await apiCall(page, 'DELETE', `upload-format/${id}`)
}

/** A call of the session of the page, for what a test needs but does not look at. */
export const apiCall = <T>(page: Page, method: string, path: string, body?: unknown): Promise<T> =>
  page.evaluate(
    async ([verb, address, sent]) => {
      const answer = await fetch(`/api/${address}`, {
        method: verb,
        headers: {
          authorization: `Bearer ${localStorage.getItem('access_token')}`,
          ...(sent === undefined ? {} : { 'content-type': 'application/json' }),
        },
        body: sent,
      })
      const { response, message } = (await answer.json()) as { response: unknown; message?: string }
      if (!answer.ok) throw new Error(`${address}: ${message}`)
      return response
    },
    [method, path, body === undefined ? undefined : JSON.stringify(body)] as [string, string, string | undefined],
  ) as Promise<T>
