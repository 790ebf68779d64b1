import { readXlsx } from 'hucre/xlsx'
import { buffer } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { f, fieldTypes, normalizeField, type Field } from '#src/definition'
import { exportRows, type ExportColumn, type ListedRows } from '#server/engine/export.ts'
import { spansOf } from '#server/engine/ordered-spans.ts'
import { streamFromTransaction } from '#server/engine/stream-rows.ts'
import { raw, sql } from '#server/store/sql.ts'
import { testDatabase, type TestDatabase } from '#tests/support/test-database.ts'

const scope = { organizationId: 1, userId: 1 }
let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase({ max: 1 })
})

afterAll(() => db.close())

const column = (name: string, field: Field): ExportColumn => ({ name, label: field.label, field })
const column1 = column('n', normalizeField('n', f.integer()))

const text = async (stream: NodeJS.ReadableStream) => (await buffer(stream)).toString()

const working = () =>
  db.system((tx) =>
    tx.query(
      sql`select pid from pg_stat_activity where state = 'active' and query like 'copy%' and datname = current_database()`,
    ),
  )

describe('a workbook of many rows', () => {
  const word = column('word', normalizeField('word', f.text()))
  const rows = (count: number) =>
    sql`select n, 'Row <' || n || '>' as word from generate_series(1, ${count}::int) n order by n desc`

  it('is whole and in order, and others are answered while it is written', async () => {
    const count = 30_000
    let [longest, last] = [0, performance.now()]
    const watch = setInterval(() => {
      longest = Math.max(longest, performance.now() - last)
      last = performance.now()
    }, 10)
    const file = await buffer(await exportRows(db, scope, rows(count), [column1, word], { format: 'xlsx' }, 'Many'))
    clearInterval(watch)
    const { sheets } = await readXlsx(file)
    expect(sheets[0]!.rows).toHaveLength(count + 1)
    expect([sheets[0]!.rows[0], sheets[0]!.rows[1], sheets[0]!.rows.at(-1)]).toEqual([
      ['N', 'Word'],
      [count, `Row <${count}>`],
      [1, 'Row <1>'],
    ])
    // Written in one go it held everything up for seconds.
    expect(longest).toBeLessThan(1_000)
  })

  it('that breaks on the way is broken off', async () => {
    const statement = sql`select 1000 / (50000 - n) as n from generate_series(1, 60000) n`
    await expect(text(await exportRows(db, scope, statement, [column1], { format: 'xlsx' }, 'Broken'))).rejects.toThrow(
      'division by zero',
    )
  })

  it('ends in the database and gives the connection back when its reader goes', async () => {
    const stream = await exportRows(db, scope, rows(400_000), [column1, word], { format: 'xlsx' }, 'Endless')
    await new Promise((resolve) => stream.once('data', resolve))
    stream.destroy()
    // There is one connection only: this waits until it is free.
    expect(await db.tenant(scope, (tx) => tx.query(sql`select 1 as one`))).toEqual([{ one: 1 }])
  })
})

describe('a workbook', () => {
  it('has days before its calendar as texts, says that instants are in UTC, and holds characters only', async () => {
    const fields = { word: f.text({ label: 'W\uffff_x0041_' }), day: f.date(), at: f.dateTime() }
    const columns = Object.entries(fields).map(([name, spec]) => column(name, normalizeField(name, spec)))
    const statement = sql`
      select * from (values ('a\ufffeb\uffff'::text, '1899-12-31'::date, '1899-12-31T23:59:59Z'::timestamptz),
                            ('_x0041_', '1900-01-01', '1900-01-01T12:00:00Z'), ('c', '0044-03-15', '2026-01-31T10:00:00Z')) as given(word, day, at)`
    const file = await buffer(await exportRows(db, scope, statement, columns, { format: 'xlsx' }, 'Old'))
    const { sheets } = await readXlsx(file)
    expect(sheets[0]?.rows).toEqual([
      ['W_x0041_', 'Day', 'At (UTC)'],
      ['ab', '1899-12-31', '1899-12-31T23:59:59Z'],
      ['_x0041_', new Date('1900-01-01T00:00:00Z'), new Date('1900-01-01T12:00:00Z')],
      ['c', '0044-03-15', new Date('2026-01-31T10:00:00Z')],
    ])
  })
})

describe('a CSV file', () => {
  it('holds every type as users read it, defused, quoted, and nothing where there is nothing', async () => {
    const fields = {
      word: f.text(),
      kind: f.choice([
        { value: 'a', label: 'First, of all' },
        { value: "b'", label: '=Second' },
        { value: 'same', label: 'same' },
      ]),
      on: f.flag(),
      amount: f.money(),
      day: f.date(),
      at: f.dateTime(),
      tags: f.references('tag'),
      lines: f.rows({ a: f.text() }),
      picture: f.file(),
    }
    const columns = Object.entries(fields).map(([name, spec]) => column(name, normalizeField(name, spec)))
    const types = columns.map(({ name, field }) => `"${name}" ${fieldTypes[field.type].sql(field)}`)
    const stored = [
      {
        word: '=1+1',
        kind: 'a',
        on: true,
        amount: '-1.5',
        day: '2026-01-31',
        at: '2026-01-31T10:00:00.123456Z',
        tags: ['x', '@y'],
        lines: [{ a: '1' }],
        picture: { name: 'a "b".png', id: 1 },
      },
      { word: 'a,"b"\nc', kind: "b'", on: false, amount: '0', tags: ['@y'], at: '2026-01-31T10:00:00Z' },
      { word: "'\\", kind: 'same' },
      { word: '\tx', kind: 'gone' },
    ]
    const statement = sql`select * from jsonb_to_recordset(${JSON.stringify(stored)}::jsonb) as given(${raw(types.join(', '))})`
    const file = await text(await exportRows(db, scope, statement, columns, { format: 'csv' }, 'All types'))
    expect(file.split('\n').slice(0, -1)).toEqual([
      '\uFEFFWord,Kind,On,Amount,Day,At,Tags,Lines,Picture',
      `'=1+1,"First, of all",Yes,-1.5000,2026-01-31,2026-01-31T10:00:00.123456Z,"x, @y","[{""a"": ""1""}]","a ""b"".png"`,
      `"a,""b""`,
      `c",'=Second,No,0.0000,,2026-01-31T10:00:00Z,'@y,,`,
      `'\\,same,,,,,,,`,
      `'\tx,gone,,,,,,,`,
    ])
  })

  it('has decimal commas and semicolons where they are asked for, in numbers only', async () => {
    const fields = {
      amount: f.money(),
      count: f.integer(),
      rate: f.percent(),
      word: f.text(),
      day: f.date(),
      lines: f.rows({ a: f.decimal(8, 2) }),
    }
    const columns = Object.entries(fields).map(([name, spec]) => column(name, normalizeField(name, spec)))
    const statement = sql`
      select * from (values (-1234.5::numeric(18, 4), 1000::bigint, 6.5::numeric(9, 6), '1.5, or; so', '2026-01-31'::date, '[{"a": "1.50"}]'::jsonb),
                            (null, null, null, '=1.5', null, null)) as given(amount, count, rate, word, day, lines)`
    const form = { format: 'csv', decimal: ',' } as const
    expect((await text(await exportRows(db, scope, statement, columns, form, 'Commas'))).split('\n')).toEqual([
      '\uFEFFAmount;Count;Rate;Word;Day;Lines',
      '-1234,5000;1000;6,500000;"1.5, or; so";2026-01-31;"[{""a"": ""1.50""}]"',
      `;;;'=1.5;;`,
      '',
    ])
  })

  it('is written with values that could end a literal', async () => {
    const odd = [`'; drop table app_user; --`, `\\'`, `"{},"`, `a\\`, 'é\u{1F600}']
    const statement = sql`select v as n from unnest(${odd}::text[]) v where v <> ${`'`} and ${'1'}::int = any(${[1, 2]}::int[])`
    const words = column('n', normalizeField('n', f.text()))
    const file = await text(await exportRows(db, scope, statement, [words], { format: 'csv' }, 'Odd'))
    expect(file).toBe(`\uFEFFN\n'; drop table app_user; --\n\\'\n"""{},"""\na\\\né\u{1F600}\n`)
  })

  it('of nothing has its head', async () => {
    const statement = sql`select 1 as n where false`
    expect(await text(await exportRows(db, scope, statement, [column1], { format: 'csv' }, 'None'))).toBe('\uFEFFN\n')
  })

  for (const format of ['csv', 'xlsx'] as const)
    it(`that cannot begin is refused, as ${format}`, async () => {
      const statement = sql`select 1 / (1 - n) as n from generate_series(1, 10) n`
      await expect(exportRows(db, scope, statement, [column1], { format }, 'Broken')).rejects.toThrow(
        'division by zero',
      )
    })

  it('that breaks on the way is broken off', async () => {
    const statement = sql`select 1000 / (500000 - n) as n from generate_series(1, 600000) n`
    await expect(text(await exportRows(db, scope, statement, [column1], { format: 'csv' }, 'Broken'))).rejects.toThrow(
      'division by zero',
    )
  })
})

describe('a CSV file of many rows in an order', () => {
  const fields = { day: f.date(), kind: f.text(), place: f.integer() }
  const columns = Object.entries(fields).map(([name, spec]) => column(name, normalizeField(name, spec)))
  const [day, kind, place] = columns.map(({ field }) => field) as [Field, Field, Field]
  /** The rows of a table in the order of a field and their id. */
  const listed = (field: Field, descending: boolean, where = sql`t.organization_id = 1`): ListedRows => {
    const how = raw(descending ? 'desc' : 'asc')
    const key = { field, expression: raw(`t.${field.name}`), descending }
    const order = [key, { field: undefined, expression: raw('t.id'), descending }]
    return {
      table: raw('many_rows'),
      where,
      order,
      orderBy: sql`${key.expression} ${how}, t.id ${how}`,
      fields: columns.map((one) => one.field),
    }
  }
  const written = async (rows: ListedRows) =>
    (await text(await exportRows(two, scope, rows, columns, { format: 'csv' }, 'Many'))).split('\n').slice(1, -1)
  const expected = async ({ where, orderBy }: ListedRows) => {
    const rows = await two.system((tx) =>
      tx.query<{ line: string }>(
        sql`select concat_ws(',', coalesce(day::text, ''), coalesce(kind, ''), place) as line from many_rows t where ${where} order by ${orderBy}`,
      ),
    )
    return rows.map(({ line }) => line)
  }

  // With connections enough for a second reader.
  let two: TestDatabase

  beforeAll(async () => {
    two = await testDatabase()
    await two.system(async (tx) => {
      await tx.query(
        sql`create table many_rows (organization_id bigint not null, id bigint primary key, day date, kind text, place bigint)`,
      )
      // A third of the days is one day, and some rows have none.
      await tx.query(sql`
        insert into many_rows select 1 + (n % 100 = 99)::int, n, case when n % 3 = 0 then date '2026-01-01' when n % 50 <> 1 then date '2024-01-01' + n * 7919 % 700 end, 'K' || n % 5, n
          from generate_series(1, 130000) n`)
      await tx.query(sql`create index on many_rows (organization_id, day, id)`)
      await tx.query(sql`alter table many_rows enable row level security`)
      await tx.query(
        sql`create policy tenant on many_rows to tierline_app using (organization_id = current_setting('app.organization_id')::bigint)`,
      )
      await tx.query(sql`grant select on many_rows to tierline_app`)
    })
    await two.alone(sql`vacuum analyze many_rows`)
  })

  afterAll(() => two.close())

  for (const [field, descending] of [
    [day, true],
    [day, false],
    [kind, true],
    [place, false],
  ] as const)
    it(`holds each of them once, by ${field.name} ${descending ? 'descending' : 'ascending'}`, async () => {
      const rows = listed(field, descending)
      expect(await written(rows)).toEqual(await expected(rows))
    })

  it('is divided where an index leads to its spans, and nowhere else', async () => {
    const spans = (rows: ListedRows) =>
      two.tenant(scope, (tx) =>
        spansOf(two, tx, {
          ...rows,
          of: (span) =>
            sql`select place from many_rows t where ${rows.where}${span ? sql` and ${span}` : sql``} order by ${rows.orderBy}`,
        }),
      )
    expect((await spans(listed(day, true)))?.length).toBeGreaterThan(5)
    // No index leads there; hardly any rows; one of five values begins the order.
    expect(await spans(listed(place, false))).toBeNull()
    expect(await spans(listed(day, true, sql`t.organization_id = 1 and t.kind = 'K1'`))).toBeNull()
    expect(await spans(listed(kind, true))).toBeNull()
  })
})

describe('a reader who goes away', () => {
  it('ends the statement in the database and gives the connection back', async () => {
    const statement = sql`select generate_series(1, 2000000000) as n`
    const stream = await exportRows(db, scope, statement, [column1], { format: 'csv' }, 'Endless')
    await new Promise((resolve) => stream.once('data', resolve))
    expect(await working()).toHaveLength(1)
    stream.destroy()
    // There is one connection only: this waits until it is free.
    expect(await db.tenant(scope, (tx) => tx.query(sql`select 1 as one`))).toEqual([{ one: 1 }])
    expect(await working()).toEqual([])
  })

  it('ends what is written batch by batch as well', async () => {
    const stream = await streamFromTransaction(db, scope, async ({ rows, write }) => {
      for await (const batch of await rows(sql`select generate_series(1, 2000000000) as n`))
        await write(JSON.stringify(batch))
    })
    await new Promise((resolve) => stream.once('data', resolve))
    stream.destroy()
    expect(await db.tenant(scope, (tx) => tx.query(sql`select 1 as one`))).toEqual([{ one: 1 }])
  })
})
