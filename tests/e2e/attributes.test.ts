import type { Browser } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openBrowser } from '../support/browser.ts'
import { takeScreenshots } from '../support/screenshots.ts'
import { barriers } from './axe.ts'
import { openList } from './list-tab.ts'
import { apiCall, editShownRecord, field } from './record.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

it('makes an attribute of one’s own, which is a field of its master at once, and takes it away', async () => {
  const { page, complaints } = await openList(browser, '/attributes')
  await page.getByRole('grid').waitFor()
  // What an earlier attempt has left.
  await apiCall(page, 'DELETE', 'mdm/attribute-type?attribute=e2e_audit_zone')
  await takeScreenshots(page, 'attributes')
  expect(await barriers(page)).toEqual([])

  await page.getByRole('link', { name: 'New' }).click()
  await field(page, 'attribute').fill('e2e_audit_zone')
  await field(page, 'attribute_label').fill('Audit zone')
  await field(page, 'standard_values_only').check()
  await page.getByRole('button', { name: 'Add row' }).click()
  await page.getByRole('combobox', { name: /Master/ }).selectOption({ label: 'Supplier' })
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('heading', { name: /Audit zone/ }).waitFor()
  await takeScreenshots(page, 'attribute')
  const id = new URL(page.url()).pathname.split('/').at(-1)
  await apiCall(page, 'PUT', `mdm/attribute-type/${id}`, {
    values: [
      { value: 'A', description: 'Every year' },
      { value: 'B', description: 'Every third year' },
    ],
  })

  await page.goto('/supplier-master')
  await page.getByRole('grid').getByRole('row').nth(1).getByRole('link').first().click()
  await editShownRecord(page)
  const options = field(page, 'e2e_audit_zone').locator('option')
  await expect.poll(() => options.allTextContents()).toContain('Every third year')
  await page.goto('/')

  await apiCall(page, 'DELETE', `mdm/attribute-type/${id}`)
  const supplier = await apiCall<{ fields: { name: string }[] }>(page, 'GET', 'screens/supplier')
  expect(supplier.fields.map(({ name }) => name)).not.toContain('e2e_audit_zone')
  expect(complaints).toEqual([])
})

it('shows the attributes hierarchy as a tree', async () => {
  const { page } = await openList(browser, '/attributes-hierarchy?tree=true')
  const root = page.getByRole('treegrid').locator('tr[data-key="ASSORTMENT"]')
  await root.waitFor()
  expect(await root.getAttribute('aria-level')).toBe('1')
  await page.locator('tr[aria-level="2"]').first().waitFor()
  await takeScreenshots(page, 'attributes-hierarchy')
})
