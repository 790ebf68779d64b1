import { afterAll, beforeAll, expect, test } from 'vitest'
import { recordsOf, uploadApp } from '#tests/support/upload-app.ts'

type Row = Record<string, unknown>

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp()
})
afterAll(() => app?.product.close())

const created = async (path: string, body: object): Promise<Row> => {
  const answer = await app.post(path, body)
  expect([path, answer.status, answer.body.error?.issues]).toEqual([path, 201, undefined])
  return answer.body.response!
}

interface Moved {
  readonly tables: readonly { readonly table_name: string; readonly records: readonly Row[] }[]
}
const names = 'sales_data_map,sales_basis'
const exported = async (as?: string): Promise<Moved> =>
  (await app.get(`migration?table_names=${names}`, as)).body.response as unknown as Moved
const send = (content: object | string, query = '', as?: string) =>
  app.send(
    `migration/upload${query}`,
    typeof content === 'string' ? content : JSON.stringify(content),
    'migration.json',
    ...(as ? [as] : []),
  )

test('configuration leaves one organization and comes into another, first looked at, then written, the second time nothing changes', async () => {
  await created('config/sales-basis', { sales_basis: 'MOVED', description: 'Moved' })
  await created('sales-data-map', {
    sales_basis: 'MOVED',
    basis_part: 'amount',
    source_field: 'net_value',
    factor: '2',
  })
  const file = await exported()
  // What others refer to comes first.
  expect(file.tables.map(({ table_name: name }) => name)).toEqual(['sales_basis', 'sales_data_map'])
  expect(file.tables[1]!.records).toMatchObject([{ sales_basis: 'MOVED', factor: '2.000000' }])
  expect(file.tables[0]!.records[0]).not.toHaveProperty('id')

  const { south } = app.tokens
  const looked = await send(file, '?dry_run=true', south)
  expect(looked.body.response).toMatchObject({ dry_run: true, records: [{ created: 1, failed: 0 }, { failed: 1 }] })
  expect(recordsOf(await app.get('sales-data-map', south))).toEqual([])
  expect(recordsOf(await send(file, '', south))).toMatchObject([
    { table_name: 'sales_basis', created: 1, updated: 0, unchanged: 0, failed: 0 },
    { table_name: 'sales_data_map', created: 1, updated: 0, unchanged: 0, failed: 0 },
  ])
  expect(recordsOf(await send(file, '', south))).toMatchObject([
    { created: 0, unchanged: 1 },
    { created: 0, unchanged: 1 },
  ])
  const changed = {
    tables: [{ ...file.tables[0]!, records: [{ ...file.tables[0]!.records[0], description: 'Moved on' }] }],
  }
  expect(recordsOf(await send({ response: changed }, '', south))).toMatchObject([{ updated: 1 }])
  expect(recordsOf(await app.get('config/sales-basis?sales_basis=MOVED', south))).toMatchObject([
    { description: 'Moved on' },
  ])
  expect(recordsOf(await app.get('config/sales-basis?sales_basis=MOVED'))).toMatchObject([{ description: 'Moved' }])
})

test('what cannot come in is told record by record; the rest of the table comes in', async () => {
  const records = [
    { sales_basis: 'FINE', description: 'Fine' },
    { sales_basis: 'WRONG', description: 'Wrong', amount: 'dreams' },
  ]
  const [outcome] = recordsOf(await send({ tables: [{ table_name: 'sales_basis', records }] }))
  expect(outcome).toMatchObject({
    created: 1,
    failed: 1,
    problems: [{ key: 'WRONG', message: expect.stringContaining('Choose one of') }],
  })
  expect((await send('no json at all')).body.error).toMatchObject({ code: 'FILE_UNREADABLE' })
  expect((await send({ tables: [{ table_name: 'session', records: [] }] })).status).toBe(404)
})

test('tables are offered and moved by administrators of the configuration only', async () => {
  const offered = recordsOf(await app.get('migration'))
  expect(offered.map((one) => one['table_name'])).toEqual(
    expect.arrayContaining(['sales_basis', 'approval_workflow', 'customer']),
  )
  // Their numbers are given by the product.
  expect(offered.map((one) => one['table_name'])).not.toContain('document_header')
  for (const path of ['migration', `migration?table_names=${names}`])
    expect((await app.get(path, app.tokens.reader)).status).toBe(403)
  expect((await send({ tables: [] }, '', app.tokens.reader)).status).toBe(403)
  expect((await app.get('migration?table_names=nothing')).status).toBe(404)
})
