import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recoverUploads } from '#server/engine/upload/recovery.ts'
import { sql } from '#server/store/sql.ts'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp()
})

afterAll(() => app?.product.close())

const functionality = 'CustomerDataUploadFormat'
type Staged = { id: number; columns: { name: string; samples: string[] }[] } & Record<string, unknown>
const send = async (content: string | Buffer, name?: string): Promise<Staged> => {
  const answer = await app.send(`uploads?app-functionality=${functionality}`, content, name)
  expect(answer.status, JSON.stringify(answer.body)).toBe(201)
  return answer.body.response as unknown as Staged
}
const read = (id: number, reading: object, as?: string) => app.post(`uploads/${id}/read`, reading, as)
const namesOf = (upload: unknown) => (upload as Staged).columns.map(({ name }) => name)
const keptFiles = () => readdir(join(app.product.dataDir, 'uploads'))

describe('a file that was received is read again in another way', () => {
  test('with another delimiter and encoding', async () => {
    const staged = await send(Buffer.from('No|Name;Town\r\n1|Größe;Köln\r\n2|Öl;Bern\r\n', 'utf8'))
    expect(namesOf(staged)).toEqual(['No|Name', 'Town'])
    const again = await read(staged.id, { delimiter: '|', encoding: 'Windows-1252' })
    expect(again).toMatchObject({
      status: 200,
      body: {
        response: {
          state: 'staged',
          delimiter: '|',
          encoding: 'Windows-1252',
          rows: 2,
          reading: { delimiter: '|', encoding: 'Windows-1252', sheet: null, header_row: 1, header_rows: 1 },
          suggestion: { format: { delimiter: '|', encoding: 'Windows-1252' } },
        },
      },
    })
    expect(again.body.response!['columns']).toMatchObject([
      { name: 'No', samples: ['1', '2'] },
      { samples: ['GrÃ¶ÃŸe;KÃ¶ln', 'Ã–l;Bern'] },
    ])
    const utf8 = await read(staged.id, { delimiter: ';' })
    expect(utf8.body.response).toMatchObject({
      encoding: 'UTF-8',
      columns: [{ name: 'No|Name' }, { samples: ['Köln', 'Bern'] }],
    })
  })

  test('a workbook from the sheet with the names of the screen, wherever that stands', async () => {
    const workbook = await writeXlsx({
      sheets: [
        { name: 'Read me', rows: [['How to fill in this workbook'], ['Every customer has a name']] },
        {
          name: 'Totals',
          rows: [
            ['Name', 'Sum'],
            ['All', 3],
          ],
        },
        { name: 'Of 2026', rows: [['Customers of the west'], [], ['Customer', 'Name', 'City'], ['7', 'Seven', 'Rom']] },
      ],
    })
    const staged = await send(Buffer.from(workbook), 'several.xlsx')
    expect(staged).toMatchObject({ sheet: 'Of 2026', rows: 1, reading: { sheet: null, header_row: 3 } })
    expect(namesOf(staged)).toEqual(['Customer', 'Name', 'City'])
    // Read anew without a word about the sheet, it is the same one; asked for, any other.
    const again = await read(staged.id, { header_row: 3 })
    expect(again.body.response).toMatchObject({ sheet: 'Of 2026' })
    const other = await read(staged.id, { sheet: 'Totals' })
    expect(other.body.response).toMatchObject({ sheet: 'Totals' })
  })

  test('what is no text is refused, with the reason', async () => {
    const bytes = Buffer.from(Array.from({ length: 4_000 }, (_, at) => (at * 7_919) % 256))
    const answer = await app.send(`uploads?app-functionality=${functionality}`, bytes, 'program.csv')
    expect(answer).toMatchObject({ status: 415, body: { message: expect.stringContaining('no text and no workbook') } })
  })

  test('with the heading in another line, in two lines, in none', async () => {
    const staged = await send('Customers of 2026,,\n,Customer,\nNo,Name,Limit\n7,Seven,1\n8,Eight,2\n')
    expect(staged).toMatchObject({ rows: 2, reading: { header_row: 3 } })
    expect(namesOf(staged)).toEqual(['No', 'Name', 'Limit'])
    const two = await read(staged.id, { header_row: 2, header_rows: 2 })
    expect(namesOf(two.body.response)).toEqual(['No', 'Customer Name', 'Customer Limit'])
    expect(two.body.response).toMatchObject({ rows: 2 })
    const none = await read(staged.id, { header_row: 0 })
    expect(namesOf(none.body.response)).toEqual(['Column 1', 'Column 2', 'Column 3'])
    expect(none.body.response).toMatchObject({ rows: 5 })
  })

  test('from another sheet, and stays as it was when there is none', async () => {
    const workbook = await writeXlsx({
      sheets: [
        { name: 'Hidden', rows: [['x']], hidden: true },
        { name: 'Notes & more', rows: [['Text'], ['hello']] },
        {
          name: 'Customers',
          rows: [
            ['No', 'Name'],
            ['7', 'Seven'],
            ['8', 'Eight'],
          ],
        },
      ],
    })
    const staged = await send(Buffer.from(workbook), 'two.xlsx')
    expect(staged).toMatchObject({ sheets: ['Notes & more', 'Customers'], sheet: 'Customers', encoding: 'XLSX' })
    const notes = await read(staged.id, { sheet: 'Notes & more' })
    expect(notes.body.response).toMatchObject({ sheet: 'Notes & more', rows: 1, columns: [{ name: 'Text' }] })
    const again = await read(staged.id, { sheet: 'Customers' })
    expect(again.body.response).toMatchObject({
      sheet: 'Customers',
      rows: 2,
      columns: [{ name: 'No' }, { name: 'Name' }],
    })
    expect(await read(staged.id, { sheet: 'Nothing' })).toMatchObject({
      status: 422,
      body: { message: 'The workbook has no sheet "Nothing".' },
    })
    expect((await app.get(`uploads/${staged.id}`)).body.response).toMatchObject({
      state: 'staged',
      sheet: 'Customers',
      rows: 2,
    })
    const fields = [column('customer_number', 'No'), column('customer_name', 'Name')]
    await app.post(`uploads/${staged.id}/check`, { format: { fields } })
    expect(await app.settled(staged.id)).toMatchObject({ state: 'checked', counts: { insert: 2 } })
    const afterCheck = await read(staged.id, { sheet: 'Customers', header_row: 2 })
    expect(afterCheck.body.response).toMatchObject({ state: 'staged', counts: null, rows: 1 })
  })

  test('by what is seen of its sheets beforehand; names below merged headings find their fields', async () => {
    const workbook = await writeXlsx({
      sheets: [
        { name: 'Notes', rows: [['Made by', 'Anna'], [], ['Of', '2026']] },
        {
          name: 'Customers',
          rows: [
            ['Customer', '', 'Money'],
            ['Customer no', 'Customer name', 'Credit limit'],
            ...Array.from({ length: 20 }, (_, at) => [`PV${at}`, `Preview ${at}`, at]),
          ],
        },
      ],
    })
    const staged = await send(Buffer.from(workbook), 'preview.xlsx')
    const preview = async (sheet: string) => (await app.get(`uploads/${staged.id}/preview?sheet=${sheet}`)).body
    expect(await preview('Notes')).toEqual({
      response: {
        records: [
          { number: 1, cells: ['Made by', 'Anna'] },
          { number: 3, cells: ['Of', '2026'] },
        ],
        total_record: 2,
      },
    })
    const rows = (await preview('Customers')).response!['records'] as { number: number; cells: string[] }[]
    expect(rows).toHaveLength(8)
    expect(rows[2]).toEqual({ number: 3, cells: ['PV0', 'Preview 0', '0'] })
    expect(await preview('None')).toMatchObject({ message: 'The workbook has no sheet "None".' })
    const { body } = await read(staged.id, { sheet: 'Customers', header_row: 1, header_rows: 2 })
    expect(namesOf(body.response)).toEqual(['Customer Customer no', 'Customer Customer name', 'Money Credit limit'])
    expect(body.response).toMatchObject({
      suggestion: {
        format: {
          fields: [
            { field: 'customer_number', column: 'Customer Customer no' },
            { field: 'customer_name', column: 'Customer Customer name' },
            { field: 'credit_limit', column: 'Money Credit limit' },
          ],
        },
      },
    })
    const csv = await send('No,Name\nPV1,Plain\n')
    expect((await app.get(`uploads/${csv.id}/preview`)).status).toBe(409)
    expect((await app.get(`uploads/${staged.id}/preview`, app.tokens.south)).status).toBe(404)
  })

  test('until the import ends; then the file is gone', async () => {
    const staged = await send('No,Name\nRD1,Gone\n')
    expect(await keptFiles()).toContain(String(staged.id))
    await app.post(`uploads/${staged.id}/check`, {
      format: { fields: [column('customer_number', 'No'), column('customer_name', 'Name')] },
    })
    await app.settled(staged.id)
    await app.post(`uploads/${staged.id}/commit`, {})
    expect(await app.settled(staged.id)).toMatchObject({ state: 'committed' })
    expect(await read(staged.id, { delimiter: ';' })).toMatchObject({ status: 409 })
    await expect.poll(keptFiles).not.toContain(String(staged.id))
    const given = await send('No,Name\nRD2,Given up\n')
    await app.post(`uploads/${given.id}/cancel`, {})
    expect(await keptFiles()).not.toContain(String(given.id))
  })

  test('by its organisation only, in a way that makes sense', async () => {
    const staged = await send('No,Name\n1,A\n')
    expect(await read(staged.id, {}, app.tokens.south)).toMatchObject({ status: 404 })
    for (const reading of [
      { delimiter: 'x' },
      { delimiter: '"' },
      { delimiter: ';;' },
      { header_row: -1 },
      { encoding: 'EBCDIC' },
      { sepp: 1 },
    ])
      expect(await read(staged.id, reading), JSON.stringify(reading)).toMatchObject({ status: 422 })
    expect(await read(staged.id, { header_row: 90 })).toMatchObject({
      status: 422,
      body: { message: 'The file is empty.' },
    })
  })

  test('and is as it was when that is interrupted', async () => {
    const staged = await send('No,Name\n1,A\n')
    await app.product.db.system((tx) => tx.query(sql`update upload set state = 'staging' where id = ${staged.id}`))
    // The server looks for such imports every few seconds itself, and may be the one that finds it.
    await recoverUploads(app.product.db)
    expect(await app.settled(staged.id)).toMatchObject({
      state: 'staged',
      rows: 1,
      message: 'Interrupted while the file was read again; it is as it was before.',
    })
    expect(recordsOf(await app.get('uploads?limit=1'))).toMatchObject([{ id: staged.id }])
  })
})

test.each(["'", '\\', '^', '~', ' ', '\t', '\u001f', '\u0001', ':', '.', '-', '$', '`'])(
  'cells may be cut by %j',
  async (delimiter) => {
    const lines = ['No,Name,Limit', '1,A,2', '2,"quoted, with ""it""",', ',,3'].map((line) =>
      line.replaceAll(',', delimiter),
    )
    const staged = await send(`${lines.join('\n')}\n`)
    const names = [{ name: 'No' }, { name: 'Name', samples: ['A', `quoted${delimiter} with "it"`] }, { name: 'Limit' }]
    expect(await read(staged.id, { delimiter })).toMatchObject({
      status: 200,
      body: { response: { delimiter, rows: 3, problems: 0, columns: names } },
    })
  },
)
