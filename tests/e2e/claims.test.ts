import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { claimBody, linesOfSet } from '#server/domain/edi/claim-set.ts'
import { readX12, writeX12 } from '#server/domain/edi/x12.ts'
import { barriers } from './axe.ts'
import { administrator, analyst, apiCall, enter, field } from './record.ts'
import { tabsOfFile } from './tabs.ts'

const openTab = tabsOfFile()

/** Does an action of the record and agrees to what it says. */
async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
}

type Found = { records: Record<string, string>[] }

it('a claim comes as an 844, is repaired, checked, approved by somebody else, posted, and answered with an 849', async () => {
  const { page, complaints } = await openTab({ width: 1440, height: 900 })
  await enter(page, analyst)
  const number = `E2E${Date.now().toString(36).toUpperCase()}`
  const [hospital] = (await apiCall<Found>(page, 'GET', 'customer-data?class_of_trade=Hospital&limit=1')).records
  const [glove] = (await apiCall<Found>(page, 'GET', 'material-master?product_line=Gloves&limit=1')).records
  const line = (no: number, more: object) => ({
    line_no: String(no),
    contract_id: 'CB26-001',
    customer_id: hospital!['customer_number']!,
    material_id: glove!['material_number']!,
    invoice_number: `${number}-${no}`,
    invoice_date: '2026-09-10',
    quantity: '100',
    uom: glove!['base_uom']!,
    claimed_amount: '62',
    ...more,
  })
  const body = claimBody({
    claim_number: number,
    date: '2026-09-30',
    debit_memo: `DM-${number}`,
    claimant: '10001',
    supplier: 'NORTHGATE',
    currency: 'EUR',
    total: '214',
    lines: [line(1, {}), line(2, { customer_id: 'NOBODY' }), line(3, { claimed_amount: '90' })],
  })
  const edi = writeX12(
    {
      sender: 'WHOLESALE',
      receiver: 'NORTHGATE',
      control: 1,
      group: 'CF',
      type: '844',
      date: '2026-09-30',
      time: '10:00',
    },
    body,
  )

  await page.goto('/supplier-incoming-claims-upload')
  await page
    .locator('input[type=file]')
    .setInputFiles({ name: 'claims.edi', mimeType: 'text/plain', buffer: Buffer.from(edi) })
  await page.getByText('EDI X12').first().waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Check the lines' }).click()
  await page.getByRole('grid', { name: 'Table of lines' }).waitFor()
  await page.getByRole('button', { name: /^Import/ }).click()
  await page
    .getByText(/imported|3 added|3 new/i)
    .first()
    .waitFor()

  await page.goto(`/supplier-incoming-claims?claim_number=${number}`)
  await page.getByRole('link', { name: number }).click()
  await page.waitForURL(/view-claim\/\d+/)
  const address = page.url()
  await act(page, 'Check')
  await page.getByText('With errors').first().waitFor()
  await page.getByRole('tab', { name: 'Claim lines' }).click()
  await page.getByText('No customer is known under NOBODY').waitFor()
  expect(await barriers(page)).toEqual([])

  const [open] = (await apiCall<Found>(page, 'GET', `incoming-claim-lines?claim_number=${number}&line_status=error`))
    .records
  await page.goto(`/supplier-incoming-claims/lines/edit/${open!['id']}`)
  await field(page, 'customer_number').fill(hospital!['customer_number']!)
  await page
    .getByRole('option', { name: new RegExp(hospital!['customer_number']!) })
    .first()
    .click()
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/lines\/\d+$/)

  await page.goto(address)
  await act(page, 'Check')
  await act(page, 'Send to review')
  await page.getByText('In review').first().waitFor()

  const other = await openTab({ width: 1440, height: 900 })
  await enter(other.page, administrator)
  await other.page.goto(address)
  await act(other.page, 'Approve')
  await other.page.getByText('Partly approved').first().waitFor()
  await act(other.page, 'Reconcile and post')
  await other.page.getByText('Successfully reconciled.').waitFor()
  const coming = other.page.waitForEvent('download')
  await other.page.getByText(`${number}-849.edi`).first().click()
  const answer = readX12(await streamText(await (await coming).createReadStream()))
  expect(answer.flatMap(linesOfSet)).toMatchObject([
    { claim_number: number, line_no: '1', accepted_amount: '62' },
    { line_no: '3', accepted_amount: '62', response_code: 'F1' },
    { line_no: '2', accepted_amount: '62', customer_id: 'NOBODY' },
  ])
  expect((await apiCall<Found>(page, 'GET', `financial_postings?claim_number=${number}`)).records).toMatchObject([
    { posting_type: 'Payment', amount: '186.0000' },
  ])
  expect([...complaints, ...other.complaints]).toEqual([])
})

async function streamText(stream: AsyncIterable<Buffer>): Promise<string> {
  const parts: Buffer[] = []
  for await (const part of stream) parts.push(part)
  return Buffer.concat(parts).toString('utf8')
}
