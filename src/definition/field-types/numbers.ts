import * as z from 'zod/mini'
import type { Operator } from '../conditions.ts'
import { compareDecimals } from '../compare.ts'
import type { Field } from '../field.ts'
import { bad, ok, type Parsed, type SqlFromText, type TextFormat } from './field-type.ts'

export const numberOperators: readonly Operator[] = ['eq', 'between', 'gte', 'lte', 'gt', 'lt', 'ne', 'in', 'empty', 'notEmpty']

const spaces = /[\s'’]/g

/** Reads a number as written with either decimal mark, grouped or not, "(5)" and "5-" being negative; null when it is none. */
export function readNumber(text: string, format: TextFormat): string | null {
  let body = text.replaceAll(spaces, '').replaceAll('−', '-')
  let negative = false
  if (/^\(.*\)$/.test(body)) [body, negative] = [body.slice(1, -1), true]
  else if (/^[^-]+-$/.test(body)) [body, negative] = [body.slice(0, -1), true]
  const grouped = format.decimal === '.' ? /^[+-]?\d{1,3}(,\d{3})+(\.\d+)?$/ : /^[+-]?\d{1,3}(\.\d{3})+(,\d+)?$/
  const group = format.decimal === '.' ? /,/g : /\./g
  if (grouped.test(body)) body = body.replaceAll(group, '')
  if (format.decimal === ',') body = body.replace(',', '.')
  const match = /^([+-]?)(\d*)(?:\.(\d*))?(?:[eE]([+-]?\d{1,3}))?$/.exec(body)
  if (!match || (!match[2] && !match[3])) return null
  const value = expand(match[2] ?? '', match[3] ?? '', Number(match[4] ?? 0))
  const minus = (match[1] === '-') !== negative
  return minus && compareDecimals(value, '0') !== 0 ? `-${value}` : value
}

function expand(whole: string, fraction: string, exponent: number): string {
  const digits = whole + fraction
  const point = whole.length + exponent
  const padded = point <= 0 ? digits.padStart(digits.length - point + 1, '0') : digits.padEnd(Math.max(point, digits.length), '0')
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
  if (whole.replace(/^0+/, '').length > wholeDigits(field)) return `At most ${wholeDigits(field)} digits before the decimal mark`
  if (field.min !== undefined && compareDecimals(value, field.min) < 0) return `At least ${field.min}`
  if (field.max !== undefined && compareDecimals(value, field.max) > 0) return `At most ${field.max}`
  return null
}

/** zod schema of a decimal as text; numbers are accepted and turned into text. */
export const decimalSchema = (field: Field): z.ZodMiniType =>
  z.pipe(
    z.union([z.string(), z.number()], { error: 'A number is needed' }),
    z.pipe(
      z.transform((value: string | number, context) => {
        const text = readNumber(String(value), { decimal: '.', dateOrder: 'YMD' })
        const reason = text === null ? 'A number is needed' : misfit(text, field)
        if (reason !== null) context.issues.push({ code: 'custom', message: reason, input: value })
        return text === null ? String(value) : roundDecimal(text, field.scale ?? 0)
      }),
      z.string(),
    ),
  )

export function parseDecimal(text: string, field: Field, format: TextFormat): Parsed {
  const value = readNumber(text, format)
  if (value === null) return bad(`"${text}" is not a number`)
  const reason = misfit(value, field)
  return reason ? bad(reason) : ok(roundDecimal(value, field.scale ?? 0))
}

/** SQL reading of a number; grouping marks and spaces are dropped as `readNumber` does. */
export function decimalFromText(expression: string, field: Field, format: TextFormat): SqlFromText {
  const [decimal, group] = format.decimal === '.' ? ['\\.', ','] : [',', '\\.']
  const bare = `regexp_replace(${expression}, '[\\s''’]', '', 'g')`
  const signed = `regexp_replace(regexp_replace(${bare}, '^\\((.*)\\)$', '-\\1'), '^([^-]+)-$', '-\\1')`
  const plain =
    format.decimal === '.' ? `replace(${signed}, ',', '')` : `replace(replace(${signed}, '.', ''), ',', '.')`
  const pattern = `^[+-]?(\\d{1,3}(${group}\\d{3})+|\\d+)?(${decimal}\\d*)?([eE][+-]?\\d{1,3})?$`
  const bounds = [
    field.min === undefined ? '' : ` and (${plain})::numeric >= ${Number(field.min)}`,
    field.max === undefined ? '' : ` and (${plain})::numeric <= ${Number(field.max)}`,
  ].join('')
  const limit = `abs((${plain})::numeric) < 1e${wholeDigits(field)}`
  return {
    valid: `case when ${signed} ~ '${pattern}' and ${signed} ~ '\\d' then ${limit}${bounds} else false end`,
    value: `round((${plain})::numeric, ${field.scale ?? 0})`,
  }
}

const formats = new Map<string, Intl.NumberFormat>()

/** Formats a decimal for reading with `least` to `most` fraction digits, without losing digits of large values. */
export function formatDecimal(value: unknown, locale: string, least: number, most: number): string {
  if (value === null || value === undefined || value === '') return ''
  const key = `${locale} ${least} ${most}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.NumberFormat(locale, { minimumFractionDigits: least, maximumFractionDigits: most, roundingMode: 'halfExpand' } as Intl.NumberFormatOptions)
    formats.set(key, format)
  }
  return format.format(String(value) as unknown as number)
}
