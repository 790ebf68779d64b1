import type { Operator } from '../conditions.ts'
import { isIsoDay, isRelativeDate } from '../dates.ts'
import { monthInWords } from './month-in-words.ts'
import { bad, ok, withValue, type FieldDisplay, type TextFormat } from './field-type.ts'

export const dateOperators: readonly Operator[] = ['between', 'eq', 'gte', 'lte', 'gt', 'lt', 'ne', 'empty', 'notEmpty']

export const orders: Record<TextFormat['dateOrder'], readonly [number, number, number]> = {
  YMD: [0, 1, 2],
  DMY: [2, 1, 0],
  MDY: [2, 0, 1],
}

/** A year that may be written with two digits, as one of 1969 to 2068. */
export const fullYear = (text: string): string =>
  text.length === 2 ? `${Number(text) < 69 ? '20' : '19'}${text}` : text

export const isoPattern = '^([0-9]{4})[-/.]?([0-9]{2})[-/.]?([0-9]{2})$'
export const partsPattern = '^([0-9]{1,4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,4})$'
const [iso, threeParts] = [new RegExp(isoPattern), new RegExp(partsPattern)]

/** Reads a day in the format's order with any of - / . as separator, or YYYY-MM-DD always; null when it is none. */
export function readDay(text: string, format: TextFormat): string | null {
  const whole = iso.exec(text)
  if (whole) {
    const day = `${whole[1]}-${whole[2]}-${whole[3]}`
    return isIsoDay(day) ? day : null
  }
  const parts = threeParts.exec(text)
  if (!parts) return null
  const [y, m, d] = orders[format.dateOrder].map((index) => parts[index + 1]!)
  const day = `${fullYear(y!)}-${m!.padStart(2, '0')}-${d!.padStart(2, '0')}`
  return isIsoDay(day) ? day : null
}

const formats = new Map<string, Intl.DateTimeFormat>()

export function dateFormat(locale: string, time: boolean): Intl.DateTimeFormat {
  const key = `${locale} ${time}`
  let format = formats.get(key)
  if (!format) {
    format = new Intl.DateTimeFormat(locale, {
      day: 'numeric',
      month: 'short',
      year: 'numeric',
      ...(time ? { hour: '2-digit', minute: '2-digit' } : { timeZone: 'UTC' }),
    })
    formats.set(key, format)
  }
  return format
}

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec']
const american = (year: string, month: string, day: number): string => `${month} ${day}, ${year}`
const plainDays: ReadonlyMap<string, typeof american> = new Map([
  ['en', american],
  ['en-US', american],
  ['en-GB', (year, month, day) => `${day} ${month === 'Sep' ? 'Sept' : month} ${year}`],
])

/** A day as the locale writes it, where that is known without a formatter, the first of which takes a browser long (date.test.ts). */
function plainDay(value: string, locale: string): string | undefined {
  const [year = '', month, day] = value.split('-')
  return year < '1600' ? undefined : plainDays.get(locale)?.(year, months[Number(month) - 1]!, Number(day))
}

export const notADate = '"{value}" is not a date'

export const dateDisplay: FieldDisplay = {
  name: 'date',
  align: 'start',
  operators: dateOperators,
  sortable: true,
  parseText: (text, _field, format) => {
    if (isRelativeDate(text)) return ok(text)
    const day = readDay(text.split(/[ T]/, 1)[0]!, format)
    return day ? ok(day) : bad(withValue(notADate, text))
  },
  format: (value, { monthly }, locale) => {
    if (typeof value !== 'string' || !isIsoDay(value)) return value === null || value === undefined ? '' : String(value)
    if (monthly) return monthInWords(value.slice(0, 7), locale)
    return plainDay(value, locale) ?? dateFormat(locale, false).format(new Date(`${value}T00:00:00Z`))
  },
}
