import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { recoverUploads } from '#server/engine/upload/recovery.ts'
import { sql, type Sql } from '#server/store/sql.ts'
import { specimen } from '#tests/support/specimen.ts'
import { column, uploadApp } from '#tests/support/upload-app.ts'

let app: Awaited<ReturnType<typeof uploadApp>>

beforeAll(async () => {
  app = await uploadApp([specimen])
})

afterAll(() => app?.product.close())

const ask = <T extends object>(statement: Sql) => app.product.db.system((tx) => tx.query<T>(statement))
const format = { fields: ['code', 'note', 'count'].map((name) => column(name, name)) }

// Pages that two writers share out are filled by few lines when these are long.
const lines = 18_000
const text = 'a long note of many words '.repeat(60).trim()
const file = (mark: string, change: (index: number) => string | undefined = () => undefined) =>
  `code,note,count\n${Array.from({ length: lines }, (_, index) => change(index) ?? `${mark}${index},${text},${index}`).join('\n')}\n`

const left = async () => [
  ...(await ask(sql`select gid from pg_prepared_xacts where database = current_database()`)),
  ...(await ask(sql`select id from upload where prepared is not null`)),
]

describe('a large import', () => {
  test('is written by two transactions as by one, and taken back as a whole', async () => {
    const odd = (index: number) => (index % 50 === 7 ? `T${index},\u00a0${text}\u00a0,${index}` : undefined)
    const { id, upload } = await app.checked(file('T', odd), format, 'SpecimenFormat')
    expect(upload).toMatchObject({ state: 'checked', counts: { insert: lines, rejected: 0 } })
    await app.post(`uploads/${id}/commit`, {})
    expect(await app.settled(id)).toMatchObject({ state: 'committed', result: { inserted: lines, conflicts: 0 } })
    // As soon as it says so, all of it is there: each line once, its ids in the order of the file.
    const written = sql`from upload_specimen where upload_id = ${id}`
    expect(
      await ask(sql`select count(*) as rows, count(*) filter (where note = ${text} and code = 'T' || count) as right_ones, max(id) - min(id) + 1 as span,
        (select bool_and(id = start + count) from (select id, count, min(id) over () as start ${written}) r) as ordered ${written}`),
    ).toEqual([{ rows: lines, right_ones: lines, span: lines, ordered: true }])
    expect(
      await ask(sql`select operation, last_record_id - record_id + 1 as records from history where upload_id = ${id}`),
    ).toEqual([{ operation: 'insert', records: lines }])
    expect(await left()).toEqual([])
    await app.post(`uploads/${id}/undo`, {})
    expect(await app.settled(id)).toMatchObject({ state: 'undone', result: { undone: { deleted: lines, kept: 0 } } })
    expect(await ask(sql`select count(*) as rows ${written}`)).toEqual([{ rows: 0 }])
    // As the database does it in the background now and then: the tests below import where the table is said to be empty.
    await app.product.db.alone(sql`analyze upload_specimen`)
    const [told] = await ask<{ rows: number; pages: number }>(
      sql`select reltuples as rows, relpages as pages from pg_class where relname = 'upload_specimen'`,
    )
    expect(told).toMatchObject({ rows: 0 })
    expect(told!.pages).toBeGreaterThan(1_000)
  })

  test('leaves nothing when others were faster in the part of either', async () => {
    const { id } = await app.checked(file('V'), format, 'SpecimenFormat')
    for (const code of ['V3', `V${lines - 3}`]) await app.post('upload-specimen', { code })
    await app.post(`uploads/${id}/commit`, {})
    const told = expect.stringContaining('2 specimens were changed by others since the check') as string
    expect(await app.settled(id)).toMatchObject({ state: 'checked', message: told })
    expect(await ask(sql`select code from upload_specimen where code like 'V%' order by code`)).toHaveLength(2)
    expect(await left()).toEqual([])
    await app.post(`uploads/${id}/check`, { format })
    await app.settled(id)
    await app.post(`uploads/${id}/commit`, {})
    expect(await app.settled(id)).toMatchObject({ state: 'committed', result: { inserted: lines - 2, updated: 2 } })
  })

  test('is checked line by line against a table that is said to be empty, not table by table for each line', async () => {
    const changed = (index: number) => `V${index},${text},${index + 1}`
    const { id, upload } = await app.checked(file('V', changed), format, 'SpecimenFormat')
    expect(upload).toMatchObject({ state: 'checked', counts: { insert: 0, update: lines } })
    await app.post(`uploads/${id}/commit`, {})
    expect(await app.settled(id)).toMatchObject({ state: 'committed', result: { updated: lines } })
  })

  test('that is cancelled while two write it leaves nothing, at whatever moment', async () => {
    const { id } = await app.checked(file('W'), format, 'SpecimenFormat')
    let isWritten = false
    for (const moment of [0, 5, 20, 60, 150, 300]) {
      await app.post(`uploads/${id}/commit`, {})
      await pause(moment)
      const answer = await app.post(`uploads/${id}/cancel`, {})
      const { state } = await app.settled(id)
      // It may have been written by then, and says so.
      expect([answer.status, state]).toEqual(answer.status === 200 ? [200, 'checked'] : [409, 'committed'])
      isWritten = state === 'committed'
      const rows = isWritten ? lines : 0
      expect(await ask(sql`select count(*) as rows from upload_specimen where code like 'W%'`)).toEqual([{ rows }])
      expect(await left()).toEqual([])
      if (isWritten) break
    }
    if (!isWritten) await app.post(`uploads/${id}/cancel`, {})
  })
})

describe('the part that a second transaction has prepared', () => {
  async function prepared(code: string, isNamed: boolean) {
    const { id } = await app.checked(`code,note,count\n${code}1,one,1\n`, format, 'SpecimenFormat')
    const name = `tierline_upload_${id}_${code}`
    const [{ organization }] = (await ask<{ organization: number }>(
      sql`select organization_id as organization from upload where id = ${id}`,
    )) as [{ organization: number }]
    await app.product.db.tenant({ organizationId: organization, userId: 1 }, async (tx) => {
      await tx.query(sql`insert into upload_specimen (organization_id, code) values (${organization}, ${code})`)
      await tx.client.query(`prepare transaction '${name}'`)
    })
    await ask(sql`update upload set state = 'committing', prepared = ${isNamed ? name : null} where id = ${id}`)
    return id
  }

  test('is committed after a crash where the first has named it', async () => {
    const id = await prepared('NAMED', true)
    expect(await recoverUploads(app.product.db)).toBe(0)
    expect(await app.settled(id)).toMatchObject({ state: 'committed', message: null })
    expect(await ask(sql`select code from upload_specimen where code = 'NAMED'`)).toHaveLength(1)
    expect(await left()).toEqual([])
  })

  test('is rolled back after a crash where the first has not', async () => {
    const id = await prepared('UNNAMED', false)
    // The server looks for such imports every few seconds itself, and may be the one that finds it.
    await recoverUploads(app.product.db)
    expect(await app.settled(id)).toMatchObject({ state: 'checked', message: 'Interrupted; nothing was written.' })
    expect(await ask(sql`select code from upload_specimen where code = 'UNNAMED'`)).toEqual([])
    expect(await left()).toEqual([])
  })
})
