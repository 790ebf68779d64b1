import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Condition, evaluate, f, fieldTypes, normalizeField, type Field, type Json } from '#src/definition'
import { conditionSql } from '#server/engine/condition-sql.ts'
import { valueSql } from '#server/engine/columns.ts'
import { ids, join, raw, sql } from '#server/store/sql.ts'
import { testDatabase, type TestDatabase } from '#tests/support/test-database.ts'

const today = '2026-11-21'

const fields: Field[] = Object.entries({
  word: f.text({ max: 20 }),
  note: f.longText(),
  kind: f.choice(['owned', 'rented', 'a%b']),
  active: f.flag(),
  pieces: f.integer(),
  weight: f.decimal(12, 3),
  price: f.money(),
  share: f.percent(),
  day: f.date(),
  moment: f.dateTime(),
  parent: f.reference('depot'),
  tags: f.references('tag'),
  lines: f.rows({ a: f.text() }),
  colour: f.text({ within: 'attributes' }),
  height: f.decimal(10, 2, { within: 'attributes' }),
  since: f.date({ within: 'attributes' }),
  attributes: f.attributes(),
}).map(([name, spec]) => normalizeField(name, spec))

// Few letters, so that values often meet; characters that LIKE, SQL and case folding could stumble over.
const text = fc.stringMatching(/^[abAB%_\\' .é0-2]{1,4}$/).filter((value) => value.trim() === value && value !== '')
const scaled = (scale: number) =>
  fc.integer({ min: -2000, max: 2000 }).map((value) => (value / 10 ** scale).toFixed(scale))
const day = fc
  .integer({ min: -40, max: 40 })
  .map((days) => new Date(Date.parse(`${today}T00:00:00Z`) + days * 86_400_000).toISOString().slice(0, 10))
const moment = fc.tuple(day, fc.integer({ min: 0, max: 3 })).map(([date, hour]) => `${date}T0${hour}:00:00.000Z`)

const values: Partial<Record<Field['type'], fc.Arbitrary<Json>>> = {
  text,
  longText: text,
  reference: text,
  choice: fc.constantFrom('owned', 'rented', 'a%b'),
  flag: fc.boolean(),
  integer: fc.integer({ min: -5, max: 5 }),
  decimal: scaled(2),
  money: scaled(1),
  percent: scaled(3),
  date: day,
  dateTime: moment,
}

const relative = fc.constantFrom('@today', '@today-30d', '@monthStart', '@monthEnd', '@yearEnd-1m', '@quarterStart+2w')

const valueOf = (field: Field): fc.Arbitrary<Json> => values[field.type]!
const asked = (field: Field): fc.Arbitrary<Json> =>
  field.type === 'date'
    ? fc.oneof(valueOf(field), relative)
    : field.type === 'dateTime'
      ? fc.oneof(valueOf(field), day, relative)
      : valueOf(field)

const cell = (field: Field): fc.Arbitrary<unknown> => {
  if (field.type === 'references') return fc.option(fc.uniqueArray(text, { maxLength: 3 }))
  if (field.type === 'rows') return fc.option(fc.array(fc.record({ a: text }), { maxLength: 2 }))
  return fc.option(valueOf(field), { freq: 4 })
}

const plain = fields.filter((field) => field.type !== 'attributes')
const record = fc.record(Object.fromEntries(plain.map((field) => [field.name, cell(field)])))

const leaf: fc.Arbitrary<Condition> = fc.constantFrom(...plain).chain((field) => {
  const operators = fieldTypes[field.type].operators
  if (field.type === 'references') {
    return fc.oneof(
      text.map((value) => ({ op: 'contains' as const, field: field.name, value })),
      fc.constantFrom({ op: 'empty' as const, field: field.name }, { op: 'notEmpty' as const, field: field.name }),
    )
  }
  if (field.type === 'rows')
    return fc.constantFrom({ op: 'empty' as const, field: field.name }, { op: 'notEmpty' as const, field: field.name })
  return fc.constantFrom(...operators).chain((op): fc.Arbitrary<Condition> => {
    if (op === 'empty' || op === 'notEmpty') return fc.constant({ op, field: field.name })
    if (op === 'in' || op === 'notIn')
      return fc.array(asked(field), { minLength: 1, maxLength: 3 }).map((value) => ({ op, field: field.name, value }))
    if (op === 'between')
      return fc
        .tuple(fc.oneof({ weight: 5, arbitrary: asked(field) }, fc.constant('')), asked(field))
        .map((value) => ({ op, field: field.name, value }))
    return asked(field).map((value) => ({ op, field: field.name, value }))
  })
})

const { condition } = fc.letrec<{ condition: Condition }>((tie) => ({
  condition: fc.oneof(
    { maxDepth: 3, withCrossShrink: true },
    leaf,
    fc.record({ op: fc.constantFrom('and' as const, 'or' as const), of: fc.array(tie('condition'), { maxLength: 3 }) }),
    fc.record({ op: fc.constant('not' as const), of: tie('condition') }),
  ),
}))

let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
  const columns = fields
    .filter((field) => !field.storage.key)
    .map((field) => `"${field.storage.column}" ${fieldTypes[field.type].sql(field)}`)
  await db.system((tx) => tx.query(raw(`create table sample (at int, ${columns.join(', ')})`)))
})

afterAll(() => db.close())

const stored = (values: Readonly<Record<string, unknown>>) => {
  const attributes = Object.fromEntries(
    plain
      .filter((field) => field.storage.key && values[field.name] !== null)
      .map((field) => [field.name, values[field.name]]),
  )
  return fields
    .filter((field) => !field.storage.key)
    .map((field) => valueSql(field, field.type === 'attributes' ? attributes : values[field.name]))
}

describe('conditionSql', () => {
  it('finds exactly the records for which evaluate says true', async () => {
    const columns = fields.filter((field) => !field.storage.key).map((field) => field.storage.column)
    let pairs = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 10, maxLength: 10 }),
        fc.array(condition, { minLength: 10, maxLength: 10 }),
        async (records, conditions) => {
          await db.system(async (tx) => {
            await tx.query(raw('truncate sample'))
            const rows = records.map((values, at) => sql`(${join([sql`${at}::int`, ...stored(values)], ', ')})`)
            await tx.query(sql`insert into sample (at, ${ids(columns)}) values ${join(rows, ', ')}`)
            for (const one of conditions) {
              const found = await tx.query<{ at: number }>(
                sql`select at from sample t where ${conditionSql(one, { fields, today })} order by at`,
              )
              const wanted = records.flatMap((values, at) => (evaluate(one, values, { fields, today }) ? [at] : []))
              expect([one, found.map((row) => row.at)]).toEqual([one, wanted])
              pairs += records.length
            }
          })
        },
      ),
      { numRuns: 60 },
    )
    expect(pairs).toBeGreaterThanOrEqual(6000)
  }, 120_000)
})
