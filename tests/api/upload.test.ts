import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'

type Record_ = Record<string, unknown>

let app: Awaited<ReturnType<typeof uploadApp>>
const { get, post, put, del, send, settled, checked } = {
  get: (...args: Parameters<typeof app.get>) => app.get(...args),
  post: (...args: Parameters<typeof app.post>) => app.post(...args),
  put: (...args: Parameters<typeof app.put>) => app.put(...args),
  del: (...args: Parameters<typeof app.del>) => app.del(...args),
  send: (...args: Parameters<typeof app.send>) => app.send(...args),
  settled: (...args: Parameters<typeof app.settled>) => app.settled(...args),
  checked: (...args: Parameters<typeof app.checked>) => app.checked(...args),
}

beforeAll(async () => {
  app = await uploadApp()
})

afterAll(() => app?.product.close())

const sales = 'app-functionality=SalesDataUploadFormat'
const retail = {
  keep: null,
  fields: [
    column('billing_doc_number', 'InvoiceNo'),
    { field: 'billing_doc_line', source: 'counter', within: ['InvoiceNo'] },
    column('material_number', 'StockCode'),
    column('material_description', 'Description'),
    column('quantity', 'Quantity'),
    column('billing_date', 'InvoiceDate'),
    column('unit_price', 'UnitPrice'),
    { field: 'customer_number', source: 'formula', formula: 'code(CustomerID)', when_empty: 'skip_row' },
    column('country', 'Country'),
    { field: 'net_value', source: 'formula', formula: 'Quantity * UnitPrice' },
    { field: 'transaction_type', source: 'formula', formula: 'if(startsWith(InvoiceNo, "C"), "Return", "Sale")' },
  ],
}
const retailHead = 'InvoiceNo,StockCode,Description,Quantity,InvoiceDate,UnitPrice,CustomerID,Country'

describe('a file on its way into sales data', () => {
  test('is received, checked, written, listed with its history, and undone', async () => {
    const file = [
      retailHead,
      '536365,85123A,WHITE HANGING HEART,6,2010-12-01 08:26:00,2.55,17850.0,United Kingdom',
      '536365,71053, WHITE METAL LANTERN ,6,2010-12-01 08:26:00,3.39,17850.0,United Kingdom',
      'C536379,D,"Discount, ""special""",-1,2010-12-01 09:41:00,27.50,14527.0,United Kingdom',
      '536370,22728,NO CUSTOMER,1,2010-12-01 08:45:00,3.75,,France',
      '536371,22086,BAD QUANTITY,six,2010-12-01 09:00:00,2.55,13748.0,United Kingdom',
      '536372,22632,NO DATE,6,2010-02-30,1.85,17850.0,United Kingdom',
      '536373,ragged',
    ].join('\n')
    const { id, staged, upload } = await checked(file, retail)
    expect(staged).toMatchObject({ state: 'staged', rows: 6, problems: 1, encoding: 'UTF-8', delimiter: ',' })
    expect(upload).toMatchObject({
      state: 'checked',
      counts: { insert: 3, update: 0, unchanged: 0, rejected: 2, skipped: 1 },
    })
    const counted = (upload['reasons'] as Record_[]).map(
      ({ field, message, count }) => `${String(field)} ${String(message)}: ${String(count)}`,
    )
    expect(new Set(counted)).toEqual(
      new Set([
        'null 2 columns where 8 were expected: 1',
        'billing_date is not a date: 1',
        'net_value is not a number: 1',
        'quantity is not a number: 1',
      ]),
    )
    expect(upload['reasons']).toContainEqual(
      expect.objectContaining({ rule: null, lines: [{ line: 8, text: '536373,ragged' }] }),
    )
    const rejected = await get(`uploads/${id}/rows?outcome=rejected`)
    expect(recordsOf(rejected)).toMatchObject([
      {
        line: 6,
        reasons: [
          { field: 'quantity', column: 'Quantity', value: 'six', message: '"six" is not a number' },
          { field: 'net_value', message: '"six" is not a number' },
        ],
      },
      { line: 7, reasons: [{ field: 'billing_date', message: '"2010-02-30" is not a date' }] },
    ])
    expect(await post(`uploads/${id}/commit`, {})).toMatchObject({
      status: 409,
      body: { message: '3 lines are rejected. Correct them, or import the valid lines only.' },
    })
    expect(await post(`uploads/${id}/commit`, { only_valid: true })).toMatchObject({ status: 202 })
    expect(await settled(id)).toMatchObject({ state: 'committed', result: { inserted: 3, updated: 0, conflicts: 0 } })
    const list = await get('sales_data?sort=billing_doc_number,billing_doc_line&totals=true')
    expect(recordsOf(list)).toMatchObject([
      {
        billing_doc_number: '536365',
        billing_doc_line: 1,
        customer_number: '17850',
        net_value: '15.3000',
        transaction_type: 'Sale',
        billing_date: '2010-12-01',
        currency: 'EUR',
      },
      {
        billing_doc_number: '536365',
        billing_doc_line: 2,
        material_description: 'WHITE METAL LANTERN',
        net_value: '20.3400',
      },
      {
        billing_doc_number: 'C536379',
        material_description: 'Discount, "special"',
        net_value: '-27.5000',
        transaction_type: 'Return',
      },
    ])
    const history = await get(`sales_data/${String(recordsOf(list)[0]!['id'])}/history`)
    expect(recordsOf(history)).toMatchObject([{ operation: 'insert', upload_id: id, user: 'Ann North' }])
    const edited = recordsOf(list)[1]!
    await put(`sales_data/${String(edited['id'])}`, { row_version: 1, country: 'Norway' })
    expect(await get(`uploads/${id}/undo`)).toMatchObject({
      status: 200,
      body: {
        response: {
          deleted: 2,
          restored: 0,
          kept: 1,
          edited: [{ id: edited['id'], title: '536365', user: 'Ann North' }],
          edited_total: 1,
        },
      },
    })
    expect(await get(`uploads/${id}/undo`, app.tokens.reader)).toMatchObject({ status: 403 })
    await post(`uploads/${id}/undo`, {})
    expect(await settled(id)).toMatchObject({
      state: 'undone',
      result: { undone: { deleted: 2, restored: 0, kept: 1 } },
    })
    expect(await get(`uploads/${id}/undo`)).toMatchObject({ status: 409 })
    expect(recordsOf(await get('sales_data'))).toMatchObject([{ country: 'Norway' }])
    await del(`sales_data/${String(edited['id'])}`)
  })

  test('changes only what differs, tells old and new, and restores it', async () => {
    const lines = (price: string) =>
      `${retailHead}\nA1,M1,One,2,2026-01-01,${price},1.0,Spain\nA2,M2,Two,1,2026-01-01,5,1.0,Spain\n`
    const first = await checked(lines('10'), retail)
    await post(`uploads/${first.id}/commit`, {})
    await settled(first.id)
    const second = await checked(lines('12.5'), retail)
    expect(second.upload).toMatchObject({ counts: { insert: 0, update: 1, unchanged: 1, rejected: 0, skipped: 0 } })
    expect(recordsOf(await get(`uploads/${second.id}/rows?outcome=update`))).toMatchObject([
      { line: 2, changes: { unit_price: ['10.0000', '12.5000'], net_value: ['20.0000', '25.0000'] } },
    ])
    await post(`uploads/${second.id}/commit`, {})
    expect(await settled(second.id)).toMatchObject({ state: 'committed', result: { inserted: 0, updated: 1 } })
    const [record] = recordsOf(await get('sales_data?billing_doc_number=A1'))
    expect(record).toMatchObject({ net_value: '25.0000', row_version: 1_000 + second.id })
    expect(recordsOf(await get(`sales_data/${String(record!['id'])}/history`))[0]).toMatchObject({
      operation: 'update',
      changes: { net_value: ['20.0000', '25.0000'], unit_price: ['10.0000', '12.5000'] },
    })
    expect((await get(`uploads/${second.id}/undo`)).body.response).toMatchObject({ deleted: 0, restored: 1, kept: 0 })
    await post(`uploads/${second.id}/undo`, {})
    expect(await settled(second.id)).toMatchObject({ result: { undone: { deleted: 0, restored: 1, kept: 0 } } })
    expect(recordsOf(await get('sales_data?billing_doc_number=A1'))).toMatchObject([
      { net_value: '20.0000', row_version: 1 },
    ])
    await del('sales_data?all=true')
  })

  test('names the other line of a repeated key', async () => {
    const format = {
      ...retail,
      fields: retail.fields.map((field) =>
        field.field === 'billing_doc_line' ? { field: 'billing_doc_line', source: 'constant', value: '1' } : field,
      ),
    }
    const { id, upload } = await checked(
      `${retailHead}\nA1,M1,One,2,2026-01-01,1,1.0,Spain\nA1,M2,Two,2,2026-01-01,1,1.0,Spain\n`,
      format,
    )
    expect(upload).toMatchObject({ counts: { insert: 1, rejected: 1 } })
    expect(recordsOf(await get(`uploads/${id}/rows?outcome=rejected`))).toMatchObject([
      { line: 3, reasons: [{ message: 'Line 2 has the same Document and Line' }] },
    ])
  })

  test('lets bad cells be put right in place', async () => {
    const { id } = await checked(`${retailHead}\nA1,M1,One,two,2026-01-01,1,1.0,Spain\n`, retail)
    expect(await put(`uploads/${id}/rows/2`, { cells: { Quantity: '2' } })).toMatchObject({
      status: 200,
      body: { response: { state: 'staged' } },
    })
    await post(`uploads/${id}/check`, { format: retail })
    expect(await settled(id)).toMatchObject({ counts: { insert: 1, rejected: 0 } })
    // Every line was plain before.
    await post(`uploads/${id}/commit`, {})
    expect(await settled(id)).toMatchObject({ state: 'committed', result: { inserted: 1 } })
    await post(`uploads/${id}/undo`, {})
    expect(await settled(id)).toMatchObject({ state: 'undone' })
  })

  test('is told of when the work on it is over, not before, to those who wait', async () => {
    const { id } = await checked(`${retailHead}\nA1,M1,One,2,2026-01-01,1,1.0,Spain\n`, retail)
    const asked = performance.now()
    expect((await get(`uploads/${id}?wait=5`)).body.response).toMatchObject({ state: 'checked' })
    await post(`uploads/${id}/check`, { format: retail })
    expect((await get(`uploads/${id}?wait=5`)).body.response).toMatchObject({ state: 'checked' })
    expect(performance.now() - asked).toBeLessThan(5_000)
    expect(await get(`uploads/${id}?wait=60`)).toMatchObject({ status: 422 })
  })

  test('reads a value as another wherever its column is used, and shows chosen lines again', async () => {
    const { id } = await checked(
      `${retailHead}\nA1,M1,One,dozen,2026-01-01,2,1.0,Spain\nA2,M1,One,12,2026-01-01,2,1.0,Spain\n`,
      retail,
    )
    expect(recordsOf(await get(`uploads/${id}/rows?outcome=rejected`))).toMatchObject([{ line: 2 }])
    await post(`uploads/${id}/check`, { format: { ...retail, replace: { quantity: { dozen: '12' } } } })
    expect(await settled(id)).toMatchObject({ counts: { insert: 2, rejected: 0 } })
    expect(recordsOf(await get(`uploads/${id}/rows?lines=2`))).toMatchObject([
      { line: 2, outcome: 'insert', values: { quantity: '12.000', net_value: '24.0000' } },
    ])
    expect(recordsOf(await get(`uploads/${id}/rows?lines=2,3`))).toHaveLength(2)
    expect(await get(`uploads/${id}/rows?lines=a`)).toMatchObject({ status: 422 })
  })

  test('belongs to its organisation and to those who may upload', async () => {
    const { id } = await checked(`${retailHead}\nA1,M1,One,2,2026-01-01,1,1.0,Spain\n`, retail)
    for (const path of [`uploads/${id}`, `uploads/${id}/rows`, `uploads/${id}/errors`])
      expect(await get(path, app.tokens.south)).toMatchObject({ status: 404 })
    expect(await post(`uploads/${id}/commit`, {}, app.tokens.south)).toMatchObject({ status: 404 })
    expect(await get(`uploads/${id}`, app.tokens.reader)).toMatchObject({ status: 403 })
    expect(await send(`uploads?${sales}`, retailHead, 'x.csv', app.tokens.reader)).toMatchObject({ status: 403 })
    expect(recordsOf(await get('uploads', app.tokens.south))).toEqual([])
    expect(recordsOf(await get('uploads')).length).toBeGreaterThan(0)
  })
})
