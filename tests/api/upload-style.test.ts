import { writeXlsx } from 'hucre/xlsx'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp()
})

afterAll(() => app?.product.close())

const sales = 'SalesDataUploadFormat'
const names = ['billing_doc_number', 'billing_doc_line', 'billing_date', 'material_number', 'quantity', 'net_value']
const wayOut = 'Change it under How the file is written if that is wrong.'

interface Suggested {
  readonly format: { readonly decimal: string; readonly date_order: string }
  readonly questions: readonly { readonly about: string; readonly message: string }[]
}

/** Lines of sales in a file with this separator; each gives a day, a quantity and an amount. */
function file(delimiter: string, lines: readonly (readonly [string, string, string])[], doc = 'S'): string {
  const cell = (text: string) => (text.includes(delimiter) ? `"${text}"` : text)
  const rows = lines.map(([day, quantity, value], at) => [`${doc}${at}`, '1', day, 'M1', quantity, value])
  return [names, ...rows].map((row) => `${row.map(cell).join(delimiter)}\n`).join('')
}

/** Sends a file and checks it by what is suggested. */
async function checked(content: string | Buffer, name?: string) {
  const staged = await app.send(`uploads?app-functionality=${sales}`, content, name)
  expect(staged.status, JSON.stringify(staged.body)).toBe(201)
  const id = Number(staged.body.response!['id'])
  const suggestion = staged.body.response!['suggestion'] as Suggested
  await app.post(`uploads/${id}/check`, { format: suggestion.format })
  const upload = await app.settled(id)
  const rows = recordsOf(await app.get(`uploads/${id}/rows`)).map(({ values }) => {
    const { billing_date, quantity, net_value } = values as Record<string, unknown>
    return [billing_date, quantity, net_value]
  })
  const { decimal, date_order } = suggestion.format
  return {
    id,
    upload,
    rows,
    style: `${decimal} ${date_order}`,
    questions: suggestion.questions,
    format: suggestion.format,
  }
}

describe('how numbers and days of a file are written', () => {
  test('American: thousands stay thousands, and it is said how they are read', async () => {
    const { upload, rows, style, questions } = await checked(
      file(',', [
        ['12/31/2025', '1,200', '12,500'],
        ['12/30/2025', '1', '1,000'],
        ['12/29/2025', '2', '7,250'],
      ]),
    )
    expect(style).toBe('. MDY')
    expect(rows).toEqual([
      ['2025-12-31', '1200.000', '12500.0000'],
      ['2025-12-30', '1.000', '1000.0000'],
      ['2025-12-29', '2.000', '7250.0000'],
    ])
    const warning = `quantity: 1,200 is read as 1200, the comma separating thousands. ${wayOut}`
    expect(questions).toMatchObject([{ about: 'decimal', value: '.', message: warning }])
    expect(upload['warnings']).toEqual([warning])
  })

  test('German: likewise; read otherwise, only what holds then is said', async () => {
    const content = file(';', [
      ['31.12.2025', '1', '12.500'],
      ['30.12.2025', '2', '1.000'],
    ])
    const { id, upload, rows, style, format } = await checked(content)
    expect(style).toBe(', DMY')
    expect(rows.map(([, , value]) => value)).toEqual(['12500.0000', '1000.0000'])
    expect(upload['warnings']).toEqual([
      `net_value: 12.500 is read as 12500, the point separating thousands. ${wayOut}`,
    ])
    await app.post(`uploads/${id}/check`, { format: { ...format, decimal: '.' } })
    expect((await app.settled(id))['warnings']).toEqual([
      `net_value: 12.500 is read as 12.5, the point marking the decimals. ${wayOut}`,
    ])
  })

  test.each([
    ['columns tell together', ',', ['12/31/2025', '1,200', '12,500.00'], '. MDY', ['1200.000', '12500.0000']],
    ['a minus behind', ';', ['2025-12-31', '1.250-', '300,00-'], ', YMD', ['-1250.000', '-300.0000']],
    ['parentheses', ',', ['2025-12-31', '(1,250)', '(300.00)'], '. YMD', ['-1250.000', '-300.0000']],
    ['a nought before the mark', ';', ['2025-12-31', '0.750', '1.250'], '. YMD', ['0.750', '1.2500']],
    ['four digits before it', '\t', ['2025-12-31', '1234,567', '1,250'], ', YMD', ['1234.567', '1.2500']],
  ] as const)('%s, and nothing is asked', async (_what, delimiter, line, style, values) => {
    const found = await checked(file(delimiter, [line]))
    expect(found).toMatchObject({ style, questions: [], upload: { warnings: [], counts: { insert: 1, rejected: 0 } } })
    expect(found.rows[0]!.slice(1)).toEqual(values)
  })

  test('what decides may stand some hundred lines below', async () => {
    const lines = Array.from({ length: 300 }, (_, at) => ['05/06/2026', '1', `${at + 1},000`] as const)
    const found = await checked(file(',', [...lines, ['05/31/2026', '1', '12,500.75']]))
    expect(found).toMatchObject({ style: '. MDY', questions: [] })
  })

  test('days that could be of either order are told, and go by the language of the reader', async () => {
    const content = file(',', [
      ['05/06/2026', '1', '10'],
      ['07/08/2026', '1', '10'],
    ])
    const { upload, rows, style } = await checked(content)
    expect(style).toBe('. MDY')
    expect(rows.map(([day]) => day)).toEqual(['2026-05-06', '2026-07-08'])
    expect(upload['warnings']).toEqual([`billing_date: 05/06/2026 is read as 6 May 2026, the month first. ${wayOut}`])
  })

  test('cells in the other style are refused, not misread', async () => {
    const point = await checked(
      file(',', [
        ...Array.from({ length: 4 }, () => ['2025-12-31', '1.5', '2.5'] as const),
        ['2025-12-31', '1', '12.500,00'],
        ['2025-12-31', '0,500', '1'],
        ['2025-12-31', '1', '1.000.000'],
      ]),
    )
    expect(point).toMatchObject({ style: '. YMD', upload: { counts: { insert: 4, rejected: 3 } } })
    const comma = await checked(
      file(';', [
        ...Array.from({ length: 4 }, () => ['2025-12-31', '1,5', '2,5'] as const),
        ['2025-12-31', '1', '1,000.50'],
        ['2025-12-31', '0.500', '1'],
        ['2025-12-31', '1', '1.5'],
      ]),
    )
    expect(comma).toMatchObject({ style: ', YMD', upload: { counts: { insert: 4, rejected: 3 } } })
  })

  test('years that nobody means are refused, as in the form', async () => {
    const { id, upload } = await checked(
      file(',', [
        ['0026-05-06', '1', '10'],
        ['2026-05-06', '1', '10'],
      ]),
    )
    expect(upload).toMatchObject({ counts: { insert: 1, rejected: 1 } })
    expect(recordsOf(await app.get(`uploads/${id}/rows?outcome=rejected`))).toMatchObject([
      { line: 2, reasons: [{ field: 'billing_date', value: '0026-05-06', message: 'A year from 1800 on is needed' }] },
    ])
  })

  test('numbers of a workbook have three decimals; what was typed as a text is told', async () => {
    const workbook = async (value: string | number) =>
      Buffer.from(
        await writeXlsx({ sheets: [{ name: 'Sales', rows: [names, ['W1', '1', '2025-12-31', 'M1', 1, value]] }] }),
      )
    expect(await checked(await workbook(1.125), 'a.xlsx')).toMatchObject({ style: '. YMD', questions: [] })
    const typed = await checked(await workbook('12,500'), 'b.xlsx')
    expect(typed).toMatchObject({ style: '. YMD', questions: [{ about: 'decimal' }] })
    expect(typed.rows[0]![2]).toBe('12500.0000')
  })

  test('texts of a workbook are read as they are written, its own numbers and days as what they are', async () => {
    const lines = [
      ['K1', '1', '31.12.2025', 'M1', 2.438, '1.234,56'],
      ['K2', '1', new Date('2025-12-30'), 'M1', 1234.5, '12,5'],
      ['K3', '1', '29.12.2025', 'M1', 3, 0.125],
    ]
    const workbook = Buffer.from(await writeXlsx({ sheets: [{ name: 'Sales', rows: [names, ...lines] }] }))
    const expected = [
      ['2025-12-31', '2.438', '1234.5600'],
      ['2025-12-30', '1234.500', '12.5000'],
      ['2025-12-29', '3.000', '0.1250'],
    ]
    const found = await checked(workbook, 'mixed.xlsx')
    expect(found).toMatchObject({ style: ', DMY', questions: [], upload: { counts: { insert: 3, rejected: 0 } } })
    expect(found.rows).toEqual(expected)
    // A format that was made for files with commas reads it alike, also where nobody looks.
    const body = { fields: names.map((name) => column(name, name)), decimal: ',', date_order: 'DMY' }
    const format = await app.post(`upload-format?app-functionality=${sales}`, { name: 'Commas', body })
    const formatId = Number(format.body.response!['id'])
    const sent = await app.send(`sales_data/upload?format_id=${formatId}`, workbook, 'mixed.xlsx')
    expect(sent.body.response).toMatchObject({ messageLog: ['3 added'] })
    const stored = recordsOf(await app.get('sales_data?billing_doc_number=K1'))
    expect(stored).toMatchObject([{ quantity: '2.438', net_value: '1234.5600' }])
    await app.del(`upload-format/${formatId}`)
  })

  test('what was seen and imported is no warning any more', async () => {
    const { id } = await checked(file(',', [['2025-12-31', '1,200', '1']], 'SEEN'))
    await app.post(`uploads/${id}/commit`, {})
    expect(await app.settled(id)).toMatchObject({ state: 'committed', warnings: [] })
  })

  test('a format that somebody made has decided', async () => {
    const body = { fields: names.map((name) => column(name, name)), decimal: ',', date_order: 'DMY' }
    const format = await app.post(`upload-format?app-functionality=${sales}`, { name: 'Decided', body })
    const formatId = Number(format.body.response!['id'])
    const content = file(';', [['05/06/2026', '1', '1.000']], 'F')
    const staged = (await app.send(`uploads?app-functionality=${sales}`, content)).body.response!
    expect(staged['suggestion']).toMatchObject({ format_id: formatId })
    await app.post(`uploads/${Number(staged['id'])}/check`, { format_id: formatId })
    expect((await app.settled(staged['id']))['warnings']).toEqual([])
    await app.del(`upload-format/${formatId}`)
  })
})

describe('a call without a format', () => {
  const content = file(',', [['05/06/2026', '1', '12,500']], 'ONE')
  const found = async () => recordsOf(await app.get('sales_data?billing_doc_number=ONE0'))

  test('is refused while its file can be read in two ways, with what to send', async () => {
    const { body } = await app.send('sales_data/upload', content)
    expect(body.response).toMatchObject({
      messageLog: [
        'net_value: 12,500 may have a mark of thousands or of decimals. Send decimal=. or decimal=, or an upload format (format_id).',
        'billing_date: 05/06/2026 may have its day or its month first. Send date_order=DMY or date_order=MDY, or an upload format (format_id).',
      ],
    })
    expect(body.response).toHaveProperty('error_list')
    expect(await found()).toEqual([])
  })

  test('is carried out once it says how it is written', async () => {
    expect((await app.send('sales_data/upload?decimal=.', content)).body.response).toHaveProperty('error_list')
    expect(await app.send('sales_data/upload?decimal=x', content)).toMatchObject({ status: 422 })
    const { body } = await app.send('sales_data/upload?decimal=.&date_order=DMY', content)
    expect(body.response).toMatchObject({ messageLog: ['1 added'] })
    expect(await found()).toMatchObject([{ billing_date: '2026-06-05', net_value: '12500.0000' }])
  })
})
