import type { Calendar } from '#src/definition/dates.ts'
import type { Caller } from './authorize.ts'

let zones: ReadonlyMap<string, string | undefined> = new Map()
const mostZones = 2000

/** The name of a time zone as this machine knows it; undefined for what is none, and for bare distances, whose sign databases read the other way. */
export function knownZone(given: string | null): string | undefined {
  if (given === null || !/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(given)) return undefined
  const known = zones.get(given)
  if (known !== undefined || zones.has(given)) return known
  const found = zoneNamed(given)
  // Who sends names that are none does not fill the memory with them.
  if (zones.size < mostZones) zones = new Map([...zones, [given, found]])
  return found
}

function zoneNamed(given: string): string | undefined {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: given }).resolvedOptions().timeZone
  } catch {
    return undefined
  }
}

const clocks = new Map<string, Intl.DateTimeFormat>()

/** The calendar day of a moment in a time zone that is known; of UTC without one. */
export function dayIn(zone: string | undefined, at: number): string {
  if (zone === undefined || zone === 'UTC') return new Date(at).toISOString().slice(0, 10)
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

/** A calendar whose zone the database is told as well. */
export interface ZonedCalendar extends Calendar {
  readonly zone?: string | undefined
}

export const calendarIn = (zone: string | undefined, now: number): ZonedCalendar => ({
  today: dayIn(zone, now),
  zone,
  dayOf: (at) => dayIn(zone, at),
})

/** The day of the organisation's books: what a posting, a job or a rule in force means by today, for everybody alike. */
export const booksDay = ({ home }: Pick<Caller, 'home'>): string => dayIn(home, Date.now())

/** The calendar that a caller means by "today": that of the time zone of the request, of the books where it names none. */
export const calendarOf = ({ zone }: Pick<Caller, 'zone'>): ZonedCalendar => calendarIn(zone, Date.now())
