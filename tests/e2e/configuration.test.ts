import type { Browser } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openBrowser, openTab } from '../support/browser.ts'
import { barriers } from './axe.ts'
import { administrator, analyst, apiCall, enter, field } from './record.ts'

let browser: Browser
beforeAll(async () => {
  browser = await openBrowser()
})

it('designs what a role sees of payments, which the role sees of them at once and of accruals not', async () => {
  const { page, complaints } = await openTab(browser, { width: 1600, height: 900 })
  await enter(page, administrator)
  const { records } = await apiCall<{ records: { id: number; layer: string }[] }>(
    page,
    'GET',
    'payment-designer?limit=0',
  )
  for (const { id } of records) await apiCall(page, 'DELETE', `payment-designer/${id}`)
  await page.goto('/payment-designer')
  await expect.poll(() => page.title()).toMatch(/^Payment designer · /)
  await page.getByLabel('For whom').selectOption({ label: 'Role Rebate analyst (1)' })
  const preview = page.getByRole('complementary', { name: 'Preview' })
  await preview.getByText('Payee', { exact: true }).waitFor()
  await page.getByLabel('Label of Payee').fill('Paid to')
  await preview.getByText('Paid to', { exact: true }).waitFor()
  // By keyboard: the field goes before its neighbour.
  await page.getByRole('button', { name: 'Move Paid to up' }).focus()
  await page.keyboard.press('Enter')
  const labels = () => preview.getByRole('region', { name: 'Posting', exact: true }).locator('label').allTextContents()
  await expect
    .poll(async () => (await labels()).map((label) => label.replace('*', '').trim()).slice(4, 6))
    .toEqual(['Paid to', 'Currency'])
  const row = page.locator('[data-design-field="tier"]')
  // Nobody enters a payment.
  expect(await row.getByLabel('Required').count()).toBe(0)
  await row.getByLabel('Shown').uncheck()
  await expect.poll(() => preview.getByText('Tier', { exact: true }).count()).toBe(0)
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.getByText('Successfully updated').first().waitFor()
  const [design] = (await apiCall<{ records: { id: number; layer: string }[] }>(page, 'GET', 'payment-designer'))
    .records
  expect(design?.layer).toBe('role')

  const { page: other, complaints: others } = await openTab(browser)
  await enter(other, analyst)
  const look = async (kind: string) => {
    const found = await apiCall<{ records: { id: number }[] }>(
      other,
      'GET',
      `financial_postings?posting_type=${kind}&tier.gt=0&limit=1`,
    )
    await other.goto(`/financial-postings/view/${found.records[0]!.id}`)
    await other.getByText('How it came about').waitFor()
    const main = other.getByRole('main')
    const shown = (label: string) => main.getByText(label, { exact: true }).count()
    return [await shown('Paid to'), await shown('Payee'), await shown('Tier')]
  }
  expect(await look('Payment')).toEqual([1, 0, 0])
  expect(await look('Accrual')).toEqual([0, 1, 1])
  await other.goto('/payment-approvals/payment-reports')
  await other.getByRole('columnheader', { name: 'Paid to' }).waitFor()
  await apiCall(page, 'DELETE', `payment-designer/${design!.id}`)
  expect([...complaints, ...others]).toEqual([])
})

it('keeps designers to administrators', async () => {
  const { page } = await openTab(browser, { expectedStatuses: [403] })
  await enter(page, analyst)
  await page.goto('/contract-default-designer')
  await page
    .getByRole('heading', { name: /do not have access|not for you|cannot open/i })
    .first()
    .waitFor()
  expect(await page.getByLabel('For whom').count()).toBe(0)
})

it('answers questions in the help, by topic and search, without loading the product anew', async () => {
  const { page, complaints } = await openTab(browser)
  await enter(page, analyst)
  await page.goto('/help')
  await page.getByRole('button', { name: 'Your first day' }).click()
  await page.getByRole('heading', { name: 'What to do first' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.evaluate(() => Object.assign(window, { stayed: true }))
  await page.getByRole('main').getByRole('link', { name: 'Customers' }).click()
  await page.waitForURL(/customer-master/)
  expect(await page.evaluate(() => (window as { stayed?: boolean }).stayed)).toBe(true)
  await page.goto('/help')
  await page.getByRole('searchbox', { name: 'Search the help' }).fill('rejected')
  await page.getByRole('button', { name: /lines of my file were rejected/ }).waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Your first day' }).count()).toBe(0)
  await page.getByRole('searchbox', { name: 'Search the help' }).fill('no such thing anywhere')
  await page.getByText('Nothing about “no such thing anywhere”').waitFor()
  expect(complaints).toEqual([])
})

it('leads from the figures of the masters to the history of a record', async () => {
  const { page, complaints } = await openTab(browser, { width: 390, height: 844 })
  await enter(page, administrator)
  await apiCall(page, 'DELETE', 'supplier-master?supplier_number.startsWith=DASH-')
  const { id } = await apiCall<{ id: number }>(page, 'POST', 'supplier-master', {
    supplier_number: 'DASH-1',
    supplier_name: 'Dashboard supplier',
  })
  await page.goto('/master-data-details?app_functionality=supplier&operation=insert')
  const changes = page.getByRole('region', { name: 'Changes', exact: true }).first()
  await changes
    .getByRole('link', { name: /DASH-1/ })
    .first()
    .waitFor()
  expect(await barriers(page)).toEqual([])
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390)
  await changes
    .getByRole('link', { name: /DASH-1/ })
    .first()
    .click()
  await page.waitForURL(new RegExp(`view-supplier/${id}\\?tab=history`))
  await page.getByRole('tab', { name: 'History', selected: true }).waitFor()
  await page.goto('/master-data-details')
  await page
    .getByRole('region', { name: 'Records', exact: true })
    .getByRole('link', { name: /Suppliers/ })
    .click()
  await page.waitForURL(/supplier-master/)
  await apiCall(page, 'DELETE', 'supplier-master?supplier_number.startsWith=DASH-')
  expect(complaints).toEqual([])
})

it('offers the reports of a functionality beside its records, with the record as criterion', async () => {
  const { page, complaints } = await openTab(browser)
  await enter(page, administrator)
  const { records } = await apiCall<{ records: { id: number; customer_number: string }[] }>(
    page,
    'GET',
    'customer-data?limit=1&count=none',
  )
  await page.goto(`/customer-master/view-customer/${records[0]!.id}`)
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.hover()
  await more.click()
  await page.getByRole('menuitem', { name: 'Margin of this customer' }).click()
  await page.waitForURL(/\/customer-margin\?customer=/)
  expect(new URL(page.url()).searchParams.get('customer')).toBe(records[0]!.customer_number)
  await expect
    .poll(() =>
      field(page, 'customer')
        .or(page.getByLabel('Customer', { exact: true }))
        .first()
        .inputValue(),
    )
    .toContain(records[0]!.customer_number)
  expect(complaints).toEqual([])
})
