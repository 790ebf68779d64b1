import { readFile } from 'node:fs/promises'
import type { Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { barriers } from './axe.ts'
import { administrator, apiCall, enter } from './record.ts'
import { tabsOfFile } from './tabs.ts'

const open = tabsOfFile()

interface Content {
  readonly tables: { readonly table_name: string; readonly records: Record<string, unknown>[] }[]
}

const tidy = (page: Page) => apiCall(page, 'DELETE', 'holiday?calendar=E2E-MOVED')

test('tables are saved as a file, which is looked at before anything of it is written', async () => {
  const { page, complaints } = await open({ expectedStatuses: [422] })
  await enter(page, administrator)
  await tidy(page)
  await page.goto('/migration-management')
  await page.getByRole('checkbox', { name: 'Holidays', exact: true }).check()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Save 1 table' }).click(),
  ])
  const saved = JSON.parse(await readFile(await download.path(), 'utf8')) as Content
  const holidays = saved.tables.find(({ table_name }) => table_name === 'holiday')!
  expect(holidays.records.length).toBeGreaterThan(0)

  const bring = page.getByRole('region', { name: 'Bring in' })
  const choose = (name: string, content: object) =>
    bring.getByLabel('File of a migration').setInputFiles({
      name,
      mimeType: 'application/json',
      buffer: Buffer.from(JSON.stringify(content)),
    })
  await choose('same.json', saved)
  await bring.getByText('same.json would do this').waitFor()
  await bring.getByRole('button', { name: 'Nothing to write' }).waitFor()

  const moved = { calendar: 'E2E-MOVED', day: '2027-07-01', name: 'Day of the move' }
  await choose('more.json', { tables: [{ ...holidays, records: [...holidays.records, moved] }] })
  await bring.getByText('more.json would do this').waitFor()
  const there = async () =>
    (await apiCall<{ total_record: number }>(page, 'GET', 'holiday?calendar=E2E-MOVED')).total_record
  expect(await there()).toBe(0)
  expect(await barriers(page)).toEqual([])
  await bring.getByRole('button', { name: /^Write 1 record/ }).click()
  await bring.getByText('more.json was written').waitFor()
  expect(await there()).toBe(1)

  await choose('other.json', { tables: 'none' })
  await bring.getByRole('alert').getByText('This file was not saved by a migration').waitFor()
  await tidy(page)
  expect(complaints).toEqual([])
})
