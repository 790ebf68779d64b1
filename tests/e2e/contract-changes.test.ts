import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { readFile } from 'node:fs/promises'
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

/** The workbook of terms in which one contract has another rate. */
async function withRate(bytes: Buffer, contract: string, from: number, to: number): Promise<Buffer> {
  const { sheets } = await readXlsx(bytes)
  const next = sheets.map(({ name, rows }) => ({
    name,
    rows: (rows as (string | number | null)[][]).map((row) =>
      name === 'Rules' && row[0] === contract ? row.map((cell) => (cell === from ? to : cell)) : row,
    ),
  }))
  return Buffer.from(await writeXlsx({ sheets: next }))
}

/** Takes the terms of a draft from a file: filled, changed, handed in, foreseen, taken over. */
async function takeTerms(page: Page, partner: string, contract: string): Promise<void> {
  const { id } = await apiCall<{ id: number }>(page, 'POST', 'contract-mass-update', {
    description: `Round ${partner}`,
    action: 'rules_file',
    partner_number: partner,
    contract_status: null,
  })
  await page.goto(`/mass-contract-update/view/${id}`)
  await confirmed(page, 'Fill the file', 'The file has been filled')
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: /^Download ContractRules/ }).click(),
  ])
  const buffer = await withRate(await readFile(await download.path()), contract, 2, 2.75)
  await page.getByRole('link', { name: 'Edit', exact: true }).click()
  await page.waitForURL(/mass-contract-update\/edit/)
  await page.locator('input[type=file][aria-label="File of terms"]').setInputFiles({
    name: 'Terms of next year.xlsx',
    mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    buffer,
  })
  await page.getByRole('button', { name: 'Remove Terms of next year.xlsx' }).waitFor()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/mass-contract-update\/view/)
  await confirmed(page, 'Preview', 'Preview is ready')
  await page.getByRole('tab', { name: /Lines of mass contract updates/ }).click()
  await page.getByText(/Rate: 2 → 2.75/).waitFor()
  expect(await barriers(page)).toEqual([])
  await confirmed(page, 'Run', 'The update has begun')
  await page.getByText('Changed', { exact: true }).first().waitFor()
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

  await takeTerms(page, number, `${number}-2`)
  const [changed] = (
    await apiCall<{ records: { rules: { rate: string }[] }[] }>(
      page,
      'GET',
      `contracts?contract_number=${number}-2&columns=rules`,
    )
  ).records
  expect(changed!.rules.map(({ rate }) => Number(rate))).toEqual([2.75])
  expect([...complaints, ...other.complaints]).toEqual([])
})
