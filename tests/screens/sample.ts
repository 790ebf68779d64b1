import { validateRecord, type Field, type Screen } from '#src/definition'
import fc from 'fast-check'

export type Sample = Record<string, unknown>

let serial = 0

const texts: Partial<Record<NonNullable<Field['format']>, (n: number) => string>> = {
  email: (n) => `sample${n}@example.com`,
  url: (n) => `https://example.com/${n}`,
  phone: (n) => `+49 40 ${100_000 + n}`,
}

/** A text that differs from call to call and fits the field. */
function textFor(field: Field, n: number): string {
  if (field.format) return texts[field.format]!(n)
  if (field.pattern) {
    const fitting = fc.stringMatching(new RegExp(`^(?:${field.pattern})$`, 'u'))
    return fc.sample(field.max === undefined ? fitting : fitting.filter((text) => text.length <= Number(field.max)), {
      seed: n,
      numRuns: 1,
    })[0]!
  }
  const text = `S${n.toString(36).toUpperCase()}`
  return field.max === undefined ? text : text.slice(-Number(field.max))
}

const within = (field: Field, value: number): number =>
  Math.max(Number(field.min ?? value), Math.min(Number(field.max ?? value), value))

/** A value of each type that a form would accept; null where there is none without further records. */
const values: Record<Field['type'], (field: Field, n: number) => unknown> = {
  text: textFor,
  longText: (_, n) => `Line one\nLine ${n}, "quoted"`,
  choice: (field) => field.choices?.[0]?.value ?? null,
  flag: () => true,
  integer: (field, n) => within(field, n),
  decimal: (field) => String(within(field, 7.5)),
  money: (field) => String(within(field, 1234.5)),
  percent: (field) => String(within(field, 12.5)),
  date: () => '2026-02-28',
  dateTime: () => '2026-02-28T10:30:00.000Z',
  reference: () => null,
  references: () => null,
  rows: () => null,
  attributes: () => null,
  file: () => null,
}

type KeyOf = (target: string) => Promise<string | null>

/** A record that fills every field it can; `keyOf` answers the key of a record of another screen, made when needed, `newKeyOf` that of one nothing refers to yet. */
export async function sampleFor(screen: Screen, keyOf: KeyOf, newKeyOf: KeyOf): Promise<Sample> {
  serial += 1
  const sample: Sample = {}
  for (const field of screen.fields) {
    if (field.readOnly) continue
    const needed = field.required && field.type === 'reference'
    const value = needed ? ((await keyOf(field.target!)) ?? textFor(field, serial)) : values[field.type](field, serial)
    if (value !== null && (!field.visible || field.required)) sample[field.name] = value
  }
  // What other values make visible may be asked for.
  for (const { path, code } of validateRecord(screen.fields, sample, { mode: 'create', today: '2026-06-15' }).issues) {
    const field = screen.fields.find(({ name }) => name === path[0])
    if (code === 'required' && field?.type === 'reference') sample[field.name] = await keyOf(field.target!)
  }
  // Behaviour, and what fields refuse beside each other, ask for more than a field's type tells: such a screen brings an example of its own.
  const isJudged = screen.hooks || screen.approval || screen.fields.some(({ rejects }) => rejects)
  const example = isJudged ? screen.tests.find((test) => 'accept' in test) : undefined
  return example && 'accept' in example ? referring(screen, { ...example.accept }, newKeyOf) : sample
}

/** The sample under a key of its own, so that it does not stand in the way of the screen's example. */
export const underOtherKey = (screen: Screen, sample: Sample): Sample => ({
  ...sample,
  ...(screen.table?.key.length === 1 ? { [screen.table.key[0]!]: `OTHER-${(serial += 1)}` } : {}),
})

/** An example with the keys of records that are there: it was written without any. */
async function referring(screen: Screen, example: Sample, keyOf: KeyOf): Promise<Sample> {
  for (const { name, type, target, integrity } of screen.fields)
    if (type === 'reference' && integrity !== 'soft' && typeof example[name] === 'string')
      example[name] = (await keyOf(target!)) ?? example[name]
  const title = screen.fields.find(
    ({ name, type, immutable }) => name === screen.title && type === 'text' && !immutable,
  )
  if (title && typeof example[title.name] === 'string' && screen.table?.key[0] !== title.name)
    example[title.name] = `${String(example[title.name])} ${(serial += 1)}`
  return example
}
