import { afterAll, beforeAll, expect, test } from 'vitest'
import { sql } from '#server/store/sql.ts'
import { testDatabase, type TestDatabase } from '#tests/support/test-database.ts'
import { propose } from '../../scripts/scaffold/propose.ts'
import { readTable } from '../../scripts/scaffold/read-table.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
  await db.system(async (tx) => {
    await tx.query(sql`create table "Price list" (
      list_no varchar(8) primary key, "validFrom" date not null, factor numeric(9, 4), active bool, kind text)`)
    await tx.query(sql`comment on column "Price list".factor is 'Times the base price'`)
    await tx.query(sql`insert into "Price list"
      select 'L' || n, date '2026-01-01' + n, n / 7.0, n % 2 = 0, (array['net', 'gross'])[n % 2 + 1] from generate_series(1, 40) n`)
  })
})
afterAll(() => db.close())

test('a table is read with what the database declares, and the rest is guessed from its rows', async () => {
  const { fields, key } = propose(await readTable(db.url, '"Price list"'), [])
  expect(key).toEqual(['list_no'])
  expect(Object.fromEntries(fields.map(({ name, spec }) => [name, spec]))).toMatchObject({
    list_no: { type: 'text', max: 8, required: true, immutable: true },
    valid_from: { type: 'date', required: true },
    factor: { type: 'decimal', precision: 9, scale: 4, help: 'Times the base price' },
    active: { type: 'flag' },
    kind: { type: 'choice', choices: [{ value: 'gross' }, { value: 'net' }] },
  })
})

test('a table that is not there, and a name that is more than a name, are refused', async () => {
  await expect(readTable(db.url, 'nothing')).rejects.toThrow('There is no table nothing')
  await expect(readTable(db.url, '"Price list"; drop table "Price list"')).rejects.toThrow()
  expect(await readTable(db.url, '"Price list"')).toHaveLength(5)
})
