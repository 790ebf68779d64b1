import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openBrowser, openTab } from '#tests/support/browser.ts'
import { takeScreenshots } from '#tests/support/screenshots.ts'
import { barriers } from './axe.ts'
import { administrator, enter, field } from './record.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

const pdf = (name: string, content = 'the sheet') => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from(`%PDF-1.7 ${content}`),
})

const chooser = (page: Page, label: string) => page.locator(`input[type=file][aria-label="${label}"]`)

test('a picture and a document are kept with a material, replaced, downloaded and told in its history', async () => {
  const { page, complaints } = await openTab(browser, { expectedStatuses: [415] })
  await enter(page, administrator)
  await page.goto('/material-master/new')
  await field(page, 'material_number').fill('FILES-1')
  await field(page, 'material_description').fill('Lamp with a picture')
  await chooser(page, 'Data sheet').setInputFiles({ ...pdf('sheet.pdf'), buffer: Buffer.from('<html></html>') })
  await page.getByText('sheet.pdf is a program or a page, which is not kept here').waitFor()
  await chooser(page, 'Data sheet').setInputFiles(pdf('sheet one.pdf'))
  await page.getByRole('button', { name: 'Remove sheet one.pdf' }).waitFor()
  const picture = await page.screenshot({ clip: { x: 0, y: 0, width: 240, height: 160 } })
  await chooser(page, 'Picture').setInputFiles({ name: 'lamp.png', mimeType: 'image/png', buffer: picture })
  await page.getByRole('button', { name: 'Enlarge lamp.png' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await takeScreenshots(page, 'form-files', ['laptop', 'phone'])
  await page.keyboard.press('Control+s')
  await page.waitForURL(/view-material/)

  await page.getByRole('button', { name: 'Enlarge lamp.png' }).click()
  await page.getByRole('dialog').getByRole('img', { name: 'lamp.png' }).waitFor()
  await page.keyboard.press('Escape')
  const [saved] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download sheet one.pdf' }).click(),
  ])
  expect(saved.suggestedFilename()).toBe('sheet one.pdf')
  expect(await readFile(await saved.path(), 'utf8')).toBe('%PDF-1.7 the sheet')

  await page.getByRole('link', { name: 'Edit' }).click()
  await chooser(page, 'Data sheet').setInputFiles(pdf('sheet two.pdf'))
  await page.getByRole('button', { name: 'Remove lamp.png' }).click()
  // The save waits for the file that is still on its way.
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/view-material/)
  await page.getByRole('tab', { name: 'History' }).click()
  const change = page.getByRole('listitem').filter({ hasText: 'Changed' })
  await change.getByRole('row', { name: /Data sheet .*sheet one\.pdf.*sheet two\.pdf/ }).waitFor()
  await change.getByRole('row', { name: /Picture .*lamp\.png.*empty/ }).waitFor()
  expect(await barriers(page)).toEqual([])
  expect(complaints).toEqual([])
})
