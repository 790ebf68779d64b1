import type { Page } from 'playwright-core'
import { expect, it } from 'vitest'
import { barriers } from './axe.ts'
import { administrator, analyst, apiCall, enter, exceptionOf } from './record.ts'
import { tabsOfFile } from './tabs.ts'

const openTab = tabsOfFile()
const mark = (): string => `E2E${Date.now().toString(36).toUpperCase()}`

/** Exceptions that the analyst submits. */
async function submitted(page: Page, names: readonly string[]): Promise<void> {
  const ids: number[] = []
  for (const name of names) ids.push((await exceptionOf(page, name)).id)
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
