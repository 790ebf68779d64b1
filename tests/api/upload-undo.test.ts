import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { escapeFormula } from '#server/engine/formula-escape.ts'
import { raw, sql } from '#server/store/sql.ts'
import { specimen, specimenKey, specimenValues } from '#tests/support/specimen.ts'
import { column, recordsOf, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp([specimen])
})

afterAll(() => app?.product.close())

const customers = 'CustomerDataUploadFormat'
const names = (...list: string[]) => ({ fields: list.map((name) => column(name, name)) })
const customerFields = names('customer_number', 'customer_name', 'parent_customer')

async function imported(content: string, format: object = customerFields, functionality = customers) {
  const { id, upload } = await app.checked(content, format, functionality)
  expect(upload, JSON.stringify(upload['reasons'])).toMatchObject({ state: 'checked', counts: { rejected: 0 } })
  await app.post(`uploads/${id}/commit`, {})
  const done = await app.settled(id)
  expect(done, String(done['message'])).toMatchObject({ state: 'committed' })
  return id
}

const undo = async (id: number) => {
  const { deleted, restored, kept } = (await app.get(`uploads/${id}/undo`)).body.response!
  await app.post(`uploads/${id}/undo`, {})
  const upload = await app.settled(id)
  // What was foretold is what happens.
  expect(upload['result']).toMatchObject({ undone: { deleted, restored, kept } })
  return upload
}
const customer = async (number: string) => recordsOf(await app.get(`customer-data?customer_number=${number}`))[0]

/** Every column of every row, byte for byte. */
const snapshot = (table: string) =>
  app.product.db.system((tx) => tx.query(sql`select t::text as row from ${raw(table)} t order by organization_id, id`))

describe('undoing an import', () => {
  test('keeps what was edited, deleted or referred to since, and says which', async () => {
    const first = await imported(
      'customer_number,customer_name,parent_customer\nU1,one,\nU2,two,\nU3,three,U2\nU4,four,\nU5,five,U4\nU6,six,\n',
    )
    const id = await imported(
      'customer_number,customer_name,parent_customer\nU1,one more,\nU6,six more,\nN1,new,\nN2,new,\nN3,new,N1\nN4,new,\n',
    )
    const [u1, u6, n2] = [(await customer('U1'))!, (await customer('U6'))!, (await customer('N2'))!]
    await app.put(`customer-data/${String(u1['id'])}`, { row_version: u1['row_version'], customer_name: 'edited' })
    await app.del(`customer-data/${String(u6['id'])}`)
    await app.put(`customer-data/${String(n2['id'])}`, { row_version: n2['row_version'], customer_name: 'edited' })
    await app.post('customer-data', { customer_number: 'AFTER', customer_name: 'After', parent_customer: 'N3' })
    const upload = await undo(id)
    const n = async (number: string) => Number((await customer(number))?.['id'])
    expect(upload).toMatchObject({ state: 'undone', result: { undone: { deleted: 1, restored: 0, kept: 5 } } })
    expect(
      ((upload['result'] as { undone: { kept_rows: object[] } }).undone.kept_rows as { id: number }[]).toSorted(
        (a, b) => a.id - b.id,
      ),
    ).toEqual([
      { id: Number(u1['id']), title: 'U1', reason: 'Edited since' },
      { id: Number(u6['id']), title: String(u6['id']), reason: 'Deleted since' },
      { id: await n('N1'), title: 'N1', reason: 'Other records refer to it' },
      { id: await n('N2'), title: 'N2', reason: 'Edited since' },
      { id: await n('N3'), title: 'N3', reason: 'Other records refer to it' },
    ])
    expect(await customer('N4')).toBeUndefined()
    expect(await app.post(`uploads/${id}/undo`, {})).toMatchObject({
      status: 409,
      body: { message: 'This import has been undone already.' },
    })
    // What the second import did is taken back, so the first can be as well; rows of one file may refer to one another.
    expect(await undo(first)).toMatchObject({ result: { undone: { deleted: 4, restored: 0, kept: 1 } } })
    expect(await customer('U2')).toBeUndefined()
  })

  test('foretells as edited what stays, and not what an import changed that was taken back', async () => {
    const head = 'customer_number,customer_name,parent_customer'
    const first = await imported(`${head}\nV1,one,\nV2,two,\nV3,three,\n`)
    await undo(await imported(`${head}\nV1,one more,\nV2,two more,\n`))
    const v1 = (await customer('V1'))!
    await app.put(`customer-data/${String(v1['id'])}`, { row_version: v1['row_version'], customer_name: 'edited' })
    expect((await app.get(`uploads/${first}/undo`)).body.response).toMatchObject({
      deleted: 2,
      kept: 1,
      edited_total: 1,
      edited: [{ id: Number(v1['id']) }],
    })
    expect(await undo(first)).toMatchObject({ result: { undone: { deleted: 2, kept: 1 } } })
  })

  test('twice at the same moment does it once', async () => {
    const id = await imported('customer_number,customer_name,parent_customer\nT1,one,\nT2,two,\n')
    const answers = await Promise.all([app.post(`uploads/${id}/undo`, {}), app.post(`uploads/${id}/undo`, {})])
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 409])
    expect(await app.settled(id)).toMatchObject({ result: { undone: { deleted: 2, restored: 0, kept: 0 } } })
  })

  test('brings back the rows that made room', async () => {
    const head = 'billing_doc_number,billing_doc_line,billing_date,customer_number,material_number,quantity,net_value'
    const format = names(...head.split(','))
    await imported(
      `${head}\nD1,1,2026-01-05,C,M,1,10\nD2,1,2026-01-06,C,M,2,20.5\nD3,1,2026-02-01,C,M,3,30\n`,
      format,
      'SalesDataUploadFormat',
    )
    const before = await snapshot('sales_data')
    const answer = await app.send(
      `sales_data_upload?delete_from=2026-01-01&delete_to=2026-01-31`,
      `${head}\nD1,1,2026-01-07,C,M,9,90\n`,
    )
    expect(answer.body.response).toMatchObject({ messageLog: [expect.stringContaining('2 deleted before') as string] })
    const upload = await undo(Number(answer.body.response!['upload_id']))
    expect(upload).toMatchObject({ state: 'undone', result: { undone: { deleted: 1, restored: 2, kept: 0 } } })
    expect(await snapshot('sales_data')).toEqual(before)
  })

  describe('over random mixes of rows', () => {
    const quote = (value: unknown) =>
      value === null || value === undefined ? '' : `"${escapeFormula(String(value)).replaceAll('"', '""')}"`
    const fields = specimen.upload!.fields
    const file = (rows: readonly Record<string, unknown>[]) =>
      `${fields.join(',')}\n${rows.map((row) => fields.map((name) => quote(row[name])).join(',')).join('\n')}\n`
    const format = { ...names(...fields), null_values: [''] }
    const row = fc.tuple(specimenKey, specimenValues).map(([code, values]) => ({ code, ...values }))
    const rows = (min: number) => fc.uniqueArray(row, { minLength: min, maxLength: 12, selector: ({ code }) => code })
    const fill = async (old: readonly object[]) => {
      await app.product.db.system((tx) => tx.query(sql`truncate upload_specimen`))
      for (const values of old) {
        const made = await app.post('upload-specimen', values)
        expect(made.status, JSON.stringify(made.body)).toBe(201)
      }
    }

    test('restores every column of every row, and leaves a history that says so', async () => {
      await fc.assert(
        fc.asyncProperty(rows(1), rows(1), fc.array(fc.nat(11), { maxLength: 8 }), async (old, news, shared) => {
          await fill(old)
          const before = await snapshot('upload_specimen')
          const codes = [...new Set(shared.flatMap((index) => old[index]?.code ?? []))]
          const updates = news.map((values, index) => ({ ...values, code: codes[index] ?? values.code }))
          const unique = [...new Map(updates.map((values) => [values.code, values])).values()]
          const id = await imported(file(unique), format, 'SpecimenFormat')
          const upload = await undo(id)
          expect(upload).toMatchObject({ state: 'undone', result: { undone: { kept: 0 } } })
          expect(await snapshot('upload_specimen')).toEqual(before)
          await demandReversed(id)
        }),
        { numRuns: 20 },
      )
    }, 90_000)

    /** What an import did to a row, its undoing did the other way round. */
    async function demandReversed(id: number) {
      const entries = await app.product.db.system((tx) =>
        tx.query<{ done: Changes | null; reversed: Changes | null; made: string; unmade: string }>(sql`
          with entry as (select generate_series(record_id, coalesce(last_record_id, record_id)) as record_id, operation, changes from history where upload_id = ${id})
          select d.operation as made, u.operation as unmade, d.changes - '_row' as done, u.changes - '_undone' as reversed
            from (select * from entry where not changes ? '_undone') d full join (select * from entry where changes ? '_undone') u using (record_id)`),
      )
      for (const { made, unmade, done, reversed } of entries) {
        expect(unmade).toBe(made === 'insert' ? 'delete' : 'update')
        const turned = Object.entries(done!).map(([name, [from, to]]) => [name, [to, from]])
        expect(reversed).toEqual(Object.fromEntries(turned))
      }
    }

    test('keeps and names what was edited or deleted since, and nothing else', async () => {
      const fates = fc.array(fc.constantFrom('alone', 'alone', 'edited', 'deleted'), { minLength: 24, maxLength: 24 })
      await fc.assert(
        fc.asyncProperty(rows(1), rows(0), fates, async (old, news, fate) => {
          await fill(old)
          const before = await stored()
          // Of the rows that are there, some stay as they are, some change, some are not in the file.
          const changed = old.flatMap(({ lines: _lines, ...values }, index) =>
            index % 3 === 2 ? [] : [index % 3 === 1 ? values : { ...values, note: `changed ${index}` }],
          )
          const added = news.filter(({ code }) => !old.some((other) => other.code === code))
          const id = await imported(file([...changed, ...added]), format, 'SpecimenFormat')
          const written = await stored()
          const expected = new Map(before)
          const kept: object[] = []
          for (const [index, [record, text]] of [...written].entries()) {
            const wrote = before.get(record) !== text
            if (fate[index] === 'alone') continue
            const made = !before.has(record)
            if (fate[index] === 'deleted') {
              await app.del(`upload-specimen/${record}`)
              expected.delete(record)
              if (wrote && !made) kept.push({ id: record, reason: 'Deleted since' })
              continue
            }
            const { row_version } = (await app.get(`upload-specimen/${record}`)).body.response!
            const edit = await app.put(`upload-specimen/${record}`, { row_version, note: 'edited since' })
            expect(edit.status, JSON.stringify(edit.body)).toBe(200)
            expected.set(record, (await stored()).get(record)!)
            if (wrote) kept.push({ id: record, reason: 'Edited since' })
          }
          const { result } = await undo(id)
          expect(await stored()).toEqual(expected)
          const { kept_rows } = (result as { undone: { kept_rows: { id: number; reason: string }[] } }).undone
          expect(kept_rows.map(({ id: record, reason }) => ({ id: record, reason }))).toEqual(kept)
        }),
        { numRuns: 15 },
      )
    }, 90_000)
  })
})

type Changes = Readonly<Record<string, readonly [unknown, unknown]>>

/** Every specimen as the table holds it. */
const stored = async (): Promise<Map<number, string>> => {
  const rows = await app.product.db.system((tx) =>
    tx.query<{ id: number; row: string }>(sql`select id, t::text as row from upload_specimen t order by id`),
  )
  return new Map(rows.map(({ id, row }) => [id, row]))
}
