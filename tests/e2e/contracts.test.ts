import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { barriers } from './axe.ts'
import { administrator, analyst, apiCall, enter, field } from './record.ts'
import { tabsOfFile } from './tabs.ts'

const openTab = tabsOfFile()

/** A customer with sales of its own, so that amounts are known: 90,000 and 60,000 in the first quarter. */
async function sell(page: Page, customer: string): Promise<void> {
  await apiCall(page, 'POST', 'customer-data', {
    customer_number: customer,
    customer_name: `Partner ${customer}`,
    country: 'Germany',
  })
  for (const [line, net] of ['90000', '60000'].entries())
    await apiCall(page, 'POST', 'sales_data', {
      billing_doc_number: customer,
      billing_doc_line: line + 1,
      billing_date: '2026-02-10',
      customer_number: customer,
      material_number: 'NOT-IN-THE-MASTER',
      quantity: '1',
      net_value: net,
      sales_organization: '1000',
    })
}

it('is agreed, approved by somebody else, simulated down to its invoice lines, posted once and taken back', async () => {
  const { page, complaints } = await openTab({ width: 1440, height: 900 })
  await enter(page, analyst)
  const number = `E2E${Date.now().toString(36).toUpperCase()}`
  await sell(page, number)

  await page.goto('/contract-setup')
  await field(page, 'contract_number').fill(number)
  await field(page, 'contract_header').fill('Tried in the browser')
  await field(page, 'valid_from').fill('2026-01-01')
  await field(page, 'valid_to').fill('2026-12-31')
  await field(page, 'contract_status').selectOption('Active')
  await field(page, 'partner_customer').fill(number)
  await page.getByRole('option', { name: new RegExp(`Partner ${number}`) }).click()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/view-contract\/\d+/)
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  // Nested rows have tests of their own: here the terms come in by call.
  const { row_version } = await apiCall<{ row_version: number }>(page, 'GET', `contracts/${id}`)
  await apiCall(page, 'PUT', `contracts/${id}`, {
    row_version,
    rules: [{ rule_no: 1, tier_mode: 'marginal', evaluation_period: 'quarter' }],
    tiers: [
      { rule_no: 1, from_value: '0', to_value: '100000', rate: '5' },
      { rule_no: 1, from_value: '100000', rate: '6' },
    ],
  })
  await page.reload()
  await page.getByRole('button', { name: 'Submit for approval' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Submit for approval' }).click()
  await page.getByText('Successfully submitted').waitFor()

  const other = await openTab({ width: 1440, height: 900 })
  await enter(other.page, administrator)
  await other.page.goto(`/contract-setup/view-contract/${id}`)
  await other.page.getByRole('button', { name: 'Approve', exact: true }).click()
  await other.page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await other.page.getByText('Successfully approved').waitFor()

  await page.goto(
    `/calculation-simulation-reports/calculation-reports?period_from=2026-01-01&period_to=2026-12-31&kind=Payment&contract_number=${number}`,
  )
  const table = page.getByRole('region', { name: 'Table' })
  await table.getByText('8,000.00').first().waitFor()
  await table.getByText(/100,000 × 5 % in tier 1 = 5,000, 50,000 × 6 % in tier 2 = 3,000/).waitFor()
  expect(await barriers(page)).toEqual([])
  await table.getByRole('link', { name: number }).first().click()
  await page.waitForURL(/calculation-sources\/results\?.*period_from=2026-01-01/)
  await page.getByRole('region', { name: 'Table' }).getByText('4,800').waitFor()

  const post = async (): Promise<{ done: number }> =>
    apiCall(page, 'POST', 'contracts/actions/post', {
      ids: [Number(id)],
      parameters: { kind: 'Payment', period_from: '2026-01-01', period_to: '2026-03-31', posting_date: '2026-04-02' },
    })
  expect(await post()).toMatchObject({ done: 1 })
  expect(await post()).toMatchObject({ done: 0 })
  await page.goto(`/financial-postings?contract_number=${number}`)
  await page.getByRole('link', { name: `${number}-0001` }).click()
  await page.getByText('8,000.00').first().waitFor()
  expect(await barriers(page)).toEqual([])
  expect([...complaints, ...other.complaints]).toEqual([])
})
