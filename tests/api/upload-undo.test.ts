import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
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

/** Every column but those that tell who touched the row last, and how often. */
const snapshot = (table: string) =>
  app.product.db.system((tx) =>
    tx.query(
      sql`select to_jsonb(t) - 'row_version' - 'updated_at' - 'updated_by' as row from ${raw(table)} t order by organization_id, id`,
    ),
  )

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

  test('restores every column of every row, whatever the import changed', async () => {
    const quote = (value: unknown) =>
      value === null || value === undefined ? '' : `"${String(value).replaceAll('"', '""')}"`
    const fields = specimen.upload!.fields
    const file = (rows: readonly Record<string, unknown>[]) =>
      `${fields.join(',')}\n${rows.map((row) => fields.map((name) => quote(row[name])).join(',')).join('\n')}\n`
    const format = { ...names(...fields), null_values: [''] }
    const row = fc.tuple(specimenKey, specimenValues).map(([code, values]) => ({ code, ...values }))
    const rows = (min: number) => fc.uniqueArray(row, { minLength: min, maxLength: 12, selector: ({ code }) => code })
    await fc.assert(
      fc.asyncProperty(rows(1), rows(1), fc.array(fc.nat(11), { maxLength: 8 }), async (old, news, shared) => {
        await app.product.db.system((tx) => tx.query(sql`truncate upload_specimen`))
        for (const { lines, ...values } of old) {
          const made = await app.post('upload-specimen', { ...values, lines })
          expect(made.status, JSON.stringify(made.body)).toBe(201)
        }
        const before = await snapshot('upload_specimen')
        const codes = [...new Set(shared.flatMap((index) => old[index]?.code ?? []))]
        const updates = news.map((values, index) => ({ ...values, code: codes[index] ?? values.code }))
        const unique = [...new Map(updates.map((values) => [values.code, values])).values()]
        const id = await imported(file(unique), format, 'SpecimenFormat')
        const upload = await undo(id)
        expect(upload).toMatchObject({ state: 'undone', result: { undone: { kept: 0 } } })
        expect(await snapshot('upload_specimen')).toEqual(before)
      }),
      { numRuns: 25 },
    )
  }, 60_000)
})
