import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { barriers } from './axe.ts'
import { administrator, analyst, apiCall, enter, field } from './record.ts'
import { tabsOfFile } from './tabs.ts'

const openTab = tabsOfFile()

async function confirmed(page: Page, name: string, said: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  await page.getByText(said).waitFor()
}

it('is changed by a request that somebody else approves, and asks back when it is made twice', async () => {
  const { page, complaints } = await openTab({ width: 1440, height: 900 })
  await enter(page, analyst)
  const other = await openTab({ width: 1440, height: 900 })
  await enter(other.page, administrator)
  const number = `CH${Date.now().toString(36).toUpperCase()}`
  await apiCall(page, 'POST', 'customer-data', { customer_number: number, customer_name: `Partner ${number}` })
  const { id } = await apiCall<{ id: number }>(page, 'POST', 'contracts', {
    contract_number: number,
    contract_header: `Agreed ${number}`,
    partner_customer: number,
    valid_from: '2026-01-01',
    valid_to: '2026-12-31',
    rules: [{ rule_no: 1, rate: '2' }],
  })
  const decide = (tab: Page, approval_status: string) =>
    apiCall(tab, 'POST', 'approval-request/bulk-approval/contract', { contract_ids: [id], approval_status })
  await decide(page, 'submit_approval')
  await decide(other.page, 'approved')

  // At the address of its form an approved contract is read, and says how it is changed.
  await page.goto(`/contract-setup/edit-contract/${id}`)
  await page.getByText('press Change').waitFor()
  await page.getByRole('button', { name: 'Change', exact: true }).click()
  await page.getByLabel('Why it changes').fill('Yearly talks')
  await page.getByRole('dialog').getByRole('button', { name: 'Change', exact: true }).click()
  await page.waitForURL(/change-request-detail\/\d+\/edit/)
  await field(page, 'contract_header').click()
  await field(page, 'contract_header').fill(`Better ${number}`)
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('cell', { name: `Better ${number}` }).waitFor()
  expect(await barriers(page)).toEqual([])
  const request = new URL(page.url()).pathname.split('/').at(-1)!
  await confirmed(page, 'Submit for approval', 'Successfully submitted')

  await other.page.goto(`/approval-reject/change-request/${request}`)
  await other.page.getByRole('cell', { name: `Agreed ${number}` }).waitFor()
  await confirmed(other.page, 'Approve', 'Successfully approved')
  await page.goto(`/contract-setup/view-contract/${id}?tab=contract-version`)
  await page.getByRole('heading', { name: `Better ${number}` }).waitFor()
  await page.getByText('Yearly talks').waitFor()

  await page.goto(`/contract-setup?copy=${id}`)
  await field(page, 'contract_number').fill(`${number}-2`)
  await page.getByRole('button', { name: 'Save' }).click()
  const asked = page.getByRole('dialog')
  await asked.getByText('has the same partner, type and eligibility').waitFor()
  await asked.getByRole('button', { name: 'Save anyway' }).click()
  await page.waitForURL(/view-contract\/\d+/)
  await page.getByRole('heading', { name: `Better ${number}` }).waitFor()
  expect([...complaints, ...other.complaints]).toEqual([])
})
