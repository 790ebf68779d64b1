import { earliestDay, isIsoDay, localDay } from '#src/definition/dates.ts'
import { fieldDisplays, type Field, type TextFormat } from '#src/definition'
import { textFormatOf } from './text-format.ts'

const pad = (value: number): string => String(value).padStart(2, '0')

/** A moment as a native picker and a typing user write it: local time, YYYY-MM-DDTHH:mm. */
export const localMoment = (iso: string): string => {
  const at = new Date(iso)
  return Number.isNaN(at.getTime()) ? '' : `${localDay(at)}T${pad(at.getHours())}:${pad(at.getMinutes())}`
}

interface DayWords {
  readonly months: readonly string[]
  /** As lists write them, which need not be how the names begin: "mrt" is "maart". */
  readonly short: readonly string[]
  /** Sunday first. */
  readonly weekdays: readonly string[]
  /** Yesterday, today, tomorrow. */
  readonly near: readonly string[]
}

const known = new Map<string, DayWords>()
const bare = (word: string): string => word.toLowerCase().replaceAll(/[.\s]/g, '')

function wordsOf(locale: string): DayWords {
  const found = known.get(locale)
  if (found) return found
  const named = (options: Intl.DateTimeFormatOptions, days: readonly number[]) => {
    const format = new Intl.DateTimeFormat(locale, { ...options, timeZone: 'UTC' })
    return days.map((day) => bare(format.format(day)))
  }
  const relative = new Intl.RelativeTimeFormat(locale, { numeric: 'auto' })
  const firsts = Array.from({ length: 12 }, (_, month) => Date.UTC(2026, month, 1))
  const words = {
    months: named({ month: 'long' }, firsts),
    short: named({ month: 'short' }, firsts),
    // 1 March 2026 was a Sunday.
    weekdays: named(
      { weekday: 'long' },
      Array.from({ length: 7 }, (_, day) => Date.UTC(2026, 2, 1 + day)),
    ),
    near: [-1, 0, 1].map((day) => bare(relative.format(day, 'day'))),
  }
  known.set(locale, words)
  return words
}

/** Where a word or its beginning stands among others, in the user's language or English; -1 for none. Two letters name a weekday. */
function placeOf(text: string, kind: keyof DayWords, locale: string, least = 3): number {
  const word = bare(text)
  if (word.length < least) return -1
  for (const language of [locale, 'en']) {
    const at = wordsOf(language)[kind].findIndex((name) => name.startsWith(word))
    if (at >= 0) return at
  }
  return -1
}

const dayIn = (year: string, month: string | number, day: string): string | null => {
  const full = year.length === 2 ? `20${year}` : year
  const iso = `${full}-${String(month).padStart(2, '0')}-${day.padStart(2, '0')}`
  return isIsoDay(iso) && iso >= earliestDay ? iso : null
}

/** "21 Nov 2026", "Nov 21", "21. November". */
function named(text: string, locale: string, today: string): string | null {
  const first = /^(\d{1,2})[\s.-]*(\p{L}{3,})\.?(?:[\s,.-]+(\d{4}|\d{2}))?$/u.exec(text)
  const second = /^(\p{L}{3,})[\s.-]*(\d{1,2})(?:st|nd|rd|th)?\.?(?:[\s,.-]+(\d{4}))?$/u.exec(text)
  const [day, month, year] = first ? [first[1], first[2], first[3]] : second ? [second[2], second[1], second[3]] : []
  if (!day || !month) return null
  const long = placeOf(month, 'months', locale)
  const at = long < 0 ? placeOf(month, 'short', locale) : long
  return at < 0 ? null : dayIn(year ?? today.slice(0, 4), at + 1, day)
}

const steps = {
  d: (at: Date, count: number) => at.setUTCDate(at.getUTCDate() + count),
  w: (at: Date, count: number) => at.setUTCDate(at.getUTCDate() + 7 * count),
  m: (at: Date, count: number) => {
    const day = at.getUTCDate()
    at.setUTCMonth(at.getUTCMonth() + count, 1)
    // A month after 31 January is the end of February.
    at.setUTCDate(Math.min(day, new Date(Date.UTC(at.getUTCFullYear(), at.getUTCMonth() + 1, 0)).getUTCDate()))
  },
  y: (at: Date, count: number) => steps.m(at, 12 * count),
} as const

/** "today", "tomorrow", "fri" (the coming one), "+7", "-2w", "+1m". */
function counted(text: string, locale: string, today: string): string | null {
  const at = new Date(`${today}T00:00:00Z`)
  const match = /^([+-])\s*(\d{1,4})\s*([dwmy]?)$/i.exec(text)
  const near = placeOf(text, 'near', locale)
  const weekday = near >= 0 ? -1 : placeOf(text, 'weekdays', locale, 2)
  if (/^[t.]$/i.test(text)) return today
  if (match) steps[(match[3]!.toLowerCase() || 'd') as keyof typeof steps](at, Number(`${match[1]}${match[2]}`))
  else if (near >= 0) steps.d(at, near - 1)
  else if (weekday >= 0) steps.d(at, (weekday - at.getUTCDay() + 7) % 7)
  else return null
  return at.toISOString().slice(0, 10)
}

/** Day and month without a year mean this one, a number alone a day of this month; digits run together in the locale's order. */
function short(text: string, order: TextFormat['dateOrder'], today: string): string | null {
  const [year, month] = today.split('-') as [string, string]
  const dayFirst = order === 'DMY'
  const parts = /^(\d{1,2})[-/.\s](\d{1,2})\.?$/.exec(text) ?? /^(\d{2})(\d{2})$/.exec(text)
  const whole = /^(\d{2})(\d{2})(\d{4}|\d{2})$/.exec(text)
  const [first, second] = parts?.slice(1) ?? whole?.slice(1) ?? []
  if (first && second) {
    const given = whole?.[3] ?? year
    const [asDay, asMonth] = [dayIn(given, second, first), dayIn(given, first, second)]
    // With points the day comes first everywhere; what is no day in the one order is one in the other.
    return dayFirst || text.includes('.') ? (asDay ?? asMonth) : (asMonth ?? asDay)
  }
  const alone = /^(\d{1,2})\.?$/.exec(text)
  return alone ? dayIn(year, month, alone[1]!) : null
}

/** The orders in which three parts are looked at: a year of four digits in front is one, points begin with the day, and what is no day in the locale's order is one in the other. */
const ordersOf = (text: string, own: TextFormat['dateOrder']): readonly TextFormat['dateOrder'][] =>
  /^\d{4}\D/.test(text) ? ['YMD'] : text.includes('.') ? ['DMY', own] : [own, own === 'MDY' ? 'DMY' : 'MDY']

/** "2 de jan. de 2026", "2. 1. 2026" and "2026年1月2日" as what is read: without what only joins their parts. */
const unjoined = (text: string): string =>
  text
    .replaceAll(/\sde\s/gi, ' ')
    .replaceAll(/(\d\.)\s+(?=\d)/g, '$1')
    .replaceAll(/(\d)[年月](?=\d)/g, '$1-')
    .replace(/日$/, '')

/** Reads a typed day: in the locale's order, YYYY-MM-DD, "21.11.", "31 Mar", "friday", "today", "+7", "+1m"; the text itself when it is none. */
export function readTypedDay(typed: string, field: Field, locale: string, today: string): string {
  const text = unjoined(typed)
  const format = textFormatOf(locale)
  const quick = counted(text, locale, today) ?? named(text, locale, today) ?? short(text, format.dateOrder, today)
  if (quick) return quick
  for (const dateOrder of ordersOf(text, format.dateOrder)) {
    const parsed = fieldDisplays.date.parseText(text, field, { ...format, dateOrder })
    if (parsed.ok && typeof parsed.value === 'string' && isIsoDay(parsed.value)) return parsed.value
  }
  return typed
}

const clock = /^(?:(.*?)[\sT,]+)?(\d{1,2})(?::(\d{2})(?::(\d{2}))?)?\s*(am|pm)?$/i

const examples = new Map<string, string>()

/** How the locale writes a day in figures, for an empty field: DD/MM/YYYY. */
export function dayPattern(locale: string): string {
  const found = examples.get(locale)
  if (found !== undefined) return found
  const parts = new Intl.DateTimeFormat(locale, { day: '2-digit', month: '2-digit', year: 'numeric' }).formatToParts(0)
  const letters: Partial<Record<string, string>> = { day: 'DD', month: 'MM', year: 'YYYY' }
  const pattern = parts.map(({ type, value }) => letters[type] ?? value).join('')
  examples.set(locale, pattern)
  return pattern
}

/** Reads a typed local date and time ("21.11. 8:30", "8:30 pm" of today, "now") as an ISO moment in UTC; the text itself when it is none. */
export function readTypedMoment(text: string, field: Field, locale: string, today: string): string {
  if (/^(now|n)$/i.test(text)) return new Date().toISOString()
  const match = clock.exec(text)
  const timed = match && (match[3] !== undefined || match[5] !== undefined) ? match : null
  const dayText = timed ? (timed[1] ?? '') : text
  const day = dayText === '' ? today : readTypedDay(dayText.replace(/,$/, '').trim(), field, locale, today)
  if (!isIsoDay(day)) return text
  const half = timed?.[5]?.toLowerCase()
  const hour = Number(timed?.[2] ?? 0)
  if (half && (hour < 1 || hour > 12)) return text
  const hours = half ? (hour % 12) + (half === 'pm' ? 12 : 0) : hour
  const at = new Date(`${day}T${pad(hours)}:${timed?.[3] ?? '00'}:${timed?.[4] ?? '00'}`)
  return Number.isNaN(at.getTime()) ? text : at.toISOString()
}
