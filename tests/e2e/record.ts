import type { Page } from 'playwright-core'

export const administrator = /^Administrator, Northgate/
export const analyst = /^Rebate analyst/

export { enter } from '#tests/support/sign-in.ts'

/** Opens the record shown for editing; waits until it is there, for the list before it has a button of its own that edits. */
export async function editShownRecord(page: Page): Promise<void> {
  await page.waitForURL(/\/view/)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.waitForURL(/\/edit/)
}

/** The control of a field of an open record. */
export const field = (page: Page, name: string) => page.locator(`#record_${name}`)

/** Pastes a text where the cursor is, as from a spreadsheet. */
export async function paste(page: Page, text: string): Promise<void> {
  await page.evaluate((block) => navigator.clipboard.writeText(block), text)
  await page.keyboard.press('Control+v')
}

/** Makes customers anew, PRE-1, PRE-2 …, and answers their ids; what an earlier attempt at the same test left under the prefix is deleted first. */
export async function createCustomers(page: Page, prefix: string, names: readonly string[]): Promise<string[]> {
  await apiCall(page, 'DELETE', `customer-data?customer_number.startsWith=${prefix}-`)
  const ids: string[] = []
  for (const [index, customer_name] of names.entries()) {
    const made = { customer_number: `${prefix}-${index + 1}`, customer_name }
    ids.push(String((await apiCall<{ id: number }>(page, 'POST', 'customer-data', made)).id))
  }
  return ids
}

/** Deletes the upload formats of a functionality, which would be proposed for files with the same columns. */
export async function forgetFormats(page: Page, functionality: string): Promise<void> {
  const { records } = await apiCall<{ records: { id: number }[] }>(
    page,
    'GET',
    `upload-format?app-functionality=${functionality}`,
  )
  for (const { id } of records) await apiCall(page, 'DELETE', `upload-format/${id}`)
}

/** An exception that nobody has submitted yet. */
export const exceptionOf = (page: Page, description: string) =>
  apiCall<{ readonly id: number; readonly row_version: number }>(page, 'POST', 'incentive-override', {
    description,
    contract_number: 'CR-E2E',
    override_rate: '7',
    impact: '900',
    valid_from: '2026-01-01',
    valid_to: '2026-12-31',
    justification: 'Offer of a competitor',
  })

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
