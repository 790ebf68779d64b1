import type { FieldTypeName } from './field.ts'

/** Whose days are meant: the day that is today there, and the time zone that days of instants begin in. */
export interface Calendar {
  readonly today: string
  /** An IANA name; UTC without it. */
  readonly zone?: string | undefined
}

const pad = (value: number): string => String(value).padStart(2, '0')

/** The calendar day of a moment where this runs: in a browser, that of its reader. */
export const localDay = (at: Date): string =>
  `${String(at.getFullYear()).padStart(4, '0')}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`

let readersZone: { readonly offset: number; readonly zone: string } | undefined

/** The calendar of the reader, in a browser. The server has that of its caller, who says in which zone. */
export function readersCalendar(): Calendar & { readonly zone: string } {
  const now = new Date()
  const offset = now.getTimezoneOffset()
  // Asking for the name takes a hundred times as long as the rest, and conditions are looked at with every keystroke.
  if (readersZone?.offset !== offset)
    readersZone = { offset, zone: Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC' }
  return { today: localDay(now), zone: readersZone.zone }
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of a moment in a time zone that is known. */
export function dayIn(zone: string | undefined, at: number): string {
  if (zone === undefined || zone === 'UTC') return iso(new Date(at))
  let clock = clocks.get(zone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('en-US', {
      timeZone: zone,
      era: 'short',
      year: 'numeric',
      month: '2-digit',
      day: '2-digit',
    })
    clocks.set(zone, clock)
  }
  const parts = new Map(clock.formatToParts(at).map(({ type, value }) => [type, value]))
  const year = parts.get('era') === 'BC' ? '0000' : parts.get('year')!.padStart(4, '0')
  return `${year}-${parts.get('month')}-${parts.get('day')}`
}

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
