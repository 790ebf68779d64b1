import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Locator, type Page } from 'playwright-core'
import { fieldTypeNames, type FieldTypeName } from '#src/definition'
import { createApp } from '#server/app.ts'
import { readConfig } from '#server/config.ts'
import { loadScreens } from '#server/screens.ts'
import { createOrganization, createUser } from '#server/session/seed.ts'
import { openDatabase } from '#server/store/database.ts'
import { startEmbedded } from '#server/store/embedded.ts'
import { migrate } from '#server/store/migrate.ts'
import { applySchema, planSchema } from '#server/store/schema-sync.ts'
import { buildClient } from './client-build.ts'
import { ensureBrowser } from './find-browser.ts'
import { fieldTypesRecord, fieldTypesScreen } from './reference/field-types-screen.ts'
import { projectRoot } from './steps.ts'

const person = { email: 'pictures@tierline.example', password: 'violet harbour lantern' }
const folder = join(projectRoot, 'docs', 'fields')

/** Where a type of field stands on the form. */
const placeOf = (page: Page, type: FieldTypeName): Locator =>
  type === 'attributes'
    ? page.locator('section', { has: page.locator('#record_region-label') }).last()
    : page.locator(`#record_${type}-label`).locator('xpath=../..')

async function send<T>(url: string, path: string, body: object, token?: string): Promise<T> {
  const answer = await fetch(`${url}/api/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', ...(token ? { authorization: `Bearer ${token}` } : {}) },
    body: JSON.stringify(body),
  })
  const { response, message } = (await answer.json()) as { response: T; message?: string }
  if (!answer.ok) throw new Error(`${path}: ${message}`)
  return response
}

async function take(url: string): Promise<void> {
  const { token } = await send<{ token: string }>(url, 'login', person)
  for (const [customer_number, customer_name] of [
    ['C1000', 'Harbour Foods'],
    ['C1001', 'Quay Market'],
  ])
    await send(url, 'customer-data', { customer_number, customer_name }, token)
  const { id } = await send<{ id: number }>(url, 'field-types', fieldTypesRecord, token)
  const browser = await chromium.launch({
    executablePath: await ensureBrowser(() => {}),
    args: ['--no-sandbox', '--disable-dev-shm-usage'],
  })
  try {
    const page = await browser.newPage({
      viewport: { width: 1180, height: 1600 },
      deviceScaleFactor: 1.5,
      colorScheme: 'light',
      locale: 'en-GB',
      timezoneId: 'UTC',
      reducedMotion: 'reduce',
    })
    await page.goto(`${url}/login`)
    await page.getByLabel('Email address').fill(person.email)
    await page.getByLabel('Password', { exact: true }).fill(person.password)
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL((address) => !address.pathname.startsWith('/login'))
    await page.evaluate(() => sessionStorage.setItem('currentApplication', 'Customer Rebate'))
    await page.goto(`${url}/field-types/edit/${id}`)
    await page.getByText('Quay Market').first().waitFor()
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
    for (const type of fieldTypeNames)
      await writeFile(join(folder, `${type}.png`), await placeOf(page, type).screenshot({ animations: 'disabled' }))
  } finally {
    await browser.close()
  }
}

/** Takes a picture of every type of field from a form of the running product, for the reference. */
async function pictureFields(): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'tierline-pictures-'))
  const undo: (() => Promise<unknown>)[] = [() => rm(dataDir, { recursive: true, force: true })]
  try {
    await mkdir(folder, { recursive: true })
    const config = readConfig({ ...process.env, TIERLINE_DATA: dataDir, LOG_LEVEL: 'warn' })
    await buildClient(config.root, config.clientDir, () => {})
    const embedded = await startEmbedded({ dataDir, log: { info: () => {}, warn: () => {} } })
    undo.push(() => embedded.stop())
    const db = openDatabase(embedded.url)
    undo.push(() => db.close())
    await migrate(db)
    const screens = [...(await loadScreens()), fieldTypesScreen]
    await applySchema(db, await planSchema(db, screens))
    const organizationId = await createOrganization(db, screens, { code: 'PICTURES', name: 'Northgate Trading' })
    await createUser(db, { organizationId, name: 'Anna Meyer', role: 'ADMINISTRATOR', ...person })
    const app = await createApp({ db, config, screens })
    undo.push(() => app.close())
    await take(await app.listen({ port: 0, host: '127.0.0.1' }))
  } finally {
    for (const step of undo.reverse()) await step()
  }
}

await pictureFields()
