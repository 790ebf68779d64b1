import * as z from 'zod/mini'
import { isRelativeDate } from '../dates.ts'
import { dateFormat, dateOperators, isoDaySql, readDay } from './date.ts'
import { bad, ok, type FieldType } from './field-type.ts'

const time = /^(\d{1,2}):(\d{2})(?::(\d{2})(?:\.\d+)?)?\s*(Z|[+-]\d{2}:?\d{2})?$/

/** Times without a zone are read as UTC, in files as in the interface of the server. */
export const dateTimeType: FieldType = {
  name: 'dateTime',
  sql: () => 'timestamptz',
  align: 'start',
  operators: dateOperators,
  sortable: true,
  schema: () =>
    z.pipe(
      z.string({ error: 'A date and time is needed' }),
      z.pipe(
        z.transform((value: string, context) => {
          const at = Date.parse(value)
          if (Number.isNaN(at)) context.issues.push({ code: 'custom', message: 'A date and time is needed', input: value })
          return Number.isNaN(at) ? value : new Date(at).toISOString()
        }),
        z.string(),
      ),
    ),
  parseText: (text, _field, format) => {
    if (isRelativeDate(text)) return ok(text)
    const [head = '', tail = ''] = text.split(/[ T](.*)/s)
    const day = readDay(head, format)
    const match = tail ? time.exec(tail.trim()) : ['', '0', '00', '00', 'Z']
    if (!day || !match) return bad(`"${text}" is not a date and time`)
    const at = Date.parse(`${day}T${match[1]!.padStart(2, '0')}:${match[2]}:${match[3] ?? '00'}${match[4] ?? 'Z'}`)
    return Number.isNaN(at) ? bad(`"${text}" is not a date and time`) : ok(new Date(at).toISOString())
  },
  fromText: (expression, _field, format) => {
    const day = isoDaySql(expression, format)
    const rest = `coalesce(nullif(split_part(replace(${expression}, 'T', ' '), ' ', 2), ''), '00:00')`
    const whole = `(${day}) || ' ' || ${rest} || case when ${rest} ~ '(Z|[+-]\\d{2}:?\\d{2})$' then '' else 'Z' end`
    return { valid: `coalesce(pg_input_is_valid(${whole}, 'timestamptz'), false)`, value: `(${whole})::timestamptz` }
  },
  format: (value, _field, locale) => {
    const at = typeof value === 'string' ? new Date(value) : null
    return at && !Number.isNaN(at.getTime()) ? dateFormat(locale, true).format(at) : ''
  },
}
