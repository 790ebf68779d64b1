import { type Calendar, dayIn } from '#src/definition/dates.ts'
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

/** The calendar that a caller means by "today": that of the time zone of the request, of UTC where it names none. */
export const calendarOf = ({ zone }: Pick<Caller, 'zone'>): Calendar => ({ today: dayIn(zone, Date.now()), zone })
