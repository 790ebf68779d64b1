import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { f, fieldTypes, normalizeField, type Field, type FieldSpec, type TextFormat } from '#src/definition'
import { withValue } from '#src/definition/field-types/field-type.ts'
import { cellFromText, parseCell } from '#src/definition/field-types/file-cell.ts'
import { testDatabase, type TestDatabase } from '#tests/support/test-database.ts'

let db: TestDatabase

beforeAll(async () => {
  db = await testDatabase()
})

afterAll(async () => {
  await db.close()
})

const formats: readonly TextFormat[] = [
  { decimal: '.', dateOrder: 'YMD' },
  { decimal: ',', dateOrder: 'DMY' },
  { decimal: '.', dateOrder: 'MDY' },
  { decimal: ',', dateOrder: 'DMY', typed: true },
]

const fields: Record<string, FieldSpec> = {
  text: f.text({ max: 6, upper: true }),
  pattern: f.text({ pattern: '[A-Z]{2}\\d{3}', patternMessage: 'Two letters and three digits' }),
  email: f.text({ format: 'email' }),
  url: f.text({ format: 'url' }),
  phone: f.text({ format: 'phone' }),
  choice: f.choice([
    { value: 'owned', label: 'Owned' },
    { value: '3pl', label: 'Third party' },
  ]),
  flag: f.flag(),
  integer: f.integer({ min: -5, max: 5_000 }),
  decimal: f.decimal(9, 3, { min: -100, max: '12345.67' }),
  money: f.money(),
  priced: f.money({ currency: 'currency' }),
  percent: f.percent(),
  date: f.date(),
  dateTime: f.dateTime(),
  references: f.references('supplier'),
}

const digits = (most: number) => fc.string({ unit: fc.constantFrom(...'0123456789'), minLength: 1, maxLength: most })
const number = fc
  .tuple(
    fc.constantFrom('', '', '-', '+', '(', '−', ' ', '€ ', 'EUR', '-$', '(US$', 'usd '),
    digits(18),
    fc.constantFrom('', ',', '.', '.000', ',123', ' 000', "'000"),
    fc.option(digits(7), { nil: '' }),
    fc.constantFrom('', '-', ')', 'e2', 'E-3', ' %', 'e99', ' €', ' EUR', '- eur', 'e2 CHF', '£)'),
  )
  .map((parts) => parts.join(''))
const day = fc
  .tuple(
    fc.integer({ min: 0, max: 2_100 }),
    fc.integer({ min: 0, max: 14 }),
    fc.integer({ min: 0, max: 33 }),
    fc.constantFrom('-', '/', '.', ''),
    fc.boolean(),
    fc.constantFrom('ymd', 'dmy', 'mdy'),
    fc.constantFrom('', ' 8:15', 'T08:15:30Z', ' 23:59:59.999 +0200', ' 24:00', 'T', ' 08:61', ' noon', 'T1:02-05:30'),
  )
  .map(([y, m, d, mark, padded, order, time]) => {
    const two = (part: number) => String(part).padStart(padded ? 2 : 1, '0')
    const year = padded ? String(y).padStart(4, '0') : String(y)
    const parts = { ymd: [year, two(m), two(d)], dmy: [two(d), two(m), year], mdy: [two(m), two(d), year] }[order]
    return parts.join(mark) + time
  })
const named = fc
  .tuple(
    fc.constantFrom('Aug', 'AUG', 'okt', 'OCTOBER', 'März', 'FÉVR', 'Sept.', 'Mai', 'Foo', 'décembre'),
    fc.constantFrom('', ' ', '-', '/', ', ', '. '),
    fc.integer({ min: 0, max: 33 }),
    fc.constantFrom('26', '2026', '70', '202'),
    fc.constantFrom('dmy', 'mdy', 'ymd', 'dm'),
    fc.constantFrom('', ' 8:15', 'T08:15:30Z', ', 23:59:59.999 +0200', ' 24:00', ' 7', ' noon'),
  )
  .map(([m, mark, d, y, order, time]) => {
    const parts = { dmy: [d, m, y], mdy: [m, d, y], ymd: [y, m, d], dm: [d, m] }[order]
    return parts.join(mark) + time
  })
const words = fc.constantFrom(
  'yes',
  'NO',
  'x',
  '-',
  'owned',
  'OWNED',
  'third party',
  '3PL',
  'AB123',
  'ab123',
  'straße',
  'a@b.co',
  'a b@c.d',
  'https://x.y',
  'http://',
  '+49 (30) 123-4',
  'S1; S2 ,S3,,',
  '\u0001x',
  '1e5',
  '0x10',
  'NaN',
  'Infinity',
  '1_000',
  '٣',
)
const texts = fc
  .oneof(number, day, named, words, fc.string({ maxLength: 12 }))
  .map((text) => text.trim())
  .filter((text) => text !== '' && !text.includes('\0') && !text.startsWith('@'))

async function bySql(
  field: Field,
  format: TextFormat,
  samples: readonly string[],
): Promise<{ value: unknown; reason: string | null }[]> {
  const type = fieldTypes[field.type]
  const reading = cellFromText('t', field, format)!
  const rules = type.rules?.('t', 'v', field) ?? []
  const whens = [`when v is null then -1`, ...rules.map((rule, index) => `when ${rule.broken} then ${index}`)]
  const shown = ['decimal', 'money', 'percent'].includes(field.type) ? 'v::text' : 'v'
  const statement = `select ${shown} as value, case ${whens.join(' ')} end as rule, t from (select t, ${reading.value} as v, at from unnest($1::text[]) with ordinality as s (t, at) offset 0) as r order by at`
  return db.system(async (tx) => {
    const { rows } = await tx.client.query<{ value: unknown; rule: number | null; t: string }>(statement, [samples])
    return rows.map(({ value, rule, t }) => ({
      value,
      reason: rule === null ? null : withValue(rule < 0 ? reading.unreadable : rules[rule]!.message, t),
    }))
  })
}

const canonical = (field: Field, value: unknown): unknown => {
  if (['decimal', 'money', 'percent'].includes(field.type))
    return String(value)
      .replace(/(\.\d*?)0+$/, '$1')
      .replace(/\.$/, '')
  return field.type === 'dateTime' ? Date.parse(String(value)) : value
}

describe('a cell means the same to the browser and to the set-based import', () => {
  it.each(Object.entries(fields))('%s', async (name, spec) => {
    const field = normalizeField(name, spec)
    for (const format of formats) {
      const samples = fc.sample(texts, 4_000)
      const found = await bySql(field, format, samples)
      for (const [index, text] of samples.entries()) {
        const parsed = parseCell(text, field, format)
        const expected = parsed.ok
          ? { text, value: canonical(field, parsed.value), reason: null }
          : { text, reason: parsed.reason }
        const { value, reason } = found[index]!
        expect(reason === null ? { text, value: canonical(field, value), reason } : { text, reason }).toEqual(expected)
      }
    }
  })
})
