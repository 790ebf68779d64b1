import type { Field, TextFormat } from '#src/definition'
import { fieldDisplays, plainText } from '#src/definition'
import { readNumber } from '#src/definition/field-types/numbers.ts'
import type { Row } from './aggregate.ts'
import { daySpan } from './day-span.ts'
import { isNumeric } from './grid-columns.ts'

type Test = (value: unknown) => boolean

const comparisons: Record<string, (a: number, b: number) => boolean> = {
  '>': (a, b) => a > b,
  '>=': (a, b) => a >= b,
  '<': (a, b) => a < b,
  '<=': (a, b) => a <= b,
  '=': (a, b) => a === b,
  '<>': (a, b) => a !== b,
}

// A bound need not be a value of its field: 2.5 parts whole numbers, too.
/** A number as people here write it; the neutral notation is read only where it can mean nothing else. */
function number(text: string, field: Field, format: TextFormat): number | null {
  const bare = field.type === 'percent' ? text.trim().replace(/%$/, '') : text
  const read = readNumber(bare, format) ?? readNumber(bare, plainText)
  return read === null ? null : Number(read)
}

const isAbsent = (value: unknown): boolean => value === null || value === undefined || value === ''

const signed = /^(>=|<=|<>|>|<|=)?\s*(.+)$/s

/** Both ends of a range, '' where it is open; null where it is none. */
function rangeOf(text: string): readonly [string, string] | null {
  const match = /^(.*?)\.\.(.*)$/s.exec(text)
  return match && [match[1]!.trim(), match[2]!.trim()]
}

function numberTest(text: string, field: Field, format: TextFormat): Test | null {
  const range = rangeOf(text)
  if (range) {
    if (range.every((end) => end === '')) return null
    const bound = (end: string, open: number) => (end === '' ? open : number(end, field, format))
    const [from, to] = [bound(range[0], Number.NEGATIVE_INFINITY), bound(range[1], Number.POSITIVE_INFINITY)]
    return from === null || to === null || from > to
      ? null
      : (value) => !isAbsent(value) && Number(value) >= from && Number(value) <= to
  }
  const match = signed.exec(text)
  const bound = match && number(match[2]!, field, format)
  if (!match || bound === null) return null
  const compare = comparisons[match[1] ?? '=']!
  return (value) => !isAbsent(value) && compare(Number(value), bound)
}

// Behind and before every stored text.
const [first, last] = ['', '~']

function dayTest(text: string, field: Field, format: TextFormat): Test | null {
  const stored = (test: (value: string) => boolean): Test => {
    return (value) => typeof value === 'string' && value !== '' && test(value)
  }
  const range = rangeOf(text)
  if (range) {
    if (range.every((end) => end === '')) return null
    const [begin, end] = range.map((bound) =>
      bound === '' ? { from: first, to: last } : daySpan(bound, field, format),
    )
    if (!begin || !end || begin.from >= end.to) return null
    return stored((value) => value >= begin.from && value < end.to)
  }
  const match = signed.exec(text)
  const span = match && daySpan(match[2]!, field, format)
  if (!match || !span) return null
  const { from, to } = span
  const compare: Record<string, (value: string) => boolean> = {
    '=': (value) => value >= from && value < to,
    '<>': (value) => value < from || value >= to,
    '>': (value) => value >= to,
    '>=': (value) => value >= from,
    '<': (value) => value < from,
    '<=': (value) => value < to,
  }
  return stored(compare[match[1] ?? '=']!)
}

/**
 * What a typed column filter means: numbers take `>10`, `<=5`, `<>0`, `10..20`, `10..`; days `2011-03`, `>=2011-01-15`,
 * `2011-01..2011-03`, `..2011-03`, both also as `textFormat` writes them, instants an hour behind the day as well;
 * everything else looks for the text, `=` in front for the whole value. null: it cannot be read, or its range is reversed.
 */
export function columnTest(text: string, field: Field, textFormat: TextFormat): Test | null {
  const wanted = text.trim()
  if (isNumeric(field)) return numberTest(wanted, field, textFormat)
  if (field.type === 'date' || field.type === 'dateTime') return dayTest(wanted, field, textFormat)
  const format = (value: unknown): string => fieldDisplays[field.type].format(value, field, 'en').toLowerCase()
  const lower = wanted.toLowerCase()
  return lower.startsWith('=')
    ? (value) => format(value) === lower.slice(1).trim()
    : (value) => format(value).includes(lower)
}

/** The columns whose filters cannot be read. */
export const unreadFilters = (
  fields: readonly Field[],
  filters: Readonly<Record<string, string>>,
  format: TextFormat,
): readonly Field[] =>
  fields.filter((field) => {
    const text = filters[field.name]?.trim()
    return text !== undefined && text !== '' && columnTest(text, field, format) === null
  })

/** The indexes of the rows that pass every column filter; filters that cannot be read are left out. */
export function filterRows(
  rows: readonly Row[],
  fields: readonly Field[],
  filters: Readonly<Record<string, string>>,
  format: TextFormat,
): Int32Array {
  const tests = fields.flatMap((field) => {
    const text = filters[field.name]?.trim()
    const test = text ? columnTest(text, field, format) : null
    return test ? [[field.name, test] as const] : []
  })
  const kept = new Int32Array(rows.length)
  let count = 0
  for (let i = 0; i < rows.length; i += 1) {
    const row = rows[i]!
    if (tests.every(([name, test]) => test(row[name]))) kept[count++] = i
  }
  return kept.slice(0, count)
}
