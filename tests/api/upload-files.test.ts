import { gzipSync } from 'node:zlib'
import { readXlsx, writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recoverUploads } from '#server/engine/upload/recovery.ts'
import { clearOldUploads } from '#server/engine/upload/retention.ts'
import { sql } from '#server/store/sql.ts'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp()
})

afterAll(() => app?.product.close())

const functionality = 'CustomerDataUploadFormat'
const send = (content: string | Buffer, name?: string) =>
  app.send(`uploads?app-functionality=${functionality}`, content, name)
const format = {
  fields: [
    column('customer_number', 'No'),
    column('customer_name', 'Name'),
    column('credit_limit', 'Limit'),
    column('valid_from', 'From'),
  ],
}
const check = (content: string | Buffer, more: object = {}, name?: string) =>
  app.checked(content, { ...format, ...more }, functionality, name)

async function valuesOf(id: number): Promise<unknown[]> {
  return recordsOf(await app.get(`uploads/${id}/rows`)).map(({ values }) => values)
}

const rows = [
  { customer_number: '007', customer_name: 'Größe & Söhne', credit_limit: '1234.5000', valid_from: '2026-01-31' },
  { customer_number: 'B2', customer_name: 'Côte, "d’Ivoire"', credit_limit: null, valid_from: null },
]

describe('files of every kind become the same rows', () => {
  const european = 'No;Name;Limit;From\r\n007;Größe & Söhne;1.234,50;31.01.2026\r\nB2;"Côte, ""d’Ivoire""";;\r\n'
  const style = { decimal: ',', date_order: 'DMY' }
  const plain = 'No,Name,Limit,From\n007,Größe & Söhne,1234.5,2026-01-31\nB2,"Côte, ""d’Ivoire""",NULL,\n'

  test.each<[string, string | Buffer, object, string]>([
    ['comma and line feeds', plain, {}, 'UTF-8'],
    ['semicolon, decimal comma, CRLF', european, style, 'UTF-8'],
    ['a byte order mark', `\ufeff${plain}`, {}, 'UTF-8'],
    ['UTF-16', Buffer.from(`\ufeff${european}`, 'utf16le'), style, 'UTF-16LE'],
    ['Windows-1252', Buffer.from(european.replaceAll('’', '\u0092'), 'latin1'), style, 'Windows-1252'],
    ['old line ends', plain.replaceAll('\n', '\r'), {}, 'UTF-8'],
    ['a packed file', gzipSync(plain), {}, 'UTF-8'],
    ['the name of the delimiter first', `sep=;\n${european}`, style, 'UTF-8'],
  ])('%s', async (_, content, more, encoding) => {
    const { id, staged, upload } = await check(content, more)
    expect(staged).toMatchObject({ encoding, rows: 2, problems: 0 })
    expect(upload).toMatchObject({ counts: { insert: 2, rejected: 0 } })
    expect(await valuesOf(id)).toEqual(rows)
  })

  test('a workbook, with its dates, numbers and codes', async () => {
    const data = [
      ['No', 'Name', 'Limit', 'From'],
      ['007', 'Größe & Söhne', 1234.5, new Date('2026-01-31T00:00:00Z')],
      [null, null, null, null],
      ['B2', 'Côte, "d’Ivoire"', null, null],
    ]
    const workbook = Buffer.from(
      await writeXlsx({ sheets: [{ name: 'Data', rows: data, columns: [{}, {}, {}, { numFmt: 'yyyy-mm-dd' }] }] }),
    )
    const { id, staged, upload } = await check(workbook, {}, 'customers.xlsx')
    expect(staged).toMatchObject({ encoding: 'XLSX', rows: 2 })
    expect(upload).toMatchObject({ counts: { insert: 2, rejected: 0 } })
    expect(await valuesOf(id)).toEqual(rows)
    expect(recordsOf(await app.get(`uploads/${id}/rows`)).map(({ line }) => line)).toEqual([2, 4])
  })
})

describe('files that cannot be taken are refused with words', () => {
  test.each<[string, string | Buffer, number, string]>([
    ['nothing', '', 422, 'The file is empty.'],
    ['a PDF', '%PDF-1.7 whatever', 415, 'This is a PDF. Save it as XLSX or CSV.'],
    ['a damaged workbook', Buffer.from('PK\u0003\u0004 and no more'), 422, 'The workbook is damaged.'],
    [
      'a damaged packed file',
      Buffer.concat([gzipSync('a,b\n1,2\n').subarray(0, 12), Buffer.from('xxxxxxxx')]),
      422,
      'The packed file is damaged.',
    ],
    [
      'a packed bomb',
      gzipSync(Buffer.alloc(60_000_000, 'a,b\n')),
      413,
      'The file unpacks to far more than its size. It was refused.',
    ],
    [
      'a thousand and one columns',
      Array.from({ length: 1_001 }, (_, index) => `c${index}`).join(','),
      422,
      'The file has more than 1000 columns.',
    ],
  ])('%s', async (_, content, status, message) => {
    expect(await send(content)).toMatchObject({ status, body: { message } })
    const [latest] = recordsOf(await app.get('uploads?limit=1'))
    expect(latest).toMatchObject({ state: 'failed', message })
  })

  test('a bomb of a workbook, by what its directory claims', async () => {
    const workbook = Buffer.from(await writeXlsx({ sheets: [{ name: 'Data', rows: [['No', 'Name']] }] }))
    const entry = workbook.lastIndexOf(Buffer.from([0x50, 0x4b, 0x01, 0x02]))
    workbook.writeUInt32LE(3_000_000_000, entry + 24)
    expect(await send(workbook, 'bomb.xlsx')).toMatchObject({ status: 413 })
  })
})

test('names without and twice are told apart, columns are proposed', async () => {
  const answer = await send('Customer,Customer Name,,customer name,Kountry,credit_limit\n1,A,x,y,Spain,3\n')
  expect(answer.body.response).toMatchObject({
    warnings: [
      'Column 3 has no name',
      'The column name "customer name" is used more than once; the later one is called "customer name (2)"',
    ],
    columns: [
      { name: 'Customer', type: 'integer', samples: ['1'] },
      { name: 'Customer Name' },
      { name: 'Column 3' },
      { name: 'customer name (2)' },
      { name: 'Kountry' },
      { name: 'credit_limit' },
    ],
  })
  const { format: suggested } = answer.body.response!['suggestion'] as {
    format: { fields: { field: string; column: string }[] }
  }
  expect(suggested.fields.map(({ field, column: name }) => [field, name])).toEqual([
    ['customer_number', 'Customer'],
    ['customer_name', 'Customer Name'],
    ['customer_name_2', 'customer name (2)'],
    ['country', 'Kountry'],
    ['credit_limit', 'credit_limit'],
  ])
})

test('references, conditions, orders and choices are checked as in the form', async () => {
  await app.post('customer-data', { customer_number: 'PARENT', customer_name: 'Parent' })
  const head = 'No,Name,Parent,Status,Reason,From,To'
  const lines = [
    '1,Knows its parent,PARENT,active,,,',
    '2,Parent in the file,1,,,,',
    '3,Unknown parent,NOBODY,active,,,',
    '4,Blocked without reason,,Blocked,,,',
    '5,Reason is cleared,,active,because,,',
    '6,Ends before it starts,,active,,2026-02-01,2026-01-31',
    '7,Itself,7,active,,,',
    '8,,,asleep,,,',
  ]
  const fields = [
    column('customer_number', 'No'),
    column('customer_name', 'Name'),
    column('parent_customer', 'Parent'),
    column('status', 'Status'),
    column('block_reason', 'Reason'),
    column('valid_from', 'From'),
    column('valid_to', 'To'),
  ]
  const { id, upload } = await check(`${head}\n${lines.join('\n')}\n`, { fields })
  expect(upload).toMatchObject({ counts: { insert: 3, rejected: 5 } })
  const found = recordsOf(await app.get(`uploads/${id}/rows`)).map(({ line, reasons }) => [
    line,
    (reasons as { message: string }[]).map(({ message }) => message).join('; '),
  ])
  expect(found).toEqual([
    [2, ''],
    [3, ''],
    [4, 'There is no customer "NOBODY"'],
    [5, 'Block reason is required'],
    [6, ''],
    [7, 'Valid to cannot be before Valid from'],
    [8, 'Parent customer cannot be the record itself'],
    [9, '"asleep" is not one of Active, Blocked, Inactive; Name is required'],
  ])
  expect((await valuesOf(id))[4]).toMatchObject({ customer_number: '5', block_reason: null, status: 'active' })
  const reasons = upload['reasons'] as { rule: number; field: string }[]
  const choice = reasons.find(({ field }) => field === 'status')!
  expect(recordsOf(await app.get(`uploads/${id}/bad-values?reason=${choice.rule}`))).toEqual([
    { value: 'asleep', count: 1 },
  ])
  expect(await app.post(`uploads/${id}/commit`, { only_valid: true })).toMatchObject({ status: 202 })
  expect(await app.settled(id)).toMatchObject({ state: 'committed', result: { inserted: 3 } })
})

test('the error file holds the lines as they were, with reasons, and no formulas', async () => {
  const { id } = await check('No,Name,Limit,From\n1,=cmd|calc,many,\n2\n')
  const csv = await app.product.app.inject({
    method: 'GET',
    url: `/api/uploads/${id}/errors?format=csv`,
    headers: { authorization: `Bearer ${app.tokens.north}` },
  })
  expect(csv.body.replace('\ufeff', '').trim().split('\n')).toEqual([
    'Row in the file,Why rejected,No,Name,Limit,From',
    `2,"Credit limit: ""many"" is not a number",1,'=cmd|calc,many,`,
    '3,1 column where 4 were expected,2,,,',
  ])
  const xlsx = await app.product.app.inject({
    method: 'GET',
    url: `/api/uploads/${id}/errors?format=xlsx`,
    headers: { authorization: `Bearer ${app.tokens.north}` },
  })
  expect((await readXlsx(xlsx.rawPayload)).sheets[0]?.rows[0]?.slice(0, 3)).toEqual([
    'Row in the file',
    'Why rejected',
    'No',
  ])
})

test('what the error file adds fills no field when it is corrected and sent again, and is not added twice', async () => {
  const file =
    'Row in the file,Why rejected,Document,Line,Date,Material,Quantity,Net value\n9,Bad,X,20,2026-01-01,M1,many,2\n'
  const sent = await app.send('uploads?app-functionality=SalesDataUploadFormat', file)
  const { id, suggestion } = sent.body.response as {
    id: number
    suggestion: { format: { fields: { field: string; column: string }[] } }
  }
  expect(suggestion.format.fields.map(({ field, column: name }) => [field, name])).toEqual(
    expect.arrayContaining([['billing_doc_line', 'Line']]),
  )
  expect(suggestion.format.fields.map(({ column: name }) => name)).not.toEqual(
    expect.arrayContaining([expect.stringMatching(/^Row in|^Why/)]),
  )
  await app.post(`uploads/${id}/check`, suggestion)
  expect(await app.settled(id)).toMatchObject({ counts: { rejected: 1 } })
  const errors = await app.product.app.inject({
    method: 'GET',
    url: `/api/uploads/${id}/errors?format=csv`,
    headers: { authorization: `Bearer ${app.tokens.north}` },
  })
  expect(errors.body).toContain('Row in the file,Why rejected,Document,Line,Date,Material,Quantity,Net value')
  expect(errors.body).not.toContain('Bad')
  // Who saw it at work and stops it too late throws nothing away.
  expect(await app.post(`uploads/${id}/cancel`, { of: 'checking' })).toMatchObject({
    status: 200,
    body: { response: { state: 'checked', kept: true } },
  })
})

test('what was interrupted is taken back at the next start, and old lines are cleared away', async () => {
  const { id } = await check('No,Name,Limit,From\nR1,Restart,1,\n')
  await app.product.db.system((tx) => tx.query(sql`update upload set state = 'committing' where id = ${id}`))
  // The server looks for such imports every few seconds itself, and may be the one that finds it.
  await recoverUploads(app.product.db)
  expect(await app.settled(id)).toMatchObject({ state: 'checked', message: 'Interrupted; nothing was written.' })
  expect(await app.post(`uploads/${id}/commit`, {})).toMatchObject({ status: 202 })
  expect(await app.settled(id)).toMatchObject({ state: 'committed' })
  await app.product.db.system((tx) =>
    tx.query(sql`update upload set updated_at = now() - interval '8 days' where id = ${id}`),
  )
  expect(await clearOldUploads(app.product.db)).toBe(1)
  expect(await app.get(`uploads/${id}/rows`)).toMatchObject({
    status: 409,
    body: { message: 'The lines of this file have been cleared away.' },
  })
})

test('a wait is over when it is cancelled; a second commit is refused', async () => {
  const { id } = await check('No,Name,Limit,From\nC1,Cancelled,1,\n')
  expect(await app.post(`uploads/${id}/cancel`, {})).toMatchObject({
    status: 200,
    body: { response: { state: 'cancelled' } },
  })
  expect(await app.post(`uploads/${id}/commit`, {})).toMatchObject({ status: 409 })
  const again = await check('No,Name,Limit,From\nC2,Twice,1,\n')
  const answers = await Promise.all([
    app.post(`uploads/${again.id}/commit`, {}),
    app.post(`uploads/${again.id}/commit`, {}),
  ])
  expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409])
  expect(await app.settled(again.id)).toMatchObject({ state: 'committed', result: { inserted: 1 } })
})

test('the lines of others stay out of reach, even of raw SQL', async () => {
  const { id } = await check('No,Name,Limit,From\nS1,Secret,1,\n')
  const scope = { organizationId: 2, userId: 1 }
  expect(await app.product.db.tenant(scope, (tx) => tx.query(sql`select * from upload where id = ${id}`))).toEqual([])
  const { rows: seen } = await app.product.db.tenant(scope, (tx) =>
    tx.client.query(`select * from staging.upload_${id}`),
  )
  expect(seen).toEqual([])
})
