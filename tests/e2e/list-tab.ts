import type { Browser, Page } from 'playwright-core'
import { openTab } from '../support/browser.ts'
import { enter } from '../support/sign-in.ts'

/** Sales lines: forty thousand of them, with totals. */
export const sales = '/sales-inovoice-query'

const administrator = /^Administrator, Northgate/

/** Opens an address of the application that the lists of these tests stand in. */
export async function openList(
  browser: Browser,
  address: string,
  options: Parameters<typeof openTab>[1] = {},
  role = administrator,
) {
  const tab = await openTab(browser, options)
  await enter(tab.page, role)
  await tab.page.goto(address)
  return tab
}

/** What the address says behind its path, read as a person would. */
export const query = (page: Page): string => decodeURIComponent(new URL(page.url()).search)

/** The place of a column among the cells of a row, by its heading. */
export async function columnOf(page: Page, heading: string): Promise<number> {
  const headings = await page.getByRole('columnheader').allTextContents()
  return headings.findIndex((text) => text.startsWith(heading))
}
