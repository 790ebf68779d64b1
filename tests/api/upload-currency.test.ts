import { afterAll, beforeAll, expect, test } from 'vitest'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp()
})

afterAll(() => app?.product.close())

const names = ['target_number', 'period_from', 'period_to', 'target_value', 'currency']

/** Checks lines of targets by a format of the columns that they have; answers what each became, and why not. */
async function checked(lines: readonly (readonly string[])[], more: object = {}, without: readonly string[] = []) {
  const heads = names.filter((name) => !without.includes(name))
  const content = [heads, ...lines].map((line) => `${line.map((cell) => `"${cell}"`).join(';')}\n`).join('')
  const format = { ...more, delimiter: ';', fields: heads.map((name) => column(name, name)) }
  const { id } = await app.checked(content, format, 'TargetDataFormat')
  const rows = recordsOf(await app.get(`uploads/${id}/rows`)).map((row) => {
    const { target_value: value, period_from: from } = row['values'] as Record<string, unknown>
    const [reason] = row['reasons'] as { field: string; message: string }[]
    return reason ? [row['outcome'], reason.field, reason.message] : [row['outcome'], from, value]
  })
  return { id, rows }
}

test('amounts with a currency and days with a name of their month are taken, among plain ones and alone', async () => {
  const american = [
    ['T1', '2026-08-12', '2026-12-31', '1234.5', 'USD'],
    ['T2', '12-AUG-26', '31-DEC-26', '$1,234.50', 'USD'],
    ['T3', '12 Aug 2026', '31 December 2026', 'USD 1,234.50', 'USD'],
    ['T4', 'Aug 12, 2026', 'Dec 31, 2026', '1,234.50 usd', 'USD'],
  ]
  const same = ['insert', '2026-08-12', '1234.5000']
  expect((await checked(american)).rows).toEqual([same, same, same, same])
  // A column without any plain cell is read in another way than one with some.
  expect((await checked(american.slice(1))).rows).toEqual([same, same, same])
  const european = [
    ['T5', '12. August 2026', '31.12.2026', '€ 1.234,50', 'EUR'],
    ['T6', '12.08.2026', '31.12.2026', '1.234,50 EUR', 'EUR'],
  ]
  expect((await checked(european, { decimal: ',', date_order: 'DMY' })).rows).toEqual([same, same])
})

test('another currency than that of the record is refused at its cell, never taken for it', async () => {
  const other = (value: string) => ['rejected', 'target_value', `"${value}" is not in the currency of its record`]
  const line = (value: string, currency: string) => ['X1', '2026-01-01', '2026-12-31', value, currency]
  const found = await checked(
    [
      ['$100', 'EUR'],
      ['100 USD', 'EUR'],
      ['US$ 100', 'CAD'],
      ['100 pcs', 'EUR'],
      ['$100', 'CAD'],
    ].map(([value, currency], at) => [`X${at}`, ...line(value!, currency!).slice(1)]),
  )
  expect(found.rows).toEqual([
    other('$100'),
    other('100 USD'),
    other('US$ 100'),
    other('100 pcs'),
    ['insert', '2026-01-01', '100.0000'],
  ])
})

test('a file without currencies is held against the records that are there, and the default of new ones', async () => {
  const stored = await app.post('target_data', {
    target_number: 'KEPT',
    period_from: '2026-01-01',
    period_to: '2026-12-31',
    target_value: '10',
    currency: 'USD',
  })
  expect(stored.status, JSON.stringify(stored.body)).toBe(201)
  const line = (number: string, value: string) => [number, '2026-01-01', '2026-12-31', value]
  const found = await checked(
    [line('KEPT', '$ 20'), line('NEW1', '€ 20'), line('NEW2', '$ 20'), line('NEW3', '20')],
    {},
    ['currency'],
  )
  expect(found.rows).toEqual([
    ['update', '2026-01-01', '20.0000'],
    ['insert', '2026-01-01', '20.0000'],
    ['rejected', 'target_value', '"$ 20" is not in the currency of its record'],
    ['insert', '2026-01-01', '20.0000'],
  ])
  await app.post(`uploads/${found.id}/commit`, { only_valid: true })
  await app.settled(found.id)
  const kept = recordsOf(await app.get('target_data?target_number=KEPT'))
  expect(kept).toMatchObject([{ target_value: '20.0000', currency: 'USD' }])
})
