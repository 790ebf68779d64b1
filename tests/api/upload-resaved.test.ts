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

type Line = readonly [day: string, quantity: string, value: string]

/** A file of sales with a "Row version", as a spreadsheet or a program saves it. */
function resaved(
  delimiter: string,
  lines: readonly Line[],
  { doc = 'R', quote = (cell: string) => cell, heads = [...names, 'Row version'] } = {},
): string {
  const cell = (text: string) => (text.includes(delimiter) ? `"${text}"` : quote(text))
  const rows = lines.map(([day, quantity, value], at) => {
    const row = [`${doc}${at}`, '1', day, 'M1', quantity, value]
    return heads.length > names.length ? [...row, '1'] : row
  })
  return [heads, ...rows].map((row) => `${row.map(cell).join(delimiter)}\r\n`).join('')
}

const quoted = { quote: (cell: string) => `"${cell}"` }

/** Sends a file; answers how it is proposed to be read and what is asked about it. */
async function proposed(content: string | Buffer, name = 'sales.csv') {
  const staged = (await app.send(`uploads?app-functionality=${sales}`, content, name)).body.response!
  const { format, questions, format_id } = staged['suggestion'] as {
    format: { decimal: string; date_order: string }
    questions: { message: string }[]
    format_id: number | null
  }
  return {
    id: Number(staged['id']),
    format,
    formatId: format_id,
    style: `${format.decimal} ${format.date_order}`,
    questions: questions?.map(({ message }) => message),
  }
}

const sentAlone = async (content: string | Buffer) =>
  (await app.send('sales_data/upload', content)).body.response as { error_list?: object; messageLog: string[] }

describe('a file that was exported to come back', () => {
  test.each(['.', ','])('asks nothing as it is, with a decimal %s that no cell tells', async (mark) => {
    const made = await app.post('sales_data', {
      billing_doc_number: 'OWN',
      billing_doc_line: 1,
      billing_date: '2026-05-06',
      material_number: 'M1',
      quantity: '2.438',
      net_value: '1',
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const { rawPayload } = await app.product.app.inject({
      url: `/api/sales_data/export?for=upload&format=csv&decimal=${mark}&billing_doc_number=OWN`,
      headers: { authorization: `Bearer ${app.tokens.north}` },
    })
    expect(rawPayload.toString()).toContain(`"2${mark}438"`)
    expect(await proposed(rawPayload)).toMatchObject({ style: `${mark} YMD`, questions: [] })
    expect(await sentAlone(rawPayload)).toMatchObject({ messageLog: ['1 unchanged'] })
    await app.del(`sales_data/${String(made.body.response!['id'])}`)
  })

  test.each([
    [',', '12,50', ', DMY'],
    ['\t', '12,50', ', DMY'],
    [';', '12.50', '. DMY'],
  ])('saved again with %j and numbers like %s is read as its cells tell', async (delimiter, value, style) => {
    const found = await proposed(resaved(delimiter, [['31.12.2026', '1', value]]))
    expect(found).toMatchObject({ style, questions: [] })
    await app.post(`uploads/${found.id}/check`, { format: found.format })
    expect(await app.settled(found.id)).toMatchObject({ counts: { rejected: 0 } })
  })

  test.each([
    ['\t', ['2026-12-31', '1', '2,438']],
    [',', ['2026-12-31', '1', '2,438']],
    [';', ['05/06/2020', '1', '2.438']],
    [';', ['2026-12-31', '1', '2,438']],
    [',', ['2026-12-31', '1', '2.438']],
  ] as const)(
    'saved again with %j and %j asks, and is refused where nobody is there to see it',
    async (delimiter, line) => {
      const content = resaved(delimiter, [line])
      const { questions } = await proposed(content)
      const about = [...(line[0].startsWith('2026') ? [] : ['billing_date']), 'net_value']
      expect(new Set(questions.map((message) => message.split(':', 1)[0]))).toEqual(new Set(about))
      expect(questions.every((message) => message.endsWith(wayOut))).toBe(true)
      const answer = await sentAlone(content)
      expect(Object.keys(answer.error_list ?? {})).toHaveLength(about.length)
      expect(answer.messageLog.every((message) => message.includes(' Send '))).toBe(true)
      expect(recordsOf(await app.get('sales_data?billing_doc_number=R0'))).toEqual([])
    },
  )

  test('quotation marks that the separator demands, or around another mark, are none of ours', async () => {
    for (const [delimiter, value] of [
      [',', '2,438'],
      [';', '2.438'],
      ['\t', '2.438'],
    ] as const) {
      const { questions } = await proposed(resaved(delimiter, [['2026-12-31', '1', value]], quoted))
      expect(questions, delimiter).toHaveLength(1)
    }
  })

  test('knows what is ours by all cells, wherever the first with a mark stands', async () => {
    const lines = [
      ...Array.from({ length: 700 }, () => ['2026-12-31', '1', ''] as const),
      ['2026-12-31', '1', '2,438'] as const,
    ]
    expect((await proposed(resaved(';', lines, quoted))).questions).toEqual([])
    expect((await proposed(resaved(';', lines))).questions).toHaveLength(1)
    expect((await proposed(resaved(',', lines, quoted))).questions).toHaveLength(1)
  })

  test('does not go by a remembered format that reads it otherwise', async () => {
    const fields = names.map((name) => column(name, name))
    const body = { fields, row_version: 'Row version', decimal: ',', date_order: 'DMY' }
    const made = await app.post(`upload-format?app-functionality=${sales}`, { name: 'Came back', body })
    const formatId = Number(made.body.response!['id'])
    const ids = []
    for (const line of [
      ['31.12.2026', '1', '2,438'],
      ['31.12.2026', '1', '12.50'],
      ['12/31/2026', '1', '2,438'],
    ] as const)
      ids.push((await proposed(resaved(';', [line]))).formatId)
    expect(ids).toEqual([formatId, null, null])
    await app.del(`upload-format/${formatId}`)
  })
})

describe('all lines of a file tell how it is written', () => {
  const plain = { heads: names }
  const many = (line: Line, count = 700) => Array.from({ length: count }, () => line)
  const iso = '2026-12-31'

  test('what decides may stand behind the first lines', async () => {
    const found = await proposed(
      resaved(';', [...many(['05/06/2026', '1', '1.000']), ['31/12/2026', '1', '12,5']], plain),
    )
    expect(found).toMatchObject({ style: ', DMY', questions: [] })
  })

  test.each([
    ['a point among whole numbers', many([iso, '1', '1']), [iso, '1', '2.438'], 'net_value: 2.438 is read as 2438'],
    ['a comma among whole numbers', many([iso, '1', '1']), [iso, '1', '2,438'], 'net_value: 2,438 is read as 2.438'],
    ['a day among ISO days', many([iso, '1', '1']), ['05/06/2026', '1', '1'], 'billing_date: 05/06/2026 is read as'],
    [
      'many from another hand',
      [...many([iso, '1', '1.5'], 520), ...many([iso, '1', '1,5'], 100)],
      [iso, '1', '1,000'],
      'net_value: 1,000 is read as 1000',
    ],
  ] as const)('%s is asked about', async (_what, lines, last, words) => {
    const content = resaved(';', [...lines, last], plain)
    const { id, format, questions } = await proposed(content)
    expect(questions).toEqual([expect.stringContaining(words)])
    expect(await sentAlone(content)).toHaveProperty('error_list')
    await app.post(`uploads/${id}/check`, { format })
    expect((await app.settled(id))['warnings']).toEqual(questions)
  })

  test('a slip of the pen among a hundred leaves it decided, a column that tells otherwise does not', async () => {
    const slip = await proposed(
      resaved(';', [...many([iso, '1', '1,5'], 150), [iso, '1', '1.5'], [iso, '1', '1.000']], plain),
    )
    expect(slip).toMatchObject({ style: ', YMD', questions: [] })
    const other = await proposed(
      resaved(';', [...many([iso, '1', '1,5'], 600), [iso, '0.5', '1,5'], [iso, '2.438', '1,5']], plain),
    )
    expect(other.questions).toEqual([expect.stringContaining('quantity: 2.438 is read as 2438')])
  })

  test('a cell that was corrected asks nothing any more', async () => {
    const { id, format, questions } = await proposed(
      resaved(
        ';',
        [
          [iso, '1', '1'],
          [iso, '1', '2.438'],
        ],
        plain,
      ),
    )
    expect(questions).toHaveLength(1)
    await app.put(`uploads/${id}/rows/3`, { cells: { net_value: '2438' } })
    await app.post(`uploads/${id}/check`, { format })
    expect((await app.settled(id))['warnings']).toEqual([])
  })
})
