import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { takeScreenshots } from '../support/screenshots.ts'
import { barriers } from './axe.ts'
import { openList, query } from './list-tab.ts'
import { apiCall } from './record.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

const node = (page: Page, key: string) => page.locator(`tr[data-key="${key}"]`)
const levelOf = (page: Page, key: string) => node(page, key).getAttribute('aria-level')

const places = [
  ['E2E-W', null],
  ['E2E-W-EU', 'E2E-W'],
  ['E2E-W-DE', 'E2E-W-EU'],
  ['E2E-W-US', 'E2E-W'],
  ['E2E-Z', null],
] as const

/** Territories of this test alone, as an earlier attempt at it may not have left them. */
async function territories(page: Page): Promise<void> {
  for (const [key] of places.toReversed()) await apiCall(page, 'DELETE', `territory?territory=${key}`)
  for (const [territory, parent_territory] of places)
    await apiCall(page, 'POST', 'territory', { territory, description: `Place ${territory}`, parent_territory })
}

const open = async () => {
  const tab = await openList(browser, '/terittory')
  await tab.page.getByRole('grid').waitFor()
  return tab
}

it('shows a list as a tree, opened and walked through by keys', async () => {
  const { page, complaints } = await open()
  await territories(page)
  await page.getByText('Tree', { exact: true }).click()
  await node(page, 'E2E-W').waitFor()
  expect(query(page)).toBe('?tree=true')
  expect(await node(page, 'E2E-W-EU').count()).toBe(0)

  await node(page, 'E2E-W').focus()
  await page.keyboard.press('ArrowRight')
  await node(page, 'E2E-W-EU').waitFor()
  await page.keyboard.press('ArrowRight')
  expect(await node(page, 'E2E-W-EU').evaluate((row) => row === document.activeElement)).toBe(true)
  await page.keyboard.press('ArrowRight')
  await node(page, 'E2E-W-DE').waitFor()
  expect(await levelOf(page, 'E2E-W-DE')).toBe('3')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowLeft')
  await page.keyboard.press('ArrowLeft')
  expect(await node(page, 'E2E-W-EU').getAttribute('aria-expanded')).toBe('false')
  // Letters go to the next title that begins with them.
  await page.keyboard.type('e2e-z')
  expect(await node(page, 'E2E-Z').evaluate((row) => row === document.activeElement)).toBe(true)
  expect(await barriers(page)).toEqual([])
  await takeScreenshots(page, 'tree')

  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: /E2E-Z/ }).waitFor()
  await page.goBack()
  // What was open is open again.
  await node(page, 'E2E-W-US').waitFor()
  expect(complaints).toEqual([])
})

it('moves records by dragging, by keys and in a dialog, and takes it back', async () => {
  const { page, complaints } = await open()
  await territories(page)
  await page.goto('/terittory?tree=true')
  await node(page, 'E2E-W').getByRole('button', { name: /^Open/ }).click()
  await node(page, 'E2E-W-US').dragTo(node(page, 'E2E-Z'))
  await page.getByText(/Place E2E-W-US moved below E2E-Z/).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText(/E2E-W-US is below E2E-W again/).waitFor()

  await node(page, 'E2E-W-US').focus()
  await page.keyboard.press('Control+x')
  await page.getByText(/is taken up/).waitFor()
  await node(page, 'E2E-W-EU').focus()
  await page.keyboard.press('Control+v')
  await page.getByText(/E2E-W-US moved below E2E-W-EU/).waitFor()
  await expect.poll(() => levelOf(page, 'E2E-W-US')).toBe('3')

  // Below its own part: the server says why not.
  await node(page, 'E2E-W').click({ button: 'right' })
  await page.getByRole('menuitem', { name: /Move to…/ }).click()
  const dialog = page.getByRole('dialog', { name: /^Move E2E-W/ })
  await dialog.getByRole('combobox').fill('E2E-W-DE')
  await page.getByRole('option', { name: /E2E-W-DE/ }).click()
  await dialog.getByRole('button', { name: 'Move', exact: true }).click()
  await page.getByText('E2E-W → E2E-W-DE → E2E-W-EU → E2E-W').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await node(page, 'E2E-W-US').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Move to the top' }).click()
  await expect.poll(() => levelOf(page, 'E2E-W-US')).toBe('1')
  expect(complaints.filter((text) => !text.includes('422'))).toEqual([])
})

it('tells of a record that somebody else changed, finds records with their way, and adds below', async () => {
  const { page } = await open()
  await territories(page)
  await page.goto('/terittory?tree=true')
  await node(page, 'E2E-W').getByRole('button', { name: /^Open/ }).click()
  await node(page, 'E2E-W-US').waitFor()
  const { records } = await apiCall<{ records: { id: number }[] }>(page, 'GET', 'territory?territory=E2E-W-US')
  await apiCall(page, 'PUT', `territory/${records[0]!.id}`, { description: 'Place E2E-W-US, renamed' })
  await node(page, 'E2E-W-US').dragTo(node(page, 'E2E-Z'))
  await page.getByText(/changed by somebody else meanwhile/).waitFor()
  await node(page, 'E2E-W-US').getByText('renamed').waitFor()
  expect(await levelOf(page, 'E2E-W-US')).toBe('2')

  await page.getByRole('searchbox', { name: 'Search territories' }).fill('E2E-W-DE')
  await node(page, 'E2E-Z').waitFor({ state: 'detached' })
  expect(await levelOf(page, 'E2E-W-DE')).toBe('3')

  await node(page, 'E2E-W-DE').click({ button: 'right' })
  await page.getByRole('menuitem', { name: 'Add below' }).click()
  await page.waitForURL(/\/new\?parent_territory=E2E-W-DE/)
  await expect.poll(() => page.locator('#record_parent_territory').inputValue()).toContain('E2E-W-DE')
})
