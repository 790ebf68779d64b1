import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openBrowser, openTab } from '#tests/support/browser.ts'
import { takeScreenshots } from '#tests/support/screenshots.ts'
import { barriers } from './axe.ts'
import { administrator, apiCall, enter, paste } from './record.ts'

const planner = /^Promotions planner/
let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

/** The words of what has the focus; those of the whole page where nothing has it. */
const focused = (page: Page) => page.evaluate(() => document.activeElement?.textContent)

const tab = (page: Page, name: string) => page.getByRole('tab', { name: new RegExp(`^${name}`) }).click()

test('a scenario is planned with the keyboard, told what is missing, submitted, approved by its markets and posted', async () => {
  const { page, context, complaints } = await openTab(browser, {
    width: 1280,
    height: 800,
    expectedStatuses: [409, 422],
  })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const other = await openTab(browser, { width: 1280, height: 800 })
  await enter(page, planner)
  await enter(other.page, administrator)
  const { records } = await apiCall<{ records: { id: number; description: string }[] }>(
    page,
    'GET',
    'promotion/scenario-list',
  )
  const { id } = records.find(({ description }) => description === 'Spring washrooms 2027')!
  // A second attempt finds what the first has left.
  const description = `Washrooms ${Date.now().toString(36)}`
  const clone = await apiCall<{ id: number }>(page, 'POST', 'promotion/scenario/clone', { id, description })
  await page.goto(`/promotion-scenario-setup/edit/${clone.id}`)
  const grid = page.getByRole('grid', { name: 'Planned lines' })
  await grid.waitFor()
  await takeScreenshots(page, 'promotion-scenario', ['laptop', 'phone'])
  expect(await barriers(page)).toEqual([])

  // Typed into the units of the first line, and pasted into those of the two below.
  const cost = grid.getByRole('row').nth(1).getByRole('gridcell').nth(5)
  const before = await cost.textContent()
  await grid.getByRole('row').nth(1).getByRole('gridcell').nth(4).click()
  await page.keyboard.type('200')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Save 1 change' }).waitFor()
  await page.waitForFunction(
    ([was]) => document.querySelector('[role=grid] [aria-rowindex="2"] [aria-colindex="6"]')?.textContent !== was,
    [before] as const,
  )
  await page.keyboard.press('ArrowDown')
  await paste(page, '30\n31\n')
  await page.getByRole('button', { name: 'Save 3 changes' }).waitFor()
  await page.getByRole('link', { name: 'Promotion scenarios' }).first().click()
  await page.getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Save 3 changes' }).press('Enter')
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  expect(await focused(page)).toBe('Saved')

  await tab(page, 'Simulate')
  await page.getByRole('button', { name: 'Simulate', exact: true }).click()
  await page.getByText(/^1 of \d+ lines could not be computed/).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Line 2' }).click()
  await page.getByText('Line 2: No volume is planned').waitFor()
  await grid.getByRole('row').nth(2).getByRole('gridcell').nth(4).click()
  await page.keyboard.type('55')
  await page.keyboard.press('Enter')
  // Meanwhile somebody else saves the same cell, and one beside it.
  const read = await apiCall<{
    scenario: { row_version: number }
    lines: (Record<string, unknown> & { volume: string | null })[]
  }>(page, 'GET', `promotion/scenario/grids/${clone.id}`)
  const changed = [
    { ...read.lines[1]!, was: { volume: read.lines[1]!.volume }, now: { volume: '44' } },
    { ...read.lines[2]!, was: { volume: read.lines[2]!.volume }, now: { volume: '77' } },
  ]
  await apiCall(page, 'POST', 'plan-promotions-save', {
    id: clone.id,
    row_version: read.scenario.row_version,
    changes: { changed },
  })
  await page.keyboard.press('Control+s')
  await page.getByRole('radio', { name: 'Theirs: 44' }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  await grid.locator('[aria-rowindex="4"]').getByText('77', { exact: true }).waitFor()
  await grid.locator('[aria-rowindex="3"]').getByText('55', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Saved' }).waitFor()
  await tab(page, 'Market')
  await page.getByRole('checkbox', { name: /^Sweden/ }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Submit for review' }).press('Enter')
  await page.getByText('In review', { exact: true }).waitFor()
  await expect.poll(() => focused(page)).toBe(`${description} In review`)

  const reviewer = other.page
  await reviewer.goto(`/promotion-scenario-setup/view/${clone.id}?tab=review`)
  await reviewer.getByRole('button', { name: 'Approve for Germany' }).waitFor()
  expect(await barriers(reviewer)).toEqual([])
  for (const country of ['Germany', 'Sweden']) {
    await reviewer.getByRole('button', { name: `Approve for ${country}` }).press('Enter')
    await reviewer.getByRole('dialog').getByRole('button', { name: 'Approve' }).press('Enter')
    await reviewer.getByRole('button', { name: `Open ${country} again` }).waitFor()
    await expect.poll(() => focused(reviewer)).toBe('Open again')
  }
  await reviewer.getByRole('button', { name: 'Approve the scenario' }).press('Enter')
  // What is said of the approval may stand above it.
  await reviewer.getByRole('button', { name: 'Post accruals' }).press('Enter')
  await reviewer.getByText(/accruals posted/).waitFor()
  expect([...complaints, ...other.complaints]).toEqual([])
})
