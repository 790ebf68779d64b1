import { isIsoDay } from '#src/definition/dates.ts'
import { fieldTypes, type Field } from '#src/definition'
import { textFormatOf } from './text-format.ts'

const pad = (value: number): string => String(value).padStart(2, '0')

/** The calendar day of a moment where the user is. */
export const localDay = (at: Date): string => `${at.getFullYear()}-${pad(at.getMonth() + 1)}-${pad(at.getDate())}`

/** A moment as a native picker and a typing user write it: local time, YYYY-MM-DDTHH:mm. */
export const localMoment = (iso: string): string => {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? '' : `${localDay(at)}T${pad(at.getHours())}:${pad(at.getMinutes())}`
}

const months = new Map<string, readonly string[]>()

function monthNames(locale: string): readonly string[] {
  let names = months.get(locale)
  if (!names) {
    const format = new Intl.DateTimeFormat(locale, { month: 'short', timeZone: 'UTC' })
    names = Array.from({ length: 12 }, (_, month) =>
      format
        .format(new Date(Date.UTC(2026, month, 1)))
        .toLowerCase()
        .replace('.', '')
        .slice(0, 3),
    )
    months.set(locale, names)
  }
  return names
}

function named(text: string, locale: string): string | null {
  const match = /^(\d{1,2})[\s.-]+([^\d\s.,-]{3,})[\s.,-]+(\d{4})$/.exec(text) ?? null
  const swapped = match ? null : /^([^\d\s.,-]{3,})[\s.-]+(\d{1,2})[\s.,-]+(\d{4})$/.exec(text)
  const [day, month, year] = match
    ? [match[1]!, match[2]!, match[3]!]
    : swapped
      ? [swapped[2]!, swapped[1]!, swapped[3]!]
      : ['', '', '']
  const short = month.toLowerCase().slice(0, 3)
  const index = [monthNames(locale), monthNames('en')].map((names) => names.indexOf(short)).find((at) => at >= 0)
  if (index === undefined || !year) return null
  const iso = `${year}-${pad(index + 1)}-${day.padStart(2, '0')}`
  return isIsoDay(iso) ? iso : null
}

function shifted(text: string, today: string): string | null {
  if (/^(today|t|\.)$/i.test(text)) return today
  const match = /^([+-])(\d{1,4})$/.exec(text)
  if (!match) return null
  const at = new Date(`${today}T00:00:00Z`)
  at.setUTCDate(at.getUTCDate() + Number(`${match[1]}${match[2]}`))
  return at.toISOString().slice(0, 10)
}

/** Reads a typed day: in the locale's order, YYYY-MM-DD, "31 Mar 2026", "today", "+7"; the text itself when it is none. */
export function readTypedDay(text: string, field: Field, locale: string, today: string): string {
  const quick = shifted(text, today) ?? named(text, locale)
  if (quick) return quick
  const parsed = fieldTypes.date.parseText(text, field, textFormatOf(locale))
  return parsed.ok && typeof parsed.value === 'string' && isIsoDay(parsed.value) ? parsed.value : text
}

/** Reads a typed local date and time as an ISO moment in UTC; the text itself when it is none. */
export function readTypedMoment(text: string, field: Field, locale: string, today: string): string {
  const match = /^(.*?)(?:[ T,]+(\d{1,2}):(\d{2})(?::(\d{2}))?)?$/.exec(text)
  const day = readTypedDay((match?.[1] ?? text).replace(/,$/, '').trim(), field, locale, today)
  if (!match || !isIsoDay(day)) return text
  const at = new Date(`${day}T${(match[2] ?? '00').padStart(2, '0')}:${match[3] ?? '00'}:${match[4] ?? '00'}`)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}
