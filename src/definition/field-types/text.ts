import type { Operator } from '../conditions.ts'
import { daysInWords } from '../days-in-words.ts'
import { figuresInWords } from '../figures-in-words.ts'
import type { Field } from '../field.ts'
import { blanks, quoteSql } from './blanks.ts'
import { isMonth, monthInWords } from './month-in-words.ts'
import { bad, ok, type FieldDisplay, type FieldType, type Parsed, type SeenColumn, type SqlRule } from './field-type.ts'

export const textOperators: readonly Operator[] = [
  'contains',
  'eq',
  'startsWith',
  'endsWith',
  'ne',
  'in',
  'notIn',
  'empty',
  'notEmpty',
]

// Written so that JavaScript and PostgreSQL read them alike.
const formats: Record<NonNullable<Field['format']>, { readonly pattern: string; readonly message: string }> = {
  email: {
    pattern: `^[^@<>"${blanks}]+@[^@<>"${blanks}]+[.][^@<>".${blanks}]+$`,
    message: 'An e-mail address is needed, such as name@company.com',
  },
  url: { pattern: `^https?://[^${blanks}]+$`, message: 'A web address is needed, starting with https://' },
  page: { pattern: `^/[^${blanks}]*$`, message: 'An address of the product is needed, starting with /' },
  phone: { pattern: '^[+()0-9][0-9 ()./-]{3,}$', message: 'A telephone number is needed' },
}

// C0 controls but tab and line breaks can neither be typed nor stored (PostgreSQL refuses NUL), and of U+FFFE and U+FFFF, which
// are no characters, no XML can be made.
const control = '[\\u0001-\\u0008\\u000b\\u000c\\u000e-\\u001f\\ufffe\\uffff]'
const controlMessage = 'Control characters are not allowed'
const controlPattern = new RegExp(`\\u0000|${control}`)

// Half a character, such as a cut emoji, is no text in UTF-8.
const halfPattern = /\p{Surrogate}/u
const halfMessage = 'A character is cut in two'

/** What no text can be stored with, in words, wherever it stands within a value; null when there is nothing of it. */
export function unstorable(value: unknown): string | null {
  if (typeof value === 'string')
    return controlPattern.test(value) ? controlMessage : halfPattern.test(value) ? halfMessage : null
  if (typeof value !== 'object' || value === null) return null
  for (const [name, inner] of Object.entries(value)) {
    const reason = unstorable(name) ?? unstorable(inner)
    if (reason !== null) return reason
  }
  return null
}

const patterns = new Map<string, RegExp>()

function compiled(pattern: string): RegExp {
  let known = patterns.get(pattern)
  if (!known) patterns.set(pattern, (known = new RegExp(pattern, 'u')))
  return known
}

const isTooLong = (text: string, max: number): boolean =>
  text.length > max && (text.length > 2 * max || [...text].length > max)

/** Why a text does not fit the field, in words; null when it does. */
export function textMisfit(text: string, field: Field): string | null {
  const reason = unstorable(text)
  if (reason !== null) return reason
  if (field.max !== undefined && isTooLong(text, Number(field.max))) return `At most ${field.max} characters`
  if (field.format && !compiled(formats[field.format].pattern).test(text)) return formats[field.format].message
  if (field.pattern && !compiled(`^(?:${field.pattern})$`).test(text)) return patternMessage(field)
  return null
}

const patternMessage = (field: Field): string => field.patternMessage ?? `Does not match ${field.pattern}`

/** Upper case letter by letter, as PostgreSQL does it: ß stays, nothing grows. */
export function upperCase(text: string): string {
  const upper = text.toUpperCase()
  if (upper.length === text.length) return upper
  return Array.from(text, (letter) =>
    letter.toUpperCase().length === letter.length ? letter.toUpperCase() : letter,
  ).join('')
}

/** A text as it is stored: without outer white space, in upper case where the field says so. */
export const canonicalText = (text: string, field: Field): string =>
  field.upper ? upperCase(text.trim()) : text.trim()

export function parseTextValue(text: string, field: Field): Parsed {
  const value = canonicalText(text, field)
  const reason = textMisfit(value, field)
  return reason ? bad(reason) : ok(value)
}

function textRules(_text: string, value: string, field: Field, seen?: SeenColumn): SqlRule[] {
  const rules: SqlRule[] = []
  if (!seen || seen.hasNonCharacter) rules.push({ broken: `${value} ~ '${control}'`, message: controlMessage })
  if (field.max !== undefined && !(seen && seen.bytes <= Number(field.max))) {
    rules.push({ broken: `length(${value}) > ${Number(field.max)}`, message: `At most ${field.max} characters` })
  }
  if (field.format)
    rules.push({
      broken: `${value} !~ ${quoteSql(formats[field.format].pattern)}`,
      message: formats[field.format].message,
    })
  if (field.pattern)
    rules.push({ broken: `${value} !~ ${quoteSql(`^(?:${field.pattern})$`)}`, message: patternMessage(field) })
  return rules
}

export const textDisplay: FieldDisplay = {
  name: 'text',
  align: 'start',
  operators: textOperators,
  sortable: true,
  parseText: parseTextValue,
  format: (value, { sentence, monthly }, locale) => {
    const text = value === null || value === undefined ? '' : String(value)
    if (monthly) return isMonth(text) ? monthInWords(text, locale) : text
    return sentence ? daysInWords(figuresInWords(text, locale), locale) : text
  },
}

export const textType: FieldType = {
  ...textDisplay,
  sql: () => 'text',
  fromText: (text, field) => ({ value: field.upper ? `upper(${text})` : text, unreadable: 'Text is needed' }),
  rules: textRules,
}
