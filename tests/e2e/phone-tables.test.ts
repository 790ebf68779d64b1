import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriers } from './axe.ts'
import { administrator, apiCall, enter } from './record.ts'
import { tabsOfFile } from './tabs.ts'

const open = tabsOfFile()

/** By how much tables are wider than what one sees of them. */
const cutOff = (page: Page): Promise<number> =>
  page
    .locator('main table')
    .evaluateAll((tables) => Math.max(...tables.map(({ parentElement: box }) => box!.scrollWidth - box!.clientWidth)))

test('small tables are lists on a phone, with nothing beside the screen', async () => {
  const { page, complaints } = await open({ width: 390, height: 844 })
  await enter(page, administrator)
  await page.goto('/customer-master/customer-master-excel-upload')
  await page.locator('input[type=file]').setInputFiles({
    name: 'phone.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('Customer no,Customer name,Type\nPH1,Lamps,Reseller\n'),
  })
  const mapping = page.getByRole('row').filter({ has: page.getByLabel('Source of Name', { exact: true }) })
  await mapping.getByText('Lamps').first().waitFor()
  expect(await cutOff(page)).toBe(0)
  expect((await mapping.boundingBox())!.width).toBeLessThanOrEqual(390)
  for (const [path, name] of [
    ['/uploads', 'phone.csv'],
    ['/upload-formats', 'Customers from the ERP system'],
  ] as const) {
    await page.goto(path)
    await page.getByRole('row').filter({ hasText: name }).waitFor()
    expect([path, await cutOff(page)]).toEqual([path, 0])
    expect(await barriers(page)).toEqual([])
  }
  const { records } = await apiCall<{ records: { id: number }[] }>(page, 'GET', 'user-role?limit=1')
  await page.goto(`/user-roles/view/${records[0]!.id}`)
  await page.getByRole('region', { name: 'Table of Master data' }).waitFor()
  expect(await cutOff(page)).toBe(0)
  expect(complaints).toEqual([])
})

test('which row one is in stays in view while nested rows are scrolled sideways, under the heading and with the keyboard', async () => {
  const { page } = await open({ width: 390, height: 844 })
  await enter(page, administrator)
  await page.goto('/contract-setup')
  await page.getByRole('button', { name: 'Add row to Rules' }).click()
  const number = page.locator('#record_rules_0_rule_no')
  await number.fill('7')
  const box = page.locator('#record_rules')
  const left = async () => Math.round((await number.boundingBox())!.x)
  const at = await left()
  await box.evaluate((element) => element.scrollTo({ left: 600 }))
  expect(await left()).toBe(at)
  // Nothing of the others shows through, and what gets the focus is not below it.
  const isOnTop = (selector: string) =>
    page.locator(selector).evaluate((element) => {
      const { x, y, height } = element.getBoundingClientRect()
      return element.contains(document.elementFromPoint(x + 8, y + height / 2))
    })
  expect(await isOnTop('#record_rules_0_rule_no')).toBe(true)
  expect(await isOnTop('#record_rules thead th:nth-child(2)')).toBe(true)
  await page.locator('#record_rules_0_bound').focus()
  await page.keyboard.press('Shift+Tab')
  expect(await page.locator(':focus').getAttribute('id')).toBe('record_rules_0_qualifier_basis')
  expect(await isOnTop('#record_rules_0_qualifier_basis')).toBe(true)
})

test('the approval inbox and lists of many columns are whole on a small laptop', async () => {
  const { page } = await open({ width: 1280, height: 800 })
  await enter(page, administrator)
  await page.goto('/approval-inbox?status=open&approvers=@me')
  const last = page.locator('th[data-field=address]')
  await last.waitFor()
  // Columns are fitted to their rows once these are there.
  await expect.poll(() => cutOff(page)).toBe(0)
  const { x, width } = (await last.boundingBox())!
  expect(x + width).toBeLessThanOrEqual(1280)
  // The substitutes are none yet: headings over nothing need no more room than they take.
  for (const path of ['/approval-substitutes', '/approval-decisions', '/claim-disputes', '/batchjob-setup']) {
    await page.goto(path)
    await page.locator('main th[data-field]').first().waitFor()
    await expect.poll(async () => [path, await cutOff(page)]).toEqual([path, 0])
  }
})
