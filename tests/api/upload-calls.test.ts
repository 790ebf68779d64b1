import { sql } from '#server/store/sql.ts'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>
let formatId: number

const salesFormat = {
  fields: [
    column('billing_doc_number', 'Doc'),
    column('billing_doc_line', 'Line'),
    column('billing_date', 'Date'),
    column('material_number', 'Material'),
    column('quantity', 'Qty'),
    column('net_value', 'Net'),
  ],
}
const head = 'Doc,Line,Date,Material,Qty,Net'

beforeAll(async () => {
  app = await uploadApp()
  const created = await app.post('upload-format?app-functionality=SalesDataUploadFormat', {
    name: 'Sales',
    body: salesFormat,
  })
  formatId = Number(created.body.response!['id'])
})

afterAll(() => app?.product.close())

const total = async () => (await app.get('sales_data?limit=1')).body.response!['total_record']

describe('uploads in one call', () => {
  test.each(['sales_data/upload', 'sales_data_upload', 'upload-file'])(
    '%s answers 200 with success_msg and no error_list (B094, B096, B098-B100)',
    async (path) => {
      const answer = await app.send(`${path}?format_id=${formatId}`, `${head}\n${path},1,2026-01-01,M1,1,10\n`)
      expect(answer).toMatchObject({
        status: 200,
        body: { response: { success_msg: 'File has been successfully uploaded.', messageLog: ['1 added'] } },
      })
      expect(answer.body.response).not.toHaveProperty('error_list')
      expect(answer.body.response).not.toHaveProperty('warning_msg')
      expect(recordsOf(await app.get(`sales_data?billing_doc_number=${encodeURIComponent(path)}`))).toMatchObject([
        { net_value: '10.0000' },
      ])
    },
  )

  test('a batch job of the specification takes the file (B107)', async () => {
    const query = new URLSearchParams({
      app_type: 'Customer Rebate',
      job_type: 'File Upload (Sales Data)',
      job_name: 'January',
      format_id: String(formatId),
    })
    expect(await app.send(`batch-job?${query}`, `${head}\nJOB,1,2026-01-01,M1,1,10\n`)).toMatchObject({
      status: 200,
      body: { response: { messageLog: ['1 added'] } },
    })
    expect(await app.send('batch-job?job_type=Nothing', head)).toMatchObject({ status: 400 })
    query.set('job_name', 'February')
    await app.send(`batch-job?${query}`, `${head}\nJOB,x,2026-02-30,M1,1,10\n`)
    const runs = recordsOf(await app.get('batch-job-status?job_type=received_file&sort=number'))
    expect(runs).toMatchObject([
      { name: 'January', app_type: 'Customer Rebate', status: 'complete', inserted: 1, message: '1 added' },
      { name: 'February', status: 'failed', inserted: 0, rejected: 1, message: 'Nothing was written.' },
    ])
    const messages = recordsOf(await app.get(`message-log?batch_job_id=${String(runs[1]!['number'])}&severity=error`))
    expect(messages.map(({ message }) => String(message)).toSorted((a, b) => (a < b ? -1 : 1))).toEqual([
      'Line 2: Date: "2026-02-30" is not a date',
      'Line 2: Line: "x" is not a whole number',
    ])
    query.set('app_type', 'Nowhere')
    expect(await app.send(`batch-job?${query}`, head)).toMatchObject({ status: 400 })
  })

  test('a run whose server went away in the middle of the call is told as failed', async () => {
    await app.product.db.system((tx) =>
      tx.query(sql`
        insert into batch_job_run (organization_id, id, number, name, job_type, started_by, user_id, status, attempt, claimed_at)
        select organization_id, 900001, 900001, 'Cut off', 'received_file', 'erp', user_id, 'running', 1, now() - interval '5 minutes'
          from batch_job_run where name = 'January' limit 1`),
    )
    await expect
      .poll(async () => recordsOf(await app.get('batch-job-status?number=900001')), { timeout: 10_000 })
      .toMatchObject([{ status: 'failed', message: 'The server stopped; nothing was written.' }])
  })

  test('writes nothing when a line is wrong, and says so in error_list, trimmed (B095, B102)', async () => {
    const before = await total()
    const answer = await app.send(
      `sales_data_upload?format_id=${formatId}`,
      `${head}\nE1,1,2026-01-01,M1,1,10\nE1,x,2026-02-30,,1,10\nE2\n`,
    )
    expect(answer).toMatchObject({ status: 200, body: { response: { error_list: expect.any(Object) } } })
    expect(answer.body.response).not.toHaveProperty('success_msg')
    const messages = Object.values(answer.body.response!['error_list'] as Record<string, string>)
    expect(messages).toEqual([
      'Line 3: Line: "x" is not a whole number',
      'Line 3: Date: "2026-02-30" is not a date',
      'Line 3: Material is required',
      'Line 4: 1 column where 6 were expected',
    ])
    expect(await total()).toBe(before)
    const errors = recordsOf(await app.get('file-upload-errors?page=1&limit=4'))
    expect(errors.map(({ reason }) => String(reason)).toSorted((a, b) => a.localeCompare(b, 'en'))).toEqual([
      '"2026-02-30" is not a date',
      '"x" is not a whole number',
      '1 column where 6 were expected',
      'Material is required',
    ])
  })

  test('writes the valid lines when asked to, with a warning (B110)', async () => {
    const answer = await app.send(
      `sales_data_upload?format_id=${formatId}&only_valid=true`,
      `${head}\nV1,1,2026-01-01,M1,1,10\nV1,2,soon,M1,1,10\n`,
    )
    expect(answer).toMatchObject({
      status: 200,
      body: {
        response: {
          success_msg: 'File has been successfully uploaded.',
          warning_msg: 'Line 3: Date: "soon" is not a date',
          messageLog: ['1 added, 1 rejected', 'Line 3: Date: "soon" is not a date'],
        },
      },
    })
    expect(recordsOf(await app.get('sales_data?billing_doc_number=V1'))).toHaveLength(1)
  })

  test('never says that it went well with an empty file', async () => {
    expect((await app.send(`sales_data_upload?format_id=${formatId}`, `${head}\n`)).body.response).toMatchObject({
      error_list: { file: 'The file has no lines to import.' },
    })
    expect(await app.send(`sales_data_upload?format_id=${formatId}`, '')).toMatchObject({
      status: 422,
      body: { message: 'The file is empty.' },
    })
    expect(await app.post(`sales_data_upload?format_id=${formatId}`, {})).toMatchObject({ status: 400 })
  })

  test('matches columns by name and alias without a format', async () => {
    const answer = await app.send(
      'customer-data-upload',
      'ResellerKey,ResellerName,BusinessType,Country_Region\n1,A Bike Store,Reseller,Spain\n',
    )
    expect(answer).toMatchObject({ status: 200, body: { response: { messageLog: ['1 added'] } } })
    expect(recordsOf(await app.get('customer-data'))).toMatchObject([
      { customer_number: '1', customer_name: 'A Bike Store', customer_group: 'Reseller', country: 'Spain' },
    ])
  })

  test('replaces a span of days, and sets fields on every line (B105, B106)', async () => {
    await app.send(
      `sales_data_upload?format_id=${formatId}`,
      `${head}\nD1,1,2025-03-01,M1,1,10\nD2,1,2025-04-01,M1,1,10\n`,
    )
    const query = `format_id=${formatId}&delete_from=2025-03-01&delete_to=2025-03-31&country=Spain`
    expect(await app.send(`sales_data_upload?${query}`, `${head}\nD3,1,2025-03-05,M1,1,10\n`)).toMatchObject({
      status: 200,
      body: { response: { messageLog: ['1 added, 1 deleted before'] } },
    })
    const rows = recordsOf(await app.get('sales_data?billing_doc_number.startsWith=D&sort=billing_doc_number'))
    expect(rows.map(({ billing_doc_number, country }) => [billing_doc_number, country])).toEqual([
      ['D2', null],
      ['D3', 'Spain'],
    ])
    expect(await app.send(`sales_data_upload?format_id=${formatId}&colour=red`, head)).toMatchObject({ status: 400 })
  })

  test('replaces the days it was understood to be asked for, and none the other way round', async () => {
    const send = (span: string, lines: string) =>
      app.send(`sales_data_upload?format_id=${formatId}&${span}`, `${head}\n${lines}\n`)
    await app.send(
      `sales_data_upload?format_id=${formatId}`,
      `${head}\nZS1,1,2001-02-03,M1,1,10\nZS2,1,2003-01-02,M1,1,10\n`,
    )
    const left = async () =>
      recordsOf(await app.get('sales_data?billing_doc_number.startsWith=ZS&sort=billing_doc_number')).map(
        (row) => row['billing_doc_number'],
      )
    for (const span of ['delete_from=2001-03-01&delete_to=2001-02-01', 'delete_from=2001-13-01&delete_to=2001-12-01'])
      expect(await send(span, 'ZS3,1,2001-02-03,M1,1,10')).toMatchObject({ status: 400 })
    expect(await left()).toEqual(['ZS1', 'ZS2'])
    expect(await send('delete_from=01/02/03&delete_to=01/02/03', 'ZS3,1,2001-02-03,M1,1,10')).toMatchObject({
      status: 200,
      body: { response: { messageLog: ['1 added, 1 deleted before'] } },
    })
    expect(await left()).toEqual(['ZS2', 'ZS3'])
  })

  test('tells nothing of uploads to those who may not upload there', async () => {
    expect(recordsOf(await app.get('file-upload-errors?limit=5'))).not.toEqual([])
    expect(recordsOf(await app.get('file-upload-errors?limit=5', app.tokens.reader))).toEqual([])
    const [first] = recordsOf(await app.get('uploads?limit=1'))
    expect(first).toHaveProperty('file_name')
    expect(first).not.toHaveProperty('columns')
    expect(first).not.toHaveProperty('format')
    expect((await app.get('uploads?limit=5', app.tokens.reader)).body.response).toMatchObject({
      records: [],
      total_record: 0,
    })
  })

  test('refuses formats of other functionalities and people who may not upload', async () => {
    expect(await app.send(`customer-data-upload?format_id=${formatId}`, head)).toMatchObject({ status: 422 })
    expect(await app.send('sales_data_upload?format_id=999999', head)).toMatchObject({ status: 404 })
    expect(await app.send(`sales_data_upload?format_id=${formatId}`, head, 'f.csv', app.tokens.reader)).toMatchObject({
      status: 403,
    })
    expect(await app.send(`sales_data_upload?format_id=${formatId}`, head, 'f.csv', app.tokens.south)).toMatchObject({
      status: 404,
    })
  })
})
