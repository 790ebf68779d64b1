import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Page } from 'playwright-core'
import { expect, inject, test } from 'vitest'
import { barriers } from './axe.ts'
import { administrator, apiCall, enter, field } from './record.ts'
import { tabsOfFile } from './tabs.ts'

const open = tabsOfFile()
// Workers look for runs every few seconds, and share the machine.
const patience = { timeout: 60_000 }

interface Found {
  readonly records: readonly { readonly id: number }[]
}

async function removeAll(page: Page, endpoint: string, filter: string): Promise<void> {
  const { records } = await apiCall<Found>(page, 'GET', `${endpoint}?${filter}&limit=50`)
  for (const { id } of records) await apiCall(page, 'DELETE', `${endpoint}/${id}`)
}

/** What earlier attempts left, what refers to something before it. */
async function tidy(page: Page): Promise<void> {
  await removeAll(page, 'batch-job-definition', 'code.startsWith=E2E-')
  await removeAll(page, 'integration-setup', 'code.startsWith=E2E-')
  await removeAll(page, 'integration-mapping', 'name.startsWith=E2E')
  await apiCall(page, 'DELETE', 'customer-data?customer_number=DROP-2')
  await apiCall(page, 'DELETE', 'customer-data?customer_number.startsWith=DROP-')
}

/** Fills a reference with the record that a text finds; a new one is offered below it. */
async function pick(page: Page, name: string, text: string, option: RegExp): Promise<void> {
  await field(page, name).fill(text)
  await page.getByRole('listbox').getByRole('option', { name: option }).click()
}

/** Does something with the record shown, which is asked about once more. */
async function act(page: Page, label: string): Promise<void> {
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: label, exact: true }).click()
  const asked = page.getByRole('dialog', { name: label })
  await asked.getByRole('button', { name: label, exact: true }).click()
  await asked.waitFor({ state: 'detached' })
}

test('files of the drop folder become records through a mapping; what was rejected is taken in again', async () => {
  const { page, complaints } = await open()
  await enter(page, administrator)
  await tidy(page)
  const { organization } = await apiCall<{ organization: { id: number } }>(page, 'GET', 'profile')
  const folder = join(inject('dataDir'), 'drop', String(organization.id), 'in', 'e2e-drop')
  await rm(folder, { recursive: true, force: true })
  await mkdir(folder, { recursive: true })
  const lines = 'Nr,Firm,Head\nDROP-1,First of the drop,\nDROP-2,Second of the drop,DROP-9\n'

  await page.goto('/integration-mapping-new?functionality=CustomerDataUploadFormat')
  await page
    .getByLabel('Sample file')
    .setInputFiles({ name: 'drop.csv', mimeType: 'text/csv', buffer: Buffer.from(lines) })
  await page.getByText('Columns and lines of drop.csv').waitFor()
  for (const [of, column] of [
    ['Customer', 'Nr'],
    ['Name', 'Firm'],
    ['Parent customer', 'Head'],
  ])
    await page.getByLabel(`Source of ${of}`, { exact: true }).selectOption(`column:${column}`)
  const preview = page.getByRole('region', { name: 'Table of the first lines' })
  await preview.getByText('Second of the drop').waitFor()
  await preview.getByText('DROP-9').waitFor()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('E2E drop')
  await page.getByRole('button', { name: 'Save mapping' }).click()
  await page.waitForURL(/\/integration-mappings/)

  await page.goto('/integration-setup/new')
  await field(page, 'code').fill('E2E-DROP')
  await field(page, 'name').fill('Customers of the test')
  await field(page, 'folder').fill('e2e-drop')
  await pick(page, 'mapping', 'E2E drop', /^CustomerDataUploadFormat \/ E2E drop/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/integration-setup\/view\/\d+/)
  await page.getByRole('link', { name: 'Runs and files' }).click()
  await page.waitForURL(/im-history/)
  await page.getByText('It has not run yet').waitFor()

  await writeFile(join(folder, 'drop.csv'), lines)
  await page.getByRole('button', { name: 'Run now' }).first().click()
  const runs = page.getByRole('list', { name: 'Runs' }).getByRole('listitem')
  await runs.first().getByText('With problems').waitFor(patience)
  const fate = () =>
    runs
      .first()
      .getByRole('row')
      .nth(1)
      .getByRole('cell')
      .allTextContents()
      .then((texts) => texts.slice(1, 6))
  // Lines, added, changed, unchanged, rejected.
  expect(await fate()).toEqual(['2', '1', '0', '0', '1'])
  expect(await barriers(page)).toEqual([])
  await runs.first().getByRole('link', { name: 'drop.csv' }).click()
  await page.waitForURL(/\/uploads\/\d+/)
  await page.getByText('DROP-9').first().waitFor()
  await page.goBack()

  await apiCall(page, 'POST', 'customer-data', { customer_number: 'DROP-9', customer_name: 'Head of the drop' })
  await page.getByRole('button', { name: 'Retry rejected lines' }).click()
  await expect.poll(() => runs.count(), patience).toBe(2)
  await runs.first().getByText('Complete', { exact: true }).waitFor(patience)
  const { records } = await apiCall<{ records: { parent_customer: string }[] }>(
    page,
    'GET',
    'customer-data?customer_number=DROP-2',
  )
  expect(records.map((one) => one.parent_customer)).toEqual(['DROP-9'])
  await tidy(page)
  await rm(folder, { recursive: true, force: true })
  expect(complaints).toEqual([])
})

test('a batch job is defined and run, watched until it is done, and cancelled while it waits; its messages are kept', async () => {
  const { page, complaints } = await open()
  await enter(page, administrator)
  await tidy(page)
  await page.goto('/batchjob-setup/new')
  await field(page, 'code').fill('E2E-EXPORT')
  await field(page, 'name').fill('Suppliers leave')
  await field(page, 'job_type').selectOption('export')
  await pick(page, 'export_screen', 'supplier', /^supplier\b.*Suppliers$/)
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.waitForURL(/batchjob-setup\/view\/\d+/)
  await act(page, 'Run now')
  const runOf = async (job: string) => {
    const { records } = await apiCall<Found>(page, 'GET', `batch-job-status?job=${job}&limit=1`)
    return records[0]!.id
  }
  // Nobody loads the page again: the run is read anew as long as something works on it.
  await page.goto(`/batch-job-status/view/${await runOf('E2E-EXPORT')}`)
  await page.getByRole('main').getByText('Complete', { exact: true }).first().waitFor(patience)
  await page
    .getByText(/suppliers? written/)
    .first()
    .waitFor()
  expect(await barriers(page)).toEqual([])
  await page.getByRole('tab', { name: /^Messages/ }).click()
  await page.getByRole('row').nth(1).waitFor()

  const mapping = await apiCall<{ code: string }>(page, 'POST', 'integration-mapping', {
    name: 'E2E nowhere',
    functionality: 'CustomerDataUploadFormat',
    body: {
      fields: [
        { field: 'customer_number', source: 'column', column: 'No' },
        { field: 'customer_name', source: 'column', column: 'Name' },
      ],
    },
  })
  await apiCall(page, 'POST', 'integration-setup', {
    code: 'E2E-NOWHERE',
    name: 'From a server there is not',
    source_type: 'https',
    url: 'https://nowhere.invalid/customers.csv',
    mapping: mapping.code,
  })
  const { id } = await apiCall<{ id: number }>(page, 'POST', 'batch-job-definition', {
    code: 'E2E-WAITS',
    name: 'Asks nobody',
    job_type: 'integration',
    integration: 'E2E-NOWHERE',
    retries: 3,
    retry_seconds: 3600,
  })
  await page.goto(`/batchjob-setup/view/${id}`)
  await act(page, 'Run now')
  await page.goto(`/batch-job-status/view/${await runOf('E2E-WAITS')}`)
  const facts = page.getByRole('main')
  // After its first try, an hour before the next one.
  const tried = async () => {
    const { records } = await apiCall<{ records: { attempt: number; status: string }[] }>(
      page,
      'GET',
      'batch-job-status?job=E2E-WAITS&limit=1',
    )
    return records.map(({ attempt, status }) => `${status} ${attempt}`)
  }
  await expect.poll(tried, patience).toEqual(['waiting 1'])
  await facts.getByText('Waiting', { exact: true }).first().waitFor(patience)
  await act(page, 'Cancel the run')
  await facts.getByText('Cancelled', { exact: true }).first().waitFor(patience)
  await page.getByRole('tab', { name: /^Messages/ }).click()
  await page.getByRole('row').filter({ hasText: 'Warning' }).first().waitFor()
  await tidy(page)
  expect(complaints).toEqual([])
})
