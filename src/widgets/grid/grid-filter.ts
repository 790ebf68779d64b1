import type { Field } from '#src/definition'
import { fieldDisplays, plainText } from '#src/definition'
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

function number(text: string, field: Field): number | null {
  const parsed = fieldDisplays[field.type].parseText(text.trim(), field, plainText)
  return parsed.ok ? Number(parsed.value) : Number.isNaN(Number(text)) ? null : Number(text)
}

function numberTest(text: string, field: Field): Test | null {
  const range = /^(.+?)\.\.(.+)$/.exec(text)
  const match = /^(>=|<=|<>|>|<|=)?\s*(.+)$/.exec(text)
  if (range) {
    const [from, to] = [number(range[1]!, field), number(range[2]!, field)]
    return from === null || to === null
      ? null
      : (value) => value !== null && Number(value) >= from && Number(value) <= to
  }
  const bound = match && number(match[2]!, field)
  if (!match || bound === null) return null
  const compare = comparisons[match[1] ?? '=']!
  return (value) => value !== null && value !== undefined && value !== '' && compare(Number(value), bound)
}

function dateTest(text: string): Test | null {
  const range = /^(\S+?)\.\.(\S+)$/.exec(text)
  // '~' sorts behind every digit and dash, so that "..2011-03" includes all of March.
  if (range) return (value) => String(value ?? '') >= range[1]! && String(value ?? '') <= `${range[2]!}~`
  const match = /^(>=|<=|>|<|=)?\s*(\d[\d-]*)$/.exec(text)
  if (!match) return null
  const [, sign = '=', day = ''] = match
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
 * `2011-01..2011-03`; everything else looks for the text, `=` in front for the whole value. null: it cannot be read.
 */
export function columnTest(text: string, field: Field): Test | null {
  const wanted = text.trim()
  if (isNumeric(field)) return numberTest(wanted, field)
  if (field.type === 'date' || field.type === 'dateTime') return dateTest(wanted)
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
): Int32Array {
  const tests = fields.flatMap((field) => {
    const text = filters[field.name]?.trim()
    const test = text ? columnTest(text, field) : null
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
