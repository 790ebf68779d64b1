import type { Browser, Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, it } from 'vitest'
import { openBrowser, openTab } from '../support/browser.ts'
import { signInAs } from '../support/sign-in.ts'

const form = 'IMA_CONFIG_CUSTOMER'
let browsers: Browser[]

beforeAll(async () => {
  browsers = [await openBrowser(), await openBrowser()]
})
afterAll(async () => {
  await Promise.all(browsers.map((browser) => browser.close()))
})

const change = (page: Page, changes: readonly object[]) =>
  page.evaluate(
    async ([base, body]) => {
      const response = await fetch(`${base}/api/modify_form_fields`, {
        method: 'PUT',
        headers: {
          'content-type': 'application/json',
          authorization: `Bearer ${localStorage.getItem('access_token')}`,
        },
        body,
      })
      return response.status
    },
    [inject('baseUrl'), JSON.stringify(changes)] as const,
  )

it('shows a changed field in two browsers in less than two seconds, without loading anything again', async () => {
  const [first, second] = await Promise.all(
    browsers.map(async (browser) => {
      const { page } = await openTab(browser)
      await signInAs(page, /^Administrator, Northgate/)
      await page.evaluate(() => sessionStorage.setItem('currentApplication', 'Customer Rebate'))
      await page.goto('/customer-master')
      await page.getByRole('columnheader', { name: /^Name/ }).waitFor()
      return page
    }),
  )
  if (!first || !second) throw new Error('Two browsers are needed')
  const began = performance.now()
  expect(await change(first, [{ form_id: form, field_id: 'customer_name', delta: { label: 'Trading name' } }])).toBe(
    200,
  )
  await Promise.all(
    [first, second].map((page) => page.getByRole('columnheader', { name: /Trading name/ }).waitFor({ timeout: 2_000 })),
  )
  expect(performance.now() - began).toBeLessThan(2_000)
  await change(first, [{ form_id: form, field_id: 'customer_name', delta: null }])
  await second.getByRole('columnheader', { name: /^Name/ }).waitFor({ timeout: 2_000 })
})
