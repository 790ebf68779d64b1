import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'
import { specimen } from '#tests/support/specimen.ts'
import { textRow, workbookOf } from '#tests/support/workbook.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp([specimen])
})

afterAll(() => app?.product.close())

const send = (content: Buffer) => app.send('uploads?app-functionality=SpecimenFormat', content, 'book.xlsx')

/** The cells of a workbook's lines as they are read, with their numbers. */
async function read(content: Buffer) {
  const staged = await send(content)
  expect(staged.status, JSON.stringify(staged.body)).toBe(201)
  const { id, suggestion, warnings } = staged.body.response as {
    id: number
    suggestion: { format: object }
    warnings: string[]
  }
  await app.post(`uploads/${id}/check`, { format: suggestion.format })
  expect(await app.settled(id)).toMatchObject({ state: 'checked' })
  const lines = recordsOf(await app.get(`uploads/${id}/rows`))
  return { staged: staged.body.response!, warnings, lines, cells: lines.map(({ cells }) => cells as string[]) }
}

const number = (value: number | string, style = 0) => `<c s="${style}"><v>${value}</v></c>`
const head = textRow('code', 'title', 'note')
const key = (text: string) => `<c t="inlineStr"><is><t>${text}</t></is></c>`

describe('the cells of a workbook', () => {
  test('are days and times by their format, since 1900 or 1904', async () => {
    const rows = `${head}
      <row>${key('A')}${number(46053, 1)}${number(46053.5, 2)}</row>
      <row>${key('B')}${number(59, 1)}${number(61, 1)}</row>
      <row>${key('C')}${number(0.34375, 3)}${number(1234.5, 4)}</row>
      <row>${key('D')}<c t="d"><v>2026-01-31T00:00:00</v></c>${number(-5, 1)}</row>
      <row>${key('E')}${number(0, 3)}${number(1, 1)}</row>`
    expect((await read(workbookOf({ rows }))).cells).toEqual([
      ['A', '2026-01-31', '2026-01-31 12:00:00'],
      ['B', '1900-02-28', '1900-03-01'],
      ['C', '08:15:00', '1234.5'],
      ['D', '2026-01-31', '-5'],
      ['E', '00:00:00', '1900-01-01'],
    ])
    const since1904 = workbookOf({
      rows: `${head}<row>${key('A')}${number(44591, 1)}${number(0, 1)}</row>`,
      workbook: '<workbookPr date1904="1"/>',
    })
    expect((await read(since1904)).cells).toEqual([['A', '2026-01-31', '1904-01-01']])
  })

  test('are numbers in full, truths, errors, and formulas by their value', async () => {
    const rows = `${head}
      <row>${key('A')}${number('0.1000000000000000055')}${number('1.5E-7')}</row>
      <row>${key('B')}<c t="b"><v>1</v></c><c t="e"><v>#N/A</v></c></row>
      <row>${key('C')}<c><f>1+1</f><v>2</v></c><c t="str"><f>"a"&amp;"b"</f><v>ab</v></c></row>
      <row>${key('D')}<c><f>SUM(A1:A9)</f></c><c/></row>`
    const { cells, warnings } = await read(workbookOf({ rows }))
    expect(cells).toEqual([
      ['A', '0.1', '0.00000015'],
      ['B', 'true', '#N/A'],
      ['C', '2', 'ab'],
      ['D', '', ''],
    ])
    expect(warnings).toEqual([
      '1 formulas were saved without their values and are read as empty: open and save the workbook in Excel',
    ])
  })

  test('are texts of their own, shared, in runs, without what says how they are spoken', async () => {
    const strings = `<si><t>code</t></si><si><t xml:space="preserve"> title </t></si><si><t>note</t></si>
      <si><r><rPr><b/></rPr><t>bold </t></r><r><t>plain &lt;&#x26;&gt;</t></r></si><si><t>東京</t><rPh sb="0" eb="2"><t>とうきょう</t></rPh></si><si><t>a_x000D_b_x005F_c</t></si>`
    const shared = (index: number) => `<c t="s"><v>${index}</v></c>`
    const rows = `<row>${shared(0)}${shared(1)}${shared(2)}</row><row>${key('A')}${shared(3)}${shared(4)}</row><row>${key('B')}${shared(5)}<c t="inlineStr"><is><t><![CDATA[<b>&amp;]]></t></is></c></row>`
    expect((await read(workbookOf({ rows, strings }))).cells).toEqual([
      ['A', 'bold plain <&>', '東京'],
      ['B', 'a\rb_c', '<b>&amp;'],
    ])
  })

  test('are parts of a hundred as people read them: 25 % is 25 in a field of percent, and no number elsewhere', async () => {
    const rows = `${textRow('code', 'title', 'share', 'price')}
      <row>${key('A')}${number(0.25, 5)}${number(0.25, 5)}${number(0.25)}</row>
      <row>${key('B')}${number('0.07', 7)}${number('0.07', 7)}${number(1)}</row>
      <row>${key('C')}${number('-1.1E-3', 5)}${number('-1.1E-3', 5)}${number(2)}</row>
      <row>${key('D')}${number(3, 7)}${number(12.5)}${number(0.25, 5)}</row>`
    const { lines, cells } = await read(workbookOf({ rows }))
    expect(cells).toEqual([
      ['A', '25%', '25%', '0.25'],
      ['B', '7%', '7%', '1'],
      ['C', '-0.11%', '-0.11%', '2'],
      ['D', '300%', '12.5', '25%'],
    ])
    expect(lines.map(({ values }) => (values as { share: string }).share)).toEqual([
      '25.000000',
      '7.000000',
      '-0.110000',
      '12.500000',
    ])
    expect(lines.map(({ reasons }) => (reasons as { message: string }[]).map(({ message }) => message))).toEqual([
      [],
      [],
      [],
      ['"25%" is not a number'],
    ])
  })

  test('are codes with the leading zeros they are shown with', async () => {
    const rows = `${textRow('code', 'title', 'count')}
      <row>${number(71235, 6)}${number('1.5', 6)}${number(42, 6)}</row>
      <row>${number(1234567, 6)}${number(-42, 6)}${number(0, 6)}</row>`
    const { lines, cells } = await read(workbookOf({ rows }))
    expect(cells).toEqual([
      ['071235', '1.5', '000042'],
      ['1234567', '-000042', '000000'],
    ])
    expect(lines.map(({ values }) => (values as { count: number }).count)).toEqual([42, 0])
  })

  test('that hold an error are refused for fields of every type, and texts that read the same are not', async () => {
    const error = (shown: string) => `<c t="e"><v>${shown}</v></c>`
    const names = specimen.upload!.fields.filter((name) => name !== 'code')
    const rows = names.map((name) => `${textRow('code', name)}<row>${key('A')}${error('#REF!')}</row>`)
    for (const [index, name] of names.entries()) {
      const { lines } = await read(workbookOf({ rows: rows[index]! }))
      const reason = { field: name, value: '#REF!', message: 'The cell holds the error #REF!' }
      expect(lines, name).toMatchObject([{ outcome: 'rejected', cells: ['A', '#REF!'], reasons: [reason] }])
    }
    const texts = await read(workbookOf({ rows: `${head}<row>${error('#N/A')}${key('#N/A')}${key('#REF!')}</row>` }))
    expect(texts.lines).toMatchObject([{ outcome: 'rejected', reasons: [{ field: 'code' }] }])
    const shared = await read(workbookOf({ rows: `${head}${textRow('T', '#N/A', '#REF!')}` }))
    expect(shared.lines).toMatchObject([{ outcome: 'insert', values: { title: '#N/A', note: '#REF!' } }])
  })

  test('that hold an error may be called empty or another text, are refused in formulas, and come back as errors', async () => {
    const error = '<c t="e"><v>#N/A</v></c>'
    const rows = `${textRow('code', 'a', 'b', 'c', 'd')}<row>${key('A')}${error}${error}${number(1)}${number(2)}</row>
      <row>${key('B')}${number(1)}${number(2)}${error}${error}</row>`
    const fields = [
      column('code', 'code'),
      column('title', 'a', { value_map: { '#N/A': 'none' } }),
      { field: 'note', source: 'formula', formula: 'b + 1' },
      { field: 'color', source: 'formula', formula: 'c + 1' },
      column('count', 'd', { when_empty: 'skip_row' }),
    ]
    const check = async (content: Buffer, name: string, more: object) => {
      const { id } = await app.checked(content, { fields, ...more }, 'SpecimenFormat', name)
      const lines = recordsOf(await app.get(`uploads/${id}/rows`))
      const reasons = lines.map((line) => (line['reasons'] as { field: string; message: string }[]) ?? [])
      return { id, lines, reasons: reasons.map((all) => all.map(({ field, message }) => `${field}: ${message}`)) }
    }
    const wrong = 'The cell holds the error #N/A'
    const told = [[`note: ${wrong}`], [`color: ${wrong}`, `count: ${wrong}`]]
    const first = await check(workbookOf({ rows }), 'errors.xlsx', {})
    expect(first.reasons).toEqual(told)
    const empty = await check(workbookOf({ rows }), 'empty.xlsx', { null_values: ['', '#N/A'] })
    expect(empty.lines).toMatchObject([{ outcome: 'insert', values: { title: null } }, { outcome: 'skipped' }])
    const replace = { b: { '#N/A': '7' }, c: { '#N/A': '8' }, d: { '#N/A': '9' } }
    const replaced = await check(workbookOf({ rows }), 'replaced.xlsx', { replace })
    expect(replaced.lines).toMatchObject([
      { outcome: 'insert', values: { title: 'none', note: '8', count: 2 } },
      { outcome: 'insert', values: { title: '1', color: '9', count: 9 } },
    ])
    for (const format of ['csv', 'xlsx']) {
      const errors = await app.product.app.inject({
        url: `/api/uploads/${first.id}/errors?format=${format}`,
        headers: { authorization: `Bearer ${app.tokens.north}` },
      })
      expect((await check(errors.rawPayload, `again.${format}`, {})).reasons, format).toEqual(told)
    }
  })

  test('stand where they say, below a title and merged headings', async () => {
    const rows = `<row r="2"><c r="A2" t="inlineStr"><is><t>Specimens of 2026</t></is></c></row>
      <row r="5"><c r="A5" t="inlineStr"><is><t>code</t></is></c><c r="B5" t="inlineStr"><is><t>title</t></is></c><c r="D5" t="inlineStr"><is><t>note</t></is></c></row>
      <row r="7"><c r="A7"><v>1</v></c><c r="C7"><v>2</v></c><c r="D7" t="inlineStr"><is><t>n7</t></is></c></row>
      <row r="9"><c r="A9" t="inlineStr"><is><t>A</t></is></c><c r="B9"><v>8</v></c><c r="D9"><v>9</v></c></row>`
    const behind =
      '<mergeCells count="3"><mergeCell ref="A1:D1"/><mergeCell ref="B5:C5"/><mergeCell ref="A9:A12"/></mergeCells>'
    const { lines, cells, staged, warnings } = await read(workbookOf({ rows, behind }))
    expect(staged).toMatchObject({ rows: 2, sheet: 'Data & more', reading: { header_row: 5 } })
    expect(lines.map(({ line }) => line)).toEqual([7, 9])
    expect(cells).toEqual([
      ['1', '', '2', 'n7'],
      ['A', '8', '', '9'],
    ])
    expect(warnings).toContain('One area of merged cells holds its value in its first cell only')
  })
})

describe('workbooks that are no workbooks are refused with words', () => {
  const small = `${head}${textRow('A', 'b', 'c')}`
  const bomb = '<!DOCTYPE lolz [<!ENTITY lol "lol"><!ENTITY lol2 "&lol;&lol;&lol;">]>'
  test.each<[string, Buffer, number, string]>([
    ['entities', workbookOf({ rows: small, before: bomb }), 422, 'declares entities of its own'],
    [
      'external entities',
      workbookOf({ rows: small, before: '<!DOCTYPE x [<!ENTITY f SYSTEM "file:///etc/passwd">]>' }),
      422,
      'declares entities of its own',
    ],
    ['a claim of ten gigabytes', workbookOf({ rows: small, claims: 10_000_000_000 }), 413, 'unpacks to far more'],
    [
      'a bomb that claims to be small',
      workbookOf({ rows: `${small}${' '.repeat(40_000_000)}`, claims: 900 }),
      413,
      'unpacks to far more',
    ],
    [
      'a cell without end',
      workbookOf({ rows: textRow('code', Array.from({ length: 250_000 }, (_, index) => `x${index}`).join('')) }),
      413,
      'holds more text',
    ],
    ['a column beyond all sheets', workbookOf({ rows: '<row><c r="ZZZZZ1"><v>1</v></c></row>' }), 422, 'damaged'],
    [
      'a row beyond all sheets',
      workbookOf({ rows: '<row r="99999999"><c><v>1</v></c></row>' }),
      413,
      'at most 1,048,576 rows',
    ],
    ['texts that are not there', workbookOf({ rows: '<row><c t="s"><v>7</v></c></row>', strings: '' }), 422, 'damaged'],
    ['a sheet that breaks off', workbookOf({ rows: '<row><c' }), 422, 'damaged'],
    ['nothing', workbookOf({ rows: '' }), 422, 'The file is empty'],
  ])('%s', async (_, content, status, words) => {
    expect(await send(content)).toMatchObject({ status, body: { message: expect.stringContaining(words) } })
  })

  test('entities of a sheet are not resolved but kept as they are', async () => {
    const rows = `${head}<row>${key('A')}<c t="inlineStr"><is><t>&lol;&#xFFFFFF;</t></is></c></row>`
    expect((await read(workbookOf({ rows }))).cells).toEqual([['A', '&lol;&#xFFFFFF;', '']])
  })
})
