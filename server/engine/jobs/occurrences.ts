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
const day = 86_400_000
// A calendar with more days off in a row than this has no working days.
const longestBreak = 30
const mostSteps = 2_000

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
  // A time that was put off may lie behind one that came after it.
  let at: Date | null = rule === 'next' ? new Date(from.getTime() - longestBreak * day) : from
  let first: Date | null = null
  for (let step = 0; step < mostSteps; step += 1) {
    at = pattern.nextRun(at)
    if (at === null || (first && at >= first)) break
    const found: Date | null =
      rule === 'any' || isWorking(at, timetable) ? at : rule === 'next' ? putOff(at, timetable) : null
    if (found && found > from && (!first || found < first)) first = found
    if (first && rule !== 'next') break
  }
  return first?.toISOString() ?? null
}

function isWorking(at: Date, { time_zone: zone, weekend, holidays }: Timetable): boolean {
  const iso = wallClock(at, zone).slice(0, 10)
  return !holidays.has(iso) && !weekends[weekend].includes(new Date(`${iso}T00:00:00Z`).getUTCDay())
}

/** The same time of the clock on the next working day. */
function putOff(at: Date, timetable: Timetable): Date | null {
  const wall = new Date(`${wallClock(at, timetable.time_zone)}Z`).getTime()
  for (let days = 1; days <= longestBreak; days += 1) {
    const later = instantOf(wall + days * day, timetable.time_zone)
    if (isWorking(later, timetable)) return later
  }
  return null
}

/** What clocks of a zone show, as ISO without a zone. */
const wallClock = (at: Date, zone: string): string =>
  new Intl.DateTimeFormat('sv-SE', {
    timeZone: zone,
    dateStyle: 'short',
    timeStyle: 'medium',
  })
    .format(at)
    .replace(' ', 'T')

/** The instant at which clocks of a zone show a time, which is given as if they showed UTC. */
function instantOf(wall: number, zone: string): Date {
  const offset = (at: number) => new Date(`${wallClock(new Date(at), zone)}Z`).getTime() - at
  const guess = wall - offset(wall)
  return new Date(wall - offset(guess))
}
