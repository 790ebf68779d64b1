const key = 'tierline:time-zone'

// Not every place that this runs in has one.
const kept = (): Storage | null => (typeof localStorage === 'undefined' ? null : localStorage)

let asked: string | undefined

/** The reader's time zone, as the browser names it, "UTC" where it names none; remembered for the first calls of the next page. */
export function timeZone(): string {
  if (asked === undefined) {
    asked = Intl.DateTimeFormat().resolvedOptions().timeZone || 'UTC'
    if (kept()?.getItem(key) !== asked) kept()?.setItem(key, asked)
  }
  return asked
}

/**
 * The same for calls that leave before anything is on the screen: the browser takes a hundredth of a second to name it for the first time.
 * Where it was never named here, the zone of today's distance from UTC has the same day; distances in halves of an hour have none.
 */
export function timeZoneAtStart(now = new Date()): string {
  const known = asked ?? kept()?.getItem(key)
  if (known) return known
  const hours = now.getTimezoneOffset() / 60
  if (!Number.isInteger(hours)) return timeZone()
  return hours === 0 ? 'UTC' : `Etc/GMT${hours > 0 ? '+' : ''}${hours}`
}
