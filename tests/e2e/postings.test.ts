import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { barriers } from './axe.ts'
import { administrator, analyst, apiCall, enter, field } from './record.ts'
import { tabsOfFile } from './tabs.ts'

const openTab = tabsOfFile()
const mark = (): string => `E2E${Date.now().toString(36).toUpperCase()}`

interface Kept {
  readonly id: number
  readonly row_version: number
}

/** Exceptions that the analyst submits. */
async function submitted(page: Page, names: readonly string[]): Promise<void> {
  const ids: number[] = []
  for (const description of names) {
    const { id } = await apiCall<Kept>(page, 'POST', 'incentive-override', {
      description,
      contract_number: 'CR-E2E',
      override_rate: '7',
      impact: '900',
      valid_from: '2026-01-01',
      valid_to: '2026-12-31',
      justification: 'Offer of a competitor',
    })
    ids.push(id)
  }
  await apiCall(page, 'POST', 'incentive-override/actions/submit-approval', { ids })
}

it('what waits is decided in the inbox: one with a reason, the rest together', async () => {
  const name = mark()
  const author = await openTab()
  await enter(author.page, analyst)
  await submitted(author.page, [`${name} tender`, `${name} goodwill`, `${name} delay`])

  const { page, complaints } = await openTab({ width: 1440, height: 900 })
  await enter(page, administrator)
  await page.goto(`/approval-inbox?status=open&approvers=@me&search=${name}`)
  await page.getByText('May decide is').first().waitFor()
  await page.getByText(`${name} delay`).waitFor()
  expect(await barriers(page)).toEqual([])
  await page
    .getByRole('row')
    .filter({ hasText: `${name} tender` })
    .getByRole('link')
    .first()
    .click()
  await page.waitForURL(/approval-inbox\/\d+/)
  await page.getByRole('button', { name: 'Reject' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill('Covered by the contract')
  await dialog.getByRole('button', { name: 'Reject' }).click()
  await page.getByText('Covered by the contract').first().waitFor()
  expect(await barriers(page)).toEqual([])

  await page.goto(`/approval-inbox?status=open&approvers=@me&search=${name}`)
  await page.getByText(`${name} delay`).waitFor()
  await page.getByRole('checkbox').first().check()
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByText('Nothing waits for a decision.').or(page.getByText('No records found.')).first().waitFor()

  await author.page.goto(`/workflow-maintenance-result?submitted_by=@me&search=${name}`)
  await author.page.getByText('Rejected', { exact: true }).first().waitFor()
  expect(await author.page.getByText('Approved', { exact: true }).count()).toBe(2)
  expect([...complaints, ...author.complaints]).toEqual([])
})

it('a fiscal year is made from its first day, and its periods are closed one after the other', async () => {
  const name = mark()
  const { page, complaints } = await openTab({ width: 1440, height: 900 })
  await enter(page, administrator)
  await page.goto('/fiscal-year-definition/new')
  await field(page, 'calendar').fill(name)
  await field(page, 'fiscal_year').fill('2026')
  await field(page, 'pattern').selectOption('4-4-5')
  await field(page, 'start_date').click()
  await field(page, 'start_date').fill('2026-02-01')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/fiscal-year-definition\/view\/\d+/)
  await page.getByText('FY2026 P12').waitFor()
  expect(await barriers(page)).toEqual([])

  await page.goto(`/financial-close?calendar=${name}&sort=start_date`)
  const row = (period: string) => page.getByRole('row').filter({ hasText: `FY2026 ${period}` })
  const close = async (period: string) => {
    await row(period).getByRole('checkbox').check()
    await page.getByRole('button', { name: 'Close period' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Close period' }).click()
  }
  await close('P01')
  await row('P01').getByText('Closed', { exact: true }).waitFor()
  await close('P03')
  await page.getByText('FY2026 P02 is open still: close it first.').waitFor()
  expect(complaints).toEqual([])
})
