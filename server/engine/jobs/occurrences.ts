import { Cron } from 'croner'

/** When a job runs: cron times in a zone, and what happens on days without work. */
export interface Timetable {
  readonly cron: string
  readonly time_zone: string
  readonly day_rule: 'any' | 'skip' | 'next'
  readonly weekend: 'sat-sun' | 'fri-sat' | 'sun' | 'none'
  /** Days without work besides the weekend, as ISO days. */
  readonly holidays: ReadonlySet<string>
}

const weekends: Readonly<Record<Timetable['weekend'], readonly number[]>> = {
  'sat-sun': [0, 6],
  'fri-sat': [5, 6],
  sun: [0],
  none: [],
}
const [hour, day] = [3_600_000, 86_400_000]
// A calendar with more days off in a row than this has no working days.
const longestBreak = 30
// Days with times that are looked at; times of which so many fall on days off never come.
const mostDays = 500

/** What is wrong with cron times, in words; null when they can be followed. */
export function cronProblem(cron: string): string | null {
  try {
    if (cron.trim().split(/\s+/).length !== 5) return 'Five parts are needed: minute, hour, day, month, day of the week'
    return new Cron(cron, { paused: true, timezone: 'UTC' }).nextRun() === null ? 'These times never come' : null
  } catch (error) {
    return error instanceof Error ? error.message.replace(/^CronPattern: /, '') : String(error)
  }
}

/** Whether clocks of that zone are known. */
export function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

/** The first moment after `from` at which the job runs, ISO in UTC; null when there is none. */
export function nextOccurrence(timetable: Timetable, from: Date): string | null {
  const { cron, time_zone: zone, day_rule: rule } = timetable
  const pattern = new Cron(cron, { paused: true, timezone: zone })
  if (rule === 'any') return pattern.nextRun(from)?.toISOString() ?? null
  const today = dayOf(from, zone)
  // A time that was put off may lie behind one that came after it.
  let at = pattern.nextRun(rule === 'next' ? new Date(from.getTime() - (longestBreak + 1) * day) : from)
  let first: Date | null = null
  // Day by day: however many times a day has, only one of them counts.
  for (let step = 0; at !== null && step < mostDays; step += 1) {
    const own = dayOf(at, zone)
    if (first && own > dayOf(first, zone)) break
    const on = dayOfWork(own, timetable)
    if (on !== null && on >= today) {
      const found = firstOn(on, own === on ? at : putOff(at, on, zone), { pattern, from, own, zone })
      if (found && (!first || found < first)) first = found
    }
    at = firstAfter(own, pattern, zone)
  }
  return first?.toISOString() ?? null
}

/** The day on which the times of a day are kept: itself, or the next working day; null where they are left out. */
function dayOfWork(own: string, { day_rule: rule, weekend, holidays }: Timetable): string | null {
  const isWorking = (iso: string): boolean =>
    !holidays.has(iso) && !weekends[weekend].includes(new Date(`${iso}T00:00:00Z`).getUTCDay())
  if (isWorking(own)) return own
  if (rule !== 'next') return null
  for (let days = 1; days <= longestBreak; days += 1) if (isWorking(plusDays(own, days))) return plusDays(own, days)
  return null
}

interface Search {
  readonly pattern: Cron
  readonly from: Date
  /** The day whose times are kept. */
  readonly own: string
  readonly zone: string
}

/** The first time of a day, kept on the day `on`, that lies after `from`; `earliest` is its very first. */
function firstOn(on: string, earliest: Date, { pattern, from, own, zone }: Search): Date | null {
  if (earliest > from) return earliest
  // Clocks may have been put forward or back by an hour since.
  const clock = wallClock(from, zone).slice(10)
  let at = pattern.nextRun(new Date(instantOf(`${own}${clock}`, zone).getTime() - hour))
  for (; at !== null && dayOf(at, zone) <= own; at = pattern.nextRun(at)) {
    const kept = own === on ? at : putOff(at, on, zone)
    if (dayOf(at, zone) === own && kept > from) return kept
  }
  return null
}

/** The first time on a later day. */
function firstAfter(own: string, pattern: Cron, zone: string): Date | null {
  let at = pattern.nextRun(new Date(instantOf(`${plusDays(own, 1)}T00:00:00`, zone).getTime() - 1_000))
  // Where clocks are put forward at midnight, that is an hour too early.
  while (at !== null && dayOf(at, zone) <= own) at = pattern.nextRun(at)
  return at
}

/** The same time of the clock on another day. */
const putOff = (at: Date, on: string, zone: string): Date => instantOf(`${on}${wallClock(at, zone).slice(10)}`, zone)

const plusDays = (iso: string, days: number): string =>
  new Date(new Date(`${iso}T00:00:00Z`).getTime() + days * day).toISOString().slice(0, 10)

const clocks = new Map<string, Intl.DateTimeFormat>()

/** What clocks of a zone show, as ISO without a zone. */
function wallClock(at: Date, zone: string): string {
  let clock = clocks.get(zone)
  if (!clock) {
    clock = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'medium' })
    clocks.set(zone, clock)
  }
  return clock.format(at).replace(' ', 'T')
}

const dayOf = (at: Date, zone: string): string => wallClock(at, zone).slice(0, 10)

/** The instant at which clocks of a zone show a time, ISO without a zone. */
function instantOf(shown: string, zone: string): Date {
  const wall = new Date(`${shown}Z`).getTime()
  const offset = (at: number) => new Date(`${wallClock(new Date(at), zone)}Z`).getTime() - at
  const guess = wall - offset(wall)
  return new Date(wall - offset(guess))
}
