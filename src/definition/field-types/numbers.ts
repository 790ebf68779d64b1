import type { Operator } from '../conditions.ts'
import { compareDecimals } from '../compare-decimals.ts'
import type { Field } from '../field.ts'
import { blanks, quoteSql } from './blanks.ts'
import {
  bad,
  ok,
  plainText,
  withValue,
  type Parsed,
  type SeenColumn,
  type SqlReading,
  type SqlRule,
  type TextFormat,
} from './field-type.ts'

export const numberOperators: readonly Operator[] = [
  'eq',
  'between',
  'gte',
  'lte',
  'gt',
  'lt',
  'ne',
  'in',
  'empty',
  'notEmpty',
]

const core = (format: TextFormat): string => {
  const [mark, group] = format.decimal === '.' ? ['[.]', ','] : [',', '[.]']
  // Nobody groups what begins with a nought: 0,500 is a half, written with the other mark.
  return `(?:(?:[0-9]+|[1-9][0-9]{0,2}(?:${group}[0-9]{3})+)(?:${mark}[0-9]*)?|${mark}[0-9]+)`
}

// One pattern for JavaScript and PostgreSQL: signed in front, or behind, or in parentheses; at most 60 characters.
const numberPattern = (format: TextFormat): string =>
  `^(?:[-+]?${core(format)}(?:[eE][-+]?[0-9]{1,2})?|${core(format)}-|[(]${core(format)}[)])$`
const longest = 60
// With blanks; what is longer is not looked at.
const longestText = 200
const patterns = {
  '.': new RegExp(numberPattern(plainText)),
  ',': new RegExp(numberPattern({ ...plainText, decimal: ',' })),
}

// A number of a workbook that has decimals, as it comes out of it.
const typedPattern = '^-?[0-9]{1,20}[.][0-9]{0,20}[1-9]$'
export const typedNumber = new RegExp(typedPattern)

const skipped = /[\s'’]/g

/** Reads a number as written with either decimal mark, grouped or not, "(5)" and "5-" being negative; null when it is none. */
export function readNumber(text: string, format: TextFormat): string | null {
  if (text.length > longestText) return null
  if (format.typed && format.decimal === ',' && typedNumber.test(text)) return readNumber(text, plainText)
  const body = text.replaceAll(skipped, '').replaceAll('−', '-')
  if (body.length > longest || !patterns[format.decimal].test(body)) return null
  const minus = /^[-(]|-$/.test(body)
  const bare = body.replaceAll(/^[-+(]|[-)]$/g, '').replaceAll(format.decimal === '.' ? ',' : '.', '')
  const match = /^(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d+))?$/.exec(bare.replace(',', '.'))!
  const value = expand(match[1] ?? '', match[2] ?? '', Number(match[3] ?? 0))
  return minus && compareDecimals(value, '0') !== 0 ? `-${value}` : value
}

/** SQL of the number that a text is written as; null when it is none. */
export function numberSql(text: string, format: TextFormat): string {
  const body = `translate(${text}, ${quoteSql(`−${blanks}'’`)}, '-')`
  const bare = `replace(regexp_replace(${body}, '^[-+(]|[-)]$', '', 'g'), '${format.decimal === '.' ? ',' : '.'}', '')`
  const plain = format.decimal === '.' ? bare : `replace(${bare}, ',', '.')`
  const sign = `case when ${body} ~ '^[-(]|-$' then '-' else '' end`
  // Most numbers are plain, or grouped by three and nothing else, and a look tells.
  const quick =
    format.decimal === '.'
      ? `when (${text}) ~ '^-?[0-9]{1,20}([.][0-9]{1,20})?$' then (${text})::numeric when (${text}) ~ '^-?[1-9][0-9]{0,2}(?:,[0-9]{3}){1,6}(?:[.][0-9]{1,20})?$' then replace(${text}, ',', '')::numeric`
      : `when (${text}) ~ '^-?[0-9]{1,20}(,[0-9]{1,20})?$' then replace(${text}, ',', '.')::numeric when (${text}) ~ '^-?[1-9][0-9]{0,2}(?:[.][0-9]{3}){1,6}(?:,[0-9]{1,20})?$' then translate(${text}, ',.', '.')::numeric`
  const typed =
    format.typed && format.decimal === ',' ? `when (${text}) ~ '${typedPattern}' then (${text})::numeric ` : ''
  return `case ${typed}${quick} when length(${text}) <= ${longestText} and length(${body}) <= ${longest} and ${body} ~ ${quoteSql(numberPattern(format))} then (${sign} || ${plain})::numeric end`
}

function expand(whole: string, fraction: string, exponent: number): string {
  const digits = whole + fraction
  const point = whole.length + exponent
  const padded =
    point <= 0 ? digits.padStart(digits.length - point + 1, '0') : digits.padEnd(Math.max(point, digits.length), '0')
  const cut = point <= 0 ? 1 : point
  const [left, right] = [padded.slice(0, cut).replace(/^0+(?=\d)/, ''), padded.slice(cut)]
  return right ? `${left || '0'}.${right}` : left || '0'
}

/** Rounds a plain decimal half away from zero to `scale` digits; exact, no binary floating point. */
export function roundDecimal(value: string, scale: number): string {
  const negative = value.startsWith('-')
  const [whole = '0', fraction = ''] = value.replace(/^[+-]/, '').split('.')
  if (fraction.length <= scale) return value
  const kept = BigInt(`${whole || '0'}${fraction.slice(0, scale)}`) + (fraction.charCodeAt(scale) >= 53 ? 1n : 0n)
  const digits = kept.toString().padStart(scale + 1, '0')
  const text = scale === 0 ? digits : `${digits.slice(0, -scale)}.${digits.slice(-scale)}`
  return negative && kept !== 0n ? `-${text}` : text
}

const wholeDigits = (field: Field): number => (field.precision ?? 18) - (field.scale ?? 0)

/** Why a plain decimal does not fit the field, in words; null when it does. */
export function misfit(value: string, field: Field): string | null {
  const [whole = ''] = value.replace(/^[+-]/, '').split('.')
  if (whole.replace(/^0+/, '').length > wholeDigits(field))
    return `At most ${wholeDigits(field)} digits before the decimal mark`
  if (field.min !== undefined && compareDecimals(value, field.min) < 0) return `At least ${field.min}`
  if (field.max !== undefined && compareDecimals(value, field.max) > 0) return `At most ${field.max}`
  return null
}

export const notANumber = '"{value}" is not a number'

export function parseDecimal(text: string, field: Field, format: TextFormat): Parsed {
  const read = readNumber(text, format)
  if (read === null) return bad(withValue(notANumber, text))
  const value = roundDecimal(read, field.scale ?? 0)
  const reason = misfit(value, field)
  return reason ? bad(reason) : ok(value)
}

/** SQL reading of a number, rounded as the field stores it. */
export function decimalFromText(text: string, field: Field, format: TextFormat, seen?: SeenColumn): SqlReading {
  const scale = field.scale ?? 0
  const value =
    seen?.form === 'number' && format.decimal === '.' && seen.bytes <= longest
      ? seen.fraction <= scale
        ? `(${text})::numeric`
        : `round((${text})::numeric, ${scale})`
      : `round(${numberSql(text, format)}, ${scale})`
  return { value, unreadable: notANumber }
}

/** The limits of `misfit` as SQL. */
export function numberRules(_text: string, value: string, field: Field, seen?: SeenColumn): SqlRule[] {
  const whole = wholeDigits(field)
  const rules: SqlRule[] = []
  // Rounding can add one digit.
  if (!(seen?.form === 'number' && seen.whole < whole)) {
    rules.push({ broken: `abs(${value}) >= 1e${whole}`, message: `At most ${whole} digits before the decimal mark` })
  }
  const isNever = seen?.form === 'number' && seen.signed === false && Number(field.min) <= 0
  if (field.min !== undefined && !isNever)
    rules.push({ broken: `${value} < ${Number(field.min)}`, message: `At least ${field.min}` })
  if (field.max !== undefined)
    rules.push({ broken: `${value} > ${Number(field.max)}`, message: `At most ${field.max}` })
  return rules
}

const formats = new Map<string, Intl.NumberFormat>()

type Marks = readonly [group: string, decimal: string]
const pointed: Marks = [',', '.']
const commaed: Marks = ['.', ',']

// Locales that group all thousands by three with marks that are known here: what most people read needs no formatter,
// the first of which takes a browser longer than a screen full of rows (numbers.test.ts holds them against Intl).
const plainMarks: ReadonlyMap<string, Marks> = new Map([
  ...['en', 'en-US', 'en-GB', 'en-CA', 'en-AU'].map((locale) => [locale, pointed] as const),
  ...['de', 'de-DE', 'nl', 'nl-NL', 'da', 'da-DK', 'tr', 'tr-TR'].map((locale) => [locale, commaed] as const),
])

function plainDecimal(text: string, [group, decimal]: Marks, least: number, most: number): string {
  const rounded = roundDecimal(text, most)
  // A negative amount stays one, even where nothing of it is left to read.
  const negative = text.startsWith('-')
  const [whole = '0', fraction = ''] = rounded.replace('-', '').split('.')
  const digits = fraction.replace(/0+$/, '').padEnd(least, '0')
  const grouped = whole.replace(/^0+(?=\d)/, '').replace(/\B(?=(\d{3})+$)/g, group)
  return `${negative ? '-' : ''}${grouped}${digits === '' ? '' : decimal + digits}`
}

/** Formats a decimal for reading with `least` to `most` fraction digits, without losing digits of large values; what is no number stays the text it is. */
export function formatDecimal(value: unknown, locale: string, least: number, most: number): string {
  if (value === null || value === undefined || value === '') return ''
  const text = String(value)
  const plain = plainMarks.get(locale)
  if (plain && /^-?\d+(\.\d+)?$/.test(text)) return plainDecimal(text, plain, least, most)
  const key = `${locale} ${least} ${most}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, {
      minimumFractionDigits: least,
      maximumFractionDigits: most,
      roundingMode: 'halfExpand',
    } as Intl.NumberFormatOptions)
    formats.set(key, format)
  }
  return Number.isNaN(Number(text)) ? text : format.format(text as unknown as number)
}
