import type { Browser } from 'playwright-core'
import { beforeAll, expect, it } from 'vitest'
import { openBrowser, openTab } from '../support/browser.ts'
import { barriers } from './axe.ts'
import { administrator, apiCall, enter } from './record.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

it('gives a role its rights in words, and shows what its holders see', async () => {
  const { page, complaints } = await openTab(browser, { width: 1280, height: 1000 })
  await enter(page, administrator)
  const found = await apiCall<{ records: { id: number }[] }>(page, 'GET', 'user-role?code=E2E_KEEPER')
  for (const { id } of found.records) await apiCall(page, 'DELETE', `user-role/${id}`)
  const { id } = await apiCall<{ id: number }>(page, 'POST', 'user-role', {
    code: 'E2E_KEEPER',
    name: 'Keeper of masters',
    permissions: ['masters.write'],
    authorized_apps: ['Customer Rebate'],
  })
  await page.goto(`/user-roles/edit/${id}`)
  const masters = page.getByRole('region', { name: 'Rights in Master data' })
  expect(await masters.getByRole('checkbox', { name: /^Change Customers/ }).isChecked()).toBe(true)
  const mayDelete = masters.getByRole('checkbox', { name: /^Delete Customers/ })
  expect(await mayDelete.isChecked()).toBe(false)
  await mayDelete.check()
  await masters.getByRole('checkbox', { name: /^See Credit limit/ }).check()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByRole('link', { name: 'See as this role' }).waitFor()
  expect(await masters.getByRole('checkbox', { name: /^Delete Customers/ }).isChecked()).toBe(true)
  const stored = await apiCall<{ permissions: string[] }>(page, 'GET', `user-role/${id}`)
  expect(stored.permissions).toEqual(['masters.write', 'masters.delete', 'masters.credit'])
  await page.getByRole('link', { name: 'See as this role' }).click()
  const menu = page.getByRole('navigation', { name: 'Menu of Keeper of masters' })
  await menu.getByRole('button', { name: 'Customers', exact: true }).click()
  await page.getByText('May look, create, change, delete, upload, export.').waitFor()
  await page.getByRole('region', { name: 'List with made-up records' }).waitFor()
  expect(await menu.getByRole('heading', { name: 'Results' }).count()).toBe(0)
  expect(await barriers(page)).toEqual([])
  expect(complaints).toEqual([])
})
