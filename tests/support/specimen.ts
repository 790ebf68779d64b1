import fc from 'fast-check'
import { f, normalizeScreen, when } from '#src/definition'

/** A screen with a field of every type that an upload can fill, and some that it cannot. */
export const specimen = normalizeScreen({
  name: 'upload-specimen',
  label: ['Specimen', 'Specimens'],
  area: 'masters',
  endpoint: 'upload-specimen',
  table: { name: 'upload_specimen', key: ['code'], history: true },
  fields: {
    code: f.text({ max: 40, required: true }),
    title: f.text({ max: 200 }),
    note: f.longText(),
    kind: f.choice(
      [
        { value: 'a', label: 'Plain' },
        { value: 'b', label: 'With, comma' },
        { value: 'c', label: 'Twice' },
        { value: 'd', label: 'Twice' },
      ],
      { default: 'a' },
    ),
    active: f.flag(),
    count: f.integer(),
    weight: f.decimal(20, 8),
    price: f.money(),
    share: f.percent(),
    day: f.date(),
    at: f.dateTime(),
    parent: f.reference('upload-specimen', { integrity: 'soft' }),
    tags: f.references('upload-specimen', { integrity: 'soft' }),
    reason: f.text({ max: 80, default: 'because', visible: when.eq('kind', 'b') }),
    color: f.text({ max: 40, within: 'extra' }),
    size: f.decimal(10, 3, { within: 'extra' }),
    lines: f.rows({ item: f.text({ max: 20 }), pieces: f.integer() }),
    extra: f.attributes({ hidden: true }),
  },
  list: { path: '/upload-specimen', columns: ['code', 'title'] },
  upload: { functionality: 'SpecimenFormat' },
  access: { read: 'any', write: 'any' },
})

/** Texts that spreadsheets, CSV and people's readers of it stumble over. */
const awkward = [
  '007',
  '0',
  '1e5',
  '=1+2',
  '+49 30',
  '-5',
  '@home',
  "'quoted",
  "'=x",
  "''=y",
  "'+49 30",
  "'-",
  "'\tx",
  "''''@x",
  "'t Hooft",
  "'",
  "''",
  "'''x",
  "'\r\n=x",
  'a,b',
  'a;b',
  'a\tb',
  'a|b',
  'say "hi"',
  '"',
  '""',
  'two\nlines',
  'two\r\nlines',
  'NULL',
  'null',
  'true',
  '2026-01-31',
  '31.01.2026',
  '1.234,50',
  'Größe ½ €',
  '日本語',
  'a\uFEFFb',
  '\uFEFF\u200B',
  '👩‍👩‍👧 family',
  'e\u0301',
  '\u202Eright to left',
  '_x000D_',
  '<b>&amp;</b>',
  'sep=;',
  '\\N',
  '\\.',
  '%00',
  '#N/A',
  '-',
  '.',
]

// Outer blanks are trimmed and control characters refused by the type itself.
const text = fc
  .oneof(
    fc.constantFrom(...awkward),
    fc.string({ unit: 'grapheme', maxLength: 20 }),
    fc.stringMatching(/^[a-z0-9 ,;"'=+@-]{1,12}$/),
  )
  .map((value) => value.replaceAll(/\p{Cc}/gu, (letter) => (/[\n\r\t]/.test(letter) ? letter : '')).trim())
  .filter((value) => value !== '' && !/\p{Surrogate}/u.test(value))
const digits = (most: number, scale: number) =>
  fc.tuple(fc.bigInt({ min: -(10n ** BigInt(most)) + 1n, max: 10n ** BigInt(most) - 1n })).map(([value]) => {
    const plain = String(value < 0n ? -value : value).padStart(scale + 1, '0')
    return `${value < 0n ? '-' : ''}${plain.slice(0, plain.length - scale)}.${plain.slice(plain.length - scale)}`
  })
const key = fc.stringMatching(/^[A-Za-z0-9_.=+@'-]{1,8}$/).filter((value) => value.trim() === value)
const maybe = <T>(arbitrary: fc.Arbitrary<T>) => fc.option(arbitrary, { freq: 4 })

/** Values of a specimen but its key, as the interface takes them. */
export const specimenValues = fc.record({
  title: maybe(text),
  note: maybe(text),
  kind: maybe(fc.constantFrom('a', 'b', 'c', 'd')),
  active: maybe(fc.boolean()),
  count: maybe(fc.integer({ min: -999_999_999, max: 999_999_999 })),
  weight: maybe(digits(20, 8)),
  price: maybe(digits(18, 4)),
  share: maybe(digits(12, 6)),
  day: maybe(
    fc
      .date({ min: new Date('1850-01-01'), max: new Date('2399-12-31'), noInvalidDate: true })
      .map((day) => day.toISOString().slice(0, 10)),
  ),
  at: maybe(
    fc
      .date({ min: new Date('1950-01-01'), max: new Date('2099-12-31'), noInvalidDate: true })
      .map((at) => at.toISOString()),
  ),
  parent: maybe(key),
  tags: maybe(fc.uniqueArray(key, { minLength: 1, maxLength: 3 })),
  reason: maybe(text.map((value) => value.slice(0, 60))),
  color: maybe(text.map((value) => [...value].slice(0, 20).join(''))),
  size: maybe(digits(10, 3)),
  lines: maybe(
    fc.array(fc.record({ item: key, pieces: fc.integer({ min: 0, max: 99 }) }), { minLength: 1, maxLength: 2 }),
  ),
})

export const specimenKey = fc
  .oneof(key, fc.constantFrom('007', '=A1', '+1', "'x", '-9', 'Ä ö', 'a,b;c', 'x"y'))
  .filter((value) => value !== 'NULL')
