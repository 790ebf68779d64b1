import type { Browser } from 'playwright-core'
import { beforeAll, expect, inject, it } from 'vitest'
import { openBrowser, openTab } from '../support/browser.ts'
import { signInAs } from '../support/sign-in.ts'
import { takeScreenshots } from '../support/screenshots.ts'
import { barriers } from './axe.ts'

let browser: Browser

beforeAll(async () => {
  browser = await openBrowser()
})

it('asks a stranger to sign in, without a complaint of the browser or a barrier', async () => {
  const { page, complaints } = await openTab(browser)
  await page.goto('/')
  await page.getByLabel('Email address').waitFor()
  expect(new URL(page.url()).pathname).toBe('/login')
  expect(await barriers(page)).toEqual([])
  expect(complaints).toEqual([])
  await takeScreenshots(page, 'first-page', ['laptop', 'desktop', 'phone'])
})

it('runs under a strict content security policy', async () => {
  const policy = (await fetch(inject('baseUrl'))).headers.get('content-security-policy') ?? ''
  const scripts = /script-src ([^;]*)/.exec(policy)?.[1] ?? ''
  expect(scripts).toMatch(/^'self' 'sha256-[^']+'$/)
  expect(policy).not.toMatch(/unsafe-eval|script-src[^;]*unsafe-inline/)
})

it('lets a person of the demo in', async () => {
  const { page, complaints } = await openTab(browser)
  await signInAs(page, /^Rebate analyst/)
  expect(await barriers(page)).toEqual([])
  expect(complaints).toEqual([])
  await takeScreenshots(page, 'home')
})
