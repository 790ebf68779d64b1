import { expect, test } from 'vitest'
import type { Page } from 'playwright-core'
import { barriers } from './axe.ts'
import { administrator, analyst, apiCall, enter, exceptionOf, field } from './record.ts'
import { tabsOfFile } from './tabs.ts'

const openTab = tabsOfFile()

interface Kept {
  readonly id: number
}

/** An owner of the test's own, and nothing of what an earlier attempt left with it. */
async function ownerAlone(page: Page, ...owners: readonly string[]): Promise<void> {
  for (const owner of owners) {
    await apiCall(page, 'DELETE', `membership-roster?owner_id=${owner}`)
    await apiCall(page, 'DELETE', `membership?owner_id=${owner}`)
    await apiCall(page, 'POST', 'membership', { owner_id: owner, owner_name: `Owner ${owner}` })
  }
}

const member = (page: Page, owner: string, number: string, from: string, to: string | null = null, country?: string) =>
  apiCall<Kept>(page, 'POST', 'membership-roster', {
    owner_id: owner,
    member_number: number,
    valid_from: from,
    valid_to: to,
    ...(country ? { country } : {}),
  })

test('a membership that overlaps another one says so at its first day, and the list shows who is a member on a day', async () => {
  const { page, complaints } = await openTab({ expectedStatuses: [422] })
  await enter(page, analyst)
  await ownerAlone(page, 'E2E-OVER')
  await member(page, 'E2E-OVER', 'E2E-M1', '2026-01-01', '2026-06-30')
  const { id } = await member(page, 'E2E-OVER', 'E2E-M1', '2026-08-01')
  await page.goto(`/membership-roster/update/${id}`)
  await expect.poll(() => field(page, 'valid_from').inputValue()).not.toBe('')
  // Where one comes to it, a date is written as it is typed.
  await field(page, 'valid_from').click()
  await field(page, 'valid_from').fill('2026-06-01')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  const told = page.getByText('Overlaps the membership valid 1 Jan 2026 to 30 Jun 2026 of the same owner and member')
  await told.first().waitFor()
  // Where one comes to it, a date is written as it is typed.
  await field(page, 'valid_from').click()
  await field(page, 'valid_from').fill('2026-07-01')
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/membership-roster\/view/)
  const rows = page.locator('tbody tr[aria-rowindex]')
  await page.goto('/membership-roster-main?owner_id=E2E-OVER&valid_from.asOf=2026-06-30')
  await rows.first().waitFor()
  expect(await rows.count()).toBe(1)
  await page.getByText('Valid on').first().waitFor()
  await page.goto('/membership-roster-main?owner_id=E2E-OVER')
  await page.getByRole('button', { name: 'Filter', exact: true }).click()
  await page.getByRole('list', { name: 'Fields' }).getByRole('button', { name: 'Valid from' }).click()
  const editor = page.getByRole('form', { name: 'Filter by Valid from' })
  expect(await editor.getByRole('combobox').inputValue()).toBe('asOf')
  await editor.getByLabel('Day Valid from').fill('2026-07-01')
  expect(await barriers(page)).toEqual([])
  await editor.getByRole('button', { name: 'Apply' }).click()
  await page.waitForURL((url) => url.searchParams.get('valid_from.asOf') === '2026-07-01')
  await page.waitForFunction(() => document.querySelectorAll('tbody tr[aria-rowindex]').length === 1)
  expect(complaints).toEqual([])
})

test('a mass update is previewed, run and taken back from its record', async () => {
  const { page, complaints } = await openTab()
  await enter(page, analyst)
  await ownerAlone(page, 'E2E-FROM', 'E2E-TO')
  for (const number of ['E2E-A', 'E2E-B']) await member(page, 'E2E-FROM', number, '2026-01-01')
  await member(page, 'E2E-TO', 'E2E-B', '2026-06-01')
  const { id } = await apiCall<Kept>(page, 'POST', 'mass-membership-update', {
    description: 'To the other owner',
    owner_id: 'E2E-FROM',
    valid_on: null,
    action: 'move',
    to_owner: 'E2E-TO',
    effective_on: '2026-09-01',
  })
  await page.goto(`/mass-membership-update/view/${id}`)
  const act = async (name: string, message: string) => {
    await page.getByRole('button', { name, exact: true }).first().click()
    await page.getByRole('dialog').getByRole('button', { name, exact: true }).click()
    await page.getByText(message).first().waitFor()
  }
  await act('Preview', 'Preview is ready')
  await page.getByRole('tab', { name: 'Mass update lines' }).click()
  const lines = page.getByRole('tabpanel').locator('tbody tr')
  await lines.nth(1).waitFor()
  await lines.filter({ hasText: 'E2E-A' }).filter({ hasText: 'Will change' }).waitFor()
  await lines.filter({ hasText: 'E2E-B' }).filter({ hasText: 'Conflict' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await act('Run', 'The update has begun')
  await lines.filter({ hasText: 'E2E-A' }).filter({ hasText: 'Changed' }).waitFor()
  await page.goto('/membership-roster-main?owner_id=E2E-TO&member_number=E2E-A')
  await page.locator('tbody tr[aria-rowindex]').first().waitFor()
  await page.goto(`/mass-membership-update/view/${id}`)
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Take back' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take back' }).click()
  await page.getByText('The update was taken back').first().waitFor()
  await page.getByText('Taken back', { exact: true }).first().waitFor()
  const left = await apiCall<{ total_record: number }>(
    page,
    'GET',
    'membership-roster?owner_id=E2E-TO&member_number=E2E-A',
  )
  expect(left.total_record).toBe(0)
  expect(complaints).toEqual([])
})

test('an exception is submitted by one and approved by another, with the reason when it is rejected', async () => {
  const author = await openTab()
  await enter(author.page, analyst)
  const exception = (description: string) => exceptionOf(author.page, description)
  const [{ id: good }, { id: bad }] = [await exception('Rate for the tender'), await exception('Rate for no reason')]
  const { page } = author
  const submit = async (id: number) => {
    await page.goto(`/exception-management/view/${id}`)
    await page.getByRole('button', { name: 'Submit for approval' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Submit for approval' }).click()
    await page.getByText('Submitted for approval').first().waitFor()
    await page.getByText('Rebate team').first().waitFor()
  }
  await submit(good)
  // Nobody approves what he submitted himself, and is told why.
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await page.getByText('somebody else has to approve it').waitFor()
  await page.keyboard.press('Escape')
  await submit(bad)

  const decider = await openTab()
  await enter(decider.page, administrator)
  const other = decider.page
  await other.goto(`/exception-management/view/${good}`)
  await other.getByRole('button', { name: 'Approve', exact: true }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Approve', exact: true }).click()
  await other.getByText('Successfully approved').first().waitFor()
  await other.getByRole('button', { name: 'Approve', exact: true }).waitFor({ state: 'detached' })
  await other.goto(`/exception-management/view/${bad}`)
  await other.getByRole('button', { name: 'Reject', exact: true }).click()
  const dialog = other.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await dialog.getByText('Reason is required').first().waitFor()
  await dialog.getByRole('textbox', { name: 'Reason' }).fill('Covered by the contract')
  expect(await barriers(other)).toEqual([])
  await dialog.getByRole('button', { name: 'Reject', exact: true }).click()
  await other.getByText('Covered by the contract').first().waitFor()
  await other.getByRole('tab', { name: 'Approval decisions' }).click()
  await other.getByRole('tabpanel').locator('tbody tr').filter({ hasText: 'Rejected' }).waitFor()
  expect([...author.complaints, ...decider.complaints]).toEqual([])
})

test('an eligibility rule tells what fits as it is saved', async () => {
  const { page, complaints } = await openTab()
  await enter(page, analyst)
  await apiCall(page, 'DELETE', 'universal-eligibility-rule?rule_code=E2E-RULE')
  await page.goto('/mandatory-eligibility-rules/new')
  await field(page, 'rule_code').fill('E2E-RULE')
  await field(page, 'description').fill('German customers')
  await field(page, 'valid_from').fill('2026-01-01')
  await field(page, 'attribute').selectOption('customer.country')
  await page.getByRole('button', { name: 'Add row' }).first().click()
  await page.locator('#record_values_0_value').fill('Germany')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/mandatory-eligibility-rules\/view\/\d+/)
  const { total_record: germans } = await apiCall<{ total_record: number }>(
    page,
    'GET',
    'customer-data?country=Germany&limit=1',
  )
  const { records } = await apiCall<{ records: { matched_customers: number; matched_lines: number }[] }>(
    page,
    'GET',
    'universal-eligibility-rule?rule_code=E2E-RULE',
  )
  expect(Math.abs(records[0]!.matched_customers - germans)).toBeLessThan(20)
  expect(records[0]!.matched_lines).toBeGreaterThan(0)
  await page.getByText('Sales lines', { exact: true }).waitFor()
  expect(await barriers(page)).toEqual([])
  // It would hold for the contracts of other tests.
  await apiCall(page, 'DELETE', 'universal-eligibility-rule?rule_code=E2E-RULE')
  expect(complaints).toEqual([])
})
