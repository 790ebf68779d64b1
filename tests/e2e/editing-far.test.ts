import type { Browser } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openBrowser, openTab } from '#tests/support/browser.ts'
import { cell, edit } from './edit-mode.ts'
import { administrator, enter } from './record.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

test('what is being typed into a cell stays while one looks elsewhere in a long list', async () => {
  const { page } = await openTab(browser)
  await enter(page, administrator)
  await edit(page, `/customer-master?limit=250&columns=customer_number,customer_name,city`)
  await cell(page, 2, 1).click()
  await page.keyboard.type('Half a na')
  const box = page.locator('tr[data-row="2"]').locator('xpath=ancestor::div[contains(@class, "overflow")][1]')
  await box.evaluate((element) => element.scrollTo(0, element.scrollHeight))
  await page.locator('tr[data-row="240"]').waitFor()
  await page.keyboard.type('me')
  await box.evaluate((element) => element.scrollTo(0, 0))
  expect(await page.locator('.cell-editor input').inputValue()).toBe('Half a name')
  await page.keyboard.press('Escape')
})
