import type { Page } from 'playwright-core'

/** A cell of a list that is edited, by its row and its column from 0 on. */
export const cell = (page: Page, row: number, column: number) =>
  page.locator(`tr[data-row="${row}"] td[data-column="${column}"]`)

/** Opens a list with a search and begins to edit it. */
export async function edit(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await page.locator('tbody tr[aria-rowindex]').first().waitFor()
  await page.getByRole('button', { name: 'Edit in list' }).click()
  await cell(page, 0, 0).waitFor()
}
