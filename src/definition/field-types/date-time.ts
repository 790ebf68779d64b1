import { isIsoDay, isRelativeDate } from '../dates.ts'
import { dateDisplay, dateFormat, dateOperators, readDay } from './date.ts'
import { bad, ok, withValue, type FieldDisplay } from './field-type.ts'

// Hours, minutes, seconds, their thousands and zone; what is finer is read over. PostgreSQL knows the same pattern.
export const timePattern =
  '^([01]?[0-9]|2[0-3]):([0-5][0-9])(?::([0-5][0-9])([.][0-9]{1,3})?[0-9]*)? *(Z|[+-](?:0[0-9]|1[0-4]):?[0-5][0-9])?$'
const time = new RegExp(timePattern)
export const notATime = '"{value}" is not a date and time'

/** Times without a zone are read as UTC, in files as in the interface of the server. */
export const dateTimeDisplay: FieldDisplay = {
  name: 'dateTime',
  align: 'start',
  operators: dateOperators,
  sortable: true,
  parseText: (text, _field, format) => {
    if (isRelativeDate(text)) return ok(text)
    const [head = '', tail = ''] = text.split(/[ T](.*)/s)
    const day = readDay(head, format)
    const match = tail.trim() ? time.exec(tail.trim()) : ['', '0', '00', '00', '', 'Z']
    if (!day || !match) return bad(withValue(notATime, text))
    const zone = (match[5] ?? 'Z').replace(/^(...)(\d\d)$/, '$1:$2')
    return ok(
      new Date(
        `${day}T${match[1]!.padStart(2, '0')}:${match[2]}:${match[3] ?? '00'}${match[4] ?? ''}${zone}`,
      ).toISOString(),
    )
  },
  format: (value, field, locale) => {
    // In filters a day stands for all of its instants.
    if (typeof value === 'string' && isIsoDay(value)) return dateDisplay.format(value, field, locale)
    const at = typeof value === 'string' ? new Date(value) : null
    return at && !Number.isNaN(at.getTime()) ? dateFormat(locale, true).format(at) : ''
  },
}
