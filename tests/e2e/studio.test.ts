import { readFile } from 'node:fs/promises'
import type { Browser, Page } from 'playwright-core'
import { beforeAll, expect, test } from 'vitest'
import { openBrowser, openTab } from '#tests/support/browser.ts'
import { takeScreenshots } from '#tests/support/screenshots.ts'
import { barriers } from './axe.ts'
import { administrator, analyst, enter, field } from './record.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

const addField = async (page: Page, label: string, type: string) => {
  await page.getByLabel('Label of a new field').fill(label)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByLabel('Type', { exact: true }).selectOption(type)
}

const putToUse = async (page: Page) => {
  await page.getByRole('button', { name: 'Put to use' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Put to use' }).click()
  await page.getByText('The screen is in use').waitFor()
}

test('a screen is drawn up, put to use for a colleague without a reload, changed, taken out of use and revived', async () => {
  const { page, complaints } = await openTab(browser, { width: 1920, height: 1080 })
  const colleague = await openTab(browser, { expectedStatuses: [404] })
  await enter(page, administrator)
  await enter(colleague.page, analyst)
  await colleague.page.goto('/')

  await page.goto('/studio')
  await page.getByRole('row', { name: /Customers customer Master data/ }).waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'New screen' }).click()
  // A second attempt finds what the first has left.
  const kind = `Zone ${Date.now().toString(36)}`
  const slug = kind.toLowerCase().replace(' ', '-')
  await page.getByLabel('One record is called').fill(kind)
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.waitForURL(`**/studio/own-${slug}`)

  await addField(page, 'Cold store', 'flag')
  await addField(page, 'Degrees', 'decimal')
  await page.getByRole('button', { name: 'Only sometimes' }).click()
  await page.getByLabel('Field of condition 1').selectOption('cold_store')
  await page.getByLabel('Required', { exact: true }).selectOption('whenVisible')
  await addField(page, 'Owner', 'reference')
  await page.getByText('One thing keeps this from being put to use').waitFor()
  await page.getByLabel('Refers to').selectOption('supplier')
  await page.getByText('One thing keeps this from being put to use').waitFor({ state: 'detached' })
  await addField(page, 'Bins', 'rows')
  const row = page.getByRole('region', { name: 'Fields of a row' })
  for (const name of ['Bin', 'Bin size']) {
    await row.getByLabel('Label of a new field of a row').fill(name)
    await page.keyboard.press('Enter')
    await row.getByRole('region', { name: `Field ${name}`, exact: true }).waitFor()
  }
  expect(await row.getByRole('list', { name: 'Fields of a row' }).getByRole('listitem').count()).toBe(2)
  await row.getByLabel('Add to people know a row by').selectOption('bin')
  await row.getByText('An upload or somebody else’s change').waitFor()

  // The preview is live: the condition holds in it, and what would be refused is told.
  const preview = page.getByRole('complementary', { name: 'Preview' })
  expect(await preview.getByLabel('Degrees').count()).toBe(0)
  await preview.getByRole('checkbox').click()
  await preview.getByLabel(/Degrees/).waitFor()
  await preview.getByRole('button', { name: 'Try to save' }).click()
  await preview.getByText('3 values would be refused.').waitFor()
  expect(await barriers(page)).toEqual([])
  await takeScreenshots(page, 'studio', ['laptop', 'desktop', 'phone'])
  await putToUse(page)

  await page.getByRole('link', { name: 'Open it' }).click()
  await page.waitForURL(`**/own/${slug}`)
  await page.goto(`/own/${slug}/new`)
  await field(page, 'code').fill('z1')
  await field(page, 'name').fill('Deep freeze')
  await field(page, 'cold_store').check()
  await field(page, 'degrees').fill('-18')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.waitForURL(/\/view\/\d+$/)

  // The colleague has not reloaded anything since before the screen was there.
  const menu = colleague.page.getByRole('navigation').getByRole('link', { name: `${kind}s` })
  await expect.poll(() => menu.count(), { timeout: 15_000 }).toBe(1)
  await menu.click()
  await colleague.page.getByText('Deep freeze').waitFor()

  await page.goto(`/studio/own-${slug}`)
  await addField(page, 'Remark', 'longText')
  await page.getByRole('tab', { name: 'JSON' }).click()
  const code = page.getByRole('textbox', { name: 'Definition as JSON' })
  await code.getByText('"degrees"').first().waitFor()
  expect(await barriers(page)).toEqual([])
  await putToUse(page)
  await page.getByText('Version 2').waitFor()

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Versions' }).click()
  await page.getByText('Since then: fields › remark added').waitFor()
  expect(await barriers(page)).toEqual([])
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'More', exact: true }).click()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('menuitem', { name: 'Export as a file' }).click(),
  ])
  expect(file.suggestedFilename()).toBe(`own-${slug}.screen.json`)
  const exported = JSON.parse(await readFile(await file.path(), 'utf8')) as { fields: Record<string, unknown> }
  expect(Object.keys(exported.fields)).toEqual(['code', 'name', 'cold_store', 'degrees', 'owner', 'bins', 'remark'])
  expect(exported.fields['bins']).toMatchObject({ fields: { bin: { type: 'text' }, bin_size: { type: 'text' } } })

  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Take out of use' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Take out of use' }).click()
  await page.getByText('Retired').waitFor()
  await expect.poll(() => menu.count(), { timeout: 15_000 }).toBe(0)
  await putToUse(page)
  await page.goto(`/own/${slug}`)
  await page.getByText('Deep freeze').waitFor()
  expect(complaints).toEqual([])
})

test('JSON completes what fits, marks what does not at its place, and unsaved changes are not lost by leaving', async () => {
  const { page, complaints } = await openTab(browser, { dark: true })
  await enter(page, administrator)
  await page.goto('/studio')
  await page.getByRole('button', { name: 'New screen' }).click()
  const kind = `Pallet ${Date.now().toString(36)}`
  await page.getByLabel('One record is called').fill(kind)
  await page.getByRole('button', { name: 'Begin' }).click()
  await page.waitForURL(/\/studio\/own-pallet/)
  await page.getByRole('tab', { name: 'JSON' }).click()
  const code = page.getByRole('textbox', { name: 'Definition as JSON' })
  await code.getByText('"search"').first().click()
  await page.keyboard.press('End')
  await page.keyboard.type(',\n"hel')
  await page.keyboard.press('Control+Space')
  await page.getByRole('option', { name: /"help"/ }).click()
  await page.keyboard.type(': "Said by its maker"')
  await page.getByRole('tab', { name: /Fields/ }).click()
  await expect.poll(() => page.getByLabel('Help', { exact: true }).inputValue()).toBe('Said by its maker')

  await page.getByLabel('Type', { exact: true }).selectOption('reference')
  await page.getByText('Choose the screen it refers to').waitFor()
  await page.getByRole('tab', { name: 'JSON' }).click()
  await page.locator('.cm-lintRange-error, .cm-lint-marker-error').first().waitFor()
  expect(await barriers(page)).toEqual([])

  await page.getByRole('link', { name: 'Designer Studio' }).first().click()
  await page.getByRole('dialog').getByRole('button', { name: 'Keep editing' }).click()
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByText('Draft saved').waitFor()
  await page.reload()
  await page.getByRole('tab', { name: /Fields/ }).waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Throw the screen away' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Throw away' }).click()
  await page.waitForURL('**/studio')
  expect(complaints).toEqual([])
})

test('who may not design sees no way in, and is told so when going there', async () => {
  const { page } = await openTab(browser, { width: 390, height: 844, expectedStatuses: [403] })
  await enter(page, analyst)
  await page.goto('/studio')
  await page.getByRole('heading', { name: 'You do not have access to Designer Studio' }).waitFor()
  expect(await page.getByRole('button', { name: 'New screen' }).count()).toBe(0)
})
