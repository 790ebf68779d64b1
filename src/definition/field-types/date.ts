import * as z from 'zod/mini'
import type { Operator } from '../conditions.ts'
import { isIsoDay, isRelativeDate } from '../dates.ts'
import { bad, ok, type FieldType, type TextFormat } from './field-type.ts'

export const dateOperators: readonly Operator[] = ['between', 'eq', 'gte', 'lte', 'gt', 'lt', 'ne', 'empty', 'notEmpty']

const orders: Record<TextFormat['dateOrder'], readonly [number, number, number]> = { YMD: [0, 1, 2], DMY: [2, 1, 0], MDY: [2, 0, 1] }

const fullYear = (text: string): string => (text.length === 2 ? `${Number(text) < 69 ? '20' : '19'}${text}` : text)

/** Reads a day in the format's order with any of - / . as separator, or YYYY-MM-DD always; null when it is none. */
export function readDay(text: string, format: TextFormat): string | null {
  const iso = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})$/.exec(text)
  if (iso) {
    const day = `${iso[1]}-${iso[2]}-${iso[3]}`
    return isIsoDay(day) ? day : null
  }
  const parts = /^(\d{1,4})[-/.](\d{1,2})[-/.](\d{1,4})$/.exec(text)
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

const pieces = { YMD: ['y', 'm', 'd'], DMY: ['d', 'm', 'y'], MDY: ['m', 'd', 'y'] } as const

/** SQL that turns a text into YYYY-MM-DD, or null; a time behind the day is left out. */
export function isoDaySql(expression: string, format: TextFormat): string {
  const day = `split_part(replace(${expression}, 'T', ' '), ' ', 1)`
  const iso = `case when ${day} ~ '^\\d{4}[-/.]?\\d{2}[-/.]?\\d{2}$' then regexp_replace(${day}, '^(\\d{4})[-/.]?(\\d{2})[-/.]?(\\d{2})$', '\\1-\\2-\\3')`
  const index = (piece: 'y' | 'm' | 'd') => (pieces[format.dateOrder] as readonly string[]).indexOf(piece) + 1
  const part = (piece: 'y' | 'm' | 'd') => `split_part(translate(${day}, '/.', '--'), '-', ${index(piece)})`
  const year = `case when length(${part('y')}) = 2 then case when ${part('y')} < '69' then '20' else '19' end || ${part('y')} else ${part('y')} end`
  return `${iso} when ${day} ~ '^\\d{1,4}[-/.]\\d{1,2}[-/.]\\d{1,4}$' then (${year}) || '-' || lpad(${part('m')}, 2, '0') || '-' || lpad(${part('d')}, 2, '0') end`
}

export const dateType: FieldType = {
  name: 'date',
  sql: () => 'date',
  align: 'start',
  operators: dateOperators,
  sortable: true,
  schema: () => z.string({ error: 'A date is needed' }).check(z.refine((value) => isIsoDay(value), { error: 'A date is needed, such as 2026-01-31' })),
  parseText: (text, _field, format) => {
    if (isRelativeDate(text)) return ok(text)
    const day = readDay(text.split(/[ T]/, 1)[0]!, format)
    return day ? ok(day) : bad(`"${text}" is not a date`)
  },
  fromText: (expression, _field, format) => {
    const day = isoDaySql(expression, format)
    return { valid: `coalesce(pg_input_is_valid(${day}, 'date'), false)`, value: `(${day})::date` }
  },
  format: (value, _field, locale) =>
    typeof value === 'string' && isIsoDay(value) ? dateFormat(locale, false).format(new Date(`${value}T00:00:00Z`)) : value === null || value === undefined ? '' : String(value),
}
