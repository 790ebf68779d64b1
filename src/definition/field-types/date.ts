import type { Operator } from '../conditions.ts'
import { isIsoDay, isRelativeDate } from '../dates.ts'
import { bad, ok, withValue, type FieldDisplay, type FieldType, type TextFormat } from './field-type.ts'

export const dateOperators: readonly Operator[] = ['between', 'eq', 'gte', 'lte', 'gt', 'lt', 'ne', 'empty', 'notEmpty']

const orders: Record<TextFormat['dateOrder'], readonly [number, number, number]> = {
  YMD: [0, 1, 2],
  DMY: [2, 1, 0],
  MDY: [2, 0, 1],
}

const fullYear = (text: string): string => (text.length === 2 ? `${Number(text) < 69 ? '20' : '19'}${text}` : text)

const isoPattern = '^([0-9]{4})[-/.]?([0-9]{2})[-/.]?([0-9]{2})$'
const partsPattern = '^([0-9]{1,4})[-/.]([0-9]{1,2})[-/.]([0-9]{1,4})$'
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

function monthFormat(locale: string): Intl.DateTimeFormat {
  const key = `${locale} month`
  const format =
    formats.get(key) ?? new Intl.DateTimeFormat(locale, { month: 'short', year: 'numeric', timeZone: 'UTC' })
  formats.set(key, format)
  return format
}

/** A day as the locale writes it, where that is known without a formatter, the first of which takes a browser long (date.test.ts). */
function plainDay(value: string, locale: string): string | undefined {
  const [year = '', month, day] = value.split('-')
  return year < '1600' ? undefined : plainDays.get(locale)?.(year, months[Number(month) - 1]!, Number(day))
}

/** SQL of the day at the head of a text as YYYY-MM-DD text, which may name a day that does not exist; null when it is none. */
export function isoDaySql(text: string, format: TextFormat): string {
  const head = `split_part(translate(${text}, 'T', ' '), ' ', 1)`
  const [y, m, d] = orders[format.dateOrder].map((index) => `p[${index + 1}]`)
  const two = (part: string) => `case when length(${part}) = 1 then '0' || ${part} else ${part} end`
  const year = `case when length(${y}) = 2 then case when ${y} < '69' then '20' else '19' end || ${y} else ${y} end`
  return `case when ${head} ~ '${isoPattern}' then regexp_replace(${head}, '${isoPattern}', '\\1-\\2-\\3') when ${head} ~ '${partsPattern}' then (select (${year}) || '-' || (${two(m!)}) || '-' || (${two(d!)}) from (select regexp_match(${head}, '${partsPattern}') as p offset 0) as parts) end`
}

const notADate = '"{value}" is not a date'
// A pattern first: PostgreSQL would take years of other lengths.
/** SQL: whether the text `d` names an existing day. */
export const existingDay = `d ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' and pg_input_is_valid(d, 'date')`

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
    const day = () => new Date(`${value}T00:00:00Z`)
    if (monthly) return monthFormat(locale).format(day())
    return plainDay(value, locale) ?? dateFormat(locale, false).format(day())
  },
}

export const dateType: FieldType = {
  ...dateDisplay,
  sql: () => 'date',
  fromText: (text, _field, format, seen) => ({
    value:
      seen?.form === 'day' || seen?.form === 'instant'
        ? `(${text})::date`
        : // Most days are written YYYY-MM-DD, and one look tells.
          `case when (${text}) ~ '^[0-9]{4}-[0-9]{2}-[0-9]{2}$' then case when pg_input_is_valid(${text}, 'date') then (${text})::date end
            else (select case when ${existingDay} then d::date end from (select ${isoDaySql(text, format)} as d offset 0) as q) end`,
    unreadable: notADate,
  }),
}
