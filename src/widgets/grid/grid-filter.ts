import type { Field, TextFormat } from '#src/definition'
import { fieldDisplays, plainText } from '#src/definition'
import { isRelativeDate } from '#src/definition/dates.ts'
import { readNumber } from '#src/definition/field-types/numbers.ts'
import type { Row } from './aggregate.ts'
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

function numberTest(text: string, field: Field, format: TextFormat): Test | null {
  const range = /^(.+?)\.\.(.+)$/.exec(text)
  const match = /^(>=|<=|<>|>|<|=)?\s*(.+)$/.exec(text)
  if (range) {
    const [from, to] = [number(range[1]!, field, format), number(range[2]!, field, format)]
    return from === null || to === null || from > to
      ? null
      : (value) => value !== null && Number(value) >= from && Number(value) <= to
  }
  const bound = match && number(match[2]!, field, format)
  if (!match || bound === null) return null
  const compare = comparisons[match[1] ?? '=']!
  return (value) => value !== null && value !== undefined && value !== '' && compare(Number(value), bound)
}

// What stored days and instants begin with: a year, a month, a day, an hour.
const isoStart = /^(?:\d{1,4}|\d{4}-[\d-]*(?:T[\d:.]*Z?)?)$/

/** The beginning of the days that are meant: an ISO one as it is, else the day as people here write it. */
function dayStart(text: string, field: Field, format: TextFormat): string | null {
  if (isoStart.test(text)) return text
  if (isRelativeDate(text)) return null
  const parsed = fieldDisplays.date.parseText(text, field, format)
  return parsed.ok ? String(parsed.value) : null
}

function dateTest(text: string, field: Field, format: TextFormat): Test | null {
  const range = /^(\S+?)\.\.(\S+)$/.exec(text)
  if (range) {
    const [from, to] = [dayStart(range[1]!, field, format), dayStart(range[2]!, field, format)]
    // '~' sorts behind every digit and dash, so that "..2011-03" includes all of March.
    return from === null || to === null || from > `${to}~`
      ? null
      : (value) => String(value ?? '') >= from && String(value ?? '') <= `${to}~`
  }
  const match = /^(>=|<=|>|<|=)?\s*(\S+)$/.exec(text)
  const day = match && dayStart(match[2]!, field, format)
  if (!match || day === null) return null
  const sign = match[1] ?? '='
  const compare: Record<string, (value: string) => boolean> = {
    '=': (value) => value.startsWith(day),
    '>': (value) => value > `${day}~`,
    '>=': (value) => value >= day,
    '<': (value) => value < day,
    '<=': (value) => value <= `${day}~`,
  }
  return (value) => typeof value === 'string' && compare[sign]!(value)
}

/**
 * What a typed column filter means: numbers take `>10`, `<=5`, `10..20`; days `2011-03`, `>=2011-01-15`,
 * `2011-01..2011-03`, both also as `textFormat` writes them; everything else looks for the text, `=` in front for the whole
 * value. null: it cannot be read, or its range is reversed.
 */
export function columnTest(text: string, field: Field, textFormat: TextFormat): Test | null {
  const wanted = text.trim()
  if (isNumeric(field)) return numberTest(wanted, field, textFormat)
  if (field.type === 'date' || field.type === 'dateTime') return dateTest(wanted, field, textFormat)
  const format = (value: unknown): string => fieldDisplays[field.type].format(value, field, 'en').toLowerCase()
  const lower = wanted.toLowerCase()
  return lower.startsWith('=')
    ? (value) => format(value) === lower.slice(1).trim()
    : (value) => format(value).includes(lower)
}

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
