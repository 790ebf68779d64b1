import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { specimen, specimenKey, specimenValues } from '#tests/support/specimen.ts'
import { recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp([specimen])
})

afterAll(() => app?.product.close())

const functionality = 'SpecimenFormat'

async function exported(format: string): Promise<Buffer> {
  const answer = await app.product.app.inject({
    method: 'GET',
    url: `/api/upload-specimen/export?for=upload&format=${format}`,
    headers: { authorization: `Bearer ${app.tokens.north}` },
  })
  expect(answer.statusCode, answer.body).toBe(200)
  return answer.rawPayload
}

/** Sends a file and checks it by what was proposed for it. */
async function checked(content: Buffer, name: string) {
  const staged = (await app.send(`uploads?app-functionality=${functionality}`, content, name)).body.response!
  const id = Number(staged['id'])
  const { format, questions } = staged['suggestion'] as { format: object; questions: object[] }
  const started = await app.post(`uploads/${id}/check`, { format })
  expect(started.status, JSON.stringify(started.body)).toBe(202)
  const upload = await app.settled(id)
  expect(upload['state'], String(upload['message'])).toBe('checked')
  return { id, upload, questions, counts: upload['counts'] as Record<string, number> }
}

const fill = async (rows: readonly object[]) => {
  await app.product.db.system((tx) => tx.query(sql`truncate upload_specimen`))
  for (const row of rows) {
    const made = await app.post('upload-specimen', row)
    expect(made.status, JSON.stringify(made.body)).toBe(201)
  }
}

describe('an export to upload again', () => {
  test.each(['csv', 'csv&decimal=,', 'xlsx'])(
    'changes nothing as it is, whatever the values: %s',
    async (format) => {
      const row = fc.tuple(specimenKey, specimenValues).map(([code, values]) => ({ ...values, code }))
      await fc.assert(
        fc.asyncProperty(
          fc.uniqueArray(row, { minLength: 1, maxLength: 15, selector: ({ code }) => code }),
          async (rows) => {
            await fill(rows)
            const { id, counts, questions } = await checked(await exported(format), `again.${format.split('&')[0]!}`)
            expect(questions).toEqual([])
            const others = recordsOf(await app.get(`uploads/${id}/rows`)).filter(
              ({ outcome }) => outcome !== 'unchanged',
            )
            expect(others.map(({ line, outcome, changes, reasons }) => ({ line, outcome, changes, reasons }))).toEqual(
              [],
            )
            expect(counts).toEqual({
              insert: 0,
              update: 0,
              unchanged: rows.length,
              conflict: 0,
              rejected: 0,
              skipped: 0,
            })
          },
        ),
        { numRuns: 15 },
      )
    },
    120_000,
  )

  test('is known by its headings where they tell the zone of instants', async () => {
    await fill([{ code: 'T1', at: '2026-01-31T10:00:00.000Z' }])
    for (const more of ['&for=upload', '&columns=code,at']) {
      const file = await app.product.app.inject({
        url: `/api/upload-specimen/export?format=xlsx${more}`,
        headers: { authorization: `Bearer ${app.tokens.north}` },
      })
      const staged = (await app.send(`uploads?app-functionality=${functionality}`, file.rawPayload, 'at.xlsx')).body
      const { format } = staged.response!['suggestion'] as { format: { fields: object[] } }
      expect(format.fields).toContainEqual(expect.objectContaining({ field: 'at', column: 'At (UTC)' }))
    }
  })

  test('tells new, changed, unchanged and overtaken rows apart', async () => {
    await fill(['S1', 'S2', 'S3', 'S4', 'S5'].map((code) => ({ code, title: 'before', count: 1 })))
    const lines = (await exported('csv')).toString().trim().split('\r\n')
    const find = async (code: string) => recordsOf(await app.get(`upload-specimen?code=${code}`))[0]!
    // Meanwhile S3 and S4 are edited, S5 is deleted.
    for (const code of ['S3', 'S4'])
      await app.put(`upload-specimen/${String((await find(code))['id'])}`, { title: 'edited' })
    await app.del(`upload-specimen/${String((await find('S5'))['id'])}`)
    const head = lines[0]!
    const line = (code: string) => lines.find((text) => text.startsWith(`"${code}"`))!
    const content = [
      head,
      line('S1'),
      line('S2').replace('before', 'changed'),
      line('S3').replace('before', 'edited'),
      line('S4').replace('before', 'mine'),
      line('S5'),
      line('S1').replace('S1', 'S9').replace(/,"1"$/, ','),
    ]
    const { id, upload, counts } = await checked(Buffer.from(content.join('\r\n')), 'again.csv')
    expect(counts).toEqual({ insert: 1, update: 1, unchanged: 2, conflict: 2, rejected: 0, skipped: 0 })
    const conflicts = recordsOf(await app.get(`uploads/${id}/rows?outcome=conflict`))
    expect(conflicts).toMatchObject([
      {
        line: 5,
        outcome: 'conflict',
        changes: { title: ['edited', 'mine'] },
        reasons: [{ message: 'This specimen was changed by somebody since the file was made' }],
      },
      { line: 6, reasons: [{ message: 'This specimen was deleted, or has another key, since the file was made' }] },
    ])
    expect(upload['reasons']).toEqual([])
    expect(await app.post(`uploads/${id}/commit`, {})).toMatchObject({
      status: 409,
      body: {
        message:
          '2 lines are in conflict with what others changed since the file was made. Correct them, or import the valid lines only.',
      },
    })
    await app.post(`uploads/${id}/commit`, { only_valid: true })
    expect(await app.settled(id)).toMatchObject({ state: 'committed', result: { inserted: 1, updated: 1 } })
    expect([await find('S2'), await find('S4')]).toMatchObject([{ title: 'changed' }, { title: 'edited' }])
    expect(recordsOf(await app.get('upload-specimen?code=S5'))).toEqual([])
  })

  test('does with lines in conflict what is decided about them, one by one or all at once', async () => {
    const codes = ['C1', 'C2', 'C3', 'C4']
    await fill(codes.map((code) => ({ code, title: 'before', count: 1 })))
    const lines = (await exported('csv')).toString().trim().split('\r\n')
    const find = async (code: string) => recordsOf(await app.get(`upload-specimen?code=${code}`))[0]!
    const edit = async (code: string, title: string) =>
      app.put(`upload-specimen/${String((await find(code))['id'])}`, { title })
    for (const code of ['C1', 'C2', 'C3']) await edit(code, 'theirs')
    await app.del(`upload-specimen/${String((await find('C4'))['id'])}`)
    const content = lines.map((line) => line.replace('before', 'mine')).join('\r\n')
    const { id, counts } = await checked(Buffer.from(content), 'conflicts.csv')
    expect(counts).toEqual({ insert: 0, update: 0, unchanged: 0, conflict: 4, rejected: 0, skipped: 0 })
    const upload = (await app.get(`uploads/${id}`)).body.response!
    const decide = async (take: string | null, of?: number[]) => {
      const answer = await app.put(`uploads/${id}/conflicts`, { take, ...(of ? { lines: of } : {}) })
      expect(answer, JSON.stringify(answer.body)).toMatchObject({
        status: 200,
        body: { response: { state: 'staged', counts: null } },
      })
      await app.post(`uploads/${id}/check`, { format: upload['format'] })
      return (await app.settled(id))['counts']
    }
    const line = (code: string) => lines.findIndex((text) => text.startsWith(`"${code}"`)) + 1
    expect(await decide('record', [line('C2')])).toMatchObject({ conflict: 3, skipped: 1, decided: 1 })
    expect(await decide('file')).toEqual({
      insert: 1,
      update: 3,
      unchanged: 0,
      conflict: 0,
      rejected: 0,
      skipped: 0,
      decided: 4,
    })
    expect(await decide(null, [line('C3')])).toMatchObject({ insert: 1, update: 2, conflict: 1, decided: 3 })
    expect(await decide('record', [line('C2')])).toMatchObject({ insert: 1, update: 1, conflict: 1, skipped: 1 })
    // Somebody is faster once more: what was decided does not hold for what the record is now.
    await edit('C1', 'theirs again')
    expect(await decide('file', [line('C3')])).toMatchObject({
      insert: 1,
      update: 1,
      conflict: 1,
      skipped: 1,
      decided: 3,
    })
    const page = recordsOf(await app.get(`uploads/${id}/rows?outcome=conflict`))
    expect(page.map(({ outcome, take, changes }) => ({ outcome, take, changes }))).toEqual([
      { outcome: 'conflict', take: 'file', changes: { title: ['theirs again', 'mine'] } },
      { outcome: 'skipped', take: 'record', changes: { title: ['theirs', 'mine'] } },
      { outcome: 'update', take: 'file', changes: { title: ['theirs', 'mine'] } },
      { outcome: 'insert', take: 'file', changes: {} },
    ])
    await app.post(`uploads/${id}/commit`, { only_valid: true })
    expect(await app.settled(id)).toMatchObject({ state: 'committed', result: { inserted: 1, updated: 1 } })
    const titles = await Promise.all(codes.map(async (code) => (await find(code))['title']))
    expect(titles).toEqual(['theirs again', 'theirs', 'mine', 'mine'])
    expect((await app.put(`uploads/${id}/conflicts`, { take: 'file' })).status).toBe(409)
  })

  test('reads what is kept from being a formula as the text it is, in the file of errors too', async () => {
    await fill([])
    const content = `code,title,kind\n'+49,"'=1+2",Plain\n'-7,''@home,Nothing\n't,'t Hooft,Plain`
    const { id, counts } = await checked(Buffer.from(content), 'escaped.csv')
    expect(counts).toMatchObject({ insert: 2, rejected: 1 })
    const errors = (format: string) =>
      app.product.app.inject({
        method: 'GET',
        url: `/api/uploads/${id}/errors?format=${format}`,
        headers: { authorization: `Bearer ${app.tokens.north}` },
      })
    expect((await errors('csv')).body).toContain(`'-7,''@home,Nothing`)
    const again = await checked((await errors('xlsx')).rawPayload, 'errors.xlsx')
    expect(recordsOf(await app.get(`uploads/${again.id}/rows`))).toMatchObject([
      { cells: ['3', expect.any(String), '-7', "'@home", 'Nothing'] },
    ])
    await app.post(`uploads/${id}/commit`, { only_valid: true })
    expect(await app.settled(id)).toMatchObject({ state: 'committed' })
    expect(recordsOf(await app.get('upload-specimen?sort=code'))).toMatchObject([
      { code: "'t", title: "'t Hooft" },
      { code: '+49', title: '=1+2' },
    ])
  })

  test('is for those who may export and upload', async () => {
    expect((await app.get('customer-data/export?for=upload&format=csv', app.tokens.reader)).status).toBe(403)
    expect((await app.get('customer-data/export?for=upload&format=csv')).status).toBe(200)
  })
})
