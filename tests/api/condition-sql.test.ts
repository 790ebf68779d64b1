import fc from 'fast-check'
import type { Calendar } from '#src/definition/dates.ts'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  type Condition,
  evaluate,
  f,
  fieldsOf,
  fieldTypes,
  normalizeField,
  validateRecord,
  type Field,
  type Json,
  when,
} from '#src/definition'
import { comparedKind } from '#src/definition/compared-kind.ts'
import { fieldComparisons } from '#src/definition/conditions.ts'
import { calendarIn } from '#server/caller-day.ts'
import { conditionSql } from '#server/engine/condition-sql.ts'
import { valueSql } from '#server/engine/columns.ts'
import { ids, join, raw, sql, type Sql } from '#server/store/sql.ts'
import { testDatabase, type TestDatabase } from '#tests/support/test-database.ts'

const today = '2026-11-21'
// Days of instants begin in the reader's zone, also where it is no whole hour away, and where a summer time ended shortly before.
const zone = fc.constantFrom(undefined, 'Asia/Kolkata', 'Pacific/Kiritimati', 'America/Los_Angeles')

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
  ended: f.dateTime(),
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

// Beside the value of another field: texts of every kind, numbers by value, days and moments among themselves.
const beside = (field: Field): fc.Arbitrary<Json> =>
  fc
    .constantFrom(...fields.filter((other) => comparedKind(other) === comparedKind(field)))
    .map((other) => when.field(other.name))

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
        .tuple(fc.oneof({ weight: 5, arbitrary: asked(field) }, beside(field), fc.constant('')), asked(field))
        .map((value) => ({ op, field: field.name, value }))
    const wanted = fieldComparisons.has(op)
      ? fc.oneof({ weight: 3, arbitrary: asked(field) }, beside(field))
      : asked(field)
    return wanted.map((value) => ({ op, field: field.name, value }))
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

/** What a cell of a file says for a value. */
const written = (field: Field, value: unknown): string | null =>
  value === null || value === undefined ? null : Array.isArray(value) ? value.join(', ') : String(value)

const uploaded = plain.filter((field) => field.type !== 'rows')
const style = { decimal: '.', dateOrder: 'YMD' } as const
// As an import looks at its lines: every value in a column of its own, read from a text.
const staged = uploaded.map((field) => ({ ...field, storage: { column: `m_${field.name}` } }))
const readFromText = uploaded.map((field) => {
  const { value } = fieldTypes[field.type].fromText!(`x.${field.name}`, field, style)
  return raw(`(${value})::${fieldTypes[field.type].sql(field)} as m_${field.name}`)
})

// The field that is shown where a condition holds: a form and the server keep its value there and clear it elsewhere.
const shown = normalizeField('shown', f.text())
const staysShown = (one: Condition, values: Readonly<Record<string, unknown>>, calendar: Calendar): boolean => {
  const given = Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null))
  const asked = plain.map((field) => (field.type === 'reference' ? { ...field, integrity: 'soft' as const } : field))
  const result = validateRecord(
    [...asked, { ...shown, visible: one }],
    { ...given, shown: 'yes' },
    { mode: 'create', ...calendar },
  )
  return result.values['shown'] === 'yes'
}

const bits = (conditions: readonly Sql[]): Sql =>
  sql`concat(${join(
    conditions.map((one) => sql`((${one}) is true)::int`),
    ', ',
  )})`

const readsRows = (one: Condition): boolean => fieldsOf(one).includes('lines')

describe('one condition, four compilers', () => {
  it('say the same in the browser, on the server, in a list and in an import, for a hundred thousand pairs', async () => {
    const columns = fields.filter((field) => !field.storage.key).map((field) => field.storage.column)
    let pairs = 0
    await fc.assert(
      fc.asyncProperty(
        fc.array(record, { minLength: 100, maxLength: 100 }),
        fc.array(condition, { minLength: 60, maxLength: 60 }),
        zone,
        async (records, conditions, where) => {
          const calendar = { ...calendarIn(where, 0), today }
          // A condition comes to a browser as JSON.
          const sent = JSON.parse(JSON.stringify(conditions)) as Condition[]
          const wanted = records.map((values) =>
            sent.map((one) => Number(evaluate(one, values, { fields, ...calendar }))).join(''),
          )
          const listed = await db.system(async (tx) => {
            await tx.query(raw('truncate sample'))
            const rows = records.map((values, at) => sql`(${join([sql`${at}::int`, ...stored(values)], ', ')})`)
            await tx.query(sql`insert into sample (at, ${ids(columns)}) values ${join(rows, ', ')}`)
            return tx.query<{ bits: string }>(sql`
              select ${bits(conditions.map((one) => conditionSql(one, { fields, ...calendar })))} as bits from sample t order by at`)
          })
          expect(listed.map((row) => row.bits)).toEqual(wanted)
          const fromFile = conditions.filter((one) => !readsRows(one))
          const texts = records.map((values, at) => ({
            at,
            ...Object.fromEntries(uploaded.map((field) => [field.name, written(field, values[field.name])])),
          }))
          const imported = await db.system((tx) =>
            tx.query<{ bits: string }>(sql`
              select ${bits(fromFile.map((one) => conditionSql(one, { fields: staged, ...calendar, alias: 'u' })))} as bits
                from (select x.at, ${join(readFromText, ', ')}
                        from jsonb_to_recordset(${JSON.stringify(texts)}::jsonb) as x (at int, ${raw(uploaded.map((field) => `${field.name} text`).join(', '))})) u
               order by at`),
          )
          expect(imported.map((row) => row.bits)).toEqual(
            wanted.map((line) => [...line].filter((_, at) => !readsRows(conditions[at]!)).join('')),
          )
          for (const [at, values] of records.slice(0, 20).entries())
            expect(conditions.map((one) => Number(staysShown(one, values, calendar))).join('')).toBe(wanted[at])
          pairs += records.length * conditions.length
        },
      ),
      { numRuns: 17, endOnFailure: true },
    )
    expect(pairs).toBeGreaterThanOrEqual(100_000)
  }, 240_000)
})
