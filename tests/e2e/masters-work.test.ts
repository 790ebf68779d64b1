import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { takeScreenshots } from '../support/screenshots.ts'
import { barriers } from './axe.ts'
import { openList } from './list-tab.ts'
import { apiCall, field } from './record.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

const sections = (page: Page) => page.locator('main section h2, main section h3').allTextContents()

it('shows what goes into a bill over all levels, and where its material is used', async () => {
  const { page, complaints } = await openList(browser, '/bom')
  await page.getByRole('grid').waitFor()
  await takeScreenshots(page, 'bom')
  // A kit that holds another one.
  const { records } = await apiCall<{ records: { bom: string }[] }>(page, 'GET', 'bom-component?phantom=true&limit=1')
  const bills = await apiCall<{ records: { id: number }[] }>(page, 'GET', `bom?bom=${records[0]!.bom}`)
  await page.goto(`/bom/view/${bills.records[0]!.id}?tab=bom-explosion`)
  const table = page.getByRole('region', { name: 'Table of explosion' })
  await table.getByRole('row').nth(1).waitFor()
  const places = await table.locator('tbody tr td:first-child').allTextContents()
  expect(places.some((place) => place.includes('.'))).toBe(true)
  expect(await barriers(page)).toEqual([])
  await takeScreenshots(page, 'bom-explosion', ['laptop', 'desktop', 'phone'])
  await page.getByRole('link', { name: 'Open result' }).click()
  await page.waitForURL(/bom\/explosion\/result/)
  await page.getByText('Has a bill').first().waitFor()
  await takeScreenshots(page, 'bom-explosion-result')
  expect(complaints).toEqual([])
})

it('shapes the form of a material by its type', async () => {
  const { page, complaints } = await openList(browser, '/material-master/new')
  await field(page, 'material_number').waitFor()
  await expect.poll(() => sections(page)).toContain('Units and weights')
  await field(page, 'material_type').selectOption({ label: 'Service' })
  await expect.poll(() => sections(page)).not.toContain('Units and weights')
  expect(await sections(page)).toContain('Prices and costs')
  await takeScreenshots(page, 'material-shaped')
  await field(page, 'material_type').selectOption({ label: 'Finished product' })
  await expect.poll(() => sections(page)).toContain('Units and weights')
  expect(complaints).toEqual([])
})

it('converts an amount on the list of rates, and says by which', async () => {
  const { page, complaints } = await openList(browser, '/currency-rates')
  await page.getByRole('grid').waitFor()
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Convert an amount' }).click()
  const dialog = page.getByRole('dialog', { name: 'Convert an amount' })
  await dialog.getByRole('textbox', { name: 'Amount' }).fill('100')
  await dialog.getByRole('textbox', { name: 'From' }).fill('USD')
  await dialog.getByRole('textbox', { name: 'To', exact: true }).fill('JPY')
  await dialog.getByRole('button', { name: 'Convert an amount' }).click()
  await page.getByText(/1 EUR = .* USD .*taken the other way round; 1 EUR = .* JPY/).waitFor()
  expect(await page.getByRole('dialog').getByRole('textbox').inputValue()).toMatch(/^\d+ JPY$/)
  await takeScreenshots(page, 'currency-convert', ['laptop'])
  expect(complaints).toEqual([])
})
