import type { FieldTypeName } from './field.ts'

/** Whose days are meant: the day that is today there, and which day an instant is on. */
export interface Calendar {
  readonly today: string
  /** The day of an instant, in ms; that of UTC without it. */
  readonly dayOf?: ((at: number) => string) | undefined
}

const pad = (value: number, digits = 2): string => String(value).padStart(digits, '0')

/** The calendar day of a moment where this runs: in a browser, that of its reader. */
export const localDay = (at: Date): string =>
  `${pad(at.getFullYear(), 4)}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`

const localDayOf = (at: number): string => localDay(new Date(at))

/** The calendar of the reader, in a browser. The server has that of its caller, who says in which zone. */
export const readersCalendar = (): Calendar => ({ today: localDay(new Date()), dayOf: localDayOf })

const relative = /^@(today|monthStart|monthEnd|quarterStart|yearStart|yearEnd)(?:([+-]\d{1,5})([dwmy]))?$/

const iso = (date: Date): string => date.toISOString().slice(0, 10)

const anchors: Record<string, (date: Date) => Date> = {
  today: (date) => date,
  monthStart: (date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth(), 1)),
  monthEnd: (date) => new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)),
  quarterStart: (date) => new Date(Date.UTC(date.getUTCFullYear(), Math.floor(date.getUTCMonth() / 3) * 3, 1)),
  yearStart: (date) => new Date(Date.UTC(date.getUTCFullYear(), 0, 1)),
  yearEnd: (date) => new Date(Date.UTC(date.getUTCFullYear(), 11, 31)),
}

const monthEnd = (date: Date): number =>
  new Date(Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + 1, 0)).getUTCDate()

// A month or a year away is the same day, or the last one of a shorter month; the end of a month stays one.
function shift(date: Date, amount: number, unit: string, toEnd: boolean): Date {
  const next = new Date(date)
  if (unit === 'd' || unit === 'w') {
    next.setUTCDate(next.getUTCDate() + amount * (unit === 'w' ? 7 : 1))
    return next
  }
  next.setUTCDate(1)
  next.setUTCMonth(next.getUTCMonth() + amount * (unit === 'y' ? 12 : 1))
  next.setUTCDate(toEnd ? monthEnd(next) : Math.min(date.getUTCDate(), monthEnd(next)))
  return next
}

// Days that neither the database nor an address could write are the first or the last one there is.
const written = (date: Date): string =>
  date.getUTCFullYear() > 9999 ? '9999-12-31' : date.getUTCFullYear() < 1 ? '0001-01-01' : iso(date)

/** True for relative dates: '@today', '@today-30d', '@monthStart', '@yearEnd+1m'. */
export const isRelativeDate = (value: string): boolean => relative.test(value)

/** Replaces a relative date by the ISO day it means, counted from `today` (ISO day); other values pass. */
export function resolveDate<T>(value: T, type: FieldTypeName, today: string): T | string {
  if ((type !== 'date' && type !== 'dateTime') || typeof value !== 'string') return value
  const match = relative.exec(value)
  if (!match) return value
  const anchor = anchors[match[1]!]!(new Date(`${today}T00:00:00Z`))
  if (!match[2]) return iso(anchor)
  return written(shift(anchor, Number(match[2]), match[3]!, match[1]!.endsWith('End')))
}

/** The first day that can be entered: an earlier year is a slip, such as 26 or 202 for 2026. */
export const earliestDay = '1800-01-01'

/** True for an existing day written YYYY-MM-DD between the years 1 and 9999. */
export function isIsoDay(value: string): boolean {
  if (!/^\d{4}-\d{2}-\d{2}$/.test(value) || value.startsWith('0000')) return false
  const date = new Date(`${value}T00:00:00Z`)
  return !Number.isNaN(date.getTime()) && iso(date) === value
}
