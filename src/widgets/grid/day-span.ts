import type { Field, TextFormat } from '#src/definition'
import { fieldDisplays } from '#src/definition'
import { isRelativeDate } from '#src/definition/dates.ts'

/** The stored texts from the first that is meant up to the one that no longer is. */
export interface DaySpan {
  readonly from: string
  readonly to: string
}

// While it is typed, the last part of an ISO day or time may be cut: '2011-1' is October to December.
const isoDay = /^(?:\d{1,4}|\d{4}-\d{0,2}|\d{4}-\d{2}-\d{0,2})$/
const clock = /^(\d{0,2}|\d{1,2}:\d{0,2}|\d{1,2}:\d{2}:\d{0,2})(?:(?<=:\d\d:\d\d)\.(\d*))?(Z?)$/
const wholeDay = /^\d{4}-\d{2}-\d{2}$/

/** An ISO day or its beginning as it is, else the day as people here write it. */
function dayText(text: string, field: Field, format: TextFormat): string | null {
  if (isoDay.test(text)) return text
  if (isRelativeDate(text)) return null
  const parsed = fieldDisplays.date.parseText(text, field, format)
  return parsed.ok ? String(parsed.value) : null
}

type Parts = readonly number[]

function momentOf([year = 1, month = 1, day = 1, hour = 0, minute = 0, second = 0]: Parts, isLocal: boolean): Date {
  // Set rather than made of its parts: a year below 100 would be taken for one of the last century.
  const at = isLocal ? new Date(2000, 0, 1) : new Date(0)
  if (isLocal) {
    at.setFullYear(year, month - 1, day)
    at.setHours(hour, minute, second)
  } else {
    at.setUTCFullYear(year, month - 1, day)
    at.setUTCHours(hour, minute, second)
  }
  return at
}

/** The least and the greatest values that the parts may mean; null where there are none, such as a 13th month. */
function boundsOf(parts: readonly string[]): readonly [Parts, Parts] | null {
  const numbers = parts.map(Number)
  const days = momentOf([numbers[0]!, (numbers[1] ?? 12) + 1, 0], false).getUTCDate()
  const limits = [
    [1, 9999],
    [1, 12],
    [1, days],
    [0, 23],
    [0, 59],
    [0, 59],
  ] as const
  const filled = (digit: string): Parts =>
    parts.map((part, at) => Number(at === parts.length - 1 ? part.padEnd(at === 0 ? 4 : 2, digit) : part))
  const low = filled('0').map((value, at) => Math.max(value, limits[at]![0]))
  const high = filled('9').map((value, at) => Math.min(value, limits[at]![1]))
  return low.every((value, at) => value <= high[at]!) ? [low, high] : null
}

// Behind the last year there is no text of that form; '~' sorts behind every digit.
const stored = (at: Date, length: number): string => {
  const text = at.toISOString()
  return text.startsWith('+') ? '~' : text.slice(0, length)
}

/**
 * What a typed year, month, day, hour, minute or second means among the stored values of a field: days as they are, and
 * instants, which are stored in UTC, where the reader's clock shows it (behind a time `Z` says that it is UTC).
 */
export function daySpan(text: string, field: Field, format: TextFormat): DaySpan | null {
  const [head = '', time = ''] = text.split(/[T\s]+(.*)/s)
  const day = dayText(head, field, format)
  const match = clock.exec(time)
  if (day === null || !match || (time !== '' && (field.type === 'date' || !wholeDay.test(day)))) return null
  const [, hours = '', fraction = '', zone] = match
  const bounds = boundsOf([...day.split('-'), ...hours.split(':')].filter((part) => part !== ''))
  if (!bounds) return null
  const isLocal = field.type === 'dateTime' && zone === ''
  // Whole seconds without their `Z`: every stored fraction of one is then greater.
  const length = field.type === 'date' ? 10 : 19
  const [low, high] = bounds
  const from = stored(momentOf(low, isLocal), length)
  const finer = fraction.replace(/0+$/, '')
  if (finer !== '') return { from: `${from}.${finer}`, to: `${from}.${finer}~` }
  const next = high.map((value, at) => (at === high.length - 1 ? value + 1 : value))
  return { from, to: stored(momentOf(next, isLocal), length) }
}
