import naughty from 'big-list-of-naughty-strings'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { fieldTypes } from '#src/definition'
import { specimen } from '#tests/support/specimen.ts'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp([specimen])
})

afterAll(() => app?.product.close())

const hostile: readonly string[] = [
  ...naughty,
  '\u0000',
  'a\u0000b',
  '\ud800',
  'x\udfffy',
  '\ufeff',
  '\ufffe',
  'a\uffffb',
  '\u202e\u2066',
  'a'.repeat(40_000),
  '9'.repeat(4_000),
  `1e${'9'.repeat(50)}`,
  '-0',
  '0x7fffffffffffffff',
  '99999999999999999999999999',
  '9999-99-99',
  '0000-00-00',
  '275760-09-13',
  '2026-02-30',
  '{"a":',
  "'; drop table upload_specimen; --",
  '%_\\',
  '\\',
  ',,,',
  'a\\,b',
  '@today-99999999999999d',
  '__proto__',
  'constructor',
]
const fields = specimen.upload!.fields

const refusedOrTaken = (status: number): boolean => status < 500 && status !== 401 && status !== 403

/** What answered with anything but an answer or a reason. */
async function broken(calls: readonly (readonly [string, () => Promise<{ status: number; body: unknown }>])[]) {
  const found: string[] = []
  for (const [name, call] of calls) {
    const { status, body } = await call()
    if (!refusedOrTaken(status)) found.push(`${name}: ${status} ${JSON.stringify(body).slice(0, 200)}`)
  }
  return found
}

const quote = (text: string): string => `"${text.replaceAll('"', '""')}"`

describe('naughty strings', () => {
  test.each(fields)(
    'uploaded as %s: every line is taken or told why not',
    async (name) => {
      const lines = hostile.map((text, index) => `N${index},${quote(text)}`)
      const format = {
        fields: [column('code', 'code'), ...(name === 'code' ? [] : [column(name, 'naughty')])],
        null_values: [''],
        keep: null,
      }
      const content = `code,naughty\n${(name === 'code' ? hostile.map((text, index) => `${quote(text)},${index}`) : lines).join('\n')}\n`
      const { id, upload } = await app.checked(content, format, 'SpecimenFormat')
      expect(upload, String(upload['message'])).toMatchObject({ state: 'checked' })
      const counts = upload['counts'] as Record<string, number>
      const told = Object.values(counts).reduce((sum, count) => sum + count, 0) + Number(upload['problems'])
      // Lines that are wholly empty are none.
      expect(told).toBe(hostile.length)
      const rejected = recordsOf(await app.get(`uploads/${id}/rows?outcome=rejected&limit=1000`))
      expect(rejected.filter(({ reasons }) => (reasons as object[]).length === 0)).toEqual([])
      await app.post(`uploads/${id}/commit`, { only_valid: true })
      expect(await app.settled(id)).toMatchObject({ state: 'committed', result: { inserted: counts['insert'] } })
      for (const format of ['csv', 'xlsx']) {
        const errors = await app.product.app.inject({
          url: `/api/uploads/${id}/errors?format=${format}`,
          headers: { authorization: `Bearer ${app.tokens.north}` },
        })
        expect(errors.statusCode).toBe(200)
      }
      await app.post(`uploads/${id}/undo`, {})
      expect(await app.settled(id)).toMatchObject({ state: 'undone', result: { undone: { kept: 0 } } })
    },
    120_000,
  )

  test('of what is no character are refused, wherever it stands', async () => {
    const content = 'code,note\nU1,fine\nU2,a\uffffb\nU3,"x\n\ufffe"\n'
    const format = { fields: [column('code', 'code'), column('note', 'note')], null_values: [''], escaped: false }
    const { id, upload } = await app.checked(content, format, 'SpecimenFormat')
    expect(upload['counts']).toMatchObject({ insert: 1, rejected: 2 })
    const rejected = recordsOf(await app.get(`uploads/${id}/rows?outcome=rejected`))
    expect(rejected.map(({ reasons }) => (reasons as { message: string }[]).map(({ message }) => message))).toEqual([
      ['Control characters are not allowed'],
      ['Control characters are not allowed'],
    ])
    const typed = await app.post('upload-specimen', { code: 'U4', note: 'a\uffff' })
    expect(typed.body.error?.issues).toMatchObject([{ path: ['note'], message: 'Control characters are not allowed' }])
  })

  test('as what texts become when they are taken: the text itself', async () => {
    const content = `code,note\n${hostile.map((text, index) => `T${index},${quote(text)}`).join('\n')}\n`
    const format = { fields: [column('code', 'code'), column('note', 'note')], null_values: [''], escaped: false }
    const { id } = await app.checked(content, format, 'SpecimenFormat')
    await app.post(`uploads/${id}/commit`, { only_valid: true })
    expect(await app.settled(id)).toMatchObject({ state: 'committed' })
    const rows = recordsOf(await app.get('upload-specimen?limit=1000&code.startsWith=T&columns=code,note'))
    expect(rows.length).toBeGreaterThan(400)
    const note = specimen.fields.find((field) => field.name === 'note')!
    for (const { code, note: stored } of rows) {
      const text = hostile[Number(String(code).slice(1))]!
      const parsed = fieldTypes.longText.parseText(text.trim(), note, { decimal: '.', dateOrder: 'YMD' })
      const expected = parsed.ok ? parsed.value || null : null
      // A half of a character came as the mark of one, in the bytes of the file already.
      expect([code, stored]).toEqual([code, text === Buffer.from(text).toString() ? expected : stored])
    }
    for (const format of ['csv', 'xlsx']) {
      for (const purpose of ['', '&for=upload']) {
        const exported = await app.product.app.inject({
          url: `/api/upload-specimen/export?format=${format}${purpose}&columns=code,note`,
          headers: { authorization: `Bearer ${app.tokens.north}` },
        })
        expect(exported.statusCode).toBe(200)
        expect(exported.rawPayload.length).toBeGreaterThan(10_000)
      }
    }
  })

  test('in search, in filters of every field and operator, in sort orders and pages', async () => {
    const operators = ['', '.contains', '.ne', '.startsWith', '.in', '.between', '.gte', '.empty', '.nothing']
    const paths = hostile
      .filter((text) => text.length < 5_000 && !/\p{Surrogate}/u.test(text))
      .flatMap((text, index) => {
        const value = encodeURIComponent(text)
        const field = specimen.fields[index % specimen.fields.length]!.name
        const operator = operators[index % operators.length]
        return [
          `upload-specimen?limit=1&search=${value}`,
          `upload-specimen?limit=1&${field}${operator}=${value}`,
          ...(index % 8 === 0
            ? [
                `upload-specimen?limit=1&sort=${value}`,
                `upload-specimen?limit=${value}`,
                `upload-specimen?after=${value}`,
                `upload-specimen?${value}=1`,
                `upload-specimen/distinct?field=title&search=${value}`,
                `upload-specimen/${value || '%20'}`,
                `uploads?app-functionality=${value}`,
                `uploads/${value || '%20'}`,
              ]
            : []),
        ]
      })
    expect(await broken(paths.map((path) => [path, () => app.get(path)] as const))).toEqual([])
  })

  test('in records of every field', async () => {
    const calls = hostile.flatMap((text, index) => {
      const field = specimen.fields[index % specimen.fields.length]!.name
      return [
        [`${field} ${index}`, () => app.post('upload-specimen', { code: `C${index}`, [field]: text })] as const,
        [
          `title ${index}`,
          () => app.post('upload-specimen', { code: `D${index}`, title: text, [text]: text }),
        ] as const,
      ]
    })
    expect(await broken(calls)).toEqual([])
  })

  test('in the names of files and columns, in delimiters, formats and formulas', async () => {
    const some = hostile.filter((text, index) => index % 6 === 0 && text.length < 5_000)
    const calls = some.flatMap((text, index) => [
      [
        `heading ${index}`,
        () => app.send('uploads?app-functionality=SpecimenFormat', `${quote(text)},code\n1,2\n`, `${index}.csv`),
      ] as const,
      [
        `formula ${index}`,
        () =>
          app.post('upload-format?app-functionality=SpecimenFormat', {
            name: text || 'x',
            body: {
              keep: text,
              fields: [column('code', text, { source: 'formula', formula: text, value_map: { [text]: text } })],
            },
          }),
      ] as const,
    ])
    expect(await broken(calls)).toEqual([])
  })
})

const megabytes = () => process.memoryUsage.rss() / 1_000_000

describe('hostile files', () => {
  test.each<[string, () => Buffer]>([
    [
      'a heading of a million columns',
      () => Buffer.from(`${Array.from({ length: 1_000_000 }, (_, index) => `c${index}`).join(',')}\n1\n`),
    ],
    ['a quotation mark that is never closed', () => Buffer.from(`code,title\n"${'x'.repeat(30_000_000)}`)],
    ['a line without end', () => Buffer.alloc(50_000_000, 'x')],
    ['nothing but delimiters', () => Buffer.alloc(30_000_000, ',')],
    ['nothing but line ends', () => Buffer.alloc(30_000_000, '\n')],
    ['nothing but quotation marks', () => Buffer.alloc(10_000_001, '"')],
    ['nothing but NUL', () => Buffer.alloc(10_000_000)],
    [
      'bytes that are no text',
      () => Buffer.from(Array.from({ length: 1_000_000 }, (_, index) => (index * 2_654_435_761) % 251)),
    ],
    [
      'ragged lines',
      () =>
        Buffer.from(`code,title\n${Array.from({ length: 200_000 }, (_, index) => 'x,'.repeat(index % 7)).join('\n')}`),
    ],
    ['UTF-16 that breaks off', () => Buffer.from('\ufeffcode;title\r\nA;\ud83d', 'utf16le').subarray(0, -1)],
  ])('%s are refused or read, with a reason and in little memory', async (_, content) => {
    const file = content()
    const before = megabytes()
    const answer = await app.send('uploads?app-functionality=SpecimenFormat', file, 'hostile.csv')
    expect([201, 413, 415, 422], JSON.stringify(answer.body)).toContain(answer.status)
    expect(String(answer.body.message ?? answer.body.response!['state'])).not.toBe('')
    expect(megabytes() - before).toBeLessThan(300)
  })
})

describe('calls that nobody means well', () => {
  const nul = 'a\u0000b'
  const asked = encodeURIComponent(nul)
  const nested = (depth: number): string => `${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`
  const listed = (depth: number): string => `${'['.repeat(depth)}1${']'.repeat(depth)}`

  test.each([
    `search?q=${asked}`,
    `integration-setup/history?integration=${asked}`,
    `org-users?search=${asked}`,
    `valid-configuration?key_name=${asked}`,
    `upload-format?app-functionality=${asked}`,
    `uploads?app-functionality=${asked}`,
    `new-mappings?integration=${asked}`,
    `dropdown-search?screen=customer-data&search=${asked}`,
    `customer-data?customer_name=${asked}`,
    `customer-data/${asked}`,
    `integration-field-value?integration=${asked}&field=${asked}`,
    `integration-setup/sample?integration=${asked}`,
    `result-runs?screen=${asked}`,
    `message-log?user_time_zone=${asked}`,
  ])('NUL in an address: %s', async (path) => {
    expect(await broken([[path, () => app.get(path)]])).toEqual([])
  })

  test.each<[string, object]>([
    ['login', { email: 'a\u0000@b.c', password: 'x' }],
    ['integration-setup/manual-run', { integration: nul }],
    ['new-mappings', { integration: nul, name: nul }],
    ['dropdown-search', { screen: 'customer-data', search: nul, field: nul }],
    ['claim-error-count', { within: { error: nul } }],
    ['claim-error-count', { within: { lines: 'abc' } }],
    ['claim-error-count', { within: { lines: { a: 1 } } }],
    ['claim-error-count', { within: { lines: '9'.repeat(40) } }],
    ['claim-error-count', { request_id: nul }],
    ['claim-error-count', { sort: '-id' }],
    ['claim-error-count', { columns: 'id' }],
    ['customer-data/search', { filters: { customer_name: nul } }],
    ['list-views/customer-data', { name: nul, state: nul }],
    ['cancel-activity', { request_id: nul }],
  ])('NUL and foreign values in a body: %s %#', async (path, body) => {
    const answer = await app.post(path, body)
    expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBeGreaterThanOrEqual(400)
    expect(answer.status, JSON.stringify(answer.body).slice(0, 300)).toBeLessThan(500)
    expect(String(answer.body.message).length).toBeGreaterThan(10)
  })

  test.each([
    ['customer-data/search', `{"filters":${nested(5_000)}}`],
    ['customer-data/search', `{"filters":{"customer_name":${listed(5_000)}}}`],
    ['customer-data/search', `{"filters":{"customer_name":${listed(1_000_000)}}}`],
    ['customer-data', `{"customer_name":${nested(5_000)}}`],
    ['upload-specimen/bulk', `{"create":[{"code":"A","note":${nested(5_000)}}]}`],
    ['login', nested(5_000)],
    ['customer-data/search', listed(5_000)],
  ])('what is nested without end is refused before it is read: %s %#', async (path, payload) => {
    const headers = { authorization: `Bearer ${app.tokens.north}`, 'content-type': 'application/json' }
    const answer = await app.product.app.inject({ method: 'POST', url: `/api/${path}`, headers, payload })
    expect([answer.statusCode, (answer.json() as { message: string }).message]).toEqual([
      400,
      'Values may be nested at most 100 levels deep.',
    ])
  })

  test('rows of a result have no id to be sorted by', async () => {
    const posted = await app.get('financial_postings/grouped?sort=-id&by=currency')
    expect([posted.status, posted.body.message]).toEqual([400, 'There is no field id'])
  })

  test('a value that is no one of its column is told with the column', async () => {
    const answer = await app.post('claim-error-count', { within: { lines: 'abc' } })
    expect([answer.status, answer.body.error?.issues]).toEqual([
      400,
      [{ path: ['within', 'lines'], code: 'filter', message: expect.stringContaining('no row of a result') }],
    ])
  })

  test('what no text may hold is told of records at its field still', async () => {
    const answer = await app.post('upload-specimen', { code: 'NUL', title: nul })
    expect([answer.status, answer.body.error?.issues]).toEqual([
      422,
      [{ path: ['title'], code: 'invalid', message: 'Control characters are not allowed' }],
    ])
  })
})
