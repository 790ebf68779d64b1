import { expect, test } from 'vitest'
import { barriers } from './axe.ts'
import { administrator, analyst, apiCall, editShownRecord, enter, field } from './record.ts'
import { tabsOfFile } from './tabs.ts'

const open = tabsOfFile()
const name = 'Suppliers of the test'

test('a dashboard is designed for a role, leads from its figures to the list, and goes', async () => {
  const { page, complaints } = await open({ expectedStatuses: [422] })
  await enter(page, administrator)
  await apiCall(page, 'DELETE', `dashboard/config?name.startsWith=${encodeURIComponent(name)}`)
  await page.goto('/dashboard-designer/new')
  await field(page, 'name').fill(name)
  const counted = field(page, 'functionality')
  await counted.fill('supplier')
  await page.getByRole('option', { name: /^supplier\b.*Suppliers$/ }).click()
  const roles = field(page, 'security_role')
  await roles.fill('ANALYST')
  await page.getByRole('option', { name: /^ANALYST\b/ }).click()
  await page.getByRole('button', { name: 'Add row to Tiles' }).click()
  await page.getByRole('textbox', { name: 'Title, row 1' }).fill('Status of suppliers')
  // What is offered are the fields of the list that was chosen.
  await page.locator('datalist option[value="status"][label="Status"]').first().waitFor({ state: 'attached' })
  await page.locator('#record_tiles_0_by').fill('no_such_field')
  await page.locator('#record_tiles_0_chart').selectOption({ label: 'Figures' })
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page
    .getByRole('link', { name: /Tiles, row 1, By:/ })
    .or(page.getByText(/Tiles, row 1, By:/))
    .first()
    .waitFor()
  await page.locator('#record_tiles_0_by').fill('status')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/dashboard-designer\/view\/\d+/)
  const designed = new URL(page.url()).pathname

  const other = await open()
  await enter(other.page, analyst)
  await other.page.goto('/')
  await other.page.getByRole('navigation').getByRole('link', { name }).first().click()
  await other.page.waitForURL(/\/dashboards\/\d+/)
  const figure = other.page.getByRole('region', { name: 'Status of suppliers' }).getByRole('link', { name: /^Active/ })
  await figure.waitFor()
  expect(await barriers(other.page)).toEqual([])
  const count = Number((await figure.textContent())!.replace('Active', '').replace(/\D/g, ''))
  await figure.click()
  await other.page.waitForURL(/\?status=active$/)
  const { total_record } = await apiCall<{ total_record: number }>(other.page, 'GET', 'supplier-master?status=active')
  expect([count, count > 0]).toEqual([total_record, true])

  await editShownRecord(page)
  await field(page, 'enabled').uncheck()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL((url) => url.pathname === designed)
  await other.page.goto('/')
  await other.page.getByRole('navigation').getByRole('link', { name: 'Home' }).waitFor()
  await expect.poll(() => other.page.getByRole('navigation').getByRole('link', { name }).count()).toBe(0)
  await apiCall(page, 'DELETE', `dashboard/config/${designed.split('/').at(-1)!}`)
  expect([complaints, other.complaints]).toEqual([[], []])
})
